// Turns of two warpgroups that share the tensor cores of a multiprocessor. See split.py.
//
// While one scales or promotes its accumulators, the other multiplies. Left to themselves they may
// fall in step, and tensor cores idle while both are busy so. So they take turns: a group gives all
// instructions of a turn to the tensor cores, then lets the other one do so, then waits for its
// own.
#pragma once
#include "async_instructions.cuh"
#include "thread_instructions.cuh"
#include "tile.cuh"

// The turns of a group, of the same number in both. The first group waits at barrier 1 for the turn
// of the second before, which waits for its turn at barrier 2.
struct Turns {
    static constexpr bool are_taken = Tile::consumers == 256;

    const bool is_first;
    bool has_begun = false;

    __device__ __forceinline__ Turns(uint32 group) : is_first(group == 0) {}

    __device__ __forceinline__ void begin() const {
        if (!are_taken) return;
        if (!is_first)
            bar_sync<2, Tile::consumers>();
        else if (has_begun)
            bar_sync<1, Tile::consumers>();
    }
    __device__ __forceinline__ void end() {
        if (!are_taken) return;
        if (is_first)
            bar_arrive<2, Tile::consumers>();
        else
            bar_arrive<1, Tile::consumers>();
        has_begun = true;
    }
    // After the last turn: nobody is left at a barrier, or expected there.
    __device__ __forceinline__ void finish() const {
        if (are_taken && is_first && has_begun) bar_sync<1, Tile::consumers>();
    }
};
