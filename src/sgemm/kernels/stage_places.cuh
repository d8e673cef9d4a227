// Which rows and columns of a block tile a thread multiplies. For rungs 16, 17 and 21 to 23.
//
// Pieces of four rows lie row_gap apart, as in the rungs before. Where A is kept along k,
// neighbouring threads have neighbouring rows instead, and a thread's own rows lie four apart: rows
// next to each other are half a line of banks apart.
#pragma once
#include "results.cuh"

// How many of a thread's rows are neighbours, and how far apart the first ones of such groups are.
template <class Tile>
constexpr int rows_together = Tile::along_k ? 1 : 4;
template <class Tile>
constexpr int rows_apart = Tile::along_k ? 4 : row_gap;

// One of a thread's rows, counted from its first.
template <class Tile>
constexpr __device__ __forceinline__ uint32 row_of_thread(int number) {
    return number / rows_together<Tile> * rows_apart<Tile> + number % rows_together<Tile>;
}

// First row and column of a thread in the block tile.
template <class Tile>
__device__ __forceinline__ Position position_in_stage(uint32 thread) {
    const Position place = position_in_warp_tile<Tile>(thread);
    const uint32 in_warp = place.row % Tile::wm;
    return {Tile::along_k ? place.row - in_warp + in_warp / 4 : place.row, place.column};
}
