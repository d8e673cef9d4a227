// The sliced-K reduction: adds the accumulators of the slices of a block. For tiles whose warps
// share the steps of a stage: each slice of them has accumulators for the whole tile.
//
// Each thread stores its accumulators in shared memory and adds up one part of them, of as many as
// there are slices, over one thread of each slice, in the order of the slices. With four slices
// this goes in four rounds with two buffers: one round is stored while the one before is added.
// With two slices it goes at once, in the memory where sums of chunks are saved already. Then each
// warp has a smaller tile, all of them side by side: the block goes on as one without slices.
#pragma once
#include "async_instructions.cuh"
#include "float4_rows.cuh"
#include "thread_number.cuh"

// The tile as the threads of all slices share it, once the slices are added. A thread keeps a part
// of its rows; where A is K-major, and its rows are few, of its columns.
template <class Tile>
struct ReducedTile {
    static constexpr bool k_major_a = Tile::k_major_a;
    static constexpr int bm = Tile::bm, bn = Tile::bn, bk = Tile::bk;
    static constexpr int of_rows = k_major_a ? 1 : Tile::slices;
    static constexpr int of_columns = k_major_a ? Tile::slices : 1;
    static constexpr int tm = Tile::tm / of_rows, tn = Tile::tn / of_columns;
    static constexpr int wm = Tile::wm / of_rows, wn = Tile::wn / of_columns;
    static constexpr int consumers = Tile::consumers, slices = 1;
    static_assert((k_major_a || tm % 4 == 0) && tn % 4 == 0, "whole pieces of rows and columns");
};

// Which slice a warp belongs to, and which of its warps it is. Its slice is also the part that it
// adds up over the warps at its place, so that its own are at hand.
template <class Tile>
struct SliceWarp {
    using Reduced = ReducedTile<Tile>;
    static constexpr int across = Tile::bn / Tile::wn;
    static constexpr uint32 stride = Tile::k_major_a ? 1 : across;  // from one slice's warp on
    uint32 slice, place, first;  // the last is the warp of the first slice at that place

    __device__ __forceinline__ SliceWarp(uint32 warp) {
        const uint32 down = warp / (across * Reduced::of_columns);
        const uint32 right = warp % (across * Reduced::of_columns);
        slice = Tile::k_major_a ? right % Tile::slices : down % Tile::slices;
        place = down / Reduced::of_rows * across + right / Reduced::of_columns;
        first = warp - slice * stride;
    }
};

__device__ __forceinline__ float4 added(const float4& a, const float4& b) {
    return {__fadd_rn(a.x, b.x), __fadd_rn(a.y, b.y), __fadd_rn(a.z, b.z), __fadd_rn(a.w, b.w)};
}

// The float4 of a round: of every other row one of its two float4; where A is K-major, two rows
// with all their float4.
template <class Tile>
struct ExchangeRound {
    static constexpr int of_part = Tile::tm * Tile::tn / 16 / Tile::slices;
    static constexpr int vectors = of_part * Tile::slices;    // of a thread
    static constexpr int buffer = Tile::consumers * vectors;  // of the block
    static_assert(Tile::k_major_a ? Tile::tm == 8 : Tile::tn == 8, "four equal rounds");

    // Row and first column of a float4 in the reduced thread tile.
    static __device__ __forceinline__ constexpr int row(int round, int number) {
        constexpr int across = ReducedTile<Tile>::tn / 4;
        return Tile::k_major_a ? round * 2 + number / across : number * 2 + round % 2;
    }
    static __device__ __forceinline__ constexpr int column(int round, int number) {
        constexpr int across = ReducedTile<Tile>::tn / 4;
        return (Tile::k_major_a ? number % across : round / 2) * 4;
    }
};

// Stores the thread's float4 of a round in its warp's section of one of two buffers: part by part,
// and 32 lanes side by side. Those of the part that it adds up itself go into the total: part 0's
// first, then perhaps another's in their place, so that each is a choice between registers and not
// an index.
template <class Tile>
__device__ __forceinline__ void store_round(
    float (&total)[ReducedTile<Tile>::tm][ReducedTile<Tile>::tn],
    const float (&accumulators)[Tile::tm][Tile::tn], float4* own, uint32 own_part, int round) {
    using Round = ExchangeRound<Tile>;
    using Reduced = ReducedTile<Tile>;
#pragma unroll
    for (int place = 0; place < Round::vectors; ++place) {
        const int part = place / Round::of_part, number = place % Round::of_part;
        const int row = Round::row(round, number) + (Tile::k_major_a ? 0 : part * Reduced::tm);
        const int column =
            Round::column(round, number) + (Tile::k_major_a ? part * Reduced::tn : 0);
        const float* vector = &accumulators[row][column];
        float* kept = &total[Round::row(round, number)][Round::column(round, number)];
        if (part != own_part)
            own[round % 2 * Round::buffer + place * 32] = {vector[0], vector[1], vector[2],
                                                           vector[3]};
#pragma unroll
        for (int i = 0; i < 4; ++i)
            if (part == 0 || part == own_part) kept[i] = vector[i];
    }
}

template <class Tile>
__device__ __forceinline__ void reduce_round(
    float (&total)[ReducedTile<Tile>::tm][ReducedTile<Tile>::tn], const float4* first,
    uint32 own_slice, int round) {
    using Round = ExchangeRound<Tile>;
#pragma unroll
    for (int number = 0; number < Round::of_part; ++number) {
        const float4* const from = first + round % 2 * Round::buffer + number * 32;
        float* kept = &total[Round::row(round, number)][Round::column(round, number)];
        const float4 own = {kept[0], kept[1], kept[2], kept[3]};
        float4 sum = own;
        if (own_slice != 0) sum = from[0];
#pragma unroll
        for (int slice = 1; slice < Tile::slices; ++slice) {
            float4 next = own;
            if (own_slice != slice)
                next = from[slice * SliceWarp<Tile>::stride * Round::vectors * 32];
            sum = added(sum, next);
        }
        unpack(kept, sum);
    }
}

// The same for two slices that have saved sums of chunks, and now have those of the last one: total
// = the sums of both. A thread saves its float4 with a stride of `stride`. The half that the other
// slice adds up is stored there, its own half stays in registers. Before that memory is used for
// something else, all have to meet.
template <class Tile, uint32 stride>
__device__ __forceinline__ void save_half(
    float (&total)[ReducedTile<Tile>::tm][ReducedTile<Tile>::tn],
    const float (&accumulators)[Tile::tm][Tile::tn], float4* saved, bool has_saved,
    uint32 own_part) {
    using Reduced = ReducedTile<Tile>;
#pragma unroll
    for (int place = 0; place < Reduced::tm * Reduced::tn; place += 4)
#pragma unroll
        for (int part = 0; part < 2; ++part) {
            const int row = place / Reduced::tn + (Tile::k_major_a ? 0 : part * Reduced::tm);
            const int column = place % Reduced::tn + (Tile::k_major_a ? part * Reduced::tn : 0);
            float4* const before = saved + (row * Tile::tn + column) / 4 * (int)stride;
            const float* vector = &accumulators[row][column];
            float4 sum = {vector[0], vector[1], vector[2], vector[3]};
            if (has_saved) sum = added(*before, sum);
            if (part != own_part) *before = sum;
            if (part == 0 || part == own_part)
                unpack(&total[place / Reduced::tn][place % Reduced::tn], sum);
        }
}
template <class Tile, uint32 stride>
__device__ __forceinline__ void reduce_two_slices(
    float (&total)[ReducedTile<Tile>::tm][ReducedTile<Tile>::tn],
    const float (&accumulators)[Tile::tm][Tile::tn], float4* saved, bool has_saved) {
    static_assert(Tile::slices == 2, "a sum of two is the same either way round");
    using Reduced = ReducedTile<Tile>;
    constexpr int vectors = Tile::tm * Tile::tn / 4, across = Tile::tn / 4;
    constexpr int of_part = Tile::k_major_a ? Reduced::tn / 4 : Reduced::tm * across;
    const SliceWarp<Tile> own_warp(tid_x() / 32);
    if (!has_saved) bar_sync<1, Tile::consumers>();  // nobody reads there any more
    save_half<Tile, stride>(total, accumulators, saved, has_saved, own_warp.slice);
    bar_sync<1, Tile::consumers>();
    const int to_other = (own_warp.slice ? -1 : 1) * (int)SliceWarp<Tile>::stride * vectors * 32;
    const float4* const others = saved + to_other + (int)own_warp.slice * of_part * (int)stride;
#pragma unroll
    for (int place = 0; place < Reduced::tm * Reduced::tn; place += 4) {
        const int row = place / Reduced::tn, column = place % Reduced::tn;
        float* sum = &total[row][column];
        unpack(sum, added({sum[0], sum[1], sum[2], sum[3]},
                          others[(row * across + column / 4) * stride]));
    }
}

// total = the sums of all slices, ascending, for this thread's part of the tile. All consumers take
// part. Before that memory is used for something else, all have to meet.
template <class Tile>
__device__ __forceinline__ void reduce_slices(
    float (&total)[ReducedTile<Tile>::tm][ReducedTile<Tile>::tn],
    const float (&accumulators)[Tile::tm][Tile::tn], char* memory) {
    using Round = ExchangeRound<Tile>;
    const uint32 warp = tid_x() / 32, lane = tid_x() % 32;
    float4* const buffers = reinterpret_cast<float4*>(memory) + lane;
    float4* const own = buffers + warp * (Round::vectors * 32);
    const SliceWarp<Tile> own_warp(warp);
    const float4* const first =
        buffers + (own_warp.first * Round::vectors + own_warp.slice * Round::of_part) * 32;
    bar_sync<1, Tile::consumers>();  // nobody reads there any more
#pragma unroll
    for (int round = 0; round < 4; ++round) {
        store_round<Tile>(total, accumulators, own, own_warp.slice, round);
        if (round > 0) reduce_round<Tile>(total, first, own_warp.slice, round - 1);
        bar_sync<1, Tile::consumers>();
    }
    reduce_round<Tile>(total, first, own_warp.slice, 3);
}
