// Elements of operands as they are stored: float32, FP16 or BF16. See split.py.
#pragma once
#include "constants.cuh"
#include "element_types.cuh"

// Elements as they are stored, by their type: what they are in float32, eight or four neighbours at
// once, and how far below the largest of its row one keeps all its digits as halves. FP16 always
// does.
template <int32 type>
struct Elements;
template <>
struct Elements<float32> {
    typedef ElementType<float32>::Stored Stored;
    static constexpr int32 far_binades = Constants::far_binades;
    static __device__ __forceinline__ float value(float stored) { return stored; }
    static __device__ __forceinline__ void load_eight(float (&values)[8], const float* from) {
        const float4 first = reinterpret_cast<const float4*>(from)[0];
        const float4 second = reinterpret_cast<const float4*>(from)[1];
        values[0] = first.x, values[1] = first.y, values[2] = first.z, values[3] = first.w;
        values[4] = second.x, values[5] = second.y, values[6] = second.z, values[7] = second.w;
    }
    static __device__ __forceinline__ void load_four(float (&values)[4], const float* from) {
        const float4 four = *reinterpret_cast<const float4*>(from);
        values[0] = four.x, values[1] = four.y, values[2] = four.z, values[3] = four.w;
    }
};
template <float2 (*two_of)(uint32), int32 binades>
struct HalfElements {
    typedef ElementType<float16>::Stored Stored;
    static constexpr int32 far_binades = binades;
    static __device__ __forceinline__ float value(uint16 stored) { return two_of(stored).x; }
    static __device__ __forceinline__ void load_eight(float (&values)[8], const uint16* from) {
        const uint4 words = *reinterpret_cast<const uint4*>(from);
        const uint32 word[4] = {words.x, words.y, words.z, words.w};
#pragma unroll
        for (uint32 i = 0; i < 4; ++i) {
            const float2 two = two_of(word[i]);
            values[2 * i] = two.x, values[2 * i + 1] = two.y;
        }
    }
    static __device__ __forceinline__ void load_four(float (&values)[4], const uint16* from) {
        const uint2 words = *reinterpret_cast<const uint2*>(from);
        const float2 first = two_of(words.x), second = two_of(words.y);
        values[0] = first.x, values[1] = first.y, values[2] = second.x, values[3] = second.y;
    }
};
constexpr int32 never_far = 1000;
template <>
struct Elements<float16> : HalfElements<cvt_float2_f16x2, never_far> {};
template <>
struct Elements<bfloat16> : HalfElements<cvt_float2_bf16x2, Constants::far_binades_of_bfloat16> {};

// The address of a matrix of a batch. Parameters of kernels are pointers to float32 for any type.
template <int32 type>
__device__ __forceinline__ const float* matrix_of(const float* first, uint64 number, int64 stride) {
    return reinterpret_cast<const float*>(element_of<type>(first, number * stride));
}
