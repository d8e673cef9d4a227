// Rung 12: two shared buffers, so that one barrier a block is enough. See rung_12_double_buffer.py.
#include "common.cuh"
#include "vector_blocks.cuh"
#include "epilogue.cuh"
#include "tile.cuh"

template <class Tile>
__device__ __forceinline__ void add_blocks(float (&sums)[Tile::tm][Tile::tn], int m, int n, int k,
                                           const float* A, int lda, const float* B, int ldb) {
    static_assert(Tile::stages == 2, "two buffers take transposes");
    __shared__ PermutedBlocks<Tile> blocks[Tile::stages];
    const Position place = position_in_warp_tile<Tile>(threadIdx.x);
    BlockReader<Tile> reader(block_origin<Tile>(n), m, n, k, A, lda, B, ldb);

    float4 a_quad, b_quad;
    reader.read(0, a_quad, b_quad);
    blocks[0].store(a_quad, b_quad);
    __syncthreads();

    uint32 current = 0;
    for (uint32 start = 0; start < k; start += Tile::bk) {
        reader.read(start + Tile::bk, a_quad, b_quad);  // nothing after the last block
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step) {
            float a[Tile::tm], b[Tile::tn];
            blocks[current].template load<row_gap, column_gap>(step, place, a, b);
            add_outer_product(sums, a, b);
        }
        // All have read the other buffer: they did so before the last barrier.
        current ^= 1;
        blocks[current].store(a_quad, b_quad);
        __syncthreads();
    }
}

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    float sums[Tile::tm][Tile::tn] = {};
    if (alpha != 0.0f) add_blocks<Tile>(sums, m, n, k, A, lda, B, ldb);
    if (k == 0) alpha = 0.0f;  // no product, also where alpha is infinite
    store_pieces<row_gap, column_gap>(sums, position_in_results<Tile>(n), m, n, alpha, beta, C,
                                      ldc);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, 2) double_buffer(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
