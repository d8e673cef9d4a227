// The launches before the main one that all kernels on tensor cores have. See split.py.
#pragma once
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
    SplitScratch& scratch;

    template <class Slab>
    __device__ __forceinline__ void operator()(const Slab& slab) const {
        slab.template split<Parts>(is_uncommon, scratch);
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
extern "C" __global__ void __launch_bounds__(split_threads, scan_blocks)
    scan_operands(SPLIT_PARAMETERS) {
    const auto operands = SPLIT_INTO(Halves);
    wait_for_primary_launch();
    launch_dependents();
    if (blockIdx.x == 0 && threadIdx.x == 0) *operands.notes = {};
    for_slab(operands, OPERANDS, WITHOUT_PREPARED, blockIdx.x, Look{});
}

// Where k is so short that a block can see whole rows: both launches in one.
extern "C" __global__ void __launch_bounds__(split_threads, whole_blocks)
    split_whole_rows(SPLIT_PARAMETERS) {
    const auto operands = SPLIT_INTO(FirstParts);
    wait_for_primary_launch();
    launch_dependents();
    if (blockIdx.x == 0 && threadIdx.x == 0) *operands.notes = {};
    for_slab<whole_rows>(operands, OPERANDS, WITHOUT_PREPARED, blockIdx.x,
                         SplitWhole<FirstParts>{counters});
}
