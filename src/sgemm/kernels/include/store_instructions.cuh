// Stores to shared memory as functions, one PTX instruction each, named after what they wrap.
#pragma once
#include "common.cuh"

__device__ __forceinline__ void st_shared(uint32 address, float value) {
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(address), "f"(value) : "memory");
}

__device__ __forceinline__ void st_shared_v4(uint32 address, float4 vector) {
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(address), "f"(vector.x),
                 "f"(vector.y), "f"(vector.z), "f"(vector.w)
                 : "memory");
}
