// Pairs of floats in shared memory, one function for each PTX instruction, named after what it
// wraps.
#pragma once
#include "common.cuh"

__device__ __forceinline__ float2 ld_shared_v2(uint32 address) {
    float2 pair;
    asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
                 : "=f"(pair.x), "=f"(pair.y)
                 : "r"(address)
                 : "memory");
    return pair;
}

__device__ __forceinline__ void st_shared_v2(uint32 address, float first, float second) {
    asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(address), "f"(first), "f"(second)
                 : "memory");
}
