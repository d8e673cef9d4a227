// Stream-K: how the partial sums of a tile are added. For the rungs from stream_k on.
#pragma once
#include "async_instructions.cuh"
#include "rungs_19_21_stream_k_work.cuh"

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
// one of its share. A tile is the last one of its first block's share if that begins before it.
template <class Tile>
__device__ __forceinline__ bool fix_up(float (&accumulators)[Tile::tm][Tile::tn],
                                       const Work<Tile>& work, uint32 tile, float* workspace,
                                       uint32* counters, bool* is_last_arriver) {
    const uint32 begin = tile * work.of_tile;
    const uint32 first = work.block_of(begin), last = work.block_of(begin + work.of_tile - 1);
    const uint32 slot_of_first = work.start_of_share(first) < begin;
    float4* const slots = reinterpret_cast<float4*>(workspace) + threadIdx.x;
    const auto partial_of = [&](uint32 block) {
        const uint32 slot = 2 * block + (block == first ? slot_of_first : 0);
        return slots + (uint64)slot * (Tile::bm * Tile::bn / 4);
    };
    save<Tile::consumers>(accumulators, partial_of(blockIdx.x));
    bar_sync<1, Tile::consumers>();  // all consumers have written
    if (threadIdx.x == 0) {
        __threadfence();  // their partial sums are seen before the count
        *is_last_arriver = atomicAdd(counters + tile, 1) == last - first;
        if (*is_last_arriver) counters[tile] = 0;  // for the next launch
        __threadfence();                           // the others' are read after it
    }
    bar_sync<1, Tile::consumers>();
    if (!*is_last_arriver) return false;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j) accumulators[i][j] = -0.0f;  // adds nothing
#pragma unroll 1
    for (uint32 block = first; block <= last; ++block)
        add_saved<Tile::consumers>(accumulators, partial_of(block));
    return true;
}
