// Prefetches the first stage of a block into the L2 cache. For kernels that load both operands by
// TMA.
//
// The first bulk copy waits for its tensor map, and then for memory. The consumers have nothing to
// do as long, and need no map: they prefetch the same cache lines at once. Copies of single
// elements need no map either, and would only begin later if producers had to wait until consumers
// have asked.
#pragma once
#include "launch_instructions.cuh"
#include "library_parameters.cuh"
#include "stream_k_work.cuh"

// The cache lines of one operand, of whose stage each row lies in one piece. Where the matrix does
// not begin with a cache line, the last one of a row may be left out.
template <class Tile, bool k_major, int width>
__device__ __forceinline__ void prefetch_operand(const float* matrix, int ld, uint32 first_element,
                                                 uint32 size, uint32 first_step, uint32 k) {
    constexpr int cache_line = 32;  // elements
    constexpr int rows = k_major ? width : Tile::bk, length = k_major ? Tile::bk : width;
    constexpr int cache_lines = (length + cache_line - 1) / cache_line;
#pragma unroll
    for (int number = threadIdx.x; number < rows * cache_lines; number += Tile::consumers) {
        const uint32 row = number / cache_lines, place = number % cache_lines * cache_line;
        const uint32 element = first_element + (k_major ? row : place);
        const uint32 step = first_step + (k_major ? place : row);
        if (element < size && step < k)
            prefetch_l2(matrix +
                        (k_major ? offset(element, ld) + step : offset(step, ld) + element));
    }
}

// By all consumers.
template <class Tile>
__device__ __forceinline__ void prefetch_first_stage(SGEMM_LIBRARY_PARAMETERS) {
    StreamKWork<Tile> work(m, n, k, batch, stream_k_tiles);
    StreamKItem item;
    if (!work.next(item)) return;
    const uint32 step = item.first * Tile::bk;
    prefetch_operand<Tile, !Tile::trans_a, Tile::bm>(A + item.product * stride_a, lda, item.row, m,
                                                     step, k);
    prefetch_operand<Tile, Tile::trans_b, Tile::bn>(B + item.product * stride_b, ldb, item.column,
                                                    n, step, k);
}
