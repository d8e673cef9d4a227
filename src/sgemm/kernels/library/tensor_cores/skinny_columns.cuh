// Columns of B on their way to registers, for fp16x3_skinny: by asynchronous copies, each to the
// thread that asks for it.
#pragma once
#include "copy_instructions.cuh"
#include "instructions.cuh"
#include "policy_instructions.cuh"
#include "skinny_chunks.cuh"
#include "work_items.cuh"

// Whether all rows of a matrix begin at multiples of some bytes.
__device__ __forceinline__ bool is_aligned(const void* matrix, int leading, uint32 item_bytes,
                                           uint32 bytes) {
    return ((uint64)matrix | (uint64)leading * item_bytes) % bytes == 0;
}

// What a lane has of a chunk of B: in each 16 steps four neighbours of two columns, eight apart.
struct LoadedColumns {
    float elements[k_blocks][2][4];
    Magnitudes magnitudes[2];

    __device__ __forceinline__ bool are_far() const {
        return magnitudes[0].are_far() || magnitudes[1].are_far();
    }
};

// The columns of B of a block, which lie along k. The ring has a place for each copy, where the
// thread that asked for it finds it: nobody waits for another. Indices are clamped to the last;
// what they give is not stored.
struct ColumnRing {
    static constexpr uint32 copy_bytes = 16, stage_bytes = chunk_steps * Tile::bn * 4;
    static constexpr uint32 ring_bytes = Tile::stages * stage_bytes;

    __device__ __forceinline__ ColumnRing(const float* matrix, uint32 first, int n, int ldb,
                                          Range steps, uint64 policy, uint32 memory)
        : ring(memory + threadIdx.x * copy_bytes),
          target(ring),
          length(steps.end - steps.first),
          policy(policy),
          is_by_float4(is_aligned(matrix, ldb, 4, 16)) {
        const uint32 column = first + threadIdx.x / lanes * 16 + threadIdx.x % lanes / 4;
#pragma unroll
        for (uint32 pair_column = 0; pair_column < 2; ++pair_column)
            sources[pair_column] =
                matrix + offset(min(column + pair_column * 8, n - 1), ldb) + steps.first + step;
    }

    // Starts the copies of the first chunks, each a group.
    __device__ __forceinline__ void start() {
        for (uint32 chunk = 0; chunk < Tile::stages; ++chunk) copy(chunk);
    }
    // Starts the copies of the next chunk, where there is one, with zeros beyond the last step.
    //
    // Where they go is counted by each lane. Were it computed from the chunk's number, ptxas 13.0
    // to 13.5 would make a copy with a uniform register in its address and a cache policy, which an
    // H200 refuses as an illegal instruction.
    __device__ __forceinline__ void copy(uint32 chunk) {
        const uint32 first = chunk * chunk_steps;
        if (is_by_float4 && first + chunk_steps <= length) {
#pragma unroll
            for (uint32 i = 0; i < k_blocks; ++i)
#pragma unroll
                for (uint32 pair_column = 0; pair_column < 2; ++pair_column)
                    cp_async_cg_16(target + place_in_stage(i, pair_column),
                                   sources[pair_column] + first + i * wgmma_steps, 16, policy);
        } else if (first < length) {
            copy_singly(first);
        }
        cp_async_commit_group();
        target += stage_bytes;
        if (target == ring + ring_bytes) target = ring;
    }
    // Waits until this thread's copies of the next chunk have landed.
    __device__ __forceinline__ void await() const { cp_async_wait_group<Tile::stages - 1>(); }

    // Reads what this lane asked for, and finds the magnitudes of its two columns.
    __device__ __forceinline__ void read(LoadedColumns& own, uint32 chunk) const {
        const uint32 from = place(chunk, 0, 0);
#pragma unroll
        for (uint32 pair_column = 0; pair_column < 2; ++pair_column) {
#pragma unroll
            for (uint32 i = 0; i < k_blocks; ++i) {
                float (&four)[4] = own.elements[i][pair_column];
                const float4 found = ld_shared_v4(from + place_in_stage(i, pair_column));
                four[0] = found.x, four[1] = found.y, four[2] = found.z, four[3] = found.w;
#pragma unroll
                for (uint32 j = 0; j < 4; ++j) own.magnitudes[pair_column].add(four[j]);
            }
            own.magnitudes[pair_column].combine<4>();
        }
    }
    // An element of one of this lane's two columns, at a step of a chunk; perhaps another lane's.
    __device__ __forceinline__ float element(uint32 chunk, uint32 of_chunk,
                                             uint32 pair_column) const {
        const uint32 owner = of_chunk % wgmma_steps / 4;
        return ld_shared(place(chunk, of_chunk / wgmma_steps, pair_column) +
                         (owner - threadIdx.x % 4) * copy_bytes + of_chunk % 4 * 4);
    }

   private:
    const uint32 ring;
    uint32 target;  // where the next copies go
    const uint32 length;
    const uint32 step = threadIdx.x % 4 * 4;  // of 16
    const uint64 policy;
    const bool is_by_float4;
    const float* sources[2];

    __device__ __forceinline__ uint32 place(uint32 chunk, uint32 k_block,
                                            uint32 pair_column) const {
        return ring + chunk % Tile::stages * stage_bytes + place_in_stage(k_block, pair_column);
    }
    static __device__ __forceinline__ constexpr uint32 place_in_stage(uint32 k_block,
                                                                      uint32 pair_column) {
        return (k_block * 2 + pair_column) * Tile::threads * copy_bytes;
    }
    // Where 16 bytes are not aligned, or k ends.
    __device__ __forceinline__ void copy_singly(uint32 first) const {
        uint32 to = target;
#pragma unroll 1
        for (uint32 at = first + step; at < first + chunk_steps; at += wgmma_steps) {
#pragma unroll
            for (uint32 j = 0; j < 8; ++j) {
                const bool exists = at + j % 4 < length;
                cp_async_ca_4(to + place_in_stage(0, j / 4) + j % 4 * 4,
                              sources[j / 4] + (exists ? at - step + j % 4 : 0), exists ? 4 : 0,
                              policy);
            }
            to += place_in_stage(1, 0);
        }
    }
};
