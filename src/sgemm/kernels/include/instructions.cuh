// Single PTX instructions as functions, one each, named after what they wrap. "memory" marks those
// that read or write what C++ code or another thread writes, so that the compiler keeps their
// order.
#pragma once
#include "common.cuh"

// Address of shared memory as ld.shared and its kin take it: 32 bits.
__device__ __forceinline__ uint32 cvta_to_shared(const void* pointer) {
    uint64 address;
    asm("cvta.to.shared.u64 %0, %1;" : "=l"(address) : "l"(pointer));
    return (uint32)address;
}

// The thread's number in its block, read anew each time: unlike threadIdx.x, what is computed from
// it is computed where it is written, and not early and then kept in registers.
__device__ __forceinline__ uint32 tid_x() {
    uint32 thread;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(thread));
    return thread;
}

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
    float4 quad;
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
        : "=&f"(quad.x), "=&f"(quad.y), "=&f"(quad.z), "=&f"(quad.w)
        : "l"(source), "r"((uint32)guard));
    return quad;
}

// The same; the second-level cache asks memory for all 128 bytes around them.
__device__ __forceinline__ float4 ld_global_nc_l2_128b_v4(const float* source, bool guard) {
    float4 quad;
    asm volatile(
        "{\n\t"
        ".reg .pred guard;\n\t"
        "setp.ne.u32 guard, %5, 0;\n\t"
        "mov.f32 %0, 0f00000000;\n\t"
        "mov.f32 %1, 0f00000000;\n\t"
        "mov.f32 %2, 0f00000000;\n\t"
        "mov.f32 %3, 0f00000000;\n\t"
        "@guard ld.global.nc.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4];\n\t"
        "}"
        : "=&f"(quad.x), "=&f"(quad.y), "=&f"(quad.z), "=&f"(quad.w)
        : "l"(source), "r"((uint32)guard));
    return quad;
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
// is written, instead of early and then kept in registers that the main loop needs; and in the way
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
    float4 quad;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(quad.x), "=f"(quad.y), "=f"(quad.z), "=f"(quad.w)
                 : "r"(address)
                 : "memory");
    return quad;
}

__device__ __forceinline__ void st_shared(uint32 address, float value) {
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(address), "f"(value) : "memory");
}

__device__ __forceinline__ void st_shared_v4(uint32 address, float4 quad) {
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(address), "f"(quad.x),
                 "f"(quad.y), "f"(quad.z), "f"(quad.w)
                 : "memory");
}

// Copies 4 bytes from global to shared memory without waiting: the first `bytes` (0 or 4) are
// read, the rest become zero.
__device__ __forceinline__ void cp_async_ca_4(uint32 target, const float* source, uint32 bytes) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(target), "l"(source),
                 "r"(bytes)
                 : "memory");
}

// The same where all are to be read.
__device__ __forceinline__ void cp_async_ca_4(uint32 target, const float* source) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(target), "l"(source) : "memory");
}

// Copies 16 bytes, both sides 16-byte aligned, past the first-level cache; the first `bytes`
// (0 to 16) are read, the rest become zero.
__device__ __forceinline__ void cp_async_cg_16(uint32 target, const float* source, uint32 bytes) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(target), "l"(source),
                 "r"(bytes)
                 : "memory");
}

// The same where all are to be read.
__device__ __forceinline__ void cp_async_cg_16(uint32 target, const float* source) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(target), "l"(source) : "memory");
}

// Ends a group: this thread's copies since the last one.
__device__ __forceinline__ void cp_async_commit_group() {
    asm volatile("cp.async.commit_group;" ::: "memory");
}

// Waits until at most the last `pending` groups of this thread are still under way.
template <int pending>
__device__ __forceinline__ void cp_async_wait_group() {
    asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
}

// Copies 8 bytes, both sides 8-byte aligned; the first `bytes` (0 to 8) are read, the rest become
// zero.
__device__ __forceinline__ void cp_async_ca_8(uint32 target, const float* source, uint32 bytes) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(target), "l"(source),
                 "r"(bytes)
                 : "memory");
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
