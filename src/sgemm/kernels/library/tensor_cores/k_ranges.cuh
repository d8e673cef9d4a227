// Tiles whose k is cut into parts, each summed by another block. See split.py.
//
// The last block to arrive adds all parts in ascending order, whatever their order of arrival. Each
// warp counts for itself, as it has rows of its own. No block waits for another.
#pragma once
#include "split_choice.cuh"
#include "thread_instructions.cuh"
#include "wgmma_instructions.cuh"

// One part of the k of a tile: blocks of 32 steps, an even number of them.
struct KRange {
    uint32 tile, number, first, last;
};

// All parts of all tiles. The same part of all tiles comes before the next one: blocks that work
// side by side share panels.
struct KRanges {
    const uint32 tiles, splits, blocks;

    __device__ __forceinline__ uint32 count() const { return tiles * splits; }
    __device__ __forceinline__ KRange operator[](uint32 number) const {
        const uint32 part = number / tiles;
        return {number % tiles, part, begin(part), begin(part + 1)};
    }

   private:
    __device__ __forceinline__ uint32 begin(uint32 part) const {
        return blocks / 2 * part / splits * 2;
    }
};

// Stores a warp's sums of a part and, in the last warp to arrive, replaces them by those of all
// parts. Returns whether it is that one. The parts of a tile lie one after the other, in each one
// warp after the other, and of a warp four sums of each lane.
template <uint32 count>
__device__ __forceinline__ bool add_ranges(float (&sums)[count], const KRange& range,
                                           const KRanges& ranges, float* partial_sums,
                                           uint32* counters) {
    constexpr uint32 warps = Tile::consumers / lanes, floats = lanes * count;
    const uint32 warp = threadIdx.x / lanes, lane = threadIdx.x % lanes;
    float* const own = partial_sums + (uint64)range.tile * ranges.splits * warps * floats +
                       warp * floats + lane * 4;
    float* const saved = own + (uint64)range.number * warps * floats;
#pragma unroll
    for (uint32 i = 0; i < count; i += 4)
        *reinterpret_cast<float4*>(saved + lanes * i) = {sums[i], sums[i + 1], sums[i + 2],
                                                         sums[i + 3]};
    __syncwarp();
    uint32 is_last = 0;
    if (lane == 0) {
        uint32* const counter = counters + range.tile * warps + warp;
        fence_acq_rel_gpu();
        is_last = atom_add_relaxed_gpu(counter, 1) == ranges.splits - 1;
        if (is_last) *counter = 0;
        fence_acq_rel_gpu();
    }
    if (!__shfl_sync(~0u, is_last, 0)) return false;
    __syncwarp();
#pragma unroll 1
    for (uint32 i = 0; i < ranges.splits; ++i) {
        const float* const of_part = own + (uint64)i * warps * floats;
#pragma unroll
        for (uint32 j = 0; j < count; j += 4) {
            const float4 four = *reinterpret_cast<const float4*>(of_part + lanes * j);
            const float others[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
            for (uint32 l = 0; l < 4; ++l)
                sums[j + l] = i ? __fadd_rn(sums[j + l], others[l]) : others[l];
        }
    }
    return true;
}
