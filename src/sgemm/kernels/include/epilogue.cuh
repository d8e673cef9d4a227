// Writing C from thread tiles in pieces: straight from registers, or regrouped in shared memory.
// For rungs 9 to 15.
#pragma once
#include "lanes.cuh"

// Whether C is made of whole, aligned quads. The same for all threads of a launch.
__device__ __forceinline__ bool has_quads(const float* C, int n, int ldc) {
    return n % 4 == 0 && holds_float4(C, ldc);
}

// alpha*sum + beta*old, or alpha*sum where C is not read.
template <bool reads_c>
__device__ __forceinline__ float result(float sum, float alpha, float beta, float old) {
    return reads_c ? blended(sum, alpha, beta, old) : __fmul_rn(alpha, sum);
}

// Four neighbours of C, of which the first `left` exist.
template <bool reads_c>
__device__ __forceinline__ void store_four(float* c, const float* sums, int left, float alpha,
                                           float beta) {
#pragma unroll
    for (int j = 0; j < 4; ++j)
        if (j < left) c[j] = result<reads_c>(sums[j], alpha, beta, reads_c ? c[j] : 0.0f);
}

// Four neighbours of C as one float4.
template <bool reads_c>
__device__ __forceinline__ void store_quad(float* c, const float* sums, float alpha, float beta) {
    float4 old = {};
    if (reads_c) old = *reinterpret_cast<const float4*>(c);
    *reinterpret_cast<float4*>(c) = {result<reads_c>(sums[0], alpha, beta, old.x),
                                     result<reads_c>(sums[1], alpha, beta, old.y),
                                     result<reads_c>(sums[2], alpha, beta, old.z),
                                     result<reads_c>(sums[3], alpha, beta, old.w)};
}

// C := alpha*sums + beta*C for a thread tile in pieces of `together` rows and four columns, whose
// first rows lie row_gap and whose first columns lie column_gap apart.
template <int together, int row_gap, int column_gap, bool in_quads, bool reads_c, int rows,
          int columns>
__device__ __forceinline__ void store_tile(const float (&sums)[rows][columns], Position first,
                                           int m, int n, float alpha, float beta, float* C,
                                           int ldc) {
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        const uint32 row = first.row + i / together * row_gap + i % together;
        float* c = C + offset(row, ldc) + first.column;
#pragma unroll
        for (int j = 0; j < columns; j += 4) {
            const int ahead = j / 4 * column_gap;
            const int left = row < m ? left_of(n, first.column + ahead) : 0;
            if (!in_quads)
                store_four<reads_c>(c + ahead, &sums[i][j], left, alpha, beta);
            else if (left > 0)
                store_quad<reads_c>(c + ahead, &sums[i][j], alpha, beta);
        }
    }
}
template <int together, int row_gap, int column_gap, bool in_quads, int rows, int columns>
__device__ __forceinline__ void store_tile(const float (&sums)[rows][columns], Position first,
                                           int m, int n, float alpha, float beta, float* C,
                                           int ldc) {
    if (beta == 0.0f)
        store_tile<together, row_gap, column_gap, in_quads, false>(sums, first, m, n, alpha, beta,
                                                                   C, ldc);
    else
        store_tile<together, row_gap, column_gap, in_quads, true>(sums, first, m, n, alpha, beta, C,
                                                                  ldc);
}

// The same in pieces of 4x4, in quads where C has them.
template <int row_gap, int column_gap, int rows, int columns>
__device__ __forceinline__ void store_pieces(const float (&sums)[rows][columns], Position first,
                                             int m, int n, float alpha, float beta, float* C,
                                             int ldc) {
    if (has_quads(C, n, ldc))
        store_tile<4, row_gap, column_gap, true>(sums, first, m, n, alpha, beta, C, ldc);
    else
        store_tile<4, row_gap, column_gap, false>(sums, first, m, n, alpha, beta, C, ldc);
}

// First row and column of C of a thread of a warp tile, found anew.
template <class Tile>
__device__ __forceinline__ Position position_in_results(int n) {
    const BlockOrigin origin = block_origin<Tile>(opaque(n));
    const Position place = position_in_warp_tile<Tile>(tid_x());
    return {origin.row + place.row, origin.column + place.column};
}

// Shared memory for regrouping: for each warp 16 rows of 32 elements, kept 36 apart. Eight lanes
// that store float4 together, into two rows, then meet 32 banks.
constexpr int regrouping_pitch = column_gap + 4;
template <class Tile>
constexpr uint32 regrouping_bytes = Tile::threads / 32 * row_gap * regrouping_pitch * 4;

// C := alpha*sums + beta*C. A warp puts one piece after the other, 16 rows of 32 elements in all,
// into its part of the shared memory at `memory` and takes it out again row by row, so that the 32
// lanes access 32 neighbours of C, whatever its alignment.
template <class Tile>
__device__ __forceinline__ void store_regrouped(const float (&sums)[Tile::tm][Tile::tn],
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
                const float* s = &sums[i + r][j];
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
