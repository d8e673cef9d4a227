// The parameters of the library's kernels.
#pragma once
#include "common.cuh"

// Strides are elements from one matrix to the next. Counters are zero before a launch, and are left
// zero.
//
// What beta multiplies is the addend. BLAS has it be C itself, so C is not restrict. It may also be
// another matrix, or, with a leading dimension of 0, one row that is added to all rows.
#define SGEMM_LIBRARY_PARAMETERS                                                             \
    int m, int n, int k, float alpha, const float *__restrict__ A, int lda,                  \
        const float *__restrict__ B, int ldb, float beta, float *C, int ldc, int64 stride_a, \
        int64 stride_b, int64 stride_c, int32 batch, int32 ld_addend, const float *addend,   \
        int64 stride_addend, float *workspace, uint32 *counters, int32 splits,               \
        int32 stream_k_tiles
#define SGEMM_LIBRARY_ARGUMENTS                                                  \
    SGEMM_ARGUMENTS, stride_a, stride_b, stride_c, batch, ld_addend, addend,     \
        stride_addend, workspace, counters, splits, stream_k_tiles

// The addend of one product.
struct Addend {
    const float* matrix;
    int leading;

    __device__ __forceinline__ const float* at(uint32 row, uint32 column) const {
        return matrix + offset(row, leading) + column;
    }
};
#define SGEMM_ADDEND(product) \
    Addend { addend + (product) * stride_addend, ld_addend }
