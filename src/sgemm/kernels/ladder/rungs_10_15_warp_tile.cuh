// Where a thread works in the tile of its warp. For the rungs from warp_tile to async_copy, whose
// thread tiles are made of separate pieces of four rows and four columns.
#pragma once
#include "common.cuh"
#include "opaque.cuh"
#include "thread_number.cuh"

// First row and column of a thread in the block tile. A block's warps lie side by side in tiles of
// wm x wn. A warp's 32 lanes form 4 rows of 8, and each lane has a piece of 4x4 elements every 16
// rows and every 32 columns. Lanes 2i and 2i + 1 share their columns, lanes i and i + 2 (within
// 16) their rows: so the hardware serves 16 lanes of a 128-bit shared load at a time, not 8.
constexpr int row_stride = 16, column_stride = 32;
template <class Tile>
__device__ __forceinline__ Position position_in_warp_tile(uint32 thread) {
    static_assert(Tile::wm == 4 * Tile::tm && Tile::wn == 8 * Tile::tn, "32 lanes lie 4 x 8");
    constexpr int across = Tile::bn / Tile::wn;
    const uint32 warp = thread / 32, lane = thread % 32;
    return {warp / across * Tile::wm + (lane / 16 * 2 + lane % 2) * 4,
            warp % across * Tile::wn + lane / 2 % 8 * 4};
}

// The same in C, found again after the mainloop.
template <class Tile>
__device__ __forceinline__ Position position_in_results(int n) {
    const Position origin = block_origin<Tile>(opaque(n));
    const Position place = position_in_warp_tile<Tile>(tid_x());
    return {origin.row + place.row, origin.column + place.column};
}
