// The sums of the slices of a block, added up. For rungs 22 and 23, whose warps share the steps of
// a stage: each slice of them has sums for the whole tile.
//
// Each thread leaves its sums in shared memory, half of the columns at a time, and takes up a
// slice-th of what one thread of each slice has left, in the order of the slices. Then the warps
// have a tile each of what is left, all tiles side by side: the block goes on as one without slices.
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
    static_assert(tm % 4 == 0, "a thread takes up whole pieces of four rows");
};

// Where a thread's quads lie in the block's shared memory for this: in those of its warp, which lie
// one behind the other, a quad of each lane in turn.
template <class Tile>
struct SlicedRoom {
    static constexpr int quads = Tile::tm * Tile::tn / 8;  // of a thread at a time
    static constexpr uint32 bytes = Tile::consumers * quads * 16;
    static constexpr int warps = Tile::consumers / 32 / Tile::slices;  // of a slice
    static_assert(Tile::tn == 8, "a half of a thread's columns are one quad");
};

// total = the sums of all slices, ascending, for this thread's part of the tile. All consumers take
// part.
template <class Tile>
__device__ __forceinline__ void add_slices(
    float (&total)[AddedUp<Tile>::tm][AddedUp<Tile>::tn],
    const float (&sums)[Tile::tm][Tile::tn], char* memory) {
    using Room = SlicedRoom<Tile>;
    constexpr int across = Tile::bn / Tile::wn, rows = AddedUp<Tile>::tm;
    const uint32 warp = tid_x() / 32, lane = tid_x() % 32;
    float4* const room = reinterpret_cast<float4*>(memory) + lane;
    float4* const own = room + warp * (Room::quads * 32);
    // The warp of each slice that has the rows and columns that are this warp's in the end.
    const uint32 down = warp / across;
    const uint32 source = down / Tile::slices * across + warp % across;
    const float4* const first =
        room + (source * Room::quads + down % Tile::slices * rows) * 32;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        bar_sync<1, Tile::consumers>();  // nobody reads what lies there from before
#pragma unroll
        for (int i = 0; i < Tile::tm; ++i) {
            const float* quad = &sums[i][half * 4];
            own[i * 32] = {quad[0], quad[1], quad[2], quad[3]};
        }
        bar_sync<1, Tile::consumers>();
#pragma unroll
        for (int i = 0; i < rows; ++i) {
            float4 sum = first[i * 32];
#pragma unroll
            for (int slice = 1; slice < Tile::slices; ++slice) {
                const float4 next = first[(slice * Room::warps * Room::quads + i) * 32];
                sum = {__fadd_rn(sum.x, next.x), __fadd_rn(sum.y, next.y),
                       __fadd_rn(sum.z, next.z), __fadd_rn(sum.w, next.w)};
            }
            unpack(&total[i][half * 4], sum);
        }
    }
    bar_sync<1, Tile::consumers>();
}
