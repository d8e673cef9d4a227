// The sums of the slices of a block, added up. For tiles whose warps share the steps of a stage:
// each slice of them has sums for the whole tile.
//
// Each thread leaves its sums in shared memory and takes up a slice-th of what one thread of each
// slice has left, in the order of the slices. With four slices that goes by quarters: one is left
// while the one before is taken up. With two it goes at once, where sums of chunks are kept
// already. Then the warps have a tile each of what is left, all tiles side by side: the block goes
// on as one without slices.
#pragma once
#include "async_instructions.cuh"
#include "epilogue.cuh"

// The tile as the threads of all slices share it, once the slices are added. A thread keeps a part
// of its rows; where A is kept along k, and its rows are few, of its columns.
template <class Tile>
struct ReducedTile {
    static constexpr bool along_k = Tile::along_k;
    static constexpr int bm = Tile::bm, bn = Tile::bn, bk = Tile::bk;
    static constexpr int of_rows = along_k ? 1 : Tile::slices;
    static constexpr int of_columns = along_k ? Tile::slices : 1;
    static constexpr int tm = Tile::tm / of_rows, tn = Tile::tn / of_columns;
    static constexpr int wm = Tile::wm / of_rows, wn = Tile::wn / of_columns;
    static constexpr int consumers = Tile::consumers, slices = 1;
    static_assert((along_k || tm % 4 == 0) && tn % 4 == 0, "whole pieces of rows and columns");
};

// Which slice a warp belongs to, and which of its warps it is. Its slice is also the part that it
// takes up of the sums of the warps at its place, so that its own are at hand.
template <class Tile>
struct Share {
    using Left = ReducedTile<Tile>;
    static constexpr int across = Tile::bn / Tile::wn;
    static constexpr uint32 apart = Tile::along_k ? 1 : across;  // from one slice's warp on
    uint32 slice, place, first;  // the last is the warp of the first slice at that place

    __device__ __forceinline__ Share(uint32 warp) {
        const uint32 down = warp / (across * Left::of_columns);
        const uint32 right = warp % (across * Left::of_columns);
        slice = Tile::along_k ? right % Tile::slices : down % Tile::slices;
        place = down / Left::of_rows * across + right / Left::of_columns;
        first = warp - slice * apart;
    }
};

__device__ __forceinline__ float4 added(const float4& a, const float4& b) {
    return {__fadd_rn(a.x, b.x), __fadd_rn(a.y, b.y), __fadd_rn(a.z, b.z), __fadd_rn(a.w, b.w)};
}

// The quads of a quarter: of all rows, every other one with one of its two quads; where A is kept
// along k, two rows with all quads.
template <class Tile>
struct Quarter {
    static constexpr int of_part = Tile::tm * Tile::tn / 16 / Tile::slices;
    static constexpr int quads = of_part * Tile::slices;    // of a thread
    static constexpr int buffer = Tile::consumers * quads;  // of the block
    static_assert(Tile::along_k ? Tile::tm == 8 : Tile::tn == 8, "four equal quarters");

    // Row and first column of a quad in the thread tile that is left of a part.
    static __device__ __forceinline__ constexpr int row(int quarter, int number) {
        constexpr int across = ReducedTile<Tile>::tn / 4;
        return Tile::along_k ? quarter * 2 + number / across : number * 2 + quarter % 2;
    }
    static __device__ __forceinline__ constexpr int column(int quarter, int number) {
        constexpr int across = ReducedTile<Tile>::tn / 4;
        return (Tile::along_k ? number % across : quarter / 2) * 4;
    }
};

// The thread's quads of a quarter to its warp's place in one of two buffers, those of a part
// together, a quad of each lane in turn. Those of the part that it takes up itself go into the
// total: part 0's, then another's in their place, so that each is a choice between registers and
// not an index.
template <class Tile>
__device__ __forceinline__ void leave_quarter(
    float (&total)[ReducedTile<Tile>::tm][ReducedTile<Tile>::tn], const float (&sums)[Tile::tm][Tile::tn],
    float4* own, uint32 kept_part, int quarter) {
    using Quads = Quarter<Tile>;
    using Left = ReducedTile<Tile>;
#pragma unroll
    for (int place = 0; place < Quads::quads; ++place) {
        const int part = place / Quads::of_part, number = place % Quads::of_part;
        const int row = Quads::row(quarter, number) + (Tile::along_k ? 0 : part * Left::tm);
        const int column = Quads::column(quarter, number) + (Tile::along_k ? part * Left::tn : 0);
        const float* quad = &sums[row][column];
        float* kept = &total[Quads::row(quarter, number)][Quads::column(quarter, number)];
        if (part != kept_part)
            own[quarter % 2 * Quads::buffer + place * 32] = {quad[0], quad[1], quad[2], quad[3]};
#pragma unroll
        for (int i = 0; i < 4; ++i)
            if (part == 0 || part == kept_part) kept[i] = quad[i];
    }
}

template <class Tile>
__device__ __forceinline__ void take_quarter(
    float (&total)[ReducedTile<Tile>::tm][ReducedTile<Tile>::tn], const float4* first, uint32 own_slice,
    int quarter) {
    using Quads = Quarter<Tile>;
#pragma unroll
    for (int number = 0; number < Quads::of_part; ++number) {
        const float4* const from = first + quarter % 2 * Quads::buffer + number * 32;
        float* kept = &total[Quads::row(quarter, number)][Quads::column(quarter, number)];
        const float4 own = {kept[0], kept[1], kept[2], kept[3]};
        float4 sum = own;
        if (own_slice != 0) sum = from[0];
#pragma unroll
        for (int slice = 1; slice < Tile::slices; ++slice) {
            float4 next = own;
            if (own_slice != slice) next = from[slice * Share<Tile>::apart * Quads::quads * 32];
            sum = added(sum, next);
        }
        unpack(kept, sum);
    }
}

// The same for two slices that have kept sums of chunks, and now have those of the last one: total
// = the sums of both. What a thread keeps of all its quads lies one behind the other, `apart`
// apart. Halves that the other slice takes up are left there, and its own do not leave its
// registers. Before one uses that memory for something else, all have to meet.
template <class Tile, uint32 apart>
__device__ __forceinline__ void leave_half(float (&total)[ReducedTile<Tile>::tm][ReducedTile<Tile>::tn],
                                           const float (&sums)[Tile::tm][Tile::tn], float4* kept,
                                           bool has_kept, uint32 kept_part) {
    using Left = ReducedTile<Tile>;
#pragma unroll
    for (int place = 0; place < Left::tm * Left::tn; place += 4)
#pragma unroll
        for (int part = 0; part < 2; ++part) {
            const int row = place / Left::tn + (Tile::along_k ? 0 : part * Left::tm);
            const int column = place % Left::tn + (Tile::along_k ? part * Left::tn : 0);
            float4* const before = kept + (row * Tile::tn + column) / 4 * (int)apart;
            const float* quad = &sums[row][column];
            float4 sum = {quad[0], quad[1], quad[2], quad[3]};
            if (has_kept) sum = added(*before, sum);
            if (part != kept_part) *before = sum;
            if (part == 0 || part == kept_part)
                unpack(&total[place / Left::tn][place % Left::tn], sum);
        }
}
template <class Tile, uint32 apart>
__device__ __forceinline__ void add_halves(float (&total)[ReducedTile<Tile>::tm][ReducedTile<Tile>::tn],
                                           const float (&sums)[Tile::tm][Tile::tn], float4* kept,
                                           bool has_kept) {
    static_assert(Tile::slices == 2, "a sum of two is the same either way round");
    using Left = ReducedTile<Tile>;
    constexpr int quads = Tile::tm * Tile::tn / 4, across = Tile::tn / 4;
    constexpr int of_part = Tile::along_k ? Left::tn / 4 : Left::tm * across;
    const Share<Tile> share(tid_x() / 32);
    if (!has_kept) bar_sync<1, Tile::consumers>();  // nobody reads there any more
    leave_half<Tile, apart>(total, sums, kept, has_kept, share.slice);
    bar_sync<1, Tile::consumers>();
    const int to_other = (share.slice ? -1 : 1) * (int)Share<Tile>::apart * quads * 32;
    const float4* const others = kept + to_other + (int)share.slice * of_part * (int)apart;
#pragma unroll
    for (int place = 0; place < Left::tm * Left::tn; place += 4) {
        const int row = place / Left::tn, column = place % Left::tn;
        float* sum = &total[row][column];
        unpack(sum, added({sum[0], sum[1], sum[2], sum[3]},
                          others[(row * across + column / 4) * apart]));
    }
}

// total = the sums of all slices, ascending, for this thread's part of the tile. All consumers take
// part. Before one uses that memory for something else, all have to meet.
template <class Tile>
__device__ __forceinline__ void add_slices(
    float (&total)[ReducedTile<Tile>::tm][ReducedTile<Tile>::tn],
    const float (&sums)[Tile::tm][Tile::tn], char* memory) {
    using Quads = Quarter<Tile>;
    const uint32 warp = tid_x() / 32, lane = tid_x() % 32;
    float4* const room = reinterpret_cast<float4*>(memory) + lane;
    float4* const own = room + warp * (Quads::quads * 32);
    const Share<Tile> share(warp);
    const float4* const first =
        room + (share.first * Quads::quads + share.slice * Quads::of_part) * 32;
    bar_sync<1, Tile::consumers>();  // nobody reads there any more
#pragma unroll
    for (int quarter = 0; quarter < 4; ++quarter) {
        leave_quarter<Tile>(total, sums, own, share.slice, quarter);
        if (quarter > 0) take_quarter<Tile>(total, first, share.slice, quarter - 1);
        bar_sync<1, Tile::consumers>();
    }
    take_quarter<Tile>(total, first, share.slice, 3);
}
