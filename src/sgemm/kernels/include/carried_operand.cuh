// One operand's way through registers into shared memory, where it lies step by step whatever its
// layout.
#pragma once
#include "common.cuh"
#include "instructions.cuh"

// `extent` is how many rows of A or columns of B a block has; lines are rows of the matrix as it
// is stored. Neighbouring lanes read along lines.
template <class Tile, int extent, bool along_k>
struct CarriedOperand {
    static constexpr int pitch = extent + 4, floats = Tile::bk * pitch;
    static constexpr int line = along_k ? Tile::bk : extent;
    static constexpr int share = extent * Tile::bk / Tile::threads;
    static constexpr int rows = Tile::threads / line;  // lines between a thread's elements
    static_assert(share * rows * line == extent * Tile::bk, "all threads carry as much");

    const float* source;  // of the thread's first element in the next block
    const int leading;
    const uint32 left;  // rows or columns from the tile's first to the matrix's end
    float carried[share];

    __device__ __forceinline__ CarriedOperand(const float* matrix, int leading, uint32 first,
                                              uint32 total, uint32 step)
        : leading(leading), left(total - first) {
        source = matrix + (along_k ? offset(first + row(), leading) + step + place()
                                   : offset(step + row(), leading) + first + place());
    }

    // Where a thread's first element lies, found anew each time to keep registers free in between.
    static __device__ __forceinline__ uint32 row() { return tid_x() / line; }
    static __device__ __forceinline__ uint32 place() { return tid_x() % line; }

    // Takes the next block, which begins at step `start`; zeros from step `end` on.
    __device__ __forceinline__ void load(uint32 start, uint32 end) {
        const int lines = (along_k ? left : end - start) - row();
        const bool inside = place() < (along_k ? end - start : left);
        const float* from = source;
        const uint64 stride = offset(rows, leading);
#pragma unroll
        for (int i = 0; i < share; ++i, from += stride)
            carried[i] = ld_global_nc(from, inside && i * rows < lines);
        source += along_k ? Tile::bk : offset(Tile::bk, leading);
    }

    __device__ __forceinline__ void store(uint32 block) const {
        const uint32 first =
            block + (along_k ? place() * pitch + row() : row() * pitch + place()) * 4;
#pragma unroll
        for (int i = 0; i < share; ++i)
            st_shared(first + i * rows * (along_k ? 1 : pitch) * 4, carried[i]);
    }
};
