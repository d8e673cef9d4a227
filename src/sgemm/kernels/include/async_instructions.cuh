// Single PTX instructions for copies that announce their end themselves, one function each, named
// after what they wrap: barriers in shared memory (mbarrier), bulk tensor copies, named barriers
// and the allotment of registers. "memory" marks those that order what other threads see.
#pragma once
#include "common.cuh"

// Starts a barrier whose phases end after `count` arrivals and all bytes announced.
__device__ __forceinline__ void mbarrier_init(uint32 barrier, uint32 count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}

// Shows barriers just started to the unit for bulk copies.
__device__ __forceinline__ void fence_mbarrier_init() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ __forceinline__ void mbarrier_arrive(uint32 barrier) {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
}

// Arrives, and announces bytes that copies will bring within this phase.
__device__ __forceinline__ void mbarrier_arrive_expect_tx(uint32 barrier, uint32 bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                 : "memory");
}

// Whether the phase of that parity has ended; may wait a while before it says no.
__device__ __forceinline__ bool mbarrier_try_wait_parity(uint32 barrier, uint32 parity) {
    uint32 ended;
    asm volatile(
        "{\n\t"
        ".reg .pred ended;\n\t"
        "mbarrier.try_wait.parity.shared.b64 ended, [%1], %2;\n\t"
        "selp.u32 %0, 1, 0, ended;\n\t"
        "}"
        : "=r"(ended)
        : "r"(barrier), "r"(parity)
        : "memory");
    return ended != 0;
}

// Arrives once all asynchronous copies that this thread has started so far are complete.
__device__ __forceinline__ void cp_async_mbarrier_arrive_noinc(uint32 barrier) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(barrier) : "memory");
}

// Copies the box of a matrix that starts at a column and a row of product z; zeros outside.
__device__ __forceinline__ void cp_async_bulk_tensor_3d(uint32 target, const TensorMap* map,
                                                        int column, int row, int z,
                                                        uint32 barrier) {
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3, %4}], [%5];" ::"r"(target),
        "l"(map), "r"(column), "r"(row), "r"(z), "r"(barrier)
        : "memory");
}

// Has a tensor map fetched, so that the first copy does not wait for it.
__device__ __forceinline__ void prefetch_tensor_map(const TensorMap* map) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

// Has the L2 cache fetch the line of an address, if it is not there yet.
__device__ __forceinline__ void prefetch_l2(const float* address) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
}

// Between two launches of which the second may begin early: lets it, as soon as all blocks of the
// first have come so far; and, in the second, waits for the first one's end and all it has written.
__device__ __forceinline__ void launch_dependents() {
    asm volatile("griddepcontrol.launch_dependents;");
}
__device__ __forceinline__ void wait_for_primary_launch() {
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

// A barrier for some warps of a block: number 1 to 15, and how many threads it is for.
template <int number, int threads>
__device__ __forceinline__ void bar_sync() {
    asm volatile("bar.sync %0, %1;" ::"n"(number), "n"(threads) : "memory");
}

// Rests for about so many nanoseconds, at most twice as many.
template <int nanoseconds>
__device__ __forceinline__ void nanosleep() {
    asm volatile("nanosleep.u32 %0;" ::"n"(nanoseconds));
}

// Gives registers of this group of four warps back, or takes more; the target is for each thread.
template <int registers>
__device__ __forceinline__ void setmaxnreg_dec() {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
}
template <int registers>
__device__ __forceinline__ void setmaxnreg_inc() {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
}
