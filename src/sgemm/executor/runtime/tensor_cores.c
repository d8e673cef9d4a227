/* Matrix instructions of a warp: D = A*B + C with half-precision inputs, as the tensor cores of
 * sm_90 compute it. scripts/tensor_cores/model.py says how, and is what this is compared with.
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
static inline void arrange_a(enum format format, int32_t parts, const uint32_t *a, int32_t stride,
                             uint32_t signs, struct operands *operands)
{
    int32_t halves = halves_of(format);
    for (int32_t i = 0; i < 2 * parts; i++)
        for (int32_t lane = 0; lane < WARP; lane += 8) {
            words bits = *(const unaligned_words *)(a + i * stride + lane) ^ signs;
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
}

static inline void arrange_b(enum format format, int32_t parts, const uint32_t *b, int32_t stride,
                             struct operands *operands)
{
    int32_t halves = halves_of(format);
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

enum { PART = 16, ROWS_TOGETHER = 8 };

/* Return where 16 bytes of a matrix are, or NULL where they are not to be read. */
static const uint8_t *part_at(struct context *context, uint64_t place, uint64_t span,
                              uint32_t thread, uint64_t location)
{
    place ^= place >> 3 & (span - PART);
    if (check_shared(context, place, PART, location, thread)) return NULL;
    if (plan.watches && read_matrix(context, place, location, thread)) return NULL;
    return shared_of(context) + place;
}

/* Read 16 columns of 8 rows of a matrix of 16-bit elements that is stored along its columns, as
 * read_rows does. */
static bool read_columns(struct context *context, uint64_t start, uint64_t span, uint64_t next_eight,
                         uint32_t thread, uint64_t location, uint32_t *words)
{
    enum { COLUMNS_READ = 16 };
    uint16_t columns[COLUMNS_READ][ROWS_TOGETHER];
    for (int32_t k = 0; k < COLUMNS_READ; k++) {
        uint64_t place = start + k % 8 * span + k / 8 * next_eight;
        const uint8_t *found = part_at(context, place, span, thread, location);
        if (!found) return true;
        __builtin_memcpy(columns[k], found, PART);
    }
    for (int32_t i = 0; i < ROWS_TOGETHER; i++)
        for (int32_t k = 0; k < COLUMNS_READ; k += 2)
            words[k / 8 * WARP + 4 * i + k / 2 % 4] = columns[k][i] | columns[k + 1][i] << 16;
    return false;
}

/* Read 32 bytes of each of 8 rows of a matrix in shared memory, of which k is the inner dimension,
 * as registers of a warp hold B: place 4*g + t of part p is word 4*p + t of row g.
 *
 * A descriptor has the address of the matrix in its bits 0-13, how far the next 16 bytes along k
 * are in 16-29, the next 8 rows in 32-45, all in units of 16 bytes, and the swizzle in 62-63. With
 * a swizzle, rows have as many bytes as it permutes, and the next 16 bytes are the next ones.
 *
 * Where rows are transposed, 16 bytes are 8 rows of a column, and the next column is as far as the
 * swizzle permutes, or the next 16 bytes. Without a swizzle, bits 16-29 say how far the next 8
 * columns are, and 32-45 the next 8 rows. With a swizzle it is the other way round, and the next
 * rows are those after as many as it permutes. */
static bool read_rows(struct context *context, uint64_t descriptor, bool transposed, int32_t row,
                      uint32_t thread, uint64_t location, uint32_t *words)
{
    enum { UNIT = 16 };
    const uint64_t known = 0xc0003fff3fff3fff;
    uint64_t leading = (descriptor >> 16 & 0x3fff) * UNIT, swizzle = descriptor >> 62;
    /* It names a place in the block's own shared memory. */
    uint64_t start = (descriptor & 0x3fff) * UNIT + (context->rank << CLUSTER_SHIFT);
    uint64_t span = swizzle ? 256 >> swizzle : PART;
    if (descriptor & ~known)
        return record_failure(context, FAILURE_MATRIX_DESCRIPTOR, location, descriptor, thread);
    uint64_t stride = (descriptor >> 32 & 0x3fff) * UNIT;
    if (transposed) {
        uint64_t parts = span / PART, part = row / ROWS_TOGETHER;
        start += part % parts * PART + part / parts * (swizzle ? leading : stride);
        return read_columns(context, start, span, swizzle ? stride : leading, thread, location,
                            words);
    }
    start += stride * (row / ROWS_TOGETHER);
    for (int32_t i = 0; i < ROWS_TOGETHER; i++)
        for (int32_t part = 0; part < 2; part++) {
            uint64_t place = start + i * span + part * (swizzle ? PART : leading);
            const uint8_t *found = part_at(context, place, span, thread, location);
            if (!found) return true;
            __builtin_memcpy(words + part * WARP + 4 * i, found, PART);
        }
    return false;
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

/* D = A*B + D for 8 columns of a warp. Lane 4*g + t has columns 2*t and 2*t + 1 of rows g and
 * g + 8. */
static inline __attribute__((always_inline)) void
multiply_rows(const struct operands *operands, int32_t depth, uint32_t *d, int32_t stride)
{
    for (int32_t row = 0; row < ROWS; row++) {
        uint32_t *even = d + row / 8 * 2 * stride + row % 8 * 4, *odd = even + stride;
        words c = __builtin_shufflevector(*(four_words *)even, *(four_words *)odd, 0, 4, 1, 5, 2,
                                          6, 3, 7);
        words result = multiply_row(operands, row, depth, c);
        *(four_words *)even = result.even;
        *(four_words *)odd = result.odd;
    }
}

/* Multiply for some warps; so many registers hold B. */
static inline __attribute__((always_inline)) void
multiply(enum format format, int32_t parts, const uint32_t *a, const uint32_t *b, uint32_t *d,
         int32_t lanes)
{
    struct operands operands;
    for (int32_t warp = 0; warp < lanes; warp += WARP) {
        arrange_a(format, parts, a + warp, lanes, 0, &operands);
        arrange_b(format, parts, b + warp, lanes, &operands);
        multiply_rows(&operands, 4 * parts * halves_of(format), d + warp, lanes);
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

/* Return the descriptor that a warp has, the same in all of its lanes. */
static bool descriptor_of(struct context *context, const uint32_t *words, int32_t stride,
                          uint32_t thread, uint64_t location, uint64_t *descriptor)
{
    *descriptor = words[0] | (uint64_t)words[stride] << 32;
    for (int32_t lane = 1; lane < WARP; lane++)
        if (words[lane] != words[0] || words[stride + lane] != words[stride])
            return record_failure(context, FAILURE_MATRIX_DESCRIPTOR, location,
                                  words[lane] | (uint64_t)words[stride + lane] << 32,
                                  thread + lane);
    return false;
}

/* Multiply for some warps of warpgroups, each for its 16 rows: B, and perhaps A, are in shared
 * memory. */
static inline __attribute__((always_inline)) bool
multiply_shared(struct context *context, enum format format, bool from_registers, int32_t columns,
                int32_t flags, const uint32_t *a, const uint32_t *b, uint32_t *d, int32_t lanes,
                uint32_t thread, uint64_t location)
{
    enum { PARTS = 2, WARPS = 4 };
    uint32_t signs = format == TF32 ? 0x80000000 : 0x80008000;
    signs = flags & NEGATED ? signs : 0;
    struct operands operands;
    for (int32_t warp = 0; warp < lanes; warp += WARP) {
        uint64_t of_a, of_b;
        uint32_t read[2 * PARTS][WARP];
        if (descriptor_of(context, b + warp, lanes, thread + warp, location, &of_b)) return true;
        if (from_registers) {
            arrange_a(format, PARTS, a + warp, lanes, signs, &operands);
        } else {
            int32_t row = (thread + warp) / WARP % WARPS * ROWS;
            if (descriptor_of(context, a + warp, lanes, thread + warp, location, &of_a))
                return true;
            /* Registers of A have rows g and g + 8 in turn. */
            uint32_t halves[2][PARTS][WARP];
            for (int32_t half = 0; half < 2; half++) {
                if (read_rows(context, of_a, flags & TRANSPOSED_A, row + 8 * half, thread + warp,
                              location, halves[half][0]))
                    return true;
                for (int32_t part = 0; part < PARTS; part++)
                    __builtin_memcpy(read[2 * part + half], halves[half][part], sizeof read[0]);
            }
            arrange_a(format, PARTS, read[0], WARP, signs, &operands);
        }
        for (int32_t eight = 0; eight < columns; eight++) {
            if (read_rows(context, of_b, flags & TRANSPOSED_B, 8 * eight, thread + warp, location,
                          read[0]))
                return true;
            arrange_b(format, PARTS, read[0], WARP, &operands);
            multiply_rows(&operands, 4 * PARTS * halves_of(format), d + 4 * eight * lanes + warp,
                          lanes);
        }
    }
    return false;
}

#define MULTIPLY_SHARED(name, format)                                                          \
    static __attribute__((noinline)) bool name(                                                \
        struct context *context, bool from_registers, int32_t columns, int32_t flags,          \
        const uint32_t *a, const uint32_t *b, uint32_t *d, int32_t lanes, uint32_t thread,     \
        uint64_t location)                                                                     \
    {                                                                                          \
        return multiply_shared(context, format, from_registers, columns, flags, a, b, d,       \
                               lanes, thread, location);                                       \
    }

MULTIPLY_SHARED(f16_shared, F16)
MULTIPLY_SHARED(bf16_shared, BF16)
MULTIPLY_SHARED(tf32_shared, TF32)

bool multiply_fragments(struct context *context, int32_t kind, const uint32_t *a, const uint32_t *b,
                        uint32_t *d, int32_t lanes, uint32_t thread, uint64_t location)
{
    int32_t columns = kind >> COLUMNS_SHIFT & COLUMNS_MASK, flags = kind;
    bool from_registers = false;
    kind &= (1 << COLUMNS_SHIFT) - 1;
    switch (kind) {
    case COLLECTIVE_MMA_F16_1: f16_1(a, b, d, lanes); break;
    case COLLECTIVE_MMA_F16_2: f16_2(a, b, d, lanes); break;
    case COLLECTIVE_MMA_BF16_1: bf16_1(a, b, d, lanes); break;
    case COLLECTIVE_MMA_BF16_2: bf16_2(a, b, d, lanes); break;
    case COLLECTIVE_MMA_TF32_1: tf32_1(a, b, d, lanes); break;
    case COLLECTIVE_MMA_TF32_2: tf32_2(a, b, d, lanes); break;
    case COLLECTIVE_WGMMA_F16_REGISTERS: from_registers = true; /* fall through */
    case COLLECTIVE_WGMMA_F16_SHARED:
        return f16_shared(context, from_registers, columns, flags, a, b, d, lanes, thread,
                          location);
    case COLLECTIVE_WGMMA_BF16_REGISTERS: from_registers = true; /* fall through */
    case COLLECTIVE_WGMMA_BF16_SHARED:
        return bf16_shared(context, from_registers, columns, flags, a, b, d, lanes, thread,
                          location);
    case COLLECTIVE_WGMMA_TF32_REGISTERS: from_registers = true; /* fall through */
    default:
        return tf32_shared(context, from_registers, columns, flags, a, b, d, lanes, thread,
                          location);
    }
    return false;
}
