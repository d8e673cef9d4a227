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

// Copies 16 bytes, both sides 16-byte aligned, past the first-level cache; the first `bytes`
// (0 to 16) are read, the rest become zero.
__device__ __forceinline__ void cp_async_cg_16(uint32 target, const float* source, uint32 bytes) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(target), "l"(source),
                 "r"(bytes)
                 : "memory");
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
