// How the producer warps bring the block of one operand into a stage, as rows of equal k. For
// rungs 16 and 17.
//
// A filler is told where a work item begins, and then fills stage after stage, bk steps further
// each time. What lies beyond k is filled with zeros; what lies beyond the matrix in the other
// direction yields sums that are not stored, but is never read. A filler says whether all threads
// have to call it or one, whether what they started ends by itself later, and how many bytes a bulk
// copy brings.
#pragma once
#include "fragments.cuh"
#include "instructions.cuh"
#include "ring.cuh"

// Rows of equal k lie in memory as they are wanted: one bulk tensor copy, issued by one thread.
template <int width, int pitch, int bk>
struct BulkFiller {
    static constexpr bool by_all_threads = false, is_asynchronous = false;
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

// The same for any alignment: a warp copies rows of k, its lanes neighbouring elements.
template <int width, int pitch, int bk, int producers>
struct RowFiller {
    static constexpr bool by_all_threads = true, is_asynchronous = true;
    static constexpr uint32 bytes = 0;
    static constexpr int warps = producers / 32;
    const float* source;
    uint32 inside;  // a bit for each 32 elements: whether this lane's is one of the matrix
    int leading;

    __device__ __forceinline__ void begin(const float* matrix, int ld, int first_element, int size,
                                          int first_step, int) {
        const int thread = threadIdx.x % producers;
        const uint32 element = first_element + thread % 32;
        leading = ld;
        source = matrix + offset(first_step + thread / 32, ld) + element;
        inside = 0;
#pragma unroll
        for (int i = 0; i < width / 32; ++i) inside |= (uint32)(element + i * 32 < (uint32)size) << i;
    }
    __device__ __forceinline__ void fill(uint32 target, const TensorMap*, uint32, int left) {
        const int thread = tid_x() % producers, step = thread / 32;
        const uint32 to = target + (step * pitch + thread % 32) * 4;
#pragma unroll
        for (int row = 0; row < bk; row += warps) {
            const uint32 wanted = row + step < left ? inside : 0;
#pragma unroll
            for (int i = 0; i < width / 32; ++i)
                cp_async_ca_4(to + (row * pitch + i * 32) * 4, source + i * 32,
                              (wanted >> i & 1) * 4);
            source += offset(warps, leading);
        }
    }
};

// Rows lie along k: single elements, eight lanes taking eight steps of a row, four rows a warp.
// Only one address is kept; the next rows' follow from it.
template <int width, int pitch, int bk, int producers>
struct TransposingFiller {
    static constexpr bool by_all_threads = true, is_asynchronous = true;
    static constexpr uint32 bytes = 0;
    static constexpr int rows = producers / 8;  // between two rows of a thread
    const float* source;
    int leading, rows_left;  // rows of the matrix from this thread's first on

    __device__ __forceinline__ void begin(const float* matrix, int ld, int first_row, int size,
                                          int first_step, int) {
        const int thread = threadIdx.x % producers, row = first_row + first_of_thread(thread);
        leading = ld;
        rows_left = size - row;
        source = matrix + offset(row, ld) + first_step + thread % 8;
    }
    __device__ __forceinline__ void fill(uint32 target, const TensorMap*, uint32, int left) {
        const int thread = tid_x() % producers, step = thread % 8;
        const uint32 to = target + (step * pitch + first_of_thread(thread)) * 4;
        const float* from = source;
#pragma unroll
        for (int i = 0; i < width; i += rows) {
#pragma unroll
            for (int h = 0; h < bk; h += 8)
                cp_async_ca_4(to + (h * pitch + i) * 4, from + h,
                              i < rows_left && h + step < left ? 4 : 0);
            from += offset(rows, leading);
        }
        source += bk;
    }

   private:
    static __device__ __forceinline__ int first_of_thread(int thread) {
        return thread % 32 / 8 + thread / 32 * 4;
    }
};

// The same where rows start at multiples of 16 bytes: a thread takes four steps of four rows in four
// 128-bit loads, and stores them as four rows of each step. Half the instructions of copies element
// by element, and a quarter of the accesses. Eight lanes that store together have neighbouring rows.
template <int width, int pitch, int bk, int producers>
struct QuadTransposingFiller {
    static constexpr bool by_all_threads = true, is_asynchronous = false;
    static constexpr uint32 bytes = 0;
    static constexpr int chunks = bk / 4, groups = producers / chunks;  // of four steps, of rows
    static constexpr int rounds = width / 4 / groups;
    static_assert(width % (4 * groups) == 0 && groups % 8 == 0, "threads share a block evenly");
    const float* source;
    int leading, rows_left;  // rows of the matrix from this thread's first on

    __device__ __forceinline__ void begin(const float* matrix, int ld, int first_row, int size,
                                          int first_step, int) {
        const Place place = place_of_thread();
        leading = ld;
        rows_left = size - first_row - place.row;
        source = matrix + offset(first_row + place.row, ld) + first_step + place.step;
    }
    __device__ __forceinline__ void fill(uint32 target, const TensorMap*, uint32, int left) {
        const Place place = place_of_thread();
        const uint32 to = target + (place.step * pitch + place.row) * 4;
        const int steps_left = left - place.step;
        float4 quads[rounds][4];
        const float* from = source;
#pragma unroll
        for (int round = 0; round < rounds; ++round) {
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const bool is_row = round * 4 * groups + i < rows_left;
                quads[round][i] = load_quad(from, is_row ? steps_left : 0, true);
                from += leading;
            }
            from += offset(4 * groups - 4, leading);
        }
#pragma unroll
        for (int round = 0; round < rounds; ++round) {
            const float4* rows = quads[round];
            const uint32 there = to + round * 4 * groups * 4;
            st_shared_v4(there, {rows[0].x, rows[1].x, rows[2].x, rows[3].x});
            st_shared_v4(there + pitch * 4, {rows[0].y, rows[1].y, rows[2].y, rows[3].y});
            st_shared_v4(there + pitch * 8, {rows[0].z, rows[1].z, rows[2].z, rows[3].z});
            st_shared_v4(there + pitch * 12, {rows[0].w, rows[1].w, rows[2].w, rows[3].w});
        }
        source += bk;
    }

   private:
    struct Place {
        int row, step;
    };
    static __device__ __forceinline__ Place place_of_thread() {
        const int thread = tid_x() % producers;
        return {(thread % 8 + thread / (8 * chunks) * 8) * 4, thread / 8 % chunks * 4};
    }
};
