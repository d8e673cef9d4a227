// Rung 10: a warp owns a compact tile, so that its lanes share what they load. See
// rung_10_warp_tile.py.
#include "common.cuh"
#include "rungs_06_15_outer_product.cuh"
#include "rungs_09_12_vector_blocks.cuh"
#include "rungs_09_15_epilogue.cuh"
#include "rungs_10_15_warp_tile.cuh"
#include "tile.cuh"

template <class Tile>
__device__ __forceinline__ void add_blocks(float (&accumulators)[Tile::tm][Tile::tn], int m, int n,
                                           int k, const float* A, int lda, const float* B,
                                           int ldb) {
    __shared__ PermutedBlocks<Tile> blocks;
    const Position place = position_in_warp_tile<Tile>(threadIdx.x);
    BlockReader<Tile> reader(block_origin<Tile>(n), m, n, k, A, lda, B, ldb);

    for (uint32 start = 0; start < k; start += Tile::bk) {
        float4 a_vector, b_vector;
        reader.read(start, a_vector, b_vector);
        blocks.store(a_vector, b_vector);
        __syncthreads();
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step) {
            float a[Tile::tm], b[Tile::tn];
            blocks.template load<row_stride, column_stride>(step, place, a, b);
            add_outer_product(accumulators, a, b);
        }
        __syncthreads();
    }
}

// Unlike rung 9 this and the next two rungs leave alpha and k as they are given: what
// skip_product_if_unused changes would be kept in registers throughout the loop, and of the 128 that
// a thread has there are hardly any to spare.
template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    float accumulators[Tile::tm][Tile::tn] = {};
    if (alpha != 0.0f) add_blocks<Tile>(accumulators, m, n, k, A, lda, B, ldb);
    if (k == 0) alpha = 0.0f;  // no product, also where alpha is infinite
    store_pieces<row_stride, column_stride>(accumulators, position_in_results<Tile>(n), m, n, alpha,
                                            beta, C, ldc);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, 2) warp_tile(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
