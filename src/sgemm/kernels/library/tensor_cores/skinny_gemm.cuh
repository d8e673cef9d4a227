// The launches of fp16x3_skinny and fp16x3_tall, whose large operand is split as it is read.
//
// All is written for few rows of C: rows of A are split beforehand, and columns of B as they come.
// With few columns C^T = B^T A^T has few rows. So fp16x3_tall gives its operands and sizes in each
// other's place, and C is stored transposed.
#pragma once
#include "cache_policy.cuh"
#include "common.cuh"
#include "constants.cuh"
#include "launch_instructions.cuh"
#include "library_parameters.cuh"
#include "opaque.cuh"
#include "partial_sums.cuh"
#include "skinny_columns.cuh"
#include "skinny_products.cuh"
#include "skinny_rows.cuh"
#include "skinny_workspace.cuh"
#include "thread_instructions.cuh"
#include "tile.cuh"
#include "work_items.cuh"

typedef StoredRows<few_type, few_k_major> Rows;

__device__ __forceinline__ WorkItem transposed(const WorkItem& item) {
    return {item.column, item.row, item.part, item.product, item.tile};
}

// A block's part of a product. The item counts tiles as they lie in C.
__device__ __forceinline__ WorkItem own_item(int m, int n, int splits) {
    return few_columns ? transposed(work_item<Tile>(n, m, splits))
                       : work_item<Tile, true>(m, n, splits);
}

// C := alpha*sums + beta*addend, as C lies in memory.
__device__ __forceinline__ void write_item(uint32 sums, const WorkItem& item, int m, int n,
                                           float alpha, float beta, float* C, int ldc,
                                           const Addend& addend) {
    if (few_columns)
        write_sums<Tile>(sums, transposed(item), n, m, alpha, beta, C, ldc, addend);
    else
        write_sums<Tile>(sums, item, m, n, alpha, beta, C, ldc, addend);
}

// The pre-kernel: each block splits a part of the rows of a tile in a chunk of k.
__device__ __forceinline__ void split_few(SGEMM_LIBRARY_PARAMETERS) {
    wait_for_primary_launch();
    launch_dependents();
    const Workspace space(workspace, m, n, k, batch, stride_a);
    const uint64 number = (uint64)blockIdx.x * Tile::threads + threadIdx.x;
    if (number == 0) *notes_of(workspace) = {};
    for (uint64 i = number; i < space.tiles; i += (uint64)gridDim.x * Tile::threads)
        tiles_by_ffma(workspace)[i] = 0;

    const uint32 part = blockIdx.x % SplitRows::parts, of_all = blockIdx.x / SplitRows::parts;
    const uint32 chunk = of_all % space.chunks, tile = of_all / space.chunks % space.down;
    const uint32 matrix = of_all / space.chunks / space.down;
    const Rows rows(matrix_of<few_type>(A, matrix, stride_a), tile * tile_rows, m, lda,
                    {0, (uint32)k});
    split_rows_of(rows, part, chunk * chunk_steps, space.rows(matrix, tile, chunk));
}

// A block's part of a product: a tile, and some chunks of its k.
__device__ __forceinline__ void multiply_few(SGEMM_LIBRARY_PARAMETERS) {
    // Aligned here, since what is declared so would move the static variables' end, too.
    extern __shared__ __align__(16) char memory[];
    const uint32 shared = (cvta_to_shared(memory) + 1023) / 1024 * 1024;
    skip_product_if_unused(k, alpha);
    WorkItem item = own_item(m, n, splits);
    const Range steps = steps_of_part<Tile>(item.part, splits, k);
    const uint32 chunks = (steps.end - steps.first + chunk_steps - 1) / chunk_steps;
    Columns columns(reinterpret_cast<const ManyStored*>(B) + item.product * stride_b, item.column,
                    n, ldb, steps, policy_of_large_operand(m, n, k, batch), shared);
    columns.start();  // the large operand is no result of the pre-kernel
    const RowRing ring{shared + Columns::ring_bytes};
    if (threadIdx.x == 0) ring.start();
    __syncthreads();
    wait_for_primary_launch();

    const Workspace space(workspace, m, n, k, batch, stride_a);
    const unsigned char* const images =
        space.rows(stride_a ? item.product : 0, item.row / tile_rows, steps.first / chunk_steps);
    // Thread 0 keeps row_stages - 1 chunks of rows in flight.
    const auto fill = [&](uint32 chunk) {
        if (threadIdx.x == 0 && chunk < chunks)
            ring.fill(chunk, images + (uint64)chunk * SplitRows::bytes);
    };
    for (uint32 chunk = 0; chunk + 1 < RowRing::stages; ++chunk) fill(chunk);
    columns.start_reading();

    const bool is_short = k < Constants::least_k;
    ThreadSums totals;
    LoadedColumns own, next;
    if (works_ahead && chunks) columns.read(own, 0);
#pragma unroll 1
    for (uint32 chunk = 0; chunk < chunks; ++chunk) {
        fill(chunk + RowRing::stages - 1);
        if (!works_ahead) columns.read(own, chunk);
        ring.await_rows(chunk);
        const StagedRows staged(ring.data(chunk));
        // All warps of a warpgroup multiply alike, and know the columns that each has.
        columns.await_next();
        const bool is_far = own.are_far() | staged.are_far() | is_short;
        const bool by_ffma = bar_red_or<warpgroup>(1 + threadIdx.x / warpgroup, is_far);
        if (by_ffma) {
            if (threadIdx.x % warpgroup == 0) tiles_by_ffma(workspace)[item.tile] = 1;
            add_by_ffma(totals.values,
                        Rows(matrix_of<few_type>(A, item.product, stride_a), item.row, m, lda,
                             steps),
                        columns, chunk);
            columns.end_reading();
        }
        columns.copy(chunk + column_stages);
        const uint32 next_chunk = min(chunk + 1, chunks - 1);
        if (!by_ffma)
            add_by_halves(totals.values, staged, own, [&](uint32 k_block) {
                if (works_ahead) columns.read(next, next_chunk, k_block);
            });
        else if (works_ahead)
            columns.read(next, next_chunk);
        ring.release(chunk);
        if (works_ahead) own = next;
    }
    // Both are worked out once more, rather than kept in registers meanwhile.
    item = own_item(opaque(m), n, splits);
    float* const parts = Workspace(workspace, opaque(m), n, k, batch, stride_a).sums();
    if (!holds_whole_sum<Tile>(totals, item, parts, counters, splits)) return;
    __syncthreads();  // the sums take the place of operands, and all have noted what went to FFMA
    const bool is_of_halves = k && threadIdx.x == 0 && !tiles_by_ffma(workspace)[item.tile];
    totals.store(shared);
    __syncthreads();
    write_item(shared, item, m, n, alpha, beta, C + item.product * stride_c, ldc,
               SGEMM_ADDEND(item.product));
    if (is_of_halves) atomicAdd(&notes_of(workspace)->tiles_of_halves, 1);
}
