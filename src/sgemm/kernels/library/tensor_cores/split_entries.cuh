// The launches beside the main one that all kernels on tensor cores have. See split.py.
#pragma once
#include "ffma_tiles.cuh"
#include "split_choice.cuh"
#include "split_operands.cuh"
#include "split_whole_rows.cuh"

#define SPLIT_INTO(Parts) \
    SplitOperands<Parts>(m, n, k, stride_a, stride_b, batch, workspace, prepared_a, prepared_b)
#define OPERANDS A, lda, B, ldb, stride_a, stride_b
#define WITH_BOTH true, true
#define WITHOUT_PREPARED !prepared_a, !prepared_b

// What for_slab does with a slab. Structures, since NVRTC 13.0 takes a generic lambda for a host
// function.
struct Look {
    template <class Slab>
    __device__ __forceinline__ void operator()(const Slab& slab) const {
        slab.look();
    }
};
template <class Parts>
struct SplitAll {
    uint32* const is_uncommon;

    template <class Slab>
    __device__ __forceinline__ void operator()(const Slab& slab) const {
        slab.template split<Parts>(is_uncommon);
    }
};
template <class Parts>
struct SplitWhole {
    uint32* const is_uncommon;

    template <class Slab>
    __device__ __forceinline__ void operator()(const Slab& slab) const {
        split_whole_rows_of<Parts>(slab, is_uncommon);
    }
};
struct SplitWanted {
    const SplitChoice& choice;
    const SplitTiles& tiles;

    template <class Slab>
    __device__ __forceinline__ void operator()(const Slab& slab) const {
        if (choice.wants<Thirds>(slab, tiles)) slab.template split<Thirds>(nullptr);
    }
};

extern "C" __global__ void __launch_bounds__(split_threads, scan_blocks)
    scan_operands(SPLIT_PARAMETERS) {
    wait_for_primary_launch();
    launch_dependents();
    const auto operands = SPLIT_INTO(Halves);
    if (blockIdx.x == 0 && threadIdx.x == 0) *operands.notes = {};
    for_slab(operands, OPERANDS, WITHOUT_PREPARED, blockIdx.x, Look{});
}

// Where k is so short that a block can see whole rows: both launches in one.
extern "C" __global__ void __launch_bounds__(split_threads, whole_blocks)
    split_whole_rows(SPLIT_PARAMETERS) {
    wait_for_primary_launch();
    launch_dependents();
    const auto operands = SPLIT_INTO(FirstParts);
    if (blockIdx.x == 0 && threadIdx.x == 0) *operands.notes = {};
    for_slab<whole_rows>(operands, OPERANDS, WITHOUT_PREPARED, blockIdx.x,
                         SplitWhole<FirstParts>{counters});
}

// The tiles that are left to multiply-adds: where there are infinities and NaN, where all parts
// would lose digits, and where k is short. They are taken in pieces, each by one block. Every
// thread of it asks about one piece before the first is computed.
__device__ __forceinline__ void multiply_left(const SplitChoice& choice, const SplitTiles& tiles,
                                              bool takes_all, SPLIT_PARAMETERS) {
    __shared__ uint32 votes[ffma_threads / 32];
    constexpr uint32 down = Tile::bm / ffma_side, across = Tile::bn / ffma_side;
    const uint64 pieces = (uint64)tiles.count() * down * across;
    for (uint64 first = blockIdx.x; first < pieces; first += (uint64)ffma_threads * gridDim.x) {
        const uint64 asked = first + (uint64)threadIdx.x * gridDim.x;
        bool is_left = asked < pieces;
        if (is_left && !takes_all) {
            const SplitTile tile = tiles[asked / (down * across)];
            is_left = !choice.gives<Halves>(tile) && !choice.gives<Thirds>(tile);
        }
        const uint32 vote = __ballot_sync(~0u, is_left);
        if (threadIdx.x % 32 == 0) votes[threadIdx.x / 32] = vote;
        __syncthreads();
        for (uint32 i = 0; i < ffma_threads; ++i) {
            if (!(votes[i / 32] >> i % 32 & 1)) continue;
            const uint64 number = first + (uint64)i * gridDim.x;
            const SplitTile tile = tiles[number / (down * across)];
            const uint32 place = number % (down * across);
            multiply_tile<Tile>(tile.row + place / across * ffma_side,
                                tile.column + place % across * ffma_side, m, n, k, alpha,
                                matrix_of<Constants::a_type>(A, tile.product, stride_a), lda,
                                matrix_of<Constants::b_type>(B, tile.product, stride_b), ldb, beta,
                                C + tile.product * stride_c, ldc);
        }
        __syncthreads();
    }
}

// What is not suited. Where there are halves, the operands of tiles that they do not hold are split
// into thirds, for the launch after this one. Tiles that thirds do not hold either do not depend on
// that: they are computed here.
extern "C" __global__ void __launch_bounds__(split_threads, 2) multiply_unsuited(SPLIT_PARAMETERS) {
    wait_for_primary_launch();
    launch_dependents();
    skip_product_if_unused(k, alpha);
    // Where k is short nothing has been looked at, and there is no workspace.
    const bool takes_all = k < Constants::least_k;
    const auto operands = SPLIT_INTO(Thirds);
    const SplitTiles tiles(m, n, batch);
    if (!takes_all) {
        if (blockIdx.x == 0 && threadIdx.x == 0) *counters = 0;
        const SplitNotes notes = *operands.notes;
        if (notes.tiles_of_halves + notes.tiles_of_thirds == tiles.count()) return;
    }
    const SplitChoice choice(operands, takes_all || operands.notes->is_uncommon);
    if (Constants::has_halves && !takes_all)
        for (uint32 number = blockIdx.x; number < operands.slabs(); number += gridDim.x) {
            for_slab(operands, OPERANDS, WITH_BOTH, number, SplitWanted{choice, tiles});
            __syncthreads();
        }
    multiply_left(choice, tiles, takes_all, SPLIT_ARGUMENTS);
}
