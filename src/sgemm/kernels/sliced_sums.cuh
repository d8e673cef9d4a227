// The sums of the slices of a block, added up. For rungs 22 and 23, whose warps share the steps of
// a stage: each slice of them has sums for the whole tile.
//
// Each thread leaves its sums in shared memory and takes up a slice-th of what one thread of each
// slice has left, in the order of the slices. That goes by quarters: one is left while the one before
// is taken up. Then the warps have a tile each of what is left, all tiles side by side: the block goes
// on as one without slices.
#pragma once
#include "async_instructions.cuh"
#include "results.cuh"

// The tile as the threads of all slices share it, once the slices are added.
template <class Tile>
struct AddedUp {
    static constexpr int bm = Tile::bm, bn = Tile::bn, bk = Tile::bk;
    static constexpr int tm = Tile::tm / Tile::slices, tn = Tile::tn;
    static constexpr int wm = Tile::wm / Tile::slices, wn = Tile::wn;
    static constexpr int consumers = Tile::consumers, slices = 1;
    static constexpr bool along_k = false;
    static_assert(tm % 4 == 0 && tn == 8, "whole pieces of four rows, and columns in two quads");
};

// Two buffers for a quarter of a thread's quads each: of its warp's, a quad of each lane in turn. A
// quarter has one of the two quads of every other row.
template <class Tile>
struct SlicedRoom {
    static constexpr int quads = Tile::tm / 2;
    static constexpr int warps = Tile::consumers / 32 / Tile::slices;  // of a slice
    static constexpr int buffer = Tile::consumers * quads;             // in quads
};

template <class Tile>
__device__ __forceinline__ void leave_quarter(const float (&sums)[Tile::tm][Tile::tn], float4* own,
                                              int quarter) {
#pragma unroll
    for (int i = 0; i < SlicedRoom<Tile>::quads; ++i) {
        const float* quad = &sums[i * 2 + quarter % 2][quarter / 2 * 4];
        own[quarter % 2 * SlicedRoom<Tile>::buffer + i * 32] = {quad[0], quad[1], quad[2], quad[3]};
    }
}

template <class Tile>
__device__ __forceinline__ void take_quarter(
    float (&total)[AddedUp<Tile>::tm][AddedUp<Tile>::tn], const float4* first, int quarter) {
    using Room = SlicedRoom<Tile>;
#pragma unroll
    for (int i = 0; i < AddedUp<Tile>::tm / 2; ++i) {
        const float4* const from = first + quarter % 2 * Room::buffer + i * 32;
        float4 sum = from[0];
#pragma unroll
        for (int slice = 1; slice < Tile::slices; ++slice) {
            const float4 next = from[slice * Room::warps * Room::quads * 32];
            sum = {__fadd_rn(sum.x, next.x), __fadd_rn(sum.y, next.y), __fadd_rn(sum.z, next.z),
                   __fadd_rn(sum.w, next.w)};
        }
        unpack(&total[i * 2 + quarter % 2][quarter / 2 * 4], sum);
    }
}

// total = the sums of all slices, ascending, for this thread's part of the tile. All consumers take
// part. Before one uses that memory for something else, all have to meet.
template <class Tile>
__device__ __forceinline__ void add_slices(
    float (&total)[AddedUp<Tile>::tm][AddedUp<Tile>::tn],
    const float (&sums)[Tile::tm][Tile::tn], char* memory) {
    using Room = SlicedRoom<Tile>;
    constexpr int across = Tile::bn / Tile::wn;
    const uint32 warp = tid_x() / 32, lane = tid_x() % 32;
    float4* const room = reinterpret_cast<float4*>(memory) + lane;
    float4* const own = room + warp * (Room::quads * 32);
    // The warp of each slice that has the rows and columns that are this warp's in the end.
    const uint32 down = warp / across;
    const uint32 source = down / Tile::slices * across + warp % across;
    const uint32 quads_before = down % Tile::slices * (Room::quads / Tile::slices);
    const float4* const first = room + (source * Room::quads + quads_before) * 32;
    bar_sync<1, Tile::consumers>();  // nobody reads there any more
#pragma unroll
    for (int quarter = 0; quarter < 4; ++quarter) {
        leave_quarter<Tile>(sums, own, quarter);
        if (quarter > 0) take_quarter<Tile>(total, first, quarter - 1);
        bar_sync<1, Tile::consumers>();
    }
    take_quarter<Tile>(total, first, 3);
}
