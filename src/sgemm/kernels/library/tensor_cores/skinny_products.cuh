// The products of fp16x3_skinny, chunk by chunk of k: by tensor cores, or by fused multiply-adds
// where halves would lose digits.
//
// The operands are swapped: what is computed is C^T = B^T A^T. An instruction of a warpgroup has 64
// rows (M), and as few columns as 8 (N). C has few rows and many columns. So columns of B are the
// side of M, and rows of A that of N. And wgmma takes its first operand from registers: there B is
// split, and its halves never lie in shared memory.
//
// A warpgroup has 64 columns of C and all rows of the tile. A lane has two of the columns, eight
// apart, and two neighbours of each eight rows.
#pragma once
#include "partial_sums.cuh"
#include "skinny_columns.cuh"
#include "skinny_rows.cuh"
#include "store_instructions.cuh"
#include "wgmma_instructions.cuh"

// Of each eight rows: two neighbours of one column, then two of the other.
constexpr uint32 group_rows = 8, sums_of_thread = Tile::bm / 2;
typedef float Sums[sums_of_thread];

// Where a sum is: the row and the column in the tile.
__device__ __forceinline__ uint32 row_of(uint32 sum) {
    return sum / 4 * group_rows + threadIdx.x % 4 * 2 + sum % 2;
}
__device__ __forceinline__ uint32 column_of(uint32 sum) {
    return threadIdx.x / lanes * 16 + threadIdx.x % lanes / 4 + sum % 4 / 2 * 8;
}

__device__ __forceinline__ void clear(Sums& sums) {
#pragma unroll
    for (uint32 i = 0; i < sums_of_thread; ++i) sums[i] = 0.0f;
}
// Stores them as the sums of a tile.
__device__ __forceinline__ void store(const Sums& sums, uint32 target) {
#pragma unroll
    for (uint32 i = 0; i < sums_of_thread; ++i)
        st_shared(target + (row_of(i) * SliceSums<Tile>::pitch + column_of(i)) * 4, sums[i]);
}

// Two columns of B in 16 steps as halves: a column's first two steps, the other's; the next two.
struct SplitColumns {
    uint32 high[4], low[4];

    __device__ __forceinline__ SplitColumns(const LoadedColumns& own, uint32 k_block) {
#pragma unroll
        for (uint32 i = 0; i < 4; ++i) {
            const float (&four)[4] = own.elements[k_block][i % 2];
            const float scale = own.magnitudes[i % 2].scale();
            const SplitPair pair({four[i / 2 * 2] * scale, four[i / 2 * 2 + 1] * scale});
            high[i] = pair.high, low[i] = pair.low;
        }
        fence_operand(high);  // written here, and not after a wgmma_fence
        fence_operand(low);
    }
};

// totals += rows*columns for a chunk, by three products of halves. Every 16 steps the large
// products are added in FP32 registers; the two small ones stay on the tensor cores for the whole
// chunk.
__device__ __forceinline__ void add_by_halves(Sums& totals, const StagedRows& rows,
                                              const LoadedColumns& own) {
    Sums large, small;
    SplitColumns next(own, 0);
#pragma unroll
    for (uint32 k_block = 0; k_block < k_blocks; ++k_block) {
        SplitColumns columns = next;
        const uint64 high_rows = rows.descriptor(k_block, false);
        Sums products;
        fence_operand(products);  // whatever they are: after the fence nobody may write them
        if (k_block == 0) fence_operand(small);
        wgmma_fence();
        wgmma(small, columns.low, high_rows, k_block > 0);
        wgmma(small, columns.high, rows.descriptor(k_block, true), true);
        wgmma(products, columns.high, high_rows, false);
        wgmma_commit_group();
        if (k_block + 1 < k_blocks) next = SplitColumns(own, k_block + 1);
        wgmma_wait_all(products);
        fence_operand(columns.high);  // they are read until then
        fence_operand(columns.low);
#pragma unroll
        for (uint32 i = 0; i < sums_of_thread; ++i)
            large[i] = k_block ? __fadd_rn(large[i], products[i]) : products[i];
    }
    fence_operand(small);
    const float inverses[2] = {own.magnitudes[0].inverse(), own.magnitudes[1].inverse()};
#pragma unroll
    for (uint32 group = 0; group < sums_of_thread; group += 4) {
        const float2 of_rows = rows.inverses(row_of(group));
#pragma unroll
        for (uint32 j = 0; j < 4; ++j) {
            const float sum =
                __fmaf_rn(small[group + j], 1.0f / Constants::low_factor, large[group + j]);
            const float inverse = inverses[j / 2] * (j % 2 ? of_rows.y : of_rows.x);
            totals[group + j] = __fmaf_rn(sum, inverse, totals[group + j]);
        }
    }
}

// The same by fused multiply-adds, in ascending order of k.
template <int32 type>
__device__ __forceinline__ void add_by_ffma(Sums& totals, const StoredRows<type>& rows,
                                            const ColumnRing& columns, uint32 chunk) {
    Sums sums;
    clear(sums);
#pragma unroll 1
    for (uint32 step = 0; step < chunk_steps; ++step) {
        const float of_columns[2] = {columns.element(chunk, step, 0),
                                     columns.element(chunk, step, 1)};
#pragma unroll
        for (uint32 i = 0; i < sums_of_thread; ++i)
            sums[i] = __fmaf_rn(rows.element(row_of(i), chunk * chunk_steps + step),
                                of_columns[i % 4 / 2], sums[i]);
    }
#pragma unroll
    for (uint32 i = 0; i < sums_of_thread; ++i) totals[i] = __fadd_rn(totals[i], sums[i]);
}
