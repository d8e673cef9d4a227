// Writing C from thread tiles in pieces of four rows and four columns, straight from registers. For
// the rungs from permuted_tile to async_copy.
#pragma once
#include "epilogue.cuh"

// C := alpha*accumulators + beta*C, as store_tile of epilogue.cuh, which reads C or does not.
template <int together, int row_stride, int column_stride, bool as_float4, int rows, int columns>
__device__ __forceinline__ void store_tile(const float (&accumulators)[rows][columns],
                                           Position first, int m, int n, float alpha, float beta,
                                           float* C, int ldc) {
    if (beta == 0.0f)
        store_tile<together, row_stride, column_stride, as_float4, false>(accumulators, first, m, n,
                                                                          alpha, beta, C, ldc);
    else
        store_tile<together, row_stride, column_stride, as_float4, true>(accumulators, first, m, n,
                                                                         alpha, beta, C, ldc);
}

// The same in pieces of 4x4, as float4 where C allows it.
template <int row_stride, int column_stride, int rows, int columns>
__device__ __forceinline__ void store_pieces(const float (&accumulators)[rows][columns],
                                             Position first, int m, int n, float alpha, float beta,
                                             float* C, int ldc) {
    if (holds_whole_float4(C, n, ldc))
        store_tile<4, row_stride, column_stride, true>(accumulators, first, m, n, alpha, beta, C,
                                                       ldc);
    else
        store_tile<4, row_stride, column_stride, false>(accumulators, first, m, n, alpha, beta, C,
                                                        ldc);
}
