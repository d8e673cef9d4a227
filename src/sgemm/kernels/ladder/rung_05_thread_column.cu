// Rung 5: a column of results in each thread's registers. See rung_05_thread_column.py.
#include "common.cuh"
#include "tile.cuh"

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    static_assert(Tile::bm * Tile::bk == Tile::threads && Tile::bk * Tile::bn == Tile::threads,
                  "each thread copies one element of A and one of B");
    __shared__ float block_a[Tile::bk][Tile::bm + Tile::padding];  // transposed
    __shared__ float block_b[Tile::bk][Tile::bn];

    skip_product_if_unused(k, alpha);
    const Position origin = block_origin<Tile>(n);
    const uint32 thread = threadIdx.x;
    const uint32 a_row = thread / Tile::bk, a_step = thread % Tile::bk;
    const uint32 b_step = thread / Tile::bn, x = thread % Tile::bn;
    const uint32 y = thread / Tile::bn * Tile::tm;
    const uint32 row = origin.row + y, column = origin.column + x;

    const bool a_exists = origin.row + a_row < m, b_exists = column < n;
    const float* a_source = A + offset(origin.row + a_row, lda) + a_step;
    const float* b_source = B + offset(b_step, ldb) + column;

    float accumulators[Tile::tm] = {};
    for (uint32 start = 0; start < k; start += Tile::bk) {
        block_a[a_step][a_row] = a_exists && start + a_step < k ? *a_source : 0.0f;
        block_b[b_step][x] = b_exists && start + b_step < k ? *b_source : 0.0f;
        a_source += Tile::bk;
        b_source += offset(Tile::bk, ldb);
        __syncthreads();
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step) {
            const float b = block_b[step][x];
#pragma unroll
            for (int i = 0; i < Tile::tm; ++i)
                accumulators[i] = fmaf(block_a[step][y + i], b, accumulators[i]);
        }
        __syncthreads();
    }
    if (column >= n) return;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
        if (row + i < m)
            store_result(C + offset(row + i, ldc) + column, accumulators[i], alpha, beta);
}

extern "C" __global__ void __launch_bounds__(Tile::threads) thread_column(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
