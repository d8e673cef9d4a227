// Rung 1: one thread an element, neighbouring threads in different rows. See rung_01_naive.py.
#include "common.cuh"
#include "tile.cuh"

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    skip_product_if_unused(k, alpha);
    const Position origin = block_origin<Tile>(n);
    const uint32 row = origin.row + threadIdx.x, column = origin.column + threadIdx.y;
    if (row >= m || column >= n) return;

    const float* a = A + offset(row, lda);
    const float* b = B + column;
    float sum = 0.0f;
    for (uint32 step = 0; step < k; ++step) {
        sum = fmaf(*a, *b, sum);
        a += 1;
        b += ldb;
    }
    store_result(C + offset(row, ldc) + column, sum, alpha, beta);
}

extern "C" __global__ void __launch_bounds__(Tile::threads) naive(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
