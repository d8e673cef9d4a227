// Rung 12: two shared buffers, so that one barrier a block is enough. See rung_12_double_buffer.py.
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
    static_assert(Tile::stages == 2, "two buffers take turns");
    __shared__ PermutedBlocks<Tile> blocks[Tile::stages];
    const Position place = position_in_warp_tile<Tile>(threadIdx.x);
    BlockReader<Tile> reader(block_origin<Tile>(n), m, n, k, A, lda, B, ldb);

    float4 a_vector, b_vector;
    reader.read(0, a_vector, b_vector);
    blocks[0].store(a_vector, b_vector);
    __syncthreads();

    uint32 current = 0;
    for (uint32 start = 0; start < k; start += Tile::bk) {
        reader.read(start + Tile::bk, a_vector, b_vector);  // nothing after the last block
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step) {
            float a[Tile::tm], b[Tile::tn];
            blocks[current].template load<row_stride, column_stride>(step, place, a, b);
            add_outer_product(accumulators, a, b);
        }
        // All have read the other buffer: they did so before the last barrier.
        current ^= 1;
        blocks[current].store(a_vector, b_vector);
        __syncthreads();
    }
}

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    float accumulators[Tile::tm][Tile::tn] = {};
    if (alpha != 0.0f) add_blocks<Tile>(accumulators, m, n, k, A, lda, B, ldb);
    if (k == 0) alpha = 0.0f;  // no product, also where alpha is infinite
    store_pieces<row_stride, column_stride>(accumulators, position_in_results<Tile>(n), m, n, alpha,
                                            beta, C, ldc);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, 2) double_buffer(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
