// The arithmetic of threads that own several elements. For the rungs from vector_loads to
// double_buffer, and async_copy.
#pragma once

// accumulators += a * b^T: one step of k for a whole thread tile.
template <int rows, int columns>
__device__ __forceinline__ void add_outer_product(float (&accumulators)[rows][columns],
                                                  const float (&a)[rows],
                                                  const float (&b)[columns]) {
#pragma unroll
    for (int i = 0; i < rows; ++i)
#pragma unroll
        for (int j = 0; j < columns; ++j) accumulators[i][j] = fmaf(a[i], b[j], accumulators[i][j]);
}
