// More single PTX instructions, which the library's kernels use and the ladder does not:
// prefetches, dependent launches, sleep, and cp.async with an mbarrier.
#pragma once
#include "async_instructions.cuh"

// Arrives once all asynchronous copies that this thread has started so far are complete.
__device__ __forceinline__ void cp_async_mbarrier_arrive_noinc(uint32 barrier) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(barrier) : "memory");
}

// Has a tensor map fetched, so that the first copy does not wait for it.
__device__ __forceinline__ void prefetch_tensor_map(const TensorMap* map) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

// Has the L2 cache fetch the cache line of an address, if it is not there yet.
__device__ __forceinline__ void prefetch_l2(const float* address) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
}

// Between two launches of which the second may begin early: lets it, as soon as all blocks of the
// first have come so far; and, in the second, waits for the first one's end and all it has written.
// Before sm_90 there is neither, and no launch begins early.
//
// In a chain of launches every block waits, also where it has nothing to do. So a launch ends after
// all before it, and who has waited for one of them may write where earlier ones read.
__device__ __forceinline__ void launch_dependents() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}
__device__ __forceinline__ void wait_for_primary_launch() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Sleeps for about so many nanoseconds, at most twice as many.
template <int nanoseconds>
__device__ __forceinline__ void nanosleep() {
    asm volatile("nanosleep.u32 %0;" ::"n"(nanoseconds));
}
