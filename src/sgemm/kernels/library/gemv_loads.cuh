// Loads of operands that go from memory straight into registers, widened to float32. Where the
// guard is false they are zeros, and nothing is read.
#pragma once
#include "element_types.cuh"
#include "global_instructions.cuh"
#include "policy_instructions.cuh"

template <int32 type>
__device__ __forceinline__ float4 widened(uint2 words) {
    const float2 first = ElementType<type>::widened(words.x);
    const float2 second = ElementType<type>::widened(words.y);
    return {first.x, first.y, second.x, second.y};
}

// One element of the type that an operand has.
template <int32 type>
__device__ __forceinline__ float load_element(const typename ElementType<type>::Stored* source,
                                              bool exists) {
    if constexpr (type == float32)
        return ld_global_nc(source, exists);
    else
        return ElementType<type>::widened(ld_global_nc(source, exists)).x;
}

// Four neighbours, of which the first is as aligned as four of its type are.
template <int32 type>
__device__ __forceinline__ float4 load_vector(const typename ElementType<type>::Stored* source,
                                              bool exists) {
    if constexpr (type == float32)
        return ld_global_nc_v4(source, exists);
    else
        return widened<type>(ld_global_nc_v2(source, exists));
}

// The same of the large operand. With `by_lines` the second-level cache asks memory for all 128
// bytes around them.
template <int32 type, bool by_lines>
__device__ __forceinline__ float4 load_large(const typename ElementType<type>::Stored* source,
                                             bool exists, uint64 policy) {
    if constexpr (type != float32)
        return widened<type>(by_lines
                                 ? ld_global_nc_l2_cache_hint_128b_v2(source, exists, policy)
                                 : ld_global_nc_l2_cache_hint_v2(source, exists, policy));
    else if constexpr (by_lines)
        return ld_global_nc_l2_cache_hint_128b_v4(source, exists, policy);
    else
        return ld_global_nc_l2_cache_hint_v4(source, exists, policy);
}

// Four elements with a stride of `gap`, of which those from `first` to before `end` exist.
template <int32 type>
__device__ __forceinline__ float4 load_elements(const typename ElementType<type>::Stored* source,
                                                int64 gap, int first, int end) {
    return {load_element<type>(source, first <= 0 && end > 0),
            load_element<type>(source + gap, first <= 1 && end > 1),
            load_element<type>(source + 2 * gap, first <= 2 && end > 2),
            load_element<type>(source + 3 * gap, first <= 3 && end > 3)};
}

// How many elements beyond a multiple of four an address is, from 0 to 3.
template <class Stored>
__device__ __forceinline__ uint32 misalignment(const Stored* address) {
    return (uint32)((uint64)address / sizeof(Stored)) % 4;
}
