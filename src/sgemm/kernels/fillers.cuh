// How the producer warps bring the block of one operand into a stage, as rows of equal k. For
// rungs 16 and 17.
//
// A filler is told where a work item begins, and then fills stage after stage, bk steps further
// each time. What lies beyond k is filled with zeros; what lies beyond the matrix in the other
// direction yields sums that are not stored, but is never read. A filler says whether all threads
// have to call it or one, and how many bytes a bulk copy brings.
#pragma once
#include "instructions.cuh"
#include "ring.cuh"

// Rows of equal k lie in memory as they are wanted: one bulk tensor copy, issued by one thread.
template <int width, int pitch, int bk>
struct BulkFiller {
    static constexpr bool by_all_threads = false;
    static constexpr uint32 bytes = bk * pitch * 4;
    static_assert(width == pitch, "a bulk copy leaves no gaps");
    int first, step, product;

    __device__ __forceinline__ void begin(const float*, int, int first_element, int, int first_step,
                                          int product_number) {
        first = first_element;
        step = first_step;
        product = product_number;
    }
    __device__ __forceinline__ void fill(uint32 target, const TensorMap* map, uint32 full, int) {
        cp_async_bulk_tensor_3d(target, map, first, step, product, full);
        step += bk;
    }
};

// The same address, but the compiler does not know it: it goes on from there, instead of working out
// each address from the first one.
__device__ __forceinline__ const float* settled(const float* address) {
    asm volatile("" : "+l"(address));
    return address;
}

// Warps that copy element by element share their multiprocessor's issue slots with those that
// multiply. So what the fillers below need for every stage is worked out once for a work item, and
// stages that lie within k as a whole, all but the last, ask no element for its step.

// The same for any alignment: a warp copies rows of k, its lanes neighbouring elements.
template <int width, int pitch, int bk, int producers>
struct RowFiller {
    static constexpr bool by_all_threads = true;
    static constexpr uint32 bytes = 0;
    static constexpr int warps = producers / 32;
    const float* source;
    uint32 own;     // where this thread's first element lies in a stage
    uint32 inside;  // a bit for each 32 elements: whether this lane's is one of the matrix
    int leading, step;

    __device__ __forceinline__ void begin(const float* matrix, int ld, int first_element, int size,
                                          int first_step, int) {
        const int thread = threadIdx.x % producers;
        const uint32 element = first_element + thread % 32;
        leading = ld;
        step = thread / 32;
        own = (step * pitch + thread % 32) * 4;
        source = matrix + offset(first_step + step, ld) + element;
        inside = 0;
#pragma unroll
        for (int i = 0; i < width / 32; ++i) inside |= (uint32)(element + i * 32 < (uint32)size) << i;
    }
    __device__ __forceinline__ void fill(uint32 target, const TensorMap*, uint32, int left) {
        const uint32 to = target + own;
        if (left >= bk) {
#pragma unroll
            for (int row = 0; row < bk; row += warps) {
                copy(to + row * pitch * 4, source, inside);
                source = settled(source + offset(warps, leading));
            }
        } else {
#pragma unroll 1
            for (int row = 0; row < bk; row += warps) {
                copy(to + row * pitch * 4, source, row + step < left ? inside : 0);
                source += offset(warps, leading);
            }
        }
    }

   private:
    static __device__ __forceinline__ void copy(uint32 to, const float* from, uint32 wanted) {
#pragma unroll
        for (int i = 0; i < width / 32; ++i)
            cp_async_ca_4(to + i * 32 * 4, from + i * 32, wanted >> i & 1 ? 4 : 0);
    }
};

// Rows lie along k: single elements, eight lanes taking eight steps of a row, four rows a warp.
// Only one address is kept; the next rows' follow from it.
template <int width, int pitch, int bk, int producers>
struct TransposingFiller {
    static constexpr bool by_all_threads = true;
    static constexpr uint32 bytes = 0;
    static constexpr int rows = producers / 8;  // between two rows of a thread
    const float* source;
    uint32 own;              // where this thread's first element lies in a stage
    int leading, rows_left;  // rows of the matrix from this thread's first on
    int step;

    __device__ __forceinline__ void begin(const float* matrix, int ld, int first_row, int size,
                                          int first_step, int) {
        const int thread = threadIdx.x % producers, below = thread % 32 / 8 + thread / 32 * 4;
        leading = ld;
        rows_left = size - (first_row + below);
        step = thread % 8;
        own = (step * pitch + below) * 4;
        source = matrix + offset(first_row + below, ld) + first_step + step;
    }
    __device__ __forceinline__ void fill(uint32 target, const TensorMap*, uint32, int left) {
        const uint32 to = target + own;
        const float* from = source;
        if (left >= bk) {
#pragma unroll
            for (int i = 0; i < width; i += rows) {
                copy(to + i * 4, from, i < rows_left, bk);
                from = settled(from + offset(rows, leading));
            }
        } else {
#pragma unroll 1
            for (int i = 0; i < width; i += rows) {
                copy(to + i * 4, from, i < rows_left, left - step);
                from += offset(rows, leading);
            }
        }
        source += bk;
    }

   private:
    static __device__ __forceinline__ void copy(uint32 to, const float* from, bool is_row,
                                                int steps_left) {
#pragma unroll
        for (int h = 0; h < bk; h += 8)
            cp_async_ca_4(to + h * pitch * 4, from + h, is_row && h < steps_left ? 4 : 0);
    }
};
