// Which rows and columns of a block tile a thread multiplies. For the stream-K family.
//
// The lanes of a warp lie 4 x 8 in most tiles, as in the last rungs of the ladder; where a tile has
// few rows or few columns, 1 x 32, 16 x 2 or 32 x 1. A lane has pieces of four rows and four columns,
// and the other lanes' pieces lie between them. Where A is K-major, neighbouring threads have
// neighbouring rows instead, and the other lanes' rows lie between a thread's own.
#pragma once
#include "common.cuh"
#include "constants.cuh"

template <class Tile>
struct Lanes {
    static constexpr int across = Tile::wn / Tile::tn, down = 32 / across;
    static_assert(Tile::wm == down * Tile::tm && Tile::wn == across * Tile::tn, "32 lanes");
};

// How many of a thread's rows are neighbours; the stride from one such group to the next, and from
// one piece of four columns to the next.
template <class Tile>
constexpr int rows_together = Tile::k_major_a ? 1 : 4;
template <class Tile>
constexpr int row_stride = Lanes<Tile>::down * rows_together<Tile>;
template <class Tile>
constexpr int column_stride = Lanes<Tile>::across * 4;

// One of a thread's rows, counted from its first.
template <class Tile>
constexpr __device__ __forceinline__ uint32 row_of_thread(int number) {
    return number / rows_together<Tile> * row_stride<Tile> + number % rows_together<Tile>;
}

// Whether what is multiplied is C^T: its rows are C's columns.
constexpr bool is_swapped = Constants::swap_ab;

// Where a position in what is multiplied lies in C, and the sizes of tiles there.
__device__ __forceinline__ Position position_in_c(Position place) {
    return is_swapped ? Position{place.column, place.row} : place;
}
template <class Tile>
struct TileOfC {
    enum : int {
        bm = is_swapped ? Tile::bn : Tile::bm,
        bn = is_swapped ? Tile::bm : Tile::bn,
        wm = is_swapped ? Tile::wn : Tile::wm,
        wn = is_swapped ? Tile::wm : Tile::wn,
    };
};

// First row and column of a warp in the block tile, and of a thread. Lanes 2i and 2i + 1 share
// their columns, lanes i and i + 2 (within 16) their rows: so the hardware serves 16 lanes of a
// 128-bit shared load at a time, not 8.
template <class Tile>
__device__ __forceinline__ Position corner_of_warp(uint32 warp) {
    constexpr int across = Tile::bn / Tile::wn;
    return {warp / across * Tile::wm, warp % across * Tile::wn};
}
template <class Tile>
__device__ __forceinline__ Position position_in_stage(uint32 thread) {
    constexpr int across = Lanes<Tile>::across, pair = Lanes<Tile>::down > 1 ? 2 : 1;
    const uint32 lane = thread % 32;
    const Position corner = corner_of_warp<Tile>(thread / 32);
    return {corner.row + (lane / (pair * across) * pair + lane % pair) * rows_together<Tile>,
            corner.column + lane / pair % across * 4};
}
