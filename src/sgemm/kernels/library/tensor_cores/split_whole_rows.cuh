// Splits rows that one block can see as wholes: it looks at them and splits them in one launch. See
// split.py.
#pragma once
#include "split_operands.cuh"

constexpr uint32 whole_loads = 4;   // of eight elements, that a thread has under way and keeps
constexpr uint32 whole_blocks = 2;  // on a multiprocessor

// A block has eight rows and all of k. Up to 1024 steps its threads keep what they have looked at;
// longer rows are read twice, the second time from a cache.
template <class Parts, bool k_major, int32 type>
__device__ __forceinline__ void split_whole_rows_of(const Slab<k_major, type, whole_rows>& slab,
                                                    uint32* is_uncommon) {
    using Slab = Slab<k_major, type, whole_rows>;
    constexpr uint32 lanes = 32, warps = split_threads / lanes, at_once = Slab::steps_at_once;
    static_assert(warps == whole_rows, "a warp has a row");
    const SplitOperand& operand = slab.operand;
    const uint32 warp = threadIdx.x / lanes, lane = threadIdx.x % lanes;
    const uint32 last = operand.blocks * block_steps;
    float values[whole_loads][8];
    const auto load = [&](uint32 first) {
#pragma unroll
        for (uint32 i = 0; i < whole_loads; ++i)
            if (first + i * at_once < last) slab.load(values[i], first + i * at_once);
    };
    // What a thread loads is of one row: of its warp's, or else of one for each eighth thread.
    Seen all;
    for (uint32 first = 0; first < last; first += whole_loads * at_once) {
        load(first);
#pragma unroll
        for (uint32 i = 0; i < whole_loads; ++i) {
            const uint32 own =
                first + i * at_once + (k_major ? lane * 8 : threadIdx.x / whole_rows);
            const bool all_exist = first + (i + 1) * at_once <= operand.steps;
#pragma unroll
            for (uint32 j = 0; j < 8; ++j)
                if (all_exist ||
                    own + j * (k_major ? 1 : split_threads / whole_rows) < operand.steps)
                    all.add(values[i][j]);
        }
    }
    __shared__ SlabFacts found[warps][whole_rows];
    __shared__ PanelFacts of_rows[whole_rows];
    if (k_major) {
        all.largest = __reduce_max_sync(~0u, all.largest);
        all.least = __reduce_min_sync(~0u, all.least);
        all.smallest = __reduce_min_sync(~0u, all.smallest);
    } else {
#pragma unroll
        for (uint32 distance = whole_rows; distance < lanes; distance *= 2) {
            all.largest = max(all.largest, __shfl_xor_sync(~0u, all.largest, distance));
            all.least = min(all.least, __shfl_xor_sync(~0u, all.least, distance));
            all.smallest = min(all.smallest, __shfl_xor_sync(~0u, all.smallest, distance));
        }
        if (lane < whole_rows) found[warp][lane] = all.facts();
        __syncthreads();
        all = Seen{};
#pragma unroll
        for (uint32 i = 0; i < warps; ++i) all.add(found[i][warp]);
    }
    const bool exists = slab.first_row + warp < operand.rows;
    if (!exists) all = Seen{};
    const int32 exponent = Slab::noted_exponent(all);
    const Scaling scaling = scaling_of<Parts, type>(exponent, exists);
    const bool row_is_finite = all.largest < infinity;
    uint32 far = 0;
    if (__syncthreads_and(row_is_finite)) {  // else no part is made of any, and none is read
        __shared__ float scratch[Slab::scratch_floats];
        for (uint32 first = 0; first < last; first += whole_loads * at_once) {
            if (last > whole_loads * at_once) load(first);
#pragma unroll
            for (uint32 i = 0; i < whole_loads; ++i) {
                if (first + i * at_once >= last) break;
                slab.arrange(values[i], scratch);
                const uint32 step = first + i * at_once + lane * 8;
                if (step < last) far += slab.template store<Parts>(values[i], scaling, warp, step);
            }
        }
    }
    far = __reduce_add_sync(~0u, far);
    // One FP16 number has too few digits for elements that are far; eight rows of these add up.
    if (type != float32 && far) far = most_far / whole_rows;
    if (lane == 0) {
        slab.exponents()[warp] = exponent;
        of_rows[warp] = {all.range(), all.smallest == 0, !row_is_finite, far};
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        PanelFacts worst = {};
#pragma unroll
        for (uint32 i = 0; i < whole_rows; ++i) {
            worst.range = max(worst.range, of_rows[i].range);
            worst.has_zeros |= of_rows[i].has_zeros;
            worst.is_not_finite |= of_rows[i].is_not_finite;
            worst.far += of_rows[i].far;
        }
        slab.facts()[slab.number] = worst;
        if (worst.is_not_finite || worst.range > Constants::common_range) atomicOr(is_uncommon, 1u);
    }
}
