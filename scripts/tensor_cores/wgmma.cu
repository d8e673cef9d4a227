// D = A*B + C on independent tiles by wgmma.mma_async with n = 8, one block of 128 threads a tile.
//
// Operands lie dense in global memory, as words of 32 bits: A by rows, B by columns, C and D by
// rows. In shared memory both are K-major without swizzle: core matrices of 8 rows by 16 bytes, two
// side by side along k. A may also come from registers. A tile takes `chain` instructions along k,
// issued without waiting in between.
#include "constants.cuh"

constexpr int M = 64, N = 8, THREADS = 128;
constexpr int F16 = 0, BF16 = 1, TF32 = 2;
constexpr int WORDS = 8;  // of a row for one instruction: 32 bytes
constexpr int CHAIN = Constants::chain, ROW = WORDS * CHAIN;
constexpr int CORE = 32;  // words of a core matrix
constexpr int ALONG_K = 128, ALONG_ROWS = 256;  // bytes from one core matrix to the next

__device__ unsigned long long descriptor(const unsigned* data, bool swapped) {
    const unsigned long long start = __cvta_generic_to_shared(data);
    const unsigned long long leading = swapped ? ALONG_ROWS : ALONG_K;
    const unsigned long long stride = swapped ? ALONG_K : ALONG_ROWS;
    return (start & 0x3ffff) >> 4 | leading >> 4 << 16 | stride >> 4 << 32;
}

#define FROM_SHARED(shape, type, rest)                                                   \
    asm volatile("wgmma.mma_async.sync.aligned." shape ".f32." type "." type " "         \
                 "{%0, %1, %2, %3}, %4, %5, 1, 1, 1" rest ";"                            \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                        \
                 : "l"(a), "l"(b) : "memory")

#define FROM_REGISTERS(shape, type, rest)                                                \
    asm volatile("wgmma.mma_async.sync.aligned." shape ".f32." type "." type " "         \
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1" rest ";"              \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                        \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b) : "memory")

template <int FORMAT>
__device__ void multiply(float (&d)[4], unsigned long long a, unsigned long long b) {
    if constexpr (FORMAT == F16) FROM_SHARED("m64n8k16", "f16", ", 0, 0");
    if constexpr (FORMAT == BF16) FROM_SHARED("m64n8k16", "bf16", ", 0, 0");
    if constexpr (FORMAT == TF32) FROM_SHARED("m64n8k8", "tf32", "");
}

template <int FORMAT>
__device__ void multiply(float (&d)[4], const unsigned (&a)[4], unsigned long long b) {
    if constexpr (FORMAT == F16) FROM_REGISTERS("m64n8k16", "f16", ", 0");
    if constexpr (FORMAT == BF16) FROM_REGISTERS("m64n8k16", "bf16", ", 0");
    if constexpr (FORMAT == TF32) FROM_REGISTERS("m64n8k8", "tf32", "");
}

// The place in shared memory of a word of a matrix with so many rows.
__device__ int place_of(int rows, int row, int column) {
    const int step = column / WORDS, word = column % WORDS;
    return step * rows * WORDS + row / 8 * 2 * CORE + word / 4 * CORE + row % 8 * 4 + word % 4;
}

extern "C" __global__ void __launch_bounds__(THREADS)
SGEMM_ENTRY(const unsigned* A, const unsigned* B, const unsigned* C, unsigned* D, int tiles,
            int swapped) {
    __shared__ __align__(1024) unsigned shared_a[M * ROW];
    __shared__ __align__(1024) unsigned shared_b[N * ROW];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int row = warp * 16 + lane / 4, place = lane % 4;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const unsigned* tile_a = A + size_t(tile) * M * ROW;
        const unsigned* tile_b = B + size_t(tile) * N * ROW;
        for (int i = threadIdx.x; i < M * ROW; i += THREADS)
            shared_a[place_of(M, i / ROW, i % ROW)] = tile_a[i];
        for (int i = threadIdx.x; i < N * ROW; i += THREADS)
            shared_b[place_of(N, i / ROW, i % ROW)] = tile_b[i];
        const size_t first = size_t(tile) * M * N + row * N + 2 * place;
        float d[4];
        for (int i = 0; i < 4; ++i) d[i] = __uint_as_float(C[first + i / 2 * 8 * N + i % 2]);
        unsigned a[CHAIN][4];
        if constexpr (Constants::from_registers)
            for (int step = 0; step < CHAIN; ++step)
                for (int i = 0; i < 4; ++i)
                    a[step][i] = tile_a[(row + i % 2 * 8) * ROW + step * WORDS + place + i / 2 * 4];
        // The tensor core reads through another proxy than the stores above.
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int step = 0; step < CHAIN; ++step) {
            const unsigned long long b = descriptor(shared_b + step * N * WORDS, swapped);
            if constexpr (Constants::from_registers)
                multiply<Constants::format>(d, a[step], b);
            else
                multiply<Constants::format>(d, descriptor(shared_a + step * M * WORDS, swapped), b);
        }
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 0;"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])::"memory");
        for (int i = 0; i < 4; ++i) D[first + i / 2 * 8 * N + i % 2] = __float_as_uint(d[i]);
        __syncthreads();
    }
}
