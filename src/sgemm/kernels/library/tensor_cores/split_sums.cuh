// Where intervals of k are summed that tensor cores have multiplied: FP32 registers. See split.py.
#pragma once
#include "split_layout.cuh"

// Sums of a thread. Tiles with bk = 64 have one chain. Others have chunks of a fifth of k: at least
// 384 steps, or 128 where an interval has 16, and at most 768. Each is summed by itself, and the
// sums of chunks are added in ascending order. Then rounding errs less, and sums of one sign no
// more than cuBLAS's that cut k.
template <uint32 rows, uint32 count>
struct PromotedSums {
    static constexpr bool has_chunks = Tile::bk <= 32;
    static constexpr uint32 most_steps_a_chunk = 768;
    typedef float Sums[rows][count];

    Sums sums, totals;
    const uint32 intervals_a_chunk;
    uint32 left;

    __device__ __forceinline__ PromotedSums(uint32 k, uint32 interval)
        : intervals_a_chunk(divided(
              min(max((k + 4) / 5, interval == 16 ? 128u : 384u), most_steps_a_chunk), interval)),
          left(intervals_a_chunk) {
        clear(sums);
        clear(totals);
    }

    // Promotion: rounded to nearest.
    __device__ __forceinline__ void add(const Sums& of_interval) {
        add_to(sums, of_interval);
        if (has_chunks && --left == 0) {
            add_to(totals, sums);
            clear(sums);
            left = intervals_a_chunk;
        }
    }
    // All of them: that of the last chunk is added.
    __device__ __forceinline__ Sums& all() {
        if (!has_chunks) return sums;
        add_to(totals, sums);
        return totals;
    }

   private:
    static __device__ __forceinline__ void clear(Sums& sums) {
#pragma unroll
        for (uint32 i = 0; i < rows; ++i)
#pragma unroll
            for (uint32 j = 0; j < count; ++j) sums[i][j] = 0.0f;
    }
    static __device__ __forceinline__ void add_to(Sums& sums, const Sums& others) {
#pragma unroll
        for (uint32 i = 0; i < rows; ++i)
#pragma unroll
            for (uint32 j = 0; j < count; ++j) sums[i][j] = __fadd_rn(sums[i][j], others[i][j]);
    }
};
