// Rung 6: 128-bit global and shared accesses. See rung_06_vector_loads.py.
#include "common.cuh"
#include "rungs_06_08_fragments.cuh"
#include "rungs_06_12_vectors.cuh"
#include "rungs_06_15_outer_product.cuh"
#include "tile.cuh"

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    constexpr int half = Tile::threads / 2;  // the first half copies A, the second B
    constexpr int a_vectors = Tile::bk / 4, b_vectors = Tile::bn / 4;  // in a row of each block
    constexpr int a_pitch = Tile::bm + Tile::padding;
    constexpr int across = Tile::bn / Tile::tn;  // threads along a row of C
    static_assert(Tile::bm * a_vectors == half && Tile::bk * b_vectors == half,
                  "each thread copies one vector, of A or of B");
    __shared__ __align__(16) float block_a[Tile::bk][a_pitch];  // transposed
    __shared__ __align__(16) float block_b[Tile::bk][Tile::bn];

    skip_product_if_unused(k, alpha);
    const Position origin = block_origin<Tile>(n);
    const uint32 thread = threadIdx.x, copied = thread % half;
    const uint32 a_row = copied / a_vectors, a_step = copied % a_vectors * 4;
    const uint32 b_step = copied / b_vectors, b_column = copied % b_vectors * 4;
    const uint32 x = thread % across, y = thread / across * Tile::tm;
    const uint32 row = origin.row + y, column = origin.column + x;

    const bool a_as_float4 = holds_float4(A, lda), b_as_float4 = holds_float4(B, ldb);
    const bool a_exists = origin.row + a_row < m;
    const int b_left = left_of(n, origin.column + b_column);
    const float* a_source = A + offset(origin.row + a_row, lda) + a_step;
    const float* b_source = B + offset(b_step, ldb) + origin.column + b_column;

    float accumulators[Tile::tm][Tile::tn] = {};
    for (uint32 start = 0; start < k; start += Tile::bk) {
        if (thread < half) {
            const int left = a_exists ? left_of(k, start + a_step) : 0;
            store_shared_transposed<a_pitch>(&block_a[a_step][a_row],
                                             load_vector(a_source, left, a_as_float4));
        } else {
            const int left = start + b_step < k ? b_left : 0;
            store_shared(&block_b[b_step][b_column], load_vector(b_source, left, b_as_float4));
        }
        a_source += Tile::bk;
        b_source += offset(Tile::bk, ldb);
        __syncthreads();
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step) {
            float a[Tile::tm], b[Tile::tn];
            load_fragment(a, &block_a[step][y]);
#pragma unroll
            for (int j = 0; j < Tile::tn; ++j) b[j] = block_b[step][x + j * across];
            add_outer_product(accumulators, a, b);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j)
            if (row + i < m && column + j * across < n)
                store_result(C + offset(row + i, ldc) + column + j * across, accumulators[i][j],
                             alpha, beta);
}

extern "C" __global__ void __launch_bounds__(Tile::threads) vector_loads(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
