// Rung 3: blocks of A and B through shared memory. See shared_tile.py.
#include "common.cuh"
#include "tile.cuh"

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    __shared__ float block_a[Tile::bk][Tile::bm];  // transposed: k along the rows
    __shared__ float block_b[Tile::bk][Tile::bn];

    skip_product_if_unused(k, alpha);
    const BlockOrigin origin = block_origin<Tile>(n);
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned row = origin.row + y, column = origin.column + x;

    float sum = 0.0f;
    for (unsigned start = 0; start < (unsigned)k; start += Tile::bk) {
        block_a[x][y] = row < m && start + x < k ? A[offset(row, lda) + start + x] : 0.0f;
        block_b[y][x] = start + y < k && column < n ? B[offset(start + y, ldb) + column] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step)
            sum = fmaf(block_a[step][y], block_b[step][x], sum);
        __syncthreads();
    }
    if (row < m && column < n) store_result(C + offset(row, ldc) + column, sum, alpha, beta);
}

extern "C" __global__ void __launch_bounds__(Tile::threads) shared_tile(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
