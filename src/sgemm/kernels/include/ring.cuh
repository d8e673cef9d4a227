// A ring of stages in shared memory between warps that fill it and warps that multiply. For the
// stream-K family.
//
// Each stage holds bk rows of a block of A, transposed where need be, and bk of one of B, and has
// two barriers: "full" ends a phase when all that was to be copied is there, "empty" when all
// consumer warps have read it. Nobody else waits for anybody.
#pragma once
#include "async_instructions.cuh"

// Pitches are elements from one step of k to the next. Copies that transpose store into eight steps
// and four rows at once: four more elements a step, and they meet 32 banks. A block of A that is
// kept along k has the steps of each row instead, slice by slice or, in lines, two slices at once.
template <class Tile>
struct Stage {
    static constexpr int a_pitch = Tile::bm + (Tile::trans_a || Tile::along_k ? 0 : 4);
    static constexpr int b_pitch = Tile::bn + (Tile::trans_b ? 4 : 0);
    static constexpr int steps = Tile::bk / Tile::slices;  // of a thread
    // Bytes from one step of a thread's elements to the next, from one row to the next, and from
    // one slice to the next.
    static constexpr uint32 a_step = Tile::along_k ? 4 : a_pitch * 4;
    static constexpr uint32 b_step = b_pitch * 4;
    // Where all lanes lie one below the other, rows of A come as lines of 32 steps, permuted by the
    // unit for bulk copies: see multiply_swizzled.
    static constexpr bool is_swizzled = Tile::along_k && Tile::wm == 32 * Tile::tm;
    static constexpr uint32 a_row = is_swizzled ? 128 : Tile::along_k ? steps * 4 : 4;
    static constexpr uint32 a_slice = steps * a_pitch * 4, b_slice = steps * b_step;
    static constexpr uint32 a_bytes = Tile::bk * a_pitch * 4;
    static constexpr uint32 b_bytes = Tile::bk * b_pitch * 4;
    static constexpr uint32 bytes = a_bytes + b_bytes;
    static_assert(a_bytes % 128 == 0 && bytes % 128 == 0, "bulk copies start at 128 bytes");
};

// The place of one warp in the ring: a stage, and how often it has gone round, by parity.
template <class Tile>
struct Ring {
    static constexpr uint32 barriers = Tile::stages * Stage<Tile>::bytes;
    static constexpr uint32 bytes = barriers + Tile::stages * 16;

    const uint32 memory;
    uint32 stage = 0, parity;

    // A consumer waits for the first filling of a stage; a producer finds all of them empty, and
    // waits for a phase before the first, which counts as over.
    __device__ __forceinline__ Ring(uint32 memory, bool consumes)
        : memory(memory), parity(consumes ? 0 : 1) {}

    __device__ __forceinline__ uint32 data() const { return memory + stage * Stage<Tile>::bytes; }
    __device__ __forceinline__ uint32 full() const { return memory + barriers + stage * 16; }
    __device__ __forceinline__ uint32 empty() const { return full() + 8; }

    __device__ __forceinline__ void await(uint32 barrier) const {
        while (!mbarrier_try_wait_parity(barrier, parity)) {
        }
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
