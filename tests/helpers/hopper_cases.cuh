// What the test kernels for Hopper share: single PTX instructions as functions.
#pragma once

typedef unsigned int uint32;
typedef unsigned long long uint64;

struct alignas(64) TensorMap {
    uint64 words[16];
};

__device__ __forceinline__ uint32 shared_address(const void* pointer) {
    return (uint32)__cvta_generic_to_shared(pointer);
}

__device__ __forceinline__ void init(uint32 barrier, uint32 count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}

__device__ __forceinline__ void arrive(uint32 barrier) {
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}

__device__ __forceinline__ void expect(uint32 barrier, uint32 bytes) {
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
                 "r"(bytes)
                 : "memory");
}

__device__ __forceinline__ bool try_wait(uint32 barrier, uint32 parity) {
    uint32 complete;
    asm volatile(
        "{\n\t"
        ".reg .pred complete;\n\t"
        "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 complete, [%1], %2;\n\t"
        "selp.u32 %0, 1, 0, complete;\n\t"
        "}"
        : "=r"(complete)
        : "r"(barrier), "r"(parity)
        : "memory");
    return complete;
}

__device__ __forceinline__ void wait(uint32 barrier, uint32 parity) {
    while (!try_wait(barrier, parity)) {
    }
}

__device__ __forceinline__ void copy_box_3d(uint32 target, const TensorMap& map, int x, int y,
                                            int z, uint32 barrier) {
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        " [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(target),
        "l"(&map), "r"(x), "r"(y), "r"(z), "r"(barrier)
        : "memory");
}

__device__ __forceinline__ void make_barriers_seen() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
}
