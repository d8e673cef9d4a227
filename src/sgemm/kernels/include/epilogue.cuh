// Writing C from thread tiles in pieces: straight from registers, or regrouped in shared memory.
// For the rungs from permuted_tile to async_copy.
#pragma once
#include "global_instructions.cuh"
#include "instructions.cuh"
#include "lanes.cuh"

// Whether C is made of whole, aligned float4. The same for all threads of a launch.
__device__ __forceinline__ bool holds_whole_float4(const float* C, int n, int ldc) {
    return n % 4 == 0 && holds_float4(C, ldc);
}

// alpha*sum + beta*old, or alpha*sum where C is not read.
template <bool reads_c>
__device__ __forceinline__ float result(float sum, float alpha, float beta, float old) {
    return reads_c ? blended(sum, alpha, beta, old) : __fmul_rn(alpha, sum);
}

// Four neighbours of C, of which the first `left` exist.
template <bool reads_c>
__device__ __forceinline__ void store_four(float* c, const float* accumulators, int left,
                                           float alpha, float beta) {
#pragma unroll
    for (int j = 0; j < 4; ++j)
        if (j < left) c[j] = result<reads_c>(accumulators[j], alpha, beta, reads_c ? c[j] : 0.0f);
}

// Four neighbours of C as one float4.
template <bool reads_c>
__device__ __forceinline__ void store_vector(float* c, const float* accumulators, float alpha,
                                             float beta) {
    float4 old = {};
    if (reads_c) old = *reinterpret_cast<const float4*>(c);
    *reinterpret_cast<float4*>(c) = {result<reads_c>(accumulators[0], alpha, beta, old.x),
                                     result<reads_c>(accumulators[1], alpha, beta, old.y),
                                     result<reads_c>(accumulators[2], alpha, beta, old.z),
                                     result<reads_c>(accumulators[3], alpha, beta, old.w)};
}

// C := alpha*accumulators + beta*C for a thread tile in pieces of `together` rows and four columns.
// From one piece to the next it is row_gap rows or column_gap columns.
template <int together, int row_gap, int column_gap, bool as_float4, bool reads_c, int rows,
          int columns>
__device__ __forceinline__ void store_tile(const float (&accumulators)[rows][columns],
                                           Position first, int m, int n, float alpha, float beta,
                                           float* C, int ldc) {
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        const uint32 row = first.row + i / together * row_gap + i % together;
        float* c = C + offset(row, ldc) + first.column;
#pragma unroll
        for (int j = 0; j < columns; j += 4) {
            const int ahead = j / 4 * column_gap;
            const int left = row < m ? left_of(n, first.column + ahead) : 0;
            if (!as_float4)
                store_four<reads_c>(c + ahead, &accumulators[i][j], left, alpha, beta);
            else if (left > 0)
                store_vector<reads_c>(c + ahead, &accumulators[i][j], alpha, beta);
        }
    }
}
template <int together, int row_gap, int column_gap, bool as_float4, int rows, int columns>
__device__ __forceinline__ void store_tile(const float (&accumulators)[rows][columns],
                                           Position first, int m, int n, float alpha, float beta,
                                           float* C, int ldc) {
    if (beta == 0.0f)
        store_tile<together, row_gap, column_gap, as_float4, false>(accumulators, first, m, n,
                                                                    alpha, beta, C, ldc);
    else
        store_tile<together, row_gap, column_gap, as_float4, true>(accumulators, first, m, n, alpha,
                                                                   beta, C, ldc);
}

// The same in pieces of 4x4, as float4 where C allows it.
template <int row_gap, int column_gap, int rows, int columns>
__device__ __forceinline__ void store_pieces(const float (&accumulators)[rows][columns],
                                             Position first, int m, int n, float alpha, float beta,
                                             float* C, int ldc) {
    if (holds_whole_float4(C, n, ldc))
        store_tile<4, row_gap, column_gap, true>(accumulators, first, m, n, alpha, beta, C, ldc);
    else
        store_tile<4, row_gap, column_gap, false>(accumulators, first, m, n, alpha, beta, C, ldc);
}

// First row and column of C of a thread of a warp tile, found again.
template <class Tile>
__device__ __forceinline__ Position position_in_results(int n) {
    const BlockOrigin origin = block_origin<Tile>(opaque(n));
    const Position place = position_in_warp_tile<Tile>(tid_x());
    return {origin.row + place.row, origin.column + place.column};
}

// Shared memory for regrouping: for each warp 16 rows of 32 elements, with a pitch of 36. Eight
// lanes that store float4 together, into two rows, then meet 32 banks.
constexpr int regrouping_pitch = column_gap + 4;
template <class Tile>
constexpr uint32 regrouping_bytes = Tile::threads / 32 * row_gap * regrouping_pitch * 4;

// C := alpha*accumulators + beta*C. A warp puts one piece after the other, 16 rows of 32 elements
// in all, into its part of the shared memory at `memory` and takes it out again row by row, so that
// the 32 lanes access 32 neighbours of C, whatever its alignment.
template <class Tile>
__device__ __forceinline__ void store_regrouped(const float (&accumulators)[Tile::tm][Tile::tn],
                                                uint32 memory, int m, int n, float alpha,
                                                float beta, float* C, int ldc) {
    constexpr int pitch = regrouping_pitch;
    const uint32 warp = tid_x() / 32, lane = tid_x() % 32;
    const Position place = position_in_warp_tile<Tile>(lane);
    const uint32 part = memory + warp * (row_gap * pitch * 4);
    const uint32 source = part + lane * 4, target = part + (place.row * pitch + place.column) * 4;
    const BlockOrigin origin = block_origin<Tile>(opaque(n));
    const Position corner = position_in_warp_tile<Tile>(warp * 32);
    const uint32 row = origin.row + corner.row, column = origin.column + corner.column + lane;
#pragma unroll
    for (int i = 0; i < Tile::tm; i += 4)
#pragma unroll
        for (int j = 0; j < Tile::tn; j += 4) {
            __syncthreads();
#pragma unroll
            for (int r = 0; r < 4; ++r) {
                const float* s = &accumulators[i + r][j];
                st_shared_v4(target + r * pitch * 4, {s[0], s[1], s[2], s[3]});
            }
            __syncthreads();
            const uint32 c_row = row + i / 4 * row_gap, c_column = column + j / 4 * column_gap;
            const int rows = c_column < n ? left_of(m, c_row) : 0;
            float* c = C + offset(c_row, ldc) + c_column;
#pragma unroll 4
            for (int r = 0; r < row_gap; ++r, c += ldc)
                if (r < rows) store_result(c, ld_shared(source + r * pitch * 4), alpha, beta);
        }
}
