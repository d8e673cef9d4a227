// Which tiles, and which part of their k, a persistent block computes. For the stream-K
// family. Its twin in the ladder is rungs_19_21_stream_k.cuh.
//
// The first `stream_k_tiles` tiles are laid end to end along k, and each block gets an equal length
// of them: its share may begin and end inside a tile (stream-K). The other tiles are computed
// whole, one after the other, block by block. So no wave of blocks is left half empty, and only
// the blocks whose shares begin or end inside a tile need a fix-up.
#pragma once
#include "opaque.cuh"

// Some iterations of a tile. An iteration has bk steps of k, and fills a stage.
struct StreamKItem {
    int row, column, product;  // first row and column of the tile in its C, and which C
    uint32 tile;               // counted through all products
    uint32 first, end;         // iterations
};

// How many thread blocks share the work: those of this launch, or of the one before.
struct ThisLaunch {
    static __device__ __forceinline__ uint32 blocks() { return gridDim.x; }
};
struct PrimaryLaunch {
    const uint32 count;
    __device__ __forceinline__ uint32 blocks() const { return count; }
};

template <class Tile, class Launch = ThisLaunch>
class StreamKWork {
   public:
    const Launch launch;
    // The tiles that are spread. Whoever schedules sees to it that all their iterations together
    // fit 31 bits.
    const uint32 iterations_of_tile, stream_k_tiles;

    __device__ __forceinline__ StreamKWork(int m, int n, int k, int batch, int stream_k_tiles,
                                           Launch launch = {})
        : launch(launch),
          iterations_of_tile(((uint32)k + Tile::bk - 1) / Tile::bk),
          stream_k_tiles(iterations_of_tile ? stream_k_tiles : 0),
          m(m),
          n(n),
          batch(batch),
          position(start_of_share(blockIdx.x)),
          end(start_of_share(blockIdx.x + 1)),
          whole(this->stream_k_tiles + blockIdx.x) {}

    // The next piece of work of this block; false if there is none.
    __device__ __forceinline__ bool next(StreamKItem& item) {
        if (position < end) {
            item.tile = position / iterations_of_tile;
            item.first = position - item.tile * iterations_of_tile;
            item.end = min(iterations_of_tile, item.first + (end - position));
            position += item.end - item.first;
        } else {
            item.tile = whole;
            item.first = 0;
            item.end = iterations_of_tile;
            whole += launch.blocks();
        }
        return locate(item);
    }

    // Whether this block has so many whole tiles to compute yet.
    __device__ __forceinline__ bool has_whole(uint32 number) const {
        const uint32 down = ((uint32)m + Tile::bm - 1) / Tile::bm;
        const uint32 across = ((uint32)n + Tile::bn - 1) / Tile::bn;
        return whole + (number - 1) * launch.blocks() < down * across * batch;
    }

    // The first and the last block with a share of a stream-K tile.
    __device__ __forceinline__ uint32 first_block(uint32 tile) const {
        return block_at(tile * iterations_of_tile);
    }
    __device__ __forceinline__ uint32 last_block(uint32 tile) const {
        return block_at(tile * iterations_of_tile + iterations_of_tile - 1);
    }
    // Whether tiles are cut into more parts than `most`, were they cut at the worst places.
    __device__ __forceinline__ bool has_more_parts_than(uint32 most) const {
        const uint32 share = stream_k_tiles * iterations_of_tile / launch.blocks();
        return 2 + (iterations_of_tile > 2 ? iterations_of_tile - 2 : 0) / max(1u, share) > most;
    }
    // Whether a block's share begins in front of a tile: then the tile is the last of its share,
    // else the first.
    __device__ __forceinline__ bool begins_before(uint32 block, uint32 tile) const {
        return start_of_share(block) < tile * iterations_of_tile;
    }

    // Finds the tile of an item; false if there is none of that number. Tiles are numbered in bands
    // of eight rows of tiles, down each column of a band: blocks at work at the same time then
    // share rows of A and columns of B, which the L2 cache keeps. The sizes are taken again: what
    // follows from them would occupy registers all along. Nothing is divided that need not be: it
    // is done while nobody multiplies, and a number below twice the divisor is only compared.
    __device__ __forceinline__ bool locate(StreamKItem& item) const {
        constexpr uint32 band = 8;
        const uint32 down = ((uint32)opaque(m) + Tile::bm - 1) / Tile::bm;
        const uint32 across = ((uint32)opaque(n) + Tile::bn - 1) / Tile::bn;
        const uint32 tiles = down * across, of_band = band * across;
        item.product = item.tile < tiles ? 0 : item.tile / tiles;
        const uint32 place = item.tile - item.product * tiles;
        const uint32 bands = place < 2 * of_band ? place >= of_band : place / of_band;
        const uint32 above = bands * band, rest = place - bands * of_band;
        const uint32 height = min(band, down - above);
        const uint32 column = height == band ? rest / band : rest / height;
        item.column = column * Tile::bn;
        item.row = (above + rest - column * height) * Tile::bm;
        return item.product < batch;
    }

   private:
    const int m, n, batch;
    uint32 position;  // among the iterations of all stream-K tiles
    const uint32 end;
    uint32 whole;

    __device__ __forceinline__ uint32 start_of_share(uint32 block) const {
        if (stream_k_tiles == 0) return 0;  // a division before the first copy costs time
        // All iterations times the block over all blocks, in 32 bits.
        const uint32 length = stream_k_tiles * iterations_of_tile, share = length / launch.blocks();
        return share * block + (length - share * launch.blocks()) * block / launch.blocks();
    }
    __device__ __forceinline__ uint32 block_at(uint32 place) const {
        return ((uint64)(place + 1) * launch.blocks() - 1) / (stream_k_tiles * iterations_of_tile);
    }
};
