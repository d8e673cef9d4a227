// Stream-K: how persistent blocks share tiles by k, and what their producer copies. For the rungs
// from stream_k on.
#pragma once
#include "ring.cuh"
#include "rungs_16_21_k_major_tile.cuh"

// Some iterations (of bk steps of k) of one tile: all of them, or a part.
struct WorkItem {
    uint32 tile, first, iterations;
};

// The work of one block. The iterations of the first `stream_k_tiles` tiles are laid end to end,
// and each block gets an equal share of them, which may begin and end inside a tile. The other
// tiles are computed whole, every gridDim.x-th by the same block.
template <class Tile>
struct Work {
    const uint32 across, down, tiles;  // tiles in a row and in a column of C, and in all products
    const uint32 of_tile, total;       // iterations of a tile, and of all stream-K tiles
    uint32 next_iteration, end;        // what is left of this block's share
    uint32 next_whole;                 // this block's next tile that is computed whole

    __device__ __forceinline__ Work(int m, int n, int k, int batch, uint32 stream_k_tiles)
        : across(((uint32)n + Tile::bn - 1) / Tile::bn),
          down(((uint32)m + Tile::bm - 1) / Tile::bm),
          tiles(across * down * batch),
          of_tile(((uint32)k + Tile::bk - 1) / Tile::bk),
          total(stream_k_tiles * of_tile),
          next_iteration(start_of_share(blockIdx.x)),
          end(start_of_share(blockIdx.x + 1)),
          next_whole((of_tile ? stream_k_tiles : 0) + blockIdx.x) {}

    // The next item of this block; false if there is none.
    __device__ __forceinline__ bool next(WorkItem& item) {
        if (next_iteration < end) {
            const uint32 tile = next_iteration / of_tile, first = next_iteration - tile * of_tile;
            item = {tile, first, min(of_tile - first, end - next_iteration)};
            next_iteration += item.iterations;
            return true;
        }
        item = {next_whole, 0, of_tile};
        next_whole += gridDim.x;
        return item.tile < tiles;
    }
    __device__ __forceinline__ bool is_whole(const WorkItem& item) const {
        return item.iterations == of_tile;
    }

    // Which of a batch's products a tile is of, and where it lies in its C.
    __device__ __forceinline__ uint32 product(uint32 tile) const { return tile / (across * down); }
    __device__ __forceinline__ Position origin(uint32 tile) const {
        return {tile / across % down * Tile::bm, tile % across * Tile::bn};
    }

    // The first iteration of a block's share, and the block whose share has an iteration.
    __device__ __forceinline__ uint32 start_of_share(uint32 block) const {
        return (uint64)total * block / gridDim.x;
    }
    __device__ __forceinline__ uint32 block_of(uint32 iteration) const {
        return ((uint64)(iteration + 1) * gridDim.x - 1) / total;
    }
};

// One thread of the producer group copies stage after stage of all that the block computes.
template <class Tile>
__device__ __forceinline__ void produce(uint32 memory, const TensorMap* map_a,
                                        const TensorMap* map_b, Work<Tile> work, bool is_one_a,
                                        bool is_one_b) {
    if (threadIdx.x != Tile::consumers) return;
    Ring<Tile> ring(memory, false);
    WorkItem item;
    while (work.next(item)) {
        const Position origin = work.origin(item.tile);
        const int product = work.product(item.tile);
        for (uint32 i = 0; i < item.iterations; ++i) {
            ring.await(ring.empty());
            copy_stage<Tile>(ring.data(), ring.full(), map_a, map_b, origin,
                             (item.first + i) * Tile::bk, is_one_a ? 0 : product,
                             is_one_b ? 0 : product);
            ring.advance();
        }
    }
}
