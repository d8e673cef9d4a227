// What plan.tiles() reads of products on tensor cores: noted_tiles of split.py is the host's side.
#pragma once
#include "common.cuh"

// What the launches tell one another, at the beginning of the workspace. Whether any panel may not
// be suited for halves is found out in the first counter, which is zero before: the main launch
// notes it here, and the one after that leaves the counter zero.
struct SplitNotes {
    uint32 is_uncommon;
    uint32 tiles_of_halves, tiles_of_thirds;  // how many tiles were computed so
    uint32 slabs_begun, slabs_done;           // of those that are split again, into thirds

    // By one thread of a block that has computed some.
    template <class Parts>
    __device__ __forceinline__ void add(uint32 tiles) {
        if (tiles) atomicAdd(Parts::is_bf16 ? &tiles_of_thirds : &tiles_of_halves, tiles);
    }
};
constexpr uint32 notes_bytes = 256;
