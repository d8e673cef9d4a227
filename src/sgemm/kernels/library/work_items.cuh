// Which part of which tile of which product a block computes, for kernels with the library's
// parameters.
#pragma once
#include "common.cuh"

struct WorkItem {
    uint32 row, column;  // first row and column of the tile in its C
    uint32 part;         // of the tile's k, from 0 to splits - 1
    uint32 product;      // of the batch
    uint32 tile;         // counted through all products
};

// Blocks are numbered in blockIdx.x alone. Neighbours have neighbouring tiles of the same part of
// k, so that they read the same rows of A or columns of B at about the same time: the same rows,
// or `along_m` the same columns.
//
// Nothing is divided that need not be: a division takes some 20 instructions, each waiting for the
// one before, and all of a small problem's time is such waiting.
template <class Tile, bool along_m = false>
__device__ __forceinline__ WorkItem work_item(int m, int n, int splits) {
    const uint32 down = ((uint32)m + Tile::bm - 1) / Tile::bm;
    const uint32 across = ((uint32)n + Tile::bn - 1) / Tile::bn;
    const uint32 tiles = down * across;
    uint32 place = blockIdx.x, part = 0, product = 0;
    if (gridDim.x != tiles) {
        const uint32 rest = tiles > 1 ? place / tiles : place;
        place -= rest * tiles;
        product = rest;
        if (splits > 1) {
            product = rest / (uint32)splits;
            part = rest - product * (uint32)splits;
        }
    }
    uint32 row = 0, column = place;
    if (down > 1) {
        row = place;
        column = 0;
        if (across > 1) {
            row = along_m ? place % down : place / across;
            column = along_m ? place / down : place - row * across;
        }
    }
    return {row * Tile::bm, column * Tile::bn, part, product, product * tiles + place};
}

// The same for a tile whose k is whole, where most problems have several rows of several tiles: the
// divisions that are needed then overlap, and branches around them would only be in the way.
template <class Tile>
__device__ __forceinline__ WorkItem whole_item(int m, int n) {
    const uint32 across = ((uint32)n + Tile::bn - 1) / Tile::bn;
    const uint32 tiles = ((uint32)m + Tile::bm - 1) / Tile::bm * across;
    const uint32 place = blockIdx.x % tiles;
    return {place / across * Tile::bm, place % across * Tile::bn, 0, blockIdx.x / tiles,
            blockIdx.x};
}

// Steps of k from `first` to before `end`.
struct Range {
    uint32 first, end;
};

// The steps of one part of k. Parts are whole blocks of bk steps, but for the last one's end, and
// differ by one block at most. With more parts than blocks some are empty.
template <class Tile>
__device__ __forceinline__ Range steps_of_part(uint32 part, uint32 splits, uint32 k) {
    if (splits == 1) return {0, k};
    const uint32 blocks = (k + Tile::bk - 1) / Tile::bk;
    const uint64 before = (uint64)blocks * part;
    const uint32 first = before / splits, over = before - (uint64)first * splits;
    const uint32 end = first + (over + blocks) / splits;
    return {first * Tile::bk, min(end * Tile::bk, k)};
}
