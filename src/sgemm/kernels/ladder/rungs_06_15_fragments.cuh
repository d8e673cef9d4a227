// Moving pieces of matrices, for rungs whose threads own several elements (vector_loads to
// double_buffer, and async_copy): guarded loads of vectors of four neighbours from global memory,
// fragments from shared memory into registers, their outer product, and thread tiles of C back out.
#pragma once
#include "float4_rows.cuh"

// Four neighbours of a row, of which the first `left` exist; the others are zero and not read.
__device__ __forceinline__ float4 load_vector(const float* source, int left, bool as_float4) {
    float4 vector = {0.0f, 0.0f, 0.0f, 0.0f};
    if (as_float4 && left >= 4) {
        vector = *reinterpret_cast<const float4*>(source);
    } else {
        if (left > 0) vector.x = source[0];
        if (left > 1) vector.y = source[1];
        if (left > 2) vector.z = source[2];
        if (left > 3) vector.w = source[3];
    }
    return vector;
}

// A vector along a row of shared memory, 16-byte aligned.
__device__ __forceinline__ void store_shared(float* target, const float4& vector) {
    *reinterpret_cast<float4*>(target) = vector;
}

// A vector down a column of shared memory with a pitch of `pitch` elements.
template <int pitch>
__device__ __forceinline__ void store_shared_transposed(float* target, const float4& vector) {
    target[0 * pitch] = vector.x;
    target[1 * pitch] = vector.y;
    target[2 * pitch] = vector.z;
    target[3 * pitch] = vector.w;
}

// Neighbours of shared memory, 16-byte aligned, into registers by 128-bit loads.
template <int count>
__device__ __forceinline__ void load_fragment(float (&fragment)[count], const float* shared) {
    static_assert(count % 4 == 0, "a fragment is read in float4");
#pragma unroll
    for (int i = 0; i < count; i += 4)
        unpack(&fragment[i], *reinterpret_cast<const float4*>(shared + i));
}

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
