// A ring of one stage that all blocks of a cluster fill together: each brings a piece of it, by one
// copy to all of them. See hopper_cases.py.
#include "hopper_cases.cuh"

constexpr uint32 words = 1024;

__device__ __forceinline__ uint32 rank_in_cluster() {
    uint32 rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}
__device__ __forceinline__ uint32 blocks_of_cluster() {
    uint32 blocks;
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    return blocks;
}
__device__ __forceinline__ void meet() {
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ __forceinline__ uint32 in_block(uint32 address, uint32 rank) {
    uint32 mapped;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
    return mapped;
}
__device__ __forceinline__ void arrive_at(uint32 barrier) {
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(barrier)
                 : "memory");
}
__device__ __forceinline__ void copy_to(uint32 target, const uint32* source, uint32 bytes,
                                        uint32 barrier, unsigned short mask) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
        " [%0], [%1], %2, [%3], %4;" ::"r"(target),
        "l"(source), "r"(bytes), "r"(barrier), "h"(mask)
        : "memory");
}

// Every thread adds up its words of all stages, times the stage and the rank; and, last, what the
// next block has added up.
extern "C" __global__ void cluster_ring(uint32* sums, const uint32* source, int stages) {
    __shared__ __align__(128) uint32 stage[words];
    __shared__ uint32 sum_of[64];
    __shared__ uint64 full, empty;
    const uint32 rank = rank_in_cluster(), blocks = blocks_of_cluster();
    const uint32 piece = words / blocks;
    if (threadIdx.x == 0) {
        init(shared_address(&full), 1);
        init(shared_address(&empty), 2 * blocks);
    }
    make_barriers_seen();
    meet();
    uint32 sum = 0;
    for (uint32 i = 0; i < stages; ++i) {
        if (threadIdx.x == 0) {
            wait(shared_address(&empty), i % 2 ^ 1);
            expect(shared_address(&full), 4 * words);
            copy_to(shared_address(stage + rank * piece), source + i * words + rank * piece,
                    4 * piece, shared_address(&full), (1 << blocks) - 1);
        }
        __syncwarp();
        wait(shared_address(&full), i % 2);
        for (uint32 j = threadIdx.x; j < words; j += blockDim.x) sum += stage[j] * (i + 1);
        __syncwarp();
        if (threadIdx.x % 32 < blocks)
            arrive_at(in_block(shared_address(&empty), threadIdx.x % 32));
    }
    sum_of[threadIdx.x] = sum * (rank + 1);
    meet();
    uint32 other;
    asm volatile("ld.shared::cluster.u32 %0, [%1];"
                 : "=r"(other)
                 : "r"(in_block(shared_address(sum_of + threadIdx.x), (rank + 1) % blocks)));
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum * (rank + 1) + other;
    meet();
}
