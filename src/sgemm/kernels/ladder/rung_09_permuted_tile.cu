// Rung 9: no bank conflicts on the way into shared memory nor out of it. See
// rung_09_permuted_tile.py.
#include "common.cuh"
#include "rungs_06_15_outer_product.cuh"
#include "rungs_09_12_vector_blocks.cuh"
#include "rungs_09_15_epilogue.cuh"
#include "tile.cuh"

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    __shared__ PermutedBlocks<Tile> blocks;

    skip_product_if_unused(k, alpha);
    const Position origin = block_origin<Tile>(n);
    BlockReader<Tile> reader(origin, m, n, k, A, lda, B, ldb);

    // A thread owns two pieces of four rows and two of four columns. The pieces of columns lie
    // half a tile from each other: neighbouring threads then load neighbouring float4 of B, which
    // cover all banks, where threads with eight columns in a row would meet on every other four.
    constexpr int across = Tile::bn / Tile::tn;  // threads along a row of C
    constexpr int row_stride = 16, column_stride = Tile::bn / 2;
    const uint32 y = threadIdx.x / across;
    const Position place = {y / 4 * 32 + y % 4 * 4, threadIdx.x % across * 4};

    float accumulators[Tile::tm][Tile::tn] = {};
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
    store_pieces<row_stride, column_stride>(accumulators,
                                            {origin.row + place.row, origin.column + place.column},
                                            m, n, alpha, beta, C, ldc);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, 2) permuted_tile(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
