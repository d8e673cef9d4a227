// More copies from global to shared memory than the ladder has, one function for each PTX
// instruction, named after what it wraps.
#pragma once
#include "cp_async_instructions.cuh"

// cp.async of 4 and of 16 bytes, of which all are read.
__device__ __forceinline__ void cp_async_ca_4(uint32 target, const float* source) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(target), "l"(source) : "memory");
}
__device__ __forceinline__ void cp_async_cg_16(uint32 target, const float* source) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(target), "l"(source) : "memory");
}

// Copies 8 bytes, both sides 8-byte aligned; the first `bytes` (0 to 8) are read, the rest become
// zero.
__device__ __forceinline__ void cp_async_ca_8(uint32 target, const float* source, uint32 bytes) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(target), "l"(source),
                 "r"(bytes)
                 : "memory");
}

// Copies bytes as they lie: addresses and size are multiples of 16.
__device__ __forceinline__ void cp_async_bulk(uint32 target, const void* source, uint32 bytes,
                                              uint32 barrier) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        ::"r"(target),
        "l"(source), "r"(bytes), "r"(barrier)
        : "memory");
}
