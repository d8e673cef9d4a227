// Single PTX instructions of sm_90 as functions, one each, named after what they wrap: barriers in
// shared memory (mbarrier), bulk tensor copies (TMA), a barrier for some warps and the registers of
// a warp. "memory" marks those that order what other threads see.
#pragma once
#include "common.cuh"

// What describes a matrix to TMA, the copy engine. Kernels that use it take two more
// parameters at the end, `const __grid_constant__ TensorMap` of A and of B.
struct __align__(64) TensorMap {
    uint64 words[16];
};

// Starts a barrier whose phases end after `count` arrivals and all expected bytes.
__device__ __forceinline__ void mbarrier_init(uint32 barrier, uint32 count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}

// Shows barriers just started to the TMA unit.
__device__ __forceinline__ void fence_mbarrier_init() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ __forceinline__ void mbarrier_arrive(uint32 barrier) {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
}

// Arrives, and expects bytes that copies will bring within this phase.
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

// A barrier for some warps of a block: number 1 to 15, and how many threads it is for.
template <int number, int threads>
__device__ __forceinline__ void bar_sync() {
    asm volatile("bar.sync %0, %1;" ::"n"(number), "n"(threads) : "memory");
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
