// The launches beside the main one that all kernels on tensor cores have. See split.py.
#pragma once
#include "ffma_tiles.cuh"
#include "split_choice.cuh"
#include "split_operands.cuh"

#define SPLIT_INTO(Parts)                                                                  \
    SplitOperands<Parts>(m, n, k, stride_a, stride_b, batch, workspace, prepared_a, prepared_b)
#define OPERANDS A, lda, B, ldb, stride_a, stride_b

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
    SplitNotes* const notes;

    template <class Slab>
    __device__ __forceinline__ void operator()(const Slab& slab) const {
        slab.template split<Parts>(notes);
    }
};
struct SplitWanted {
    const SplitChoice& choice;
    const SplitTiles& tiles;
    SplitNotes* const notes;

    template <class Slab>
    __device__ __forceinline__ void operator()(const Slab& slab) const {
        if (!Constants::has_halves || choice.wants<Thirds>(slab, tiles))
            slab.template split<Thirds>(notes);
    }
};

extern "C" __global__ void __launch_bounds__(split_threads, scan_blocks)
    scan_operands(SPLIT_PARAMETERS) {
    wait_for_primary_launch();
    launch_dependents();
    const auto operands = SPLIT_INTO(Halves);
    if (blockIdx.x == 0 && threadIdx.x == 0) *operands.notes = {};
    for_slab(operands, OPERANDS, !prepared_a, !prepared_b, Look{});
}

// Thirds are made where a tile needs them, or where there are no halves.
extern "C" __global__ void __launch_bounds__(split_threads)
    split_into_thirds(SPLIT_PARAMETERS) {
    wait_for_primary_launch();
    launch_dependents();
    const auto operands = SPLIT_INTO(Thirds);
    const SplitChoice choice(operands, any_is_uncommon(workspace, prepared_a, prepared_b));
    if (Constants::has_halves && !choice.is_uncommon) return;
    const SplitTiles tiles(m, n, batch);
    for_slab(operands, OPERANDS, true, true, SplitWanted{choice, tiles, operands.notes});
}

// What is left, by fused multiply-adds: where there are infinities and NaN, where all parts would
// lose digits, and where k is short.
extern "C" __global__ void __launch_bounds__(ffma_threads)
    multiply_unsuited(SPLIT_PARAMETERS) {
    wait_for_primary_launch();
    skip_product_if_unused(k, alpha);
    const bool takes_all = k < Constants::least_k;
    const auto operands = SPLIT_INTO(Thirds);
    const SplitTiles tiles(m, n, batch);
    if (!takes_all) {
        const SplitNotes notes = *operands.notes;
        if (notes.tiles_of_halves + notes.tiles_of_thirds == tiles.count()) return;
    }
    // Where k is short nothing has been looked at, and there is no workspace.
    const bool is_uncommon = takes_all || any_is_uncommon(workspace, prepared_a, prepared_b);
    const SplitChoice choice(operands, is_uncommon);
    constexpr uint32 down = Tile::bm / ffma_side, across = Tile::bn / ffma_side;
    const uint64 pieces = (uint64)tiles.count() * down * across;
    for (uint64 number = blockIdx.x; number < pieces; number += gridDim.x) {
        const SplitTile tile = tiles[number / (down * across)];
        if (!takes_all && (choice.gives<Halves>(tile) || choice.gives<Thirds>(tile))) continue;
        const uint32 place = number % (down * across);
        multiply_tile<Tile>(tile.row + place / across * ffma_side,
                            tile.column + place % across * ffma_side, m, n, k, alpha,
                            matrix_of<Constants::a_type>(A, tile.product, stride_a), lda,
                            matrix_of<Constants::b_type>(B, tile.product, stride_b), ldb, beta,
                            C + tile.product * stride_c, ldc);
    }
}
