// Results without gaps: from shared memory to C, in vectors. For kernels of tiny products.
#pragma once
#include "neighbours.cuh"

// C := alpha*results + beta*addend for some elements without gaps, in vectors of `width`. A thread
// reads several of the addend before it writes any: no load is moved across a store, which might
// change it.
template <int width, int threads>
__device__ __forceinline__ void write_vectors(uint32 results, int count, float* C,
                                              const float* addend, float alpha, float beta) {
    constexpr int at_once = width == 4 ? 2 : 4, stride = width * threads;
    C += threadIdx.x * width;
    addend += threadIdx.x * width;
    results += threadIdx.x * width * 4;
#pragma unroll 1
    for (int left = count - threadIdx.x * width; left > 0; left -= at_once * stride) {
        Neighbours<width> old[at_once], sum;
#pragma unroll
        for (int i = 0; i < at_once; ++i) {
            old[i].fill(unread(beta));
            if (beta != 0.0f && left > i * stride) old[i].read(addend + i * stride);
        }
#pragma unroll
        for (int i = 0; i < at_once; ++i) {
            if (left <= i * stride) break;
            sum.read_shared(results + i * stride * 4);
            sum.write_blended(C + i * stride, alpha, beta, old[i]);
        }
        C += at_once * stride;
        addend += at_once * stride;
        results += at_once * stride * 4;
    }
}
