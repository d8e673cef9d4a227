// Moving pieces of matrices, for rungs whose threads own several elements: guarded loads of four
// neighbours ("quads") from global memory, fragments from shared memory into registers, their
// outer product, and thread tiles of C back out.
#pragma once
#include "common.cuh"

// Whether quads of a matrix that start at a multiple of 4 may be accessed as one float4. The same
// for every thread of a launch, so the choice costs no divergence.
__device__ __forceinline__ bool holds_float4(const float* matrix, int leading) {
    return (((uint64)matrix & 15) | ((uint32)leading & 3)) == 0;
}

// Elements left from a position to the end of its row or column; zero or less outside. Positions
// lie at most one tile past the end, so the difference fits.
__device__ __forceinline__ int left_of(int size, uint32 position) {
    return (int)((uint32)size - position);
}

// Four neighbours of a row, of which the first `left` exist; the others are zero and not read.
__device__ __forceinline__ float4 load_quad(const float* source, int left, bool as_float4) {
    float4 quad = {0.0f, 0.0f, 0.0f, 0.0f};
    if (as_float4 && left >= 4) {
        quad = *reinterpret_cast<const float4*>(source);
    } else {
        if (left > 0) quad.x = source[0];
        if (left > 1) quad.y = source[1];
        if (left > 2) quad.z = source[2];
        if (left > 3) quad.w = source[3];
    }
    return quad;
}

// A quad along a row of shared memory, 16-byte aligned.
__device__ __forceinline__ void store_shared(float* target, const float4& quad) {
    *reinterpret_cast<float4*>(target) = quad;
}

// A quad down a column of shared memory, whose rows lie `pitch` elements apart.
template <int pitch>
__device__ __forceinline__ void store_shared_transposed(float* target, const float4& quad) {
    target[0 * pitch] = quad.x;
    target[1 * pitch] = quad.y;
    target[2 * pitch] = quad.z;
    target[3 * pitch] = quad.w;
}

// Neighbours of shared memory, 16-byte aligned, into registers by 128-bit loads.
template <int count>
__device__ __forceinline__ void load_fragment(float (&fragment)[count], const float* shared) {
    static_assert(count % 4 == 0, "a fragment is read in float4");
#pragma unroll
    for (int i = 0; i < count; i += 4) {
        const float4 quad = *reinterpret_cast<const float4*>(shared + i);
        fragment[i + 0] = quad.x;
        fragment[i + 1] = quad.y;
        fragment[i + 2] = quad.z;
        fragment[i + 3] = quad.w;
    }
}

// sums += a * b^T: one step of k for a whole thread tile.
template <int rows, int columns>
__device__ __forceinline__ void add_outer_product(float (&sums)[rows][columns],
                                                  const float (&a)[rows],
                                                  const float (&b)[columns]) {
#pragma unroll
    for (int i = 0; i < rows; ++i)
#pragma unroll
        for (int j = 0; j < columns; ++j) sums[i][j] = fmaf(a[i], b[j], sums[i][j]);
}

// `columns` neighbours of a row of C from as many sums; the first `left` of them exist. As float4
// they must start at a multiple of 4.
template <int columns>
__device__ __forceinline__ void store_row(float* c, const float* sums, int left, bool as_float4,
                                          float alpha, float beta) {
    static_assert(columns % 4 == 0, "a whole row is written in float4");
    if (as_float4 && left >= columns) {
#pragma unroll
        for (int j = 0; j < columns; j += 4) {
            const float none = unread(beta);
            float4 old = {none, none, none, none};
            if (beta != 0.0f) old = *reinterpret_cast<const float4*>(c + j);
            *reinterpret_cast<float4*>(c + j) = {blended(sums[j + 0], alpha, beta, old.x),
                                                 blended(sums[j + 1], alpha, beta, old.y),
                                                 blended(sums[j + 2], alpha, beta, old.z),
                                                 blended(sums[j + 3], alpha, beta, old.w)};
        }
    } else {
#pragma unroll
        for (int j = 0; j < columns; ++j)
            if (j < left) store_result(c + j, sums[j], alpha, beta);
    }
}

// A thread tile of C whose columns are neighbours; its first column is a multiple of 4.
template <int rows, int columns>
__device__ __forceinline__ void store_thread_tile(const float (&sums)[rows][columns], uint32 row,
                                                  uint32 column, int m, int n, float alpha,
                                                  float beta, float* C, int ldc) {
    const bool as_float4 = holds_float4(C, ldc);
    const int left = left_of(n, column);
#pragma unroll
    for (int i = 0; i < rows; ++i)
        if (row + i < m)
            store_row<columns>(C + offset(row + i, ldc) + column, sums[i], left, as_float4, alpha,
                               beta);
}
