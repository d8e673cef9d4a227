// How the producer warps bring the block of one operand into a stage, as rows of equal k. For
// the stream-K family.
//
// A load is given the start of a work item, and then fills stage after stage, bk steps further each
// time. What lies beyond k is filled with zeros. What lies beyond the matrix in the other direction
// yields results that are not stored; it is never read. A load says whether all threads
// have to call it or one, and how many bytes a bulk copy brings.
#pragma once
#include "copy_instructions.cuh"
#include "opaque.cuh"
#include "stream_k_stage.cuh"
#include "thread_number.cuh"

// One element without waiting; a zero where it is not wanted.
template <bool is_whole>
__device__ __forceinline__ void copy_element(uint32 target, const float* source, bool is_wanted) {
    if (is_whole)
        cp_async_ca_4(target, source);
    else
        cp_async_ca_4(target, source, is_wanted * 4);
}

// Rows of equal k lie in memory as they are wanted: one bulk tensor copy, issued by one thread.
template <int width, int pitch, int bk>
struct TmaLoad {
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

// K-major rows that stay so: for each slice one bulk tensor copy of its steps of each row.
template <int width, int bk, int slices>
struct TmaLoadKMajor {
    static constexpr bool by_all_threads = false;
    static constexpr int steps = bk / slices;
    static constexpr uint32 bytes = width * bk * 4;
    int first, step, product;

    __device__ __forceinline__ void begin(const float*, int, int first_row, int, int first_step,
                                          int product_number) {
        first = first_row;
        step = first_step;
        product = product_number;
    }
    __device__ __forceinline__ void fill(uint32 target, const TensorMap* map, uint32 full, int) {
#pragma unroll
        for (int slice = 0; slice < slices; ++slice, step += steps)
            cp_async_bulk_tensor_3d(target + slice * (width * steps * 4), map, step, first, product,
                                    full);
    }
};

// K-major rows that stay so, for any alignment: neighbouring threads copy neighbouring elements
// of a row, and several rows at once.
template <int width, int bk, int producers>
struct CpAsyncLoadKMajor {
    static constexpr bool by_all_threads = true;
    static constexpr uint32 bytes = 0;
    static constexpr int rows = producers / bk;
    static_assert(producers % bk == 0 && width % rows == 0, "whole rows");
    const float* source;
    int leading, rows_left;  // rows of the matrix from this thread's first on

    __device__ __forceinline__ void begin(const float* matrix, int ld, int first_row, int size,
                                          int first_step, int) {
        const int thread = threadIdx.x % producers, row = first_row + thread / bk;
        leading = ld;
        rows_left = size - row;
        source = matrix + offset(row, ld) + first_step + thread % bk;
    }
    __device__ __forceinline__ void fill(uint32 target, const TensorMap*, uint32, int left) {
        const int thread = tid_x() % producers, step = thread % bk;
        const uint32 to = opaque(target + (thread / bk * bk + step) * 4);
        if (left >= bk && rows_left > width - rows)
            fill_rows<true>(to, true);
        else
            fill_rows<false>(to, step < left);
        source += bk;
    }

   private:
    template <bool is_whole>
    __device__ __forceinline__ void fill_rows(uint32 to, bool is_wanted) {
        const float* from = source;
#pragma unroll
        for (int i = 0; i < width; i += rows) {
            copy_element<is_whole>(to + i * bk * 4, from, is_wanted && i < rows_left);
            from = opaque(from + offset(rows, leading));
        }
    }
};

// Rows of equal k for any alignment: a warp copies rows of k, its lanes neighbouring elements;
// two rows at once where they are short.
//
// A copying warp takes issue slots from those that multiply, so that each instruction beside a copy
// counts. Where all of a block lies in the matrix nothing has to be asked for each element, and the
// targets are one address and a constant: the compiler is kept from computing each one again.
template <int width, int pitch, int bk, int producers>
struct CpAsyncLoad {
    static constexpr bool by_all_threads = true;
    static constexpr uint32 bytes = 0;
    static constexpr int wide = width < 32 ? width : 32;  // neighbours
    static constexpr int rows = producers / wide;         // at once
    static constexpr uint32 all = (1u << width / wide) - 1;
    static_assert(width % wide == 0 && producers % wide == 0 && bk % rows == 0, "whole rows");
    const float* source;
    uint32 inside;  // a bit for each group of neighbours: whether this lane's is one of the matrix
    int leading;

    __device__ __forceinline__ void begin(const float* matrix, int ld, int first_element, int size,
                                          int first_step, int) {
        const int thread = threadIdx.x % producers;
        const uint32 element = first_element + thread % wide;
        leading = ld;
        source = matrix + offset(first_step + thread / wide, ld) + element;
        inside = 0;
#pragma unroll
        for (int i = 0; i < width / wide; ++i)
            inside |= (uint32)(element + i * wide < (uint32)size) << i;
    }
    __device__ __forceinline__ void fill(uint32 target, const TensorMap*, uint32, int left) {
        const int thread = tid_x() % producers, step = thread / wide;
        const uint32 to = opaque(target + (step * pitch + thread % wide) * 4);
        if (left < bk)
            fill_rows<false, false>(to, left - step);
        else if (inside == all)
            fill_rows<true, true>(to, bk);
        else
            fill_rows<true, false>(to, bk);
    }

   private:
    // Of a block within k but at the edge of the matrix, which columns are wanted is the same for
    // all rows, and asked once.
    template <bool has_all_rows, bool has_all_columns>
    __device__ __forceinline__ void fill_rows(uint32 to, int left) {
#pragma unroll
        for (int row = 0; row < bk; row += rows) {
            const uint32 wanted = has_all_rows || row < left ? inside : 0;
#pragma unroll
            for (int i = 0; i < width / wide; ++i)
                copy_element<has_all_columns>(to + (row * pitch + i * wide) * 4, source + i * wide,
                                              wanted >> i & 1);
            source = opaque(source + offset(rows, leading));
        }
    }
};

// K-major rows, transposed on their way: single elements, eight lanes taking eight steps of a row,
// four rows a warp. Only one address is kept; the next rows' follow from it.
template <int width, int pitch, int bk, int producers>
struct CpAsyncTransposeLoad {
    static constexpr bool by_all_threads = true;
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
        const uint32 to = opaque(target + (step * pitch + first_of_thread(thread)) * 4);
        if (left >= bk && rows_left > width - rows)
            fill_rows<true>(to, left - step);
        else
            fill_rows<false>(to, left - step);
        source += bk;
    }

   private:
    static __device__ __forceinline__ int first_of_thread(int thread) {
        return thread % 32 / 8 + thread / 32 * 4;
    }
    template <bool is_whole>
    __device__ __forceinline__ void fill_rows(uint32 to, int left) {
        const float* from = source;
#pragma unroll
        for (int i = 0; i < width; i += rows) {
#pragma unroll
            for (int h = 0; h < bk; h += 8)
                copy_element<is_whole>(to + (h * pitch + i) * 4, from + h,
                                       i < rows_left && h < left);
            from = opaque(from + offset(rows, leading));
        }
    }
};

// What fills stages with an operand: by TMA where it can, else by cp.async.
template <bool by_tma, bool k_major, class Tile, int width, int pitch>
struct OperandLoad {
    using type = CpAsyncTransposeLoad<width, pitch, Tile::bk, Tile::producers>;
};
template <class Tile, int width, int pitch>
struct OperandLoad<true, false, Tile, width, pitch> {
    using type = TmaLoad<width, pitch, Tile::bk>;
};
template <class Tile, int width, int pitch>
struct OperandLoad<false, false, Tile, width, pitch> {
    using type = CpAsyncLoad<width, pitch, Tile::bk, Tile::producers>;
};

// The same for an A that stays K-major.
template <bool by_tma, class Tile>
struct KMajorLoad {
    static constexpr int pieces = Stage<Tile>::is_swizzled ? Tile::bk / 32 : Tile::slices;
    using type = TmaLoadKMajor<Tile::bm, Tile::bk, pieces>;
};
template <class Tile>
struct KMajorLoad<false, Tile> {
    static_assert(Tile::slices == 1, "rows are copied whole, and not slice by slice");
    using type = CpAsyncLoadKMajor<Tile::bm, Tile::bk, Tile::producers>;
};

template <bool k_major, class Tile, bool by_tma>
struct LoadOfA {
    using type = typename KMajorLoad<by_tma, Tile>::type;
};
template <class Tile, bool by_tma>
struct LoadOfA<false, Tile, by_tma> {
    using type =
        typename OperandLoad<by_tma, !Tile::trans_a, Tile, Tile::bm, Stage<Tile>::a_pitch>::type;
};

template <class Tile, bool by_tma>
using LoadForA = typename LoadOfA<(bool)Tile::k_major_a, Tile, by_tma>::type;
template <class Tile, bool by_tma>
using LoadForB =
    typename OperandLoad<by_tma, (bool)Tile::trans_b, Tile, Tile::bn, Stage<Tile>::b_pitch>::type;
