// Writing C from thread tiles of neighbours. For thread_tile_4x4 and thread_tile_8x8.
#pragma once
#include "float4_rows.cuh"
#include "rungs_07_21_row_of_c.cuh"

// A thread tile of C whose columns are neighbours; its first column is a multiple of 4.
template <int rows, int columns>
__device__ __forceinline__ void store_thread_tile(const float (&accumulators)[rows][columns],
                                                  uint32 row, uint32 column, int m, int n,
                                                  float alpha, float beta, float* C, int ldc) {
    const bool as_float4 = holds_float4(C, ldc);
    const int left = left_of(n, column);
#pragma unroll
    for (int i = 0; i < rows; ++i)
        if (row + i < m)
            store_row<columns>(C + offset(row + i, ldc) + column, accumulators[i], left, as_float4,
                               alpha, beta);
}
