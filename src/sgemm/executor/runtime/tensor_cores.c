/* Matrix instructions of a warp: D = A*B + C with half-precision inputs, as the tensor cores of
 * sm_90 compute it. ../tensor_core.py says how, and is what this is compared with.
 *
 * As there, values are held in double precision, in which products, aligned terms and their sum are
 * exact. A vector has the 8 columns of a row of D. */
#include "runtime.h"

enum { ROWS = 16, COLUMNS = 8, DEPTH = 16 };
enum { FRACTION_BITS = 25, OF_ZERO = -5000 };
enum { LEAST_EXPONENT = -133 }; /* the largest one counts as no less than this */
enum { BIAS_OF_DOUBLE = 1023, FRACTION_OF_DOUBLE = 52 };
#define NAN_BITS 0x7fffffffu

typedef double doubles __attribute__((ext_vector_type(8)));
typedef int64_t longs __attribute__((ext_vector_type(8)));
typedef float floats __attribute__((ext_vector_type(8)));
typedef int32_t ints __attribute__((ext_vector_type(8)));
typedef uint32_t words __attribute__((ext_vector_type(8)));
typedef words unaligned_words __attribute__((aligned(4)));
typedef uint32_t four_words __attribute__((ext_vector_type(4), aligned(4)));

enum format { F16, BF16, TF32, F32 };

/* A and B with k in the order in which lanes hold it: any order does, if both have the same. */
struct operands {
    _Alignas(64) double a[ROWS][DEPTH];
    _Alignas(64) int32_t exponents_of_a[ROWS][DEPTH];
    doubles b[DEPTH];
    ints exponents_of_b[DEPTH];
};

static inline doubles power_of_two(ints exponent)
{
    longs bits = __builtin_convertvector(exponent + BIAS_OF_DOUBLE, longs) << FRACTION_OF_DOUBLE;
    return (doubles)bits;
}

/* How many numbers a word has. */
static inline int32_t halves_of(enum format format)
{
    return format == F16 || format == BF16 ? 2 : 1;
}

/* Return the numbers in one half of words, or in whole ones, and the exponents that their
 * significands have. */
static inline doubles decode(enum format format, words bits, int32_t half, ints *exponents)
{
    /* As the bits of float32, without the sign. */
    words sign, size;
    int32_t least = -126;
    if (format == F16) {
        bits = half ? bits >> 16 : bits;
        sign = (bits & 0x8000) << 16;
        bits &= 0x7fff;
        words nonfinite = (words)(bits >= 0x7c00) & 0x7f800000;
        size = (words)((floats)(bits << 13) * 0x1p112f) | nonfinite;
        least = -14;
    } else {
        if (format == BF16) bits = half ? bits & 0xffff0000 : bits << 16;
        if (format == TF32) bits &= 0xffffe000; /* it has no use for the others */
        sign = bits & 0x80000000;
        size = bits & 0x7fffffff;
    }
    ints exponent = __builtin_elementwise_max((ints)(size >> 23) - 127, (ints)least);
    *exponents = size == 0 ? (ints)OF_ZERO : exponent;
    return __builtin_convertvector((floats)(size | sign), doubles);
}

/* Bring the registers of a warp into order: lane 4*g + t has rows g and g + 8 of A and column g of
 * B, of neighbours along k those that its t says. */
static inline void arrange(enum format format, int32_t parts, const uint32_t *a, const uint32_t *b,
                           int32_t stride, struct operands *operands)
{
    int32_t halves = halves_of(format);
    for (int32_t i = 0; i < 2 * parts; i++)
        for (int32_t lane = 0; lane < WARP; lane += 8) {
            words bits = *(const unaligned_words *)(a + i * stride + lane);
            int32_t row = i % 2 * 8 + lane / 4;
            for (int32_t half = 0; half < halves; half++) {
                int32_t k = 4 * (i / 2 * halves + half);
                ints exponents;
                doubles values = decode(format, bits, half, &exponents);
                for (int32_t next = 0; next < 2; next++) {
                    __builtin_memcpy(&operands->a[row + next][k],
                                     (const double *)&values + 4 * next, 4 * sizeof(double));
                    __builtin_memcpy(&operands->exponents_of_a[row + next][k],
                                     (const int32_t *)&exponents + 4 * next, 4 * sizeof(int32_t));
                }
            }
        }
    for (int32_t part = 0; part < parts; part++)
        for (int32_t place = 0; place < 4; place++) {
            const uint32_t *lanes = b + part * stride + place;
            words bits = {lanes[0], lanes[4], lanes[8], lanes[12], lanes[16], lanes[20], lanes[24],
                          lanes[28]};
            for (int32_t half = 0; half < halves; half++) {
                int32_t k = 4 * (part * halves + half) + place;
                operands->b[k] = decode(format, bits, half, &operands->exponents_of_b[k]);
            }
        }
}

/* Round exact sums to float32, toward zero; what becomes zero is +0. */
static inline words round_sums(doubles sums)
{
    floats nearest = __builtin_convertvector(sums, floats);
    doubles size = __builtin_elementwise_abs(sums);
    longs is_off = __builtin_elementwise_abs(__builtin_convertvector(nearest, doubles)) > size;
    is_off &= size < 0x1p128;
    words bits = (words)nearest + (words)__builtin_convertvector(is_off, ints);
    bits = bits << 1 == 0 ? (words)0 : bits;
    return nearest == nearest ? bits : (words)NAN_BITS;
}

/* Add the products of a row of A with all columns of B to a row of accumulators. */
static inline __attribute__((always_inline)) words
multiply_row(const struct operands *operands, int32_t row, int32_t depth, words c)
{
    ints largest;
    doubles accumulators = decode(F32, c, 0, &largest);
    largest = __builtin_elementwise_max(largest, (ints)LEAST_EXPONENT);
#pragma clang loop unroll(full)
    for (int32_t k = 0; k < depth; k++) {
        ints exponents = operands->exponents_of_b[k] + operands->exponents_of_a[row][k];
        largest = __builtin_elementwise_max(largest, exponents);
    }
    ints last_bit = largest - FRACTION_BITS;
    doubles scale = power_of_two(-last_bit);
    doubles sums = __builtin_elementwise_trunc(accumulators * scale);
#pragma clang loop unroll(full)
    for (int32_t k = 0; k < depth; k++) {
        doubles products = operands->b[k] * operands->a[row][k];
        sums += __builtin_elementwise_trunc(products * scale);
    }
    return round_sums(sums * power_of_two(last_bit));
}

/* D = A*B + D for some warps; so many registers hold B. */
static inline __attribute__((always_inline)) void
multiply(enum format format, int32_t parts, const uint32_t *a, const uint32_t *b, uint32_t *d,
         int32_t lanes)
{
    struct operands operands;
    for (int32_t warp = 0; warp < lanes; warp += WARP) {
        arrange(format, parts, a + warp, b + warp, lanes, &operands);
        for (int32_t row = 0; row < ROWS; row++) {
            /* Lane 4*g + t has columns 2*t and 2*t + 1 of rows g and g + 8. */
            uint32_t *even = d + row / 8 * 2 * lanes + warp + row % 8 * 4, *odd = even + lanes;
            words c = __builtin_shufflevector(*(four_words *)even, *(four_words *)odd,
                                              0, 4, 1, 5, 2, 6, 3, 7);
            words result = multiply_row(&operands, row, 4 * parts * halves_of(format), c);
            *(four_words *)even = result.even;
            *(four_words *)odd = result.odd;
        }
    }
}

/* A function for each format and number of registers of B, compiled for what it is. */
#define MULTIPLY(name, format, parts)                                                            \
    static __attribute__((noinline)) void name(const uint32_t *a, const uint32_t *b, uint32_t *d, \
                                               int32_t lanes)                                    \
    {                                                                                            \
        multiply(format, parts, a, b, d, lanes);                                                \
    }

MULTIPLY(f16_1, F16, 1)
MULTIPLY(f16_2, F16, 2)
MULTIPLY(bf16_1, BF16, 1)
MULTIPLY(bf16_2, BF16, 2)
MULTIPLY(tf32_1, TF32, 1)
MULTIPLY(tf32_2, TF32, 2)

void multiply_fragments(int32_t kind, const uint32_t *a, const uint32_t *b, uint32_t *d,
                        int32_t lanes)
{
    switch (kind) {
    case COLLECTIVE_MMA_F16_1: f16_1(a, b, d, lanes); break;
    case COLLECTIVE_MMA_F16_2: f16_2(a, b, d, lanes); break;
    case COLLECTIVE_MMA_BF16_1: bf16_1(a, b, d, lanes); break;
    case COLLECTIVE_MMA_BF16_2: bf16_2(a, b, d, lanes); break;
    case COLLECTIVE_MMA_TF32_1: tf32_1(a, b, d, lanes); break;
    default: tf32_2(a, b, d, lanes);
    }
}
