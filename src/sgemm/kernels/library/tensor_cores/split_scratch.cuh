// The threads that split operands and that multiply by FFMA, and what they keep in shared memory.
#pragma once
#include "async_instructions.cuh"
#include "split_layout.cuh"
#include "thread_instructions.cuh"

// The first of a block, which may have more. So they meet at a barrier of their own.
constexpr uint32 split_threads = 256, split_barrier = 3;

__device__ __forceinline__ void sync_split_threads() { bar_sync<split_barrier, split_threads>(); }
__device__ __forceinline__ bool any_split_thread(bool condition) {
    return bar_red_or<split_threads>(split_barrier, condition);
}

// What scales a row: two powers of two; and below which magnitude, as bits less 1, its elements are
// far. Those of a row that does not exist never are.
struct Scaling {
    float first, second;
    uint32 limit;
};

struct SplitScratch {
    static constexpr uint32 floats = 2176;

    Scaling scalings[panel_rows];
    uint32 ranges[2], votes[split_threads / 32], claimed;
    float elements[floats];  // on their way to other threads, or operands of FFMA
};
static_assert(sizeof(SplitScratch) == Constants::scratch_bytes, "as split.py has it");

// All dynamic shared memory of a block: stages, or scratch.
extern __shared__ __align__(1024) unsigned char dynamic_memory[];
