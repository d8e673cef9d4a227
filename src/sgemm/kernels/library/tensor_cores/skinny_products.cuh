// The products of fp16x3_skinny and fp16x3_tall, chunk by chunk of k: by tensor cores, or by fused multiply-adds
// where halves would lose digits.
//
// The operands are swapped: what is computed is C^T = B^T A^T. An instruction of a warpgroup has 64
// rows (M), and as few columns as 8 (N). C has few rows and many columns. So columns of B are the
// side of M, and rows of A that of N. And wgmma takes its first operand from registers: there B is
// split, and its halves never lie in shared memory.
//
// A warpgroup has 64 columns of C and all rows of the tile. A lane has two of the columns, and two
// neighbours of each eight rows.
#pragma once
#include "partial_sums.cuh"
#include "skinny_columns.cuh"
#include "skinny_columns_mn_major.cuh"
#include "skinny_rows.cuh"
#include "store_instructions.cuh"
#include "wgmma_instructions.cuh"

typedef ColumnRing<many_k_major> Columns;

// Of each eight rows: two neighbours of one column, then two of the other.
constexpr uint32 group_rows = 8, sums_of_thread = tile_rows / 2;

// A tile of 128 rows multiplies a chunk of columns, split once, by 64 rows after the other:
// registers hold the sums of a chunk of so many.
constexpr uint32 pass_rows = tile_rows < 64 ? tile_rows : 64, sums_of_pass = pass_rows / 2;
constexpr uint32 passes = tile_rows / pass_rows;
typedef float Sums[sums_of_pass];

// Where a sum is: the row and the column in the tile.
__device__ __forceinline__ uint32 row_of(uint32 sum) {
    return sum / 4 * group_rows + threadIdx.x % 4 * 2 + sum % 2;
}
__device__ __forceinline__ uint32 column_of(uint32 sum) {
    return threadIdx.x / lanes * 16 + Columns::own_column(sum % 4 / 2);
}

// The sums of a thread. Those of a part of k lie in the workspace in the threads' order, four
// neighbours of each.
struct ThreadSums {
    static constexpr uint32 vectors = sums_of_thread / 4, at_once = vectors < 4 ? vectors : 4;
    static constexpr uint32 parts_at_once = 4;

    float values[sums_of_thread] = {};

    __device__ __forceinline__ void save(float* part) const {
#pragma unroll
        for (uint32 i = 0; i < vectors; ++i) *place(part, i) = vector(i);
    }
    // Its own part is not read again.
    __device__ __forceinline__ void add(float* parts, uint32 count, uint32 own) {
#pragma unroll
        for (uint32 first = 0; first < vectors; first += at_once) {
            float4 sum[at_once];
#pragma unroll
            for (uint32 i = 0; i < at_once; ++i) sum[i] = {no_sum, no_sum, no_sum, no_sum};
#pragma unroll 1
            for (uint32 start = 0; start < count; start += parts_at_once) {
                float4 part[parts_at_once][at_once];
#pragma unroll
                for (uint32 p = 0; p < parts_at_once; ++p)
#pragma unroll
                    for (uint32 i = 0; i < at_once; ++i) {
                        part[p][i] = {no_sum, no_sum, no_sum, no_sum};
                        if (start + p == own)
                            part[p][i] = vector(first + i);
                        else if (start + p < count)
                            part[p][i] =
                                *place(parts + (start + p) * Fan<Tile>::elements, first + i);
                    }
#pragma unroll
                for (uint32 p = 0; p < parts_at_once; ++p)
#pragma unroll
                    for (uint32 i = 0; i < at_once; ++i) sum[i] = added(sum[i], part[p][i]);
            }
#pragma unroll
            for (uint32 i = 0; i < at_once; ++i) {
                float* const four = values + (first + i) * 4;
                four[0] = sum[i].x, four[1] = sum[i].y, four[2] = sum[i].z, four[3] = sum[i].w;
            }
        }
    }
    // Stores them in shared memory, as write_sums reads them: row by row of C.
    __device__ __forceinline__ void store(uint32 target) const {
        constexpr uint32 pitch = SliceSums<Tile>::pitch;
#pragma unroll
        for (uint32 i = 0; i < sums_of_thread; ++i) {
            const uint32 row = few_columns ? column_of(i) : row_of(i);
            const uint32 column = few_columns ? row_of(i) : column_of(i);
            st_shared(target + (row * pitch + column) * 4, values[i]);
        }
    }

   private:
    __device__ __forceinline__ float4 vector(uint32 i) const {
        return {values[i * 4], values[i * 4 + 1], values[i * 4 + 2], values[i * 4 + 3]};
    }
    static __device__ __forceinline__ float4* place(float* part, uint32 i) {
        return reinterpret_cast<float4*>(part) + i * Tile::threads + threadIdx.x;
    }
};

// Splits two columns of B in 16 steps into halves: a column's first two steps, the other's; their
// next two. Of half precision the high ones are all.
__device__ __forceinline__ void split_own_columns(uint32 (&high)[4], uint32 (&low)[4],
                                                  const LoadedColumns& own, uint32 k_block) {
#pragma unroll
    for (uint32 i = 0; i < 4; ++i) {
        const float (&four)[4] = own.elements[k_block][i % 2];
        const float scale = own.magnitudes[i % 2].scale();
        const float2 two = {four[i / 2 * 2] * scale, four[i / 2 * 2 + 1] * scale};
        if constexpr (many_are_halves) {
            high[i] = cvt_f16x2(two.x, two.y);
        } else {
            const SplitPair pair(two);
            high[i] = pair.high, low[i] = pair.low;
        }
    }
    fence_operand(high);  // written here, and not after a wgmma_fence
    if constexpr (!many_are_halves) fence_operand(low);
}

// totals += rows*columns for a chunk, by three products of halves; by two where an operand is of half
// precision, which has no low halves. Every 16 steps the large
// products are added in FP32 registers; the two small ones stay on the tensor cores for the whole
// chunk. `meanwhile(k_block)` is called while they multiply.
template <class Meanwhile>
__device__ __forceinline__ void add_by_halves(float (&totals)[sums_of_thread],
                                              const StagedRows& rows, const LoadedColumns& own,
                                              const Meanwhile& meanwhile) {
    uint32 high[k_blocks][4], low[k_blocks][4];
    const auto split = [&](uint32 k_block) {
        split_own_columns(high[k_block], low[k_block], own, k_block);
    };
#pragma unroll
    for (uint32 pass = 0; pass < passes; ++pass) {
        const bool is_first = pass == 0, is_last = pass + 1 == passes;
        Sums large, small, products[1 + works_ahead];
        const auto multiply = [&](uint32 k_block) {
            Sums& sums = k_block ? products[k_block % (1 + works_ahead)] : large;
            const uint64 high_rows = rows.descriptor(pass * pass_rows, k_block, false);
            fence_operand(sums);  // whatever they are: after the fence nobody may write them
            if (k_block == 0) fence_operand(small);
            wgmma_fence();
            if constexpr (!many_are_halves)
                wgmma(small, low[k_block], high_rows, k_block > 0);
            if constexpr (!few_are_halves)
                wgmma(small, high[k_block], rows.descriptor(pass * pass_rows, k_block, true),
                      !many_are_halves || k_block > 0);
            wgmma(sums, high[k_block], high_rows, false);
            wgmma_commit_group();
        };
        if (is_first) split(0);
        if (works_ahead) {
            multiply(0);
            if (is_first) split(1);
        }
#pragma unroll
        for (uint32 k_block = 0; k_block < k_blocks; ++k_block) {
            if (k_block + works_ahead < k_blocks) multiply(k_block + works_ahead);
            if (is_first && !works_ahead && k_block + 1 < k_blocks) split(k_block + 1);
            Sums& sums = k_block ? products[k_block % (1 + works_ahead)] : large;
            if (k_block + works_ahead < k_blocks)
                wgmma_wait<works_ahead>(sums);
            else
                wgmma_wait<0>(sums);
            fence_operand(high[k_block]);  // they are read until then
            if constexpr (!many_are_halves) fence_operand(low[k_block]);
            if (k_block)
#pragma unroll
                for (uint32 i = 0; i < sums_of_pass; ++i) large[i] = __fadd_rn(large[i], sums[i]);
            if (is_first && works_ahead && k_block + 2 < k_blocks) split(k_block + 2);
            if (is_last) meanwhile(k_block);
        }
        fence_operand(small);
        const float inverses[2] = {own.magnitudes[0].inverse(), own.magnitudes[1].inverse()};
#pragma unroll
        for (uint32 group = 0; group < sums_of_pass; group += 4) {
            float* const four = totals + pass * sums_of_pass + group;
            const float2 of_rows = rows.inverses(pass * pass_rows + row_of(group));
#pragma unroll
            for (uint32 j = 0; j < 4; ++j) {
                const float sum =
                    __fmaf_rn(small[group + j], 1.0f / Constants::low_factor, large[group + j]);
                const float inverse = inverses[j / 2] * (j % 2 ? of_rows.y : of_rows.x);
                four[j] = __fmaf_rn(sum, inverse, four[j]);
            }
        }
    }
}

// The same by fused multiply-adds, in ascending order of k.
template <class Rows>
__device__ __forceinline__ void add_by_ffma(float (&totals)[sums_of_thread], const Rows& rows,
                                            const Columns& columns, uint32 chunk) {
    float sums[sums_of_thread] = {};
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
