// Elements of the large operand in shared memory, where they lie as they are stored: float32, FP16 or
// BF16.
#pragma once
#include "element_types.cuh"
#include "instructions.cuh"
#include "pair_instructions.cuh"
#include "skinny_chunks.cuh"
#include "store_instructions.cuh"

// How they are read: four neighbours along a row, two, or one.
template <int32 type>
struct SharedElements {
    static __device__ __forceinline__ void load_four(float (&four)[4], uint32 address) {
        const float2 words = ld_shared_v2(address);
        const float2 first = widened(words.x), second = widened(words.y);
        four[0] = first.x, four[1] = first.y, four[2] = second.x, four[3] = second.y;
    }
    static __device__ __forceinline__ float2 load_two(uint32 address) {
        return widened(ld_shared(address));
    }
    static __device__ __forceinline__ float load(uint32 address) {
        const float2 both = load_two(address / 4 * 4);
        return address % 4 ? both.y : both.x;
    }

   private:
    static __device__ __forceinline__ float2 widened(float word) {
        return ElementType<type>::widened(__float_as_uint(word));
    }
};
template <>
struct SharedElements<float32> {
    static __device__ __forceinline__ void load_four(float (&four)[4], uint32 address) {
        const float4 found = ld_shared_v4(address);
        four[0] = found.x, four[1] = found.y, four[2] = found.z, four[3] = found.w;
    }
    static __device__ __forceinline__ float2 load_two(uint32 address) {
        return ld_shared_v2(address);
    }
    static __device__ __forceinline__ float load(uint32 address) { return ld_shared(address); }
};

static_assert(!few_are_halves || !many_are_halves, "one operand is float32");

typedef SharedElements<many_type> Many;
typedef ElementType<many_type>::Stored ManyStored;
constexpr uint32 many_bytes = sizeof(ManyStored), many_at_once = 16 / many_bytes;

// A ring of halves takes as much memory as one of floats, and has twice as many stages.
constexpr uint32 column_stages = Tile::stages * (4 / many_bytes);

// How many bytes of 16 from element `first` on are there, of a row of `length` elements.
__device__ __forceinline__ uint32 bytes_left(uint32 length, uint32 first) {
    return min(max((int)(length - first), 0), (int)many_at_once) * many_bytes;
}

// Stores two neighbours of halves, which may lie at odd addresses; zeros where there are none. No
// asynchronous copy takes so few bytes.
__device__ __forceinline__ void copy_two(uint32 to, const ManyStored* from, bool has_first,
                                         bool has_second) {
    const uint32 first = has_first ? (uint32)from[0] : 0, second = has_second ? (uint32)from[1] : 0;
    st_shared(to, __uint_as_float(first | second << 16));
}
