// Single PTX instructions as functions, one each, named after what they wrap: addresses in shared
// memory, and loads of it. "memory" marks those that read what C++ code or another thread writes,
// so that the compiler keeps their order.
#pragma once
#include "common.cuh"

// Address of shared memory as ld.shared and its kin take it: 32 bits.
__device__ __forceinline__ uint32 cvta_to_shared(const void* pointer) {
    uint64 address;
    asm("cvta.to.shared.u64 %0, %1;" : "=l"(address) : "l"(pointer));
    return (uint32)address;
}

__device__ __forceinline__ float ld_shared(uint32 address) {
    float value;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(address) : "memory");
    return value;
}

__device__ __forceinline__ float4 ld_shared_v4(uint32 address) {
    float4 vector;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(vector.x), "=f"(vector.y), "=f"(vector.z), "=f"(vector.w)
                 : "r"(address)
                 : "memory");
    return vector;
}
