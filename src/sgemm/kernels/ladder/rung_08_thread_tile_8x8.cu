// Rung 8: an 8x8 outer product in each thread's registers: the source of rung 7 with another tile.
// See rung_08_thread_tile_8x8.py.
#include "common.cuh"
#include "rungs_06_08_fragments.cuh"
#include "rungs_06_12_vectors.cuh"
#include "rungs_06_15_outer_product.cuh"
#include "rungs_07_08_thread_tile.cuh"
#include "tile.cuh"

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    constexpr int a_vectors = Tile::bk / 4, b_vectors = Tile::bn / 4;  // in a row of each block
    constexpr int a_pitch = Tile::bm + Tile::padding;
    constexpr int across = Tile::bn / Tile::tn;  // threads along a row of C
    static_assert(Tile::bm * a_vectors == Tile::threads && Tile::bk * b_vectors == Tile::threads,
                  "each thread copies one vector of A and one of B");
    __shared__ __align__(16) float block_a[Tile::bk][a_pitch];  // transposed
    __shared__ __align__(16) float block_b[Tile::bk][Tile::bn];

    skip_product_if_unused(k, alpha);
    const Position origin = block_origin<Tile>(n);
    const uint32 thread = threadIdx.x;
    const uint32 a_row = thread / a_vectors, a_step = thread % a_vectors * 4;
    const uint32 b_step = thread / b_vectors, b_column = thread % b_vectors * 4;
    const uint32 x = thread % across * Tile::tn, y = thread / across * Tile::tm;

    const bool a_as_float4 = holds_float4(A, lda), b_as_float4 = holds_float4(B, ldb);
    const bool a_exists = origin.row + a_row < m;
    const int b_left = left_of(n, origin.column + b_column);
    const float* a_source = A + offset(origin.row + a_row, lda) + a_step;
    const float* b_source = B + offset(b_step, ldb) + origin.column + b_column;

    float accumulators[Tile::tm][Tile::tn] = {};
    for (uint32 start = 0; start < k; start += Tile::bk) {
        const int a_left = a_exists ? left_of(k, start + a_step) : 0;
        const int b_left_here = start + b_step < k ? b_left : 0;
        store_shared_transposed<a_pitch>(&block_a[a_step][a_row],
                                         load_vector(a_source, a_left, a_as_float4));
        store_shared(&block_b[b_step][b_column], load_vector(b_source, b_left_here, b_as_float4));
        a_source += Tile::bk;
        b_source += offset(Tile::bk, ldb);
        __syncthreads();
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step) {
            float a[Tile::tm], b[Tile::tn];
            load_fragment(a, &block_a[step][y]);
            load_fragment(b, &block_b[step][x]);
            add_outer_product(accumulators, a, b);
        }
        __syncthreads();
    }
    store_thread_tile(accumulators, origin.row + y, origin.column + x, m, n, alpha, beta, C, ldc);
}

extern "C" __global__ void __launch_bounds__(Tile::threads) thread_tile_8x8(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
