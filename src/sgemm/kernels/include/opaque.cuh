// Values that the compiler is not to reason about: the thread's number, and any other.
#pragma once
#include "common.cuh"
#include "thread_number.cuh"

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
