// Which part of which tile of which product a block computes, for kernels with the extended
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
// k, so that they read the same rows of A or columns of B at about the same time.
template <class Tile>
__device__ __forceinline__ WorkItem work_item(int m, int n, int splits) {
    const uint32 across = ((uint32)n + Tile::bn - 1) / Tile::bn;
    const uint32 tiles = ((uint32)m + Tile::bm - 1) / Tile::bm * across;
    const uint32 place = blockIdx.x % tiles, rest = blockIdx.x / tiles;
    const uint32 product = rest / (uint32)splits;
    return {place / across * Tile::bm, place % across * Tile::bn, rest % (uint32)splits, product,
            product * tiles + place};
}

// Steps of k from `first` to before `end`.
struct Range {
    uint32 first, end;
};

// The steps of one part of k. Parts are whole blocks of bk steps, but for the last one's end, and
// differ by one block at most. With more parts than blocks some are empty.
template <class Tile>
__device__ __forceinline__ Range steps_of_part(uint32 part, uint32 splits, uint32 k) {
    const uint32 blocks = (k + Tile::bk - 1) / Tile::bk;
    const uint32 first = (uint64)blocks * part / splits;
    const uint32 end = (uint64)blocks * (part + 1) / splits;
    return {first * Tile::bk, min(end * Tile::bk, k)};
}
