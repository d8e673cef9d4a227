// Rung 4: a padded shared layout, in which a warp meets no bank twice. See
// rung_04_conflict_free.py.
#include "common.cuh"
#include "tile.cuh"

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    static_assert(Tile::bm == Tile::bk && Tile::bn == Tile::bk,
                  "each thread copies one element of A and one of B");
    __shared__ float block_a[Tile::bk][Tile::bm + Tile::padding];  // transposed
    __shared__ float block_b[Tile::bk][Tile::bn];

    skip_product_if_unused(k, alpha);
    const Position origin = block_origin<Tile>(n);
    const uint32 x = threadIdx.x, y = threadIdx.y;
    const uint32 row = origin.row + y, column = origin.column + x;
    const float* a_source = A + offset(row, lda) + x;
    const float* b_source = B + offset(y, ldb) + column;

    float sum = 0.0f;
    for (uint32 start = 0; start < k; start += Tile::bk) {
        block_a[x][y] = row < m && start + x < k ? *a_source : 0.0f;
        block_b[y][x] = column < n && start + y < k ? *b_source : 0.0f;
        a_source += Tile::bk;
        b_source += offset(Tile::bk, ldb);
        __syncthreads();
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step)
            sum = fmaf(block_a[step][y], block_b[step][x], sum);
        __syncthreads();
    }
    if (row < m && column < n) store_result(C + offset(row, ldc) + column, sum, alpha, beta);
}

extern "C" __global__ void __launch_bounds__(Tile::threads) conflict_free(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
