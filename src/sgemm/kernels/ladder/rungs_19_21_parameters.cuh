// The parameters of kernels for batches, and of those that share a tile among blocks.
#pragma once
#include "common.cuh"

// Strides are elements from one matrix to the next. Counters are zero before a launch, and are left
// zero.
#define SGEMM_EXTENDED_PARAMETERS                                                        \
    SGEMM_PARAMETERS, int64 stride_a, int64 stride_b, int64 stride_c, int32 batch,       \
        float* workspace, uint32* counters, int32 splits, int32 stream_k_tiles
#define SGEMM_EXTENDED_ARGUMENTS                                                         \
    SGEMM_ARGUMENTS, stride_a, stride_b, stride_c, batch, workspace, counters, splits,   \
        stream_k_tiles
