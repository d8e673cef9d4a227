// The products of fp16x3_skinny, chunk by chunk of k: by tensor cores, or by fused multiply-adds
// where halves would lose digits.
//
// A warpgroup has 64 columns of C, which are rows of the matrix instruction, and all rows of the
// tile. A lane has two of the columns, eight apart, and two neighbours of each eight rows.
#pragma once
#include "partial_sums.cuh"
#include "skinny_operands.cuh"
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

    __device__ __forceinline__ SplitColumns(const LoadedColumns& own, uint32 mma) {
#pragma unroll
        for (uint32 i = 0; i < 4; ++i) {
            const float(&four)[4] = own.elements[mma][i % 2];
            const float scale = own.magnitudes[i % 2].scale();
            const SplitPair pair({four[i / 2 * 2] * scale, four[i / 2 * 2 + 1] * scale});
            high[i] = pair.high, low[i] = pair.low;
        }
        hold(high);  // written here, and not after a wgmma_fence
        hold(low);
    }
};

// totals += rows*columns for a chunk, by three products of halves. Every 16 steps the large products
// are added in FP32 registers; the two small ones stay on the tensor cores for the whole chunk.
__device__ __forceinline__ void add_by_halves(Sums& totals, const StagedRows& rows,
                                              const LoadedColumns& own) {
    Sums large, small;
    SplitColumns next(own, 0);
#pragma unroll
    for (uint32 mma = 0; mma < mmas; ++mma) {
        SplitColumns columns = next;
        const uint64 high_rows = rows.matrix(mma, false);
        Sums products;
        hold(products);  // whatever they are: after the fence nobody may write them
        if (mma == 0) hold(small);
        wgmma_fence();
        wgmma(small, columns.low, high_rows, mma > 0);
        wgmma(small, columns.high, rows.matrix(mma, true), true);
        wgmma(products, columns.high, high_rows, false);
        wgmma_commit_group();
        if (mma + 1 < mmas) next = SplitColumns(own, mma + 1);
        wgmma_wait_all(products);
        hold(columns.high);  // they are read until then
        hold(columns.low);
#pragma unroll
        for (uint32 i = 0; i < sums_of_thread; ++i)
            large[i] = mma ? __fadd_rn(large[i], products[i]) : products[i];
    }
    hold(small);
    const float inverses[2] = {own.magnitudes[0].inverse(), own.magnitudes[1].inverse()};
#pragma unroll
    for (uint32 group = 0; group < sums_of_thread; group += 4) {
        const float2 of_rows = rows.inverses(row_of(group));
#pragma unroll
        for (uint32 j = 0; j < 4; ++j) {
            const float sum = __fmaf_rn(small[group + j], 1.0f / Constants::low_factor,
                                        large[group + j]);
            const float inverse = inverses[j / 2] * (j % 2 ? of_rows.y : of_rows.x);
            totals[group + j] = __fmaf_rn(sum, inverse, totals[group + j]);
        }
    }
}

// The same by fused multiply-adds, in ascending order of k.
template <class StoredRows>
__device__ __forceinline__ void add_by_ffma(Sums& totals, const StoredRows& rows,
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
