// The thread's number as the compiler is not to reason about it.
#pragma once
#include "common.cuh"

// The thread's number in its block, read again each time: unlike threadIdx.x, what is computed from
// it is computed where it is written, and not early and then kept in registers.
__device__ __forceinline__ uint32 tid_x() {
    uint32 thread;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(thread));
    return thread;
}
