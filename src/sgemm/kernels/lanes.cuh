// Where a thread works in the tile of its warp, and thread tiles in pieces of four rows and four
// columns that lie apart. For rungs 9 to 15.
#pragma once
#include "fragments.cuh"
#include "instructions.cuh"

struct Position {
    uint32 row, column;
};

// First row and column of a thread in the block tile. A block's warps lie side by side in tiles of
// wm x wn. A warp's 32 lanes form 4 rows of 8, and each lane has a piece of 4x4 elements every 16
// rows and every 32 columns. Lanes 2i and 2i + 1 share their columns, lanes i and i + 2 (within
// 16) their rows: so the hardware serves 16 lanes of a 128-bit shared load at a time, not 8.
constexpr int row_gap = 16, column_gap = 32;
template <class Tile>
__device__ __forceinline__ Position position_in_warp_tile(uint32 thread) {
    static_assert(Tile::wm == 4 * Tile::tm && Tile::wn == 8 * Tile::tn, "32 lanes lie 4 x 8");
    constexpr int across = Tile::bn / Tile::wn;
    const uint32 warp = thread / 32, lane = thread % 32;
    return {warp / across * Tile::wm + (lane / 16 * 2 + lane % 2) * 4,
            warp % across * Tile::wn + lane / 2 % 8 * 4};
}

// Four neighbours of shared memory, 16-byte aligned, into four registers.
__device__ __forceinline__ void load_piece(float* fragment, const float* shared) {
    const float4 quad = *reinterpret_cast<const float4*>(shared);
    fragment[0] = quad.x;
    fragment[1] = quad.y;
    fragment[2] = quad.z;
    fragment[3] = quad.w;
}

// A thread tile of C in pieces of 4x4, whose first rows lie row_gap and whose first columns lie
// column_gap apart; its first column is a multiple of 4.
template <int row_gap, int column_gap, int rows, int columns>
__device__ __forceinline__ void store_pieces(const float (&sums)[rows][columns], uint32 row,
                                             uint32 column, int m, int n, float alpha, float beta,
                                             float* C, int ldc) {
    const bool as_float4 = holds_float4(C, ldc);
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        const uint32 c_row = row + i / 4 * row_gap + i % 4;
        float* c = C + offset(c_row, ldc) + column;
        if (c_row < m)
#pragma unroll
            for (int j = 0; j < columns; j += 4) {
                const int ahead = j / 4 * column_gap;
                store_row<4>(c + ahead, &sums[i][j], left_of(n, column + ahead), as_float4, alpha,
                             beta);
            }
    }
}

// The same value, but the compiler does not know it.
__device__ __forceinline__ int anew(int value) {
    asm volatile("" : "+r"(value));
    return value;
}

// C := alpha*sums + beta*C for a thread of a warp tile. Its place is found anew: kept from before
// the main loop it would occupy registers that the loop needs. With k = 0 the product is nothing,
// also where alpha is infinite.
template <class Tile>
__device__ __forceinline__ void store_warp_tile(const float (&sums)[Tile::tm][Tile::tn], int m,
                                                int n, int k, float alpha, float beta, float* C,
                                                int ldc) {
    const BlockOrigin origin = block_origin<Tile>(anew(n));
    const Position place = position_in_warp_tile<Tile>(tid_x());
    store_pieces<row_gap, column_gap>(sums, origin.row + place.row, origin.column + place.column, m,
                                      n, k == 0 ? 0.0f : alpha, beta, C, ldc);
}
