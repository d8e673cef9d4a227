// Rows in float4: where memory allows it, how far they reach, and from one to elements.
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
