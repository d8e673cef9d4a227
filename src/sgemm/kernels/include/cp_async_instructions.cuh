// Copies from global to shared memory that no register passes (cp.async), one function for each PTX
// instruction, named after what it wraps.
#pragma once
#include "common.cuh"

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

// The copies of above, with such a policy.
__device__ __forceinline__ void cp_async_ca_4(uint32 target, const float* source, uint32 bytes,
                                              uint64 policy) {
    asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 4, %2, %3;" ::"r"(target),
                 "l"(source), "r"(bytes), "l"(policy)
                 : "memory");
}
__device__ __forceinline__ void cp_async_ca_8(uint32 target, const float* source, uint32 bytes,
                                              uint64 policy) {
    asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 8, %2, %3;" ::"r"(target),
                 "l"(source), "r"(bytes), "l"(policy)
                 : "memory");
}
__device__ __forceinline__ void cp_async_cg_16(uint32 target, const float* source, uint32 bytes,
                                               uint64 policy) {
    asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2, %3;" ::"r"(target),
                 "l"(source), "r"(bytes), "l"(policy)
                 : "memory");
}
