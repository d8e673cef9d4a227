// Rows in float4: where memory allows it, from one to elements, and a row of C from registers to
// memory.
#pragma once
#include "common.cuh"

// Whether four neighbours of a matrix that start at a multiple of 4 may be accessed as one float4.
// The same for every thread of a launch, so the choice costs no divergence.
__device__ __forceinline__ bool holds_float4(const float* matrix, int leading) {
    return (((uint64)matrix & 15) | ((uint32)leading & 3)) == 0;
}

// Elements left from a position to the end of its row or column; zero or less outside. Positions
// lie at most one tile past the end, so the difference fits.
__device__ __forceinline__ int left_of(int size, uint32 position) {
    return (int)((uint32)size - position);
}

// A float4 as four elements.
__device__ __forceinline__ void unpack(float* fragment, const float4& vector) {
    fragment[0] = vector.x;
    fragment[1] = vector.y;
    fragment[2] = vector.z;
    fragment[3] = vector.w;
}

// `columns` neighbours of a row of C from as many accumulators; the first `left` of them exist. As
// float4 they must start at a multiple of 4.
template <int columns>
__device__ __forceinline__ void store_row(float* c, const float* accumulators, int left,
                                          bool as_float4, float alpha, float beta) {
    static_assert(columns % 4 == 0, "a whole row is written in float4");
    if (as_float4 && left >= columns) {
#pragma unroll
        for (int j = 0; j < columns; j += 4) {
            const float none = unread(beta);
            float4 old = {none, none, none, none};
            if (beta != 0.0f) old = *reinterpret_cast<const float4*>(c + j);
            *reinterpret_cast<float4*>(c + j) = {blended(accumulators[j + 0], alpha, beta, old.x),
                                                 blended(accumulators[j + 1], alpha, beta, old.y),
                                                 blended(accumulators[j + 2], alpha, beta, old.z),
                                                 blended(accumulators[j + 3], alpha, beta, old.w)};
        }
    } else {
#pragma unroll
        for (int j = 0; j < columns; ++j)
            if (j < left) store_result(c + j, accumulators[j], alpha, beta);
    }
}
