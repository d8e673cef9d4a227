// Asks the L2 cache for the first stage of a block. For kernels where both operands
// come in bulk.
//
// The first bulk copy waits for its tensor map, and then for memory. Those who multiply have
// nothing to do as long, and need no map: they ask for the same lines at once. Copies of single
// elements need no map either, and would only begin later if producers had to wait until consumers
// have asked.
#pragma once
#include "async_instructions.cuh"
#include "stream_k_work.cuh"

// The lines of one operand, of whose stage each row lies in one piece. Where the matrix does not
// begin with a line, the last one of a row may be left out.
template <class Tile, bool along_k, int width>
__device__ __forceinline__ void prefetch_operand(const float* matrix, int ld, uint32 first_element,
                                                uint32 size, uint32 first_step, uint32 k) {
    constexpr int line = 32;  // elements
    constexpr int rows = along_k ? width : Tile::bk, length = along_k ? Tile::bk : width;
    constexpr int lines = (length + line - 1) / line;
#pragma unroll
    for (int number = threadIdx.x; number < rows * lines; number += Tile::consumers) {
        const uint32 row = number / lines, place = number % lines * line;
        const uint32 element = first_element + (along_k ? row : place);
        const uint32 step = first_step + (along_k ? place : row);
        if (element < size && step < k)
            prefetch_l2(matrix + (along_k ? offset(element, ld) + step
                                          : offset(step, ld) + element));
    }
}

// By all consumers.
template <class Tile>
__device__ __forceinline__ void prefetch_first_stage(SGEMM_EXTENDED_PARAMETERS) {
    StreamKWork<Tile> work(m, n, k, batch, stream_k_tiles);
    WorkItem item;
    if (!work.next(item)) return;
    const uint32 step = item.first * Tile::bk;
    prefetch_operand<Tile, !Tile::trans_a, Tile::bm>(A + item.product * stride_a, lda, item.row, m,
                                                    step, k);
    prefetch_operand<Tile, Tile::trans_b, Tile::bn>(B + item.product * stride_b, ldb, item.column, n,
                                                   step, k);
}
