// Loads and copies with a policy of the second-level cache, one function for each PTX instruction,
// named after what it wraps.
#pragma once
#include "common.cuh"
#include "half_instructions.cuh"

// What a line of the second-level cache is to be worth that a load or a copy brings: the first to
// leave again, or as any other.
__device__ __forceinline__ uint64 createpolicy_evict_first() {
    uint64 policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    return policy;
}
__device__ __forceinline__ uint64 createpolicy_evict_normal() {
    uint64 policy;
    asm("createpolicy.fractional.L2::evict_normal.b64 %0;" : "=l"(policy));
    return policy;
}

// The cp.async of cp_async_instructions.cuh and copy_instructions.cuh, with such a policy.
__device__ __forceinline__ void cp_async_ca_4(uint32 target, const void* source, uint32 bytes,
                                              uint64 policy) {
    asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 4, %2, %3;" ::"r"(target),
                 "l"(source), "r"(bytes), "l"(policy)
                 : "memory");
}
__device__ __forceinline__ void cp_async_ca_8(uint32 target, const void* source, uint32 bytes,
                                              uint64 policy) {
    asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 8, %2, %3;" ::"r"(target),
                 "l"(source), "r"(bytes), "l"(policy)
                 : "memory");
}
__device__ __forceinline__ void cp_async_cg_16(uint32 target, const void* source, uint32 bytes,
                                               uint64 policy) {
    asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2, %3;" ::"r"(target),
                 "l"(source), "r"(bytes), "l"(policy)
                 : "memory");
}

// Four neighbours with such a policy, 16-byte aligned; zeros, and no access, where the guard is
// false.
__device__ __forceinline__ float4 ld_global_nc_l2_cache_hint_v4(const float* source, bool guard,
                                                                uint64 policy) {
    float4 vector;
    asm volatile(
        "{\n\t"
        ".reg .pred guard;\n\t"
        "setp.ne.u32 guard, %5, 0;\n\t"
        "mov.f32 %0, 0f00000000;\n\t"
        "mov.f32 %1, 0f00000000;\n\t"
        "mov.f32 %2, 0f00000000;\n\t"
        "mov.f32 %3, 0f00000000;\n\t"
        "@guard ld.global.nc.L2::cache_hint.v4.f32 {%0, %1, %2, %3}, [%4], %6;\n\t"
        "}"
        : "=&f"(vector.x), "=&f"(vector.y), "=&f"(vector.z), "=&f"(vector.w)
        : "l"(source), "r"((uint32)guard), "l"(policy));
    return vector;
}

// The same; the cache asks memory for all 128 bytes around them.
__device__ __forceinline__ float4 ld_global_nc_l2_cache_hint_128b_v4(const float* source, bool guard,
                                                                     uint64 policy) {
    float4 vector;
    asm volatile(
        "{\n\t"
        ".reg .pred guard;\n\t"
        "setp.ne.u32 guard, %5, 0;\n\t"
        "mov.f32 %0, 0f00000000;\n\t"
        "mov.f32 %1, 0f00000000;\n\t"
        "mov.f32 %2, 0f00000000;\n\t"
        "mov.f32 %3, 0f00000000;\n\t"
        "@guard ld.global.nc.L2::cache_hint.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4], %6;\n\t"
        "}"
        : "=&f"(vector.x), "=&f"(vector.y), "=&f"(vector.z), "=&f"(vector.w)
        : "l"(source), "r"((uint32)guard), "l"(policy));
    return vector;
}

// Four neighbours of half precision with such a policy, 8-byte aligned.
__device__ __forceinline__ uint2 ld_global_nc_l2_cache_hint_v2(const uint16* source, bool guard,
                                                              uint64 policy) {
    uint2 words;
    asm volatile(
        "{\n\t"
        ".reg .pred guard;\n\t"
        "setp.ne.u32 guard, %3, 0;\n\t"
        "mov.b32 %0, 0;\n\t"
        "mov.b32 %1, 0;\n\t"
        "@guard ld.global.nc.L2::cache_hint.v2.b32 {%0, %1}, [%2], %4;\n\t"
        "}"
        : "=&r"(words.x), "=&r"(words.y)
        : "l"(source), "r"((uint32)guard), "l"(policy));
    return words;
}

// The same; the cache asks memory for all 128 bytes around them.
__device__ __forceinline__ uint2 ld_global_nc_l2_cache_hint_128b_v2(const uint16* source, bool guard,
                                                              uint64 policy) {
    uint2 words;
    asm volatile(
        "{\n\t"
        ".reg .pred guard;\n\t"
        "setp.ne.u32 guard, %3, 0;\n\t"
        "mov.b32 %0, 0;\n\t"
        "mov.b32 %1, 0;\n\t"
        "@guard ld.global.nc.L2::cache_hint.L2::128B.v2.b32 {%0, %1}, [%2], %4;\n\t"
        "}"
        : "=&r"(words.x), "=&r"(words.y)
        : "l"(source), "r"((uint32)guard), "l"(policy));
    return words;
}
