// Moving vectors of four neighbours of a row: guarded loads from global memory, and stores to
// shared memory. For the rungs from vector_loads to double_buffer.
#pragma once
#include "common.cuh"

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
