// Single PTX instructions as functions, one each, named after what they wrap: the thread's number,
// and shared memory. "memory" marks those that read or write what C++ code or another thread
// writes, so that the compiler keeps their order.
#pragma once
#include "common.cuh"

// Address of shared memory as ld.shared and its kin take it: 32 bits.
__device__ __forceinline__ uint32 cvta_to_shared(const void* pointer) {
    uint64 address;
    asm("cvta.to.shared.u64 %0, %1;" : "=l"(address) : "l"(pointer));
    return (uint32)address;
}

// The thread's number in its block, read again each time: unlike threadIdx.x, what is computed from
// it is computed where it is written, and not early and then kept in registers.
__device__ __forceinline__ uint32 tid_x() {
    uint32 thread;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(thread));
    return thread;
}

__device__ __forceinline__ float ld_shared(uint32 address) {
    float value;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(address) : "memory");
    return value;
}

__device__ __forceinline__ float2 ld_shared_v2(uint32 address) {
    float2 pair;
    asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
                 : "=f"(pair.x), "=f"(pair.y)
                 : "r"(address)
                 : "memory");
    return pair;
}

__device__ __forceinline__ float4 ld_shared_v4(uint32 address) {
    float4 vector;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(vector.x), "=f"(vector.y), "=f"(vector.z), "=f"(vector.w)
                 : "r"(address)
                 : "memory");
    return vector;
}

__device__ __forceinline__ void st_shared(uint32 address, float value) {
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(address), "f"(value) : "memory");
}

__device__ __forceinline__ void st_shared_v2(uint32 address, float first, float second) {
    asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(address), "f"(first), "f"(second)
                 : "memory");
}

__device__ __forceinline__ void st_shared_v4(uint32 address, float4 vector) {
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(address), "f"(vector.x),
                 "f"(vector.y), "f"(vector.z), "f"(vector.w)
                 : "memory");
}
