// Types of the elements of operands, and what these are in float32.
#pragma once
#include "common.cuh"
#include "half_instructions.cuh"

// How elements of an operand are stored.
constexpr int32 float32 = 0, float16 = 1, bfloat16 = 2;

template <int32 type>
struct ElementType {
    typedef uint16 Stored;
    // What two neighbours of half precision in a word are in float32.
    static __device__ __forceinline__ float2 widened(uint32 word) {
        return type == float16 ? cvt_float2_f16x2(word) : cvt_float2_bf16x2(word);
    }
};
template <>
struct ElementType<float32> {
    typedef float Stored;
};

// An element of a matrix of a batch. Parameters of kernels are pointers to float32 for any type.
template <int32 type>
__device__ __forceinline__ const typename ElementType<type>::Stored* element_of(
    const float* first, uint64 number) {
    return reinterpret_cast<const typename ElementType<type>::Stored*>(first) + number;
}
