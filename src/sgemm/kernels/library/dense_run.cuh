// Consecutive products of a batch whose matrices have no gaps: each operand of such a run is one
// piece of memory. For tiny_batched_tma.
#pragma once
#include "async_instructions.cuh"
#include "constants.cuh"
#include "copy_instructions.cuh"
#include "instructions.cuh"
#include "store_instructions.cuh"
#include "thread_instructions.cuh"

// How many elements past a multiple of 16 bytes an element lies.
__device__ __forceinline__ uint32 misplaced(const float* element) {
    return (uint32)((uint64)element / 4) % 4;
}

// The least multiple of 16 bytes that holds so many elements, of which the first lies up to three
// past one.
__device__ __forceinline__ uint32 bytes_of(uint32 elements) { return (elements + 6) / 4 * 16; }

// How the products of a batch are shared by runs, and where a run lies in shared memory: a ring of
// stages for A and B, then the results of one run.
struct DenseRuns {
    uint32 a_elements, b_elements, c_elements;  // of a product
    uint32 products;                            // of a run, at most
    uint32 count;                               // of runs
    uint32 stages;
    uint32 b_offset, stage_bytes;  // from a stage to its B, and to the next stage
    uint32 results;                // from the ring to the results

    template <class Tile>
    __device__ __forceinline__ DenseRuns(const Tile&, int m, int n, int k, int64 stride_a,
                                         int64 stride_b, int batch)
        : a_elements((uint32)(m * k)), b_elements((uint32)(k * n)), c_elements((uint32)(m * n)) {
        const uint32 parts = ((uint32)m + Tile::tm - 1) / Tile::tm *
                             (((uint32)n + Tile::tn - 1) / Tile::tn);
        // Two stages at least, where they fit: the next run is on its way while one is computed.
        // These are four pieces, and the results a fifth: each takes up to 6 elements more.
        const uint32 operands = a_elements + b_elements;
        const uint32 fit = (Constants::memory - 32) / (2 * operands + c_elements);
        const uint32 most = max(min(fit, Tile::threads / parts), 1u);
        // Products are shared evenly by blocks, and by the runs of a block: nobody waits for the
        // last ones.
        const uint32 of_block = ((uint32)batch + gridDim.x - 1) / gridDim.x;
        const uint32 runs = (of_block + most - 1) / most;
        products = (of_block + runs - 1) / runs;
        count = ((uint32)batch + products - 1) / products;
        b_offset = bytes_of((stride_a == 0 ? 1 : products) * a_elements);
        stage_bytes = b_offset + bytes_of((stride_b == 0 ? 1 : products) * b_elements);
        const uint32 ring = Constants::memory * 4 - bytes_of(products * c_elements);
        stages = min(ring / stage_bytes, (uint32)Tile::stages);
        results = stages * stage_bytes;
    }
};

// What a run has of one operand. It begins as far past a multiple of 16 bytes in shared memory as
// in global memory, and is copied from such a multiple to such a multiple: up to three elements
// before it and three after it come as well. What lies beyond the last product of all may not be
// read. So where fewer than three elements of the operand come `after` the run, those past the last
// multiple of 16 bytes are the `rest`, which is copied one by one.
struct DensePiece {
    const float* begin;
    uint32 target, bytes, rest;

    __device__ __forceinline__ DensePiece(const float* source, uint32 elements, uint32 target,
                                          uint64 after)
        : begin(source - misplaced(source)), target(target) {
        const uint32 all = elements == 0 ? 0 : elements + misplaced(source);
        rest = after < 3 ? all % 4 : 0;
        bytes = (after < 3 ? all / 4 : (all + 3) / 4) * 16;
    }
    __device__ __forceinline__ void copy_rest() const {
#pragma unroll 1
        for (uint32 i = 0; i < rest; ++i)
            st_shared(target + bytes + i * 4, begin[bytes / 4 + i]);
        if (rest > 0) fence_proxy_async();  // a later copy may overwrite them
    }
    __device__ __forceinline__ void copy(uint32 barrier) const {
        if (bytes > 0) cp_async_bulk(target, begin, bytes, barrier);
    }
};

// A thread's rows of A, or columns of B: `first`, first + apart, first + 2 * apart and so on of the
// `extent` that a product has, each of `steps` elements. They are read one by one.
template <int count, bool k_major>
struct DenseOperand {
    uint32 addresses[count];
    uint32 next;  // bytes to the next step, where the operand is not K-major
    float values[count];

    // What lies beyond the last one is read as the last one: what comes of it is not kept.
    __device__ __forceinline__ DenseOperand(uint32 matrix, uint32 extent, uint32 steps,
                                            uint32 first, uint32 apart)
        : next(extent * 4) {
#pragma unroll
        for (int i = 0; i < count; ++i) {
            const uint32 own = min(first + i * apart, extent - 1);
            addresses[i] = matrix + (k_major ? own * steps : own) * 4;
        }
    }
    // A step of several that are computed without a jump.
    __device__ __forceinline__ void load(int step) {
#pragma unroll
        for (int i = 0; i < count; ++i) {
            values[i] = ld_shared(addresses[i] + (k_major ? step * 4 : 0));
            if (!k_major) addresses[i] += next;
        }
    }
    __device__ __forceinline__ void advance(int steps) {
        if (!k_major) return;
#pragma unroll
        for (int i = 0; i < count; ++i) addresses[i] += steps * 4;
    }
};
