// What threads tell each other, one function for each PTX instruction, named after what it wraps:
// shuffles, barriers for some warps, fences and counters.
#pragma once
#include "common.cuh"

// The value of the lane whose number differs in the bits of `mask`. All lanes of the warp take
// part.
__device__ __forceinline__ float shfl_sync_bfly(float value, uint32 mask) {
    float other;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;"
                 : "=f"(other)
                 : "f"(value), "r"(mask));
    return other;
}

// Comes to a barrier of bar_sync (async_instructions.cuh) without waiting there.
template <int number, int threads>
__device__ __forceinline__ void bar_arrive() {
    asm volatile("bar.arrive %0, %1;" ::"n"(number), "n"(threads) : "memory");
}

// A barrier for so many threads, which tells all whether the condition holds for any of them. Each
// warp comes as one.
template <int threads>
__device__ __forceinline__ bool bar_red_or(uint32 number, bool condition) {
    uint32 found;
    __syncwarp();
    asm volatile(
        "{\n\t"
        ".reg .pred own, any;\n\t"
        "setp.ne.u32 own, %2, 0;\n\t"
        "bar.red.or.pred any, %1, %3, own;\n\t"
        "selp.u32 %0, 1, 0, any;\n\t"
        "}"
        : "=r"(found)
        : "r"(number), "r"((uint32)condition), "n"(threads)
        : "memory");
    return found != 0;
}

// Orders this thread's accesses to memory, and those it knows of, for all threads of the GPU.
__device__ __forceinline__ void fence_acq_rel_gpu() {
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
}

// Orders this thread's accesses to memory, and those it knows of, with asynchronous copies that it
// starts later. Before sm_90 there are no copies that this matters to.
__device__ __forceinline__ void fence_proxy_async() {
#if __CUDA_ARCH__ >= 900
    asm volatile("fence.proxy.async;" ::: "memory");
#endif
}

// Adds to a counter that all blocks see, and returns what it was.
__device__ __forceinline__ uint32 atom_add_relaxed_gpu(uint32* counter, uint32 summand) {
    uint32 old;
    asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(counter), "r"(summand)
                 : "memory");
    return old;
}
