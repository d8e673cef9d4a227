// A ring of stages in shared memory, between warps that fill them and warps that multiply them.
//
// Each stage has two barriers. A phase of "full" ends when all bytes of the stage are there, a
// phase of "empty" when all consumer warps have read it. Nobody else waits for anybody.
#pragma once
#include "async_instructions.cuh"

template <class Tile>
struct Stage;

// Where one warp is in the ring: at a stage, in an even or odd round.
template <class Tile>
struct Ring {
    static constexpr uint32 barriers = Tile::stages * Stage<Tile>::bytes;
    static constexpr uint32 bytes = barriers + Tile::stages * 16;

    const uint32 memory;
    uint32 stage = 0, parity;

    // A consumer waits for the first filling of a stage. A producer finds all stages empty: it
    // waits for a phase before the first, which counts as over.
    __device__ __forceinline__ Ring(uint32 memory, bool is_consumer)
        : memory(memory), parity(is_consumer ? 0 : 1) {}

    __device__ __forceinline__ uint32 data() const { return memory + stage * Stage<Tile>::bytes; }
    __device__ __forceinline__ uint32 full() const { return memory + barriers + stage * 16; }
    __device__ __forceinline__ uint32 empty() const { return full() + 8; }

    __device__ __forceinline__ void await(uint32 barrier) const {
        while (!mbarrier_try_wait_parity(barrier, parity)) {
        }
    }

    // By all lanes of a consumer warp, when they have read the stage.
    __device__ __forceinline__ void release() const {
        __syncwarp();
        if (threadIdx.x % 32 == 0) mbarrier_arrive(empty());
    }

    __device__ __forceinline__ void advance() {
        if (++stage == Tile::stages) {
            stage = 0;
            parity ^= 1;
        }
    }

    // By one thread, before all threads of the block meet.
    static __device__ __forceinline__ void start(uint32 memory, uint32 arrivals_a_filling) {
        for (uint32 stage = 0; stage < Tile::stages; ++stage) {
            mbarrier_init(memory + barriers + stage * 16, arrivals_a_filling);
            mbarrier_init(memory + barriers + stage * 16 + 8, Tile::consumers / 32);
        }
        fence_mbarrier_init();
    }
};
