// The launch after the main one, which takes what that could not. What is included before has
// multiply_suited and started_stages. See split.py.
//
// Most often it has nothing to do, so that is what it finds out first, with few instructions.
#pragma once
#include "ffma_tiles.cuh"
#include "launch_instructions.cuh"
#include "split_choice.cuh"
#include "split_entries.cuh"
#include "thread_instructions.cuh"

// Its threads, and how many of its blocks a multiprocessor is to hold. Where it multiplies thirds,
// it is as large as the main launch.
constexpr uint32 unsuited_threads =
    Constants::has_halves && Tile::threads > split_threads ? Tile::threads : split_threads;
constexpr uint32 unsuited_blocks = !Constants::has_halves ? 2 : Tile::producers ? Tile::blocks : 1;

// What for_slab does with a slab: into thirds, where any tile wants them.
struct SplitWanted {
    const SplitChoice& choice;
    const SplitTiles& tiles;
    SplitScratch& scratch;

    template <class Slab>
    __device__ __forceinline__ void operator()(const Slab& slab) const {
        if (choice.wants<Thirds>(slab, tiles)) slab.template split<Thirds>(nullptr, scratch);
    }
};

// Splits the operands of tiles that halves do not hold into thirds. A block takes the next slab
// that nobody has begun. It asks for one more before it splits, since the answer takes long. Who
// waits for all slabs waits for blocks that run.
__device__ __forceinline__ void split_wanted(const SplitOperands<Thirds>& operands,
                                             const SplitWanted& work, SPLIT_PARAMETERS) {
    SplitNotes* const notes = operands.notes;
    const uint32 slabs = operands.slabs();
    uint32 next, done = 0;
    if (threadIdx.x == 0) next = atom_add_relaxed_gpu(&notes->slabs_begun, 1);
    while (true) {
        if (threadIdx.x == 0) work.scratch.claimed = next;
        __syncthreads();
        const uint32 number = work.scratch.claimed;
        if (number >= slabs) break;
        if (threadIdx.x == 0) next = atom_add_relaxed_gpu(&notes->slabs_begun, 1);
        if (threadIdx.x < split_threads) for_slab(operands, OPERANDS, WITH_BOTH, number, work);
        ++done;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        fence_acq_rel_gpu();
        atom_add_relaxed_gpu(&notes->slabs_done, done);
    }
}

// Waits until all are split.
__device__ __forceinline__ void await_split(const SplitOperands<Thirds>& operands) {
    if (threadIdx.x == 0) {
        while (atom_add_relaxed_gpu(&operands.notes->slabs_done, 0) < operands.slabs())
            nanosleep<500>();
        fence_acq_rel_gpu();
    }
    __syncthreads();
    fence_proxy_async();  // copies read what others wrote, and overwrite what this block did
}

// The tiles that are left to multiply-adds: where there are infinities and NaN, where all parts
// would lose digits, and where k is short. They are taken in pieces, each by one block. Every
// split thread of it asks about one piece before the first is computed.
__device__ __forceinline__ void multiply_left(SplitScratch& scratch, const SplitChoice& choice,
                                              const SplitTiles& tiles, bool takes_all,
                                              SPLIT_PARAMETERS) {
    constexpr uint32 down = Tile::bm / ffma_side, across = Tile::bn / ffma_side;
    const uint64 pieces = (uint64)tiles.count() * down * across;
    for (uint64 first = blockIdx.x; first < pieces; first += (uint64)split_threads * gridDim.x) {
        const uint64 asked = first + (uint64)threadIdx.x * gridDim.x;
        bool is_left = asked < pieces;
        if (is_left && !takes_all) {
            const SplitTile tile = tiles[asked / (down * across)];
            is_left = !choice.gives<Halves>(tile) && !choice.gives<Thirds>(tile);
        }
        const uint32 vote = __ballot_sync(~0u, is_left);
        if (threadIdx.x % 32 == 0) scratch.votes[threadIdx.x / 32] = vote;
        sync_split_threads();
        for (uint32 word = 0; word < split_threads / 32; ++word)
            for (uint32 left = scratch.votes[word]; left; left &= left - 1) {
                const uint32 thread = word * 32 + __ffs(left) - 1;
                const uint64 number = first + (uint64)thread * gridDim.x;
                const SplitTile tile = tiles[number / (down * across)];
                const uint32 place = number % (down * across);
                multiply_tile<Tile>(
                    scratch, tile.row + place / across * ffma_side,
                    tile.column + place % across * ffma_side, m, n, k, alpha,
                    matrix_of<Constants::a_type>(A, tile.product, stride_a), lda,
                    matrix_of<Constants::b_type>(B, tile.product, stride_b), ldb, beta,
                    C + tile.product * stride_c, ldc, SGEMM_ADDEND(tile.product));
            }
        sync_split_threads();
    }
}

extern "C" __global__ void
__launch_bounds__(unsuited_threads, unsuited_blocks)
    multiply_unsuited(SPLIT_PARAMETERS) {
    skip_product_if_unused(k, alpha);
    const SplitTiles tiles(m, n, batch);
    const uint32 count = tiles.count();
    // Where k is short nothing has been looked at, and there is no workspace.
    const bool takes_all = k < Constants::least_k;
    wait_for_primary_launch();
    launch_dependents();
    const SplitNotes* const notes = reinterpret_cast<SplitNotes*>(workspace);
    if (!takes_all) {
        if (blockIdx.x == 0 && threadIdx.x == 0) *counters = 0;
        if ((Constants::has_halves ? notes->tiles_of_halves : notes->tiles_of_thirds) == count)
            return;
    }
    const auto operands = SPLIT_INTO(Thirds);
    const SplitChoice choice(operands, takes_all || notes->is_uncommon);
    SplitScratch& scratch = *reinterpret_cast<SplitScratch*>(dynamic_memory);
    if (Constants::has_halves && !takes_all)
        split_wanted(operands, {choice, tiles, scratch}, SPLIT_ARGUMENTS);
    if (threadIdx.x < split_threads)
        multiply_left(scratch, choice, tiles, takes_all, SPLIT_ARGUMENTS);
    if constexpr (Constants::has_halves) {
        if (takes_all) return;
        await_split(operands);
        const uint32 stages = started_stages<Thirds>(dynamic_memory);
        constexpr bool is_uncommon = true;  // else halves had taken all tiles
        if (threadIdx.x < Tile::threads)
            multiply_suited<Thirds>(stages, is_uncommon, SPLIT_ARGUMENTS);
    }
}
