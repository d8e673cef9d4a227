// Single PTX instructions that convert between float32 and half precision, as functions.
#pragma once
#include "common.cuh"

using uint16 = unsigned short;

// Two halves in a word, the first in its low half; rounded to nearest.
__device__ __forceinline__ uint32 cvt_f16x2(float first, float second) {
    uint32 pair;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
    return pair;
}
__device__ __forceinline__ uint32 cvt_bf16x2(float first, float second) {
    uint32 pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
    return pair;
}

// The low and the high half of a word of FP16.
__device__ __forceinline__ float2 cvt_float2_f16x2(uint32 pair) {
    float2 found;
    asm("{\n\t"
        ".reg .b16 first, second;\n\t"
        "mov.b32 {first, second}, %2;\n\t"
        "cvt.f32.f16 %0, first;\n\t"
        "cvt.f32.f16 %1, second;\n\t"
        "}"
        : "=f"(found.x), "=f"(found.y)
        : "r"(pair));
    return found;
}

// The same of BF16, which is the high half of a float32.
__device__ __forceinline__ float2 cvt_float2_bf16x2(uint32 pair) {
    return {__uint_as_float(pair << 16), __uint_as_float(pair & 0xffff0000)};
}
