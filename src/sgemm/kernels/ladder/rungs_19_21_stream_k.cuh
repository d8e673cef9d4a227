// Stream-K: how persistent blocks share tiles by k, what their producer copies, and how the partial
// sums of a tile are added. For the rungs from stream_k on. Their twins in the library, with more
// cases, are stream_k_work.cuh and stream_k_fixup.cuh.
#pragma once
#include "async_instructions.cuh"
#include "ring.cuh"
#include "rungs_16_21_k_major_tile.cuh"

// The work of one block, item by item: some iterations (of bk steps of k) of one tile, all of them
// or a part. The iterations of the first `stream_k_tiles` tiles are laid end to end, and each block
// gets an equal share of them, which may begin and end inside a tile. The other tiles are computed
// whole, every gridDim.x-th by the same block.
template <class Tile>
struct Work {
    uint32 tile, first, iterations;    // the item: the tile, its first iteration, and how many
    const uint32 across, down, tiles;  // tiles in a row and in a column of C, and in all products
    const uint32 iterations_of_tile;   // of bk steps of k
    const uint32 total;                // iterations of all stream-K tiles
    uint32 position, end;              // among these: what is left of this block's share
    uint32 whole;                      // this block's next tile that is computed whole

    __device__ __forceinline__ Work(int m, int n, int k, int batch, uint32 stream_k_tiles)
        : across(((uint32)n + Tile::bn - 1) / Tile::bn),
          down(((uint32)m + Tile::bm - 1) / Tile::bm),
          tiles(across * down * batch),
          iterations_of_tile(((uint32)k + Tile::bk - 1) / Tile::bk),
          total(stream_k_tiles * iterations_of_tile),
          position(start_of_share(blockIdx.x)),
          end(start_of_share(blockIdx.x + 1)),
          whole((iterations_of_tile ? stream_k_tiles : 0) + blockIdx.x) {}

    // Goes on to the next item of this block; false if there is none.
    __device__ __forceinline__ bool next() {
        if (position < end) {
            tile = position / iterations_of_tile;
            first = position - tile * iterations_of_tile;
            iterations = min(iterations_of_tile - first, end - position);
            position += iterations;
            return true;
        }
        tile = whole;
        first = 0;
        iterations = iterations_of_tile;
        whole += gridDim.x;
        return tile < tiles;
    }
    __device__ __forceinline__ bool is_whole() const { return iterations == iterations_of_tile; }

    // Which of a batch's products the tile is of, and where it lies in its C.
    __device__ __forceinline__ uint32 product() const { return tile / (across * down); }
    __device__ __forceinline__ Position origin() const {
        return {tile / across % down * Tile::bm, tile % across * Tile::bn};
    }

    // The first iteration of a block's share, and the block whose share has an iteration.
    __device__ __forceinline__ uint32 start_of_share(uint32 block) const {
        return (uint64)total * block / gridDim.x;
    }
    __device__ __forceinline__ uint32 block_at(uint32 iteration) const {
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
    while (work.next()) {
        const Position origin = work.origin();
        const int product = work.product();
        for (uint32 i = 0; i < work.iterations; ++i) {
            ring.await(ring.empty());
            copy_stage<Tile>(ring.data(), ring.full(), map_a, map_b, origin,
                             (work.first + i) * Tile::bk, is_one_a ? 0 : product,
                             is_one_b ? 0 : product);
            ring.advance();
        }
    }
}

// A thread's accumulators as float4, so many float4 from each other.
template <int stride, int rows, int columns>
__device__ __forceinline__ void save(const float (&accumulators)[rows][columns], float4* saved) {
#pragma unroll
    for (int i = 0; i < rows * columns; i += 4) {
        const float* a = &accumulators[i / columns][i % columns];
        saved[i / 4 * stride] = {a[0], a[1], a[2], a[3]};
    }
}
// accumulators = saved + accumulators.
template <int stride, int rows, int columns>
__device__ __forceinline__ void add_saved(float (&accumulators)[rows][columns],
                                          const float4* saved) {
#pragma unroll
    for (int i = 0; i < rows * columns; i += 4) {
        const float4 before = saved[i / 4 * stride];
        float* a = &accumulators[i / columns][i % columns];
        a[0] = __fadd_rn(before.x, a[0]);
        a[1] = __fadd_rn(before.y, a[1]);
        a[2] = __fadd_rn(before.z, a[2]);
        a[3] = __fadd_rn(before.w, a[3]);
    }
}

// The fix-up of a tile that several blocks compute. Each stores its partial sums in the workspace
// and counts itself in. The last one to arrive, whichever that is, adds them in ascending order of
// k: it returns true and has the sum. The others have no more to do with the tile. Nobody waits.
//
// A block has two slots in the workspace: at most two tiles are its in part, the first and the last
// one of its share. A tile is the last one of its first block's share if that share begins before
// it.
template <class Tile>
__device__ __forceinline__ bool fix_up(float (&accumulators)[Tile::tm][Tile::tn],
                                       const Work<Tile>& work, float* workspace, uint32* counters,
                                       bool* is_last_arriver) {
    const uint32 begin = work.tile * work.iterations_of_tile;
    const uint32 first_block = work.block_at(begin);
    const uint32 last_block = work.block_at(begin + work.iterations_of_tile - 1);
    const uint32 begins_before = work.start_of_share(first_block) < begin;
    float4* const slots = reinterpret_cast<float4*>(workspace) + threadIdx.x;
    const auto partial_of = [&](uint32 block) {
        const uint32 slot = 2 * block + (block == first_block ? begins_before : 0);
        return slots + (uint64)slot * (Tile::bm * Tile::bn / 4);
    };
    save<Tile::consumers>(accumulators, partial_of(blockIdx.x));
    bar_sync<1, Tile::consumers>();  // all consumers have written
    if (threadIdx.x == 0) {
        __threadfence();  // their partial sums are seen before the count
        *is_last_arriver = atomicAdd(counters + work.tile, 1) == last_block - first_block;
        if (*is_last_arriver) counters[work.tile] = 0;  // for the next launch
        __threadfence();                                // the others' are read after it
    }
    bar_sync<1, Tile::consumers>();
    if (!*is_last_arriver) return false;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j) accumulators[i][j] = -0.0f;  // adds nothing
#pragma unroll 1
    for (uint32 block = first_block; block <= last_block; ++block)
        add_saved<Tile::consumers>(accumulators, partial_of(block));
    return true;
}
