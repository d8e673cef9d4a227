// Loads of global memory as functions, one PTX instruction each, named after what they wrap.
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

// An element of half precision, in the low half of a word.
__device__ __forceinline__ uint32 ld_global_nc(const unsigned short* source, bool guard) {
    uint32 word;
    asm volatile(
        "{\n\t"
        ".reg .pred guard;\n\t"
        "setp.ne.u32 guard, %2, 0;\n\t"
        "mov.b32 %0, 0;\n\t"
        "@guard ld.global.nc.u16 %0, [%1];\n\t"
        "}"
        : "=&r"(word)
        : "l"(source), "r"((uint32)guard));
    return word;
}

// Four neighbours of half precision, 8-byte aligned.
__device__ __forceinline__ uint2 ld_global_nc_v2(const unsigned short* source, bool guard) {
    uint2 words;
    asm volatile(
        "{\n\t"
        ".reg .pred guard;\n\t"
        "setp.ne.u32 guard, %3, 0;\n\t"
        "mov.b32 %0, 0;\n\t"
        "mov.b32 %1, 0;\n\t"
        "@guard ld.global.nc.v2.b32 {%0, %1}, [%2];\n\t"
        "}"
        : "=&r"(words.x), "=&r"(words.y)
        : "l"(source), "r"((uint32)guard));
    return words;
}
