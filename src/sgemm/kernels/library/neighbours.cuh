// Four, two or one neighbours of a row of C or an addend, moved as one vector.
#pragma once
#include "instructions.cuh"
#include "pair_instructions.cuh"

template <int width>
struct Neighbours {
    float values[width];

    __device__ __forceinline__ void fill(float value) {
#pragma unroll
        for (int j = 0; j < width; ++j) values[j] = value;
    }
    __device__ __forceinline__ void read(const float* from) {
        if constexpr (width == 4) {
            set(*reinterpret_cast<const float4*>(from));
        } else if constexpr (width == 2) {
            const float2 pair = *reinterpret_cast<const float2*>(from);
            values[0] = pair.x;
            values[1] = pair.y;
        } else {
            values[0] = *from;
        }
    }
    __device__ __forceinline__ void read_shared(uint32 from) {
        if constexpr (width == 4) {
            set(ld_shared_v4(from));
        } else if constexpr (width == 2) {
            const float2 pair = ld_shared_v2(from);
            values[0] = pair.x;
            values[1] = pair.y;
        } else {
            values[0] = ld_shared(from);
        }
    }
    __device__ __forceinline__ void write_blended(float* to, float alpha, float beta,
                                                  const Neighbours& old) const {
        float found[width];
#pragma unroll
        for (int j = 0; j < width; ++j) found[j] = blended(values[j], alpha, beta, old.values[j]);
        store(to, found);
    }
    __device__ __forceinline__ void add(float beta, const Neighbours& old) {
#pragma unroll
        for (int j = 0; j < width; ++j) values[j] = __fmaf_rn(beta, old.values[j], values[j]);
    }
    __device__ __forceinline__ void write(float* to) const { store(to, values); }

   private:
    static __device__ __forceinline__ void store(float* to, const float (&found)[width]) {
        if constexpr (width == 4)
            *reinterpret_cast<float4*>(to) = {found[0], found[1], found[2], found[3]};
        else if constexpr (width == 2)
            *reinterpret_cast<float2*>(to) = {found[0], found[1]};
        else
            *to = found[0];
    }
    __device__ __forceinline__ void set(const float4& vector) {
        values[0] = vector.x;
        values[1] = vector.y;
        values[2] = vector.z;
        values[3] = vector.w;
    }
};
