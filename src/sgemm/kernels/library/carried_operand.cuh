// One operand, copied through registers into shared memory, where it lies step by step whatever its
// layout.
#pragma once
#include "common.cuh"
#include "global_instructions.cuh"
#include "store_instructions.cuh"
#include "thread_number.cuh"

// `extent` is how many rows of A or columns of B a block has. `contiguous` is how many elements of
// a stored row a block has, `strided` how many stored rows. Neighbouring lanes read along a stored
// row.
template <class Tile, int extent, bool k_major>
struct CarriedOperand {
    static constexpr int pitch = extent + 4, floats = Tile::bk * pitch;
    static constexpr int contiguous = k_major ? Tile::bk : extent;
    static constexpr int per_thread = extent * Tile::bk / Tile::threads;
    static constexpr int rows =
        Tile::threads / contiguous;  // stored rows between a thread's elements
    static_assert(per_thread * rows * contiguous == extent * Tile::bk, "all threads carry as much");

    const float* source;  // of the thread's first element in the next block
    const int leading;
    const uint32 left;  // rows or columns from the tile's first to the matrix's end
    float carried[per_thread];

    __device__ __forceinline__ CarriedOperand(const float* matrix, int leading, uint32 first,
                                              uint32 total, uint32 step)
        : leading(leading), left(total - first) {
        source = matrix + (k_major ? offset(first + row(), leading) + step + place()
                                   : offset(step + row(), leading) + first + place());
    }

    // Where a thread's first element lies, found again each time, which keeps registers free in
    // between.
    static __device__ __forceinline__ uint32 row() { return tid_x() / contiguous; }
    static __device__ __forceinline__ uint32 place() { return tid_x() % contiguous; }

    // Takes the next block, which begins at step `start`; zeros from step `end` on.
    __device__ __forceinline__ void load(uint32 start, uint32 end) {
        const int strided = (k_major ? left : end - start) - row();
        const bool inside = place() < (k_major ? end - start : left);
        const float* from = source;
        const uint64 stride = offset(rows, leading);
#pragma unroll
        for (int i = 0; i < per_thread; ++i, from += stride)
            carried[i] = ld_global_nc(from, inside && i * rows < strided);
        source += k_major ? Tile::bk : offset(Tile::bk, leading);
    }

    __device__ __forceinline__ void store(uint32 block) const {
        const uint32 first =
            block + (k_major ? place() * pitch + row() : row() * pitch + place()) * 4;
#pragma unroll
        for (int i = 0; i < per_thread; ++i)
            st_shared(first + i * rows * (k_major ? 1 : pitch) * 4, carried[i]);
    }
};
