// Reading a multiprocessor's cycle counter beside the GPU's clock.
#pragma once
#include "common.cuh"

__device__ __forceinline__ uint64 nanoseconds() {
    uint64 value;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(value)::"memory");
    return value;
}
__device__ __forceinline__ uint64 cycles() {
    uint64 value;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(value)::"memory");
    return value;
}
__device__ __forceinline__ uint32 multiprocessor() {
    uint32 value;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(value));
    return value;
}

// Three words for each multiprocessor: cycles, nanoseconds, and the number of the sample.
__device__ __forceinline__ void record_clock(uint64* slots, int multiprocessors, int sample) {
    const uint32 number = multiprocessor();
    if (number >= (uint32)multiprocessors) return;
    uint64* slot = slots + 3 * (uint64)number;
    slot[0] = cycles();
    slot[1] = nanoseconds();
    slot[2] = sample;
}
