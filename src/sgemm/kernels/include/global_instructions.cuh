// Single PTX instructions as functions, one each, named after what they wrap: loads and atomic
// additions of global memory, texture fetches and shuffles; and `opaque`, which is none.
#pragma once
#include "common.cuh"

// One element through the read-only cache; zero, and no access, where the guard is false.
__device__ __forceinline__ float ld_global_nc(const float* source, bool guard) {
    float value;
    asm volatile(
        "{\n\t"
        ".reg .pred guard;\n\t"
        "setp.ne.u32 guard, %2, 0;\n\t"
        "mov.f32 %0, 0f00000000;\n\t"
        "@guard ld.global.nc.f32 %0, [%1];\n\t"
        "}"
        : "=&f"(value)
        : "l"(source), "r"((uint32)guard));
    return value;
}

// Two neighbours, 8-byte aligned; zeros, and no access, where the guard is false.
__device__ __forceinline__ float2 ld_global_nc_v2(const float* source, bool guard) {
    float2 pair;
    asm volatile(
        "{\n\t"
        ".reg .pred guard;\n\t"
        "setp.ne.u32 guard, %3, 0;\n\t"
        "mov.f32 %0, 0f00000000;\n\t"
        "mov.f32 %1, 0f00000000;\n\t"
        "@guard ld.global.nc.v2.f32 {%0, %1}, [%2];\n\t"
        "}"
        : "=&f"(pair.x), "=&f"(pair.y)
        : "l"(source), "r"((uint32)guard));
    return pair;
}

// Four neighbours, 16-byte aligned; zeros, and no access, where the guard is false.
__device__ __forceinline__ float4 ld_global_nc_v4(const float* source, bool guard) {
    float4 vector;
    asm volatile(
        "{\n\t"
        ".reg .pred guard;\n\t"
        "setp.ne.u32 guard, %5, 0;\n\t"
        "mov.f32 %0, 0f00000000;\n\t"
        "mov.f32 %1, 0f00000000;\n\t"
        "mov.f32 %2, 0f00000000;\n\t"
        "mov.f32 %3, 0f00000000;\n\t"
        "@guard ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];\n\t"
        "}"
        : "=&f"(vector.x), "=&f"(vector.y), "=&f"(vector.z), "=&f"(vector.w)
        : "l"(source), "r"((uint32)guard));
    return vector;
}

// Four neighbours with a policy of the second-level cache, as cp_async_instructions.cuh makes it.
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

// The value of the lane whose number differs in the bits of `mask`. All lanes of the warp take
// part.
__device__ __forceinline__ float shfl_sync_bfly(float value, uint32 mask) {
    float other;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;"
                 : "=f"(other)
                 : "f"(value), "r"(mask));
    return other;
}

// The texel with index x of a texture over linear memory; zeros outside.
__device__ __forceinline__ float4 tex_1d_v4(uint64 texture, uint32 x) {
    float4 texel;
    asm volatile("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
                 : "=f"(texel.x), "=f"(texel.y), "=f"(texel.z), "=f"(texel.w)
                 : "l"(texture), "r"(x));
    return texel;
}

// The same value, but the compiler does not know it. What is computed from it is computed where it
// is written, instead of early and then kept in registers that the mainloop needs; and in the way
// it is written.
__device__ __forceinline__ int opaque(int value) {
    asm volatile("" : "+r"(value));
    return value;
}
__device__ __forceinline__ uint32 opaque(uint32 value) {
    asm volatile("" : "+r"(value));
    return value;
}
__device__ __forceinline__ const float* opaque(const float* pointer) {
    asm volatile("" : "+l"(pointer));
    return pointer;
}

// Orders this thread's accesses to memory, and those it knows of, for all threads of the GPU.
__device__ __forceinline__ void fence_acq_rel_gpu() {
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
}

// Adds to a counter that all blocks see, and returns what it was.
__device__ __forceinline__ uint32 atom_add_relaxed_gpu(uint32* counter, uint32 summand) {
    uint32 old;
    asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(counter), "r"(summand)
                 : "memory");
    return old;
}
