// Writing C from thread tiles in separate pieces, straight from registers.
#pragma once
#include "float4_rows.cuh"

// Whether C is made of whole, aligned float4. The same for all threads of a launch.
__device__ __forceinline__ bool holds_whole_float4(const float* C, int n, int ldc) {
    return n % 4 == 0 && holds_float4(C, ldc);
}

// alpha*sum + beta*old, or alpha*sum where C is not read.
template <bool reads_c>
__device__ __forceinline__ float result(float sum, float alpha, float beta, float old) {
    return reads_c ? blended(sum, alpha, beta, old) : __fmul_rn(alpha, sum);
}

// Four neighbours of C, of which the first `left` exist.
template <bool reads_c>
__device__ __forceinline__ void store_four(float* c, const float* accumulators, int left,
                                           float alpha, float beta) {
#pragma unroll
    for (int j = 0; j < 4; ++j)
        if (j < left) c[j] = result<reads_c>(accumulators[j], alpha, beta, reads_c ? c[j] : 0.0f);
}

// Four neighbours of C as one float4.
template <bool reads_c>
__device__ __forceinline__ void store_vector(float* c, const float* accumulators, float alpha,
                                             float beta) {
    float4 old = {};
    if (reads_c) old = *reinterpret_cast<const float4*>(c);
    *reinterpret_cast<float4*>(c) = {result<reads_c>(accumulators[0], alpha, beta, old.x),
                                     result<reads_c>(accumulators[1], alpha, beta, old.y),
                                     result<reads_c>(accumulators[2], alpha, beta, old.z),
                                     result<reads_c>(accumulators[3], alpha, beta, old.w)};
}

// C := alpha*accumulators + beta*C for a thread tile in pieces of `together` rows and four columns.
// From one piece to the next it is row_stride rows or column_stride columns.
template <int together, int row_stride, int column_stride, bool as_float4, bool reads_c, int rows,
          int columns>
__device__ __forceinline__ void store_tile(const float (&accumulators)[rows][columns],
                                           Position first, int m, int n, float alpha, float beta,
                                           float* C, int ldc) {
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        const uint32 row = first.row + i / together * row_stride + i % together;
        float* c = C + offset(row, ldc) + first.column;
#pragma unroll
        for (int j = 0; j < columns; j += 4) {
            const int ahead = j / 4 * column_stride;
            const int left = row < m ? left_of(n, first.column + ahead) : 0;
            if (!as_float4)
                store_four<reads_c>(c + ahead, &accumulators[i][j], left, alpha, beta);
            else if (left > 0)
                store_vector<reads_c>(c + ahead, &accumulators[i][j], alpha, beta);
        }
    }
}
