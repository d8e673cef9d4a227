// Single PTX instructions of sm_90 for thread block clusters as functions, one each, named after what
// they wrap: ranks, addresses in other blocks, the barrier of the cluster, and what reaches other
// blocks' mbarriers. "memory" marks those that order what other threads see.
#pragma once
#include "common.cuh"

// The rank of this block in its cluster.
__device__ __forceinline__ uint32 cluster_ctarank() {
    uint32 rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

// The same place in the shared memory of another block.
__device__ __forceinline__ uint32 mapa(uint32 address, uint32 rank) {
    uint32 mapped;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
    return mapped;
}

// Comes to the barrier of the cluster, and waits there for all its threads that have not ended.
__device__ __forceinline__ void barrier_cluster_arrive() {
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
}
__device__ __forceinline__ void barrier_cluster_wait() {
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
}

// Arrives at a barrier of any block, by an address from mapa.
__device__ __forceinline__ void mbarrier_arrive_cluster(uint32 barrier) {
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(barrier)
                 : "memory");
}

// Whether the phase of that parity has ended, at a barrier to which other blocks come.
__device__ __forceinline__ bool mbarrier_try_wait_parity_cluster(uint32 barrier, uint32 parity) {
    uint32 ended;
    asm volatile(
        "{\n\t"
        ".reg .pred ended;\n\t"
        "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 ended, [%1], %2;\n\t"
        "selp.u32 %0, 1, 0, ended;\n\t"
        "}"
        : "=r"(ended)
        : "r"(barrier), "r"(parity)
        : "memory");
    return ended != 0;
}

// Copies bytes as they lie to the blocks of a mask: to the same place of each, and tells the same
// barrier of each.
__device__ __forceinline__ void cp_async_bulk_multicast(uint32 target, const void* source,
                                                        uint32 bytes, uint32 barrier,
                                                        unsigned short mask) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
        "[%0], [%1], %2, [%3], %4;" ::"r"(target),
        "l"(source), "r"(bytes), "r"(barrier), "h"(mask)
        : "memory");
}
