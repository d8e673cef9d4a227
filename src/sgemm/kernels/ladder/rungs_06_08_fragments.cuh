// Fragments from shared memory into registers. For the rungs from vector_loads to thread_tile_8x8.
#pragma once
#include "float4_rows.cuh"

// Neighbours of shared memory, 16-byte aligned, into registers by 128-bit loads.
template <int count>
__device__ __forceinline__ void load_fragment(float (&fragment)[count], const float* shared) {
    static_assert(count % 4 == 0, "a fragment is read in float4");
#pragma unroll
    for (int i = 0; i < count; i += 4)
        unpack(&fragment[i], *reinterpret_cast<const float4*>(shared + i));
}
