// D = A*B + C on independent tiles by mma.sync, one warp a tile.
//
// Operands lie dense, as words of 32 bits: A by rows, B by columns, C and D by rows. A tile takes
// `chain` instructions along k, each on the accumulators of the one before.
#include "constants.cuh"

constexpr int M = 16, N = 8, WARP = 32;
constexpr int F16 = 0, BF16 = 1, TF32 = 2;
constexpr int WORDS = Constants::words;  // of a row of A for one instruction: 4 or 8
constexpr int PARTS = WORDS / 4;
constexpr int ROW = WORDS * Constants::chain;

#define LONG(shape, type)                                                                \
    asm volatile("mma.sync.aligned." shape ".row.col.f32." type "." type ".f32 "         \
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"       \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                        \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

#define SHORT(shape, type)                                                               \
    asm volatile("mma.sync.aligned." shape ".row.col.f32." type "." type ".f32 "         \
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                   \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                        \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]))

template <int FORMAT, int PARTS>
__device__ void multiply(float (&d)[4], const unsigned (&a)[2 * PARTS], const unsigned (&b)[PARTS]) {
    if constexpr (PARTS == 2) {
        if constexpr (FORMAT == F16) LONG("m16n8k16", "f16");
        if constexpr (FORMAT == BF16) LONG("m16n8k16", "bf16");
        if constexpr (FORMAT == TF32) LONG("m16n8k8", "tf32");
    } else {
        if constexpr (FORMAT == F16) SHORT("m16n8k8", "f16");
        if constexpr (FORMAT == BF16) SHORT("m16n8k8", "bf16");
        if constexpr (FORMAT == TF32) SHORT("m16n8k4", "tf32");
    }
}

extern "C" __global__ void SGEMM_ENTRY(const unsigned* A, const unsigned* B, const unsigned* C,
                                       unsigned* D, int tiles, int) {
    const int lane = threadIdx.x % WARP, group = lane / 4, place = lane % 4;
    const int warps = blockDim.x / WARP * gridDim.x;
    for (int tile = (blockIdx.x * blockDim.x + threadIdx.x) / WARP; tile < tiles; tile += warps) {
        const unsigned* tile_a = A + size_t(tile) * M * ROW;
        const unsigned* tile_b = B + size_t(tile) * N * ROW;
        const size_t first = size_t(tile) * M * N + group * N + 2 * place;
        float d[4];
        for (int i = 0; i < 4; ++i) d[i] = __uint_as_float(C[first + i / 2 * 8 * N + i % 2]);
        for (int step = 0; step < Constants::chain; ++step) {
            unsigned a[2 * PARTS], b[PARTS];
            for (int i = 0; i < 2 * PARTS; ++i)
                a[i] = tile_a[(group + i % 2 * 8) * ROW + step * WORDS + place + i / 2 * 4];
            for (int i = 0; i < PARTS; ++i)
                b[i] = tile_b[group * ROW + step * WORDS + place + i * 4];
            multiply<Constants::format, PARTS>(d, a, b);
        }
        for (int i = 0; i < 4; ++i) D[first + i / 2 * 8 * N + i % 2] = __float_as_uint(d[i]);
    }
}
