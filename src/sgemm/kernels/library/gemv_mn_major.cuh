// The sums of slices where the large operand is MN-major: a thread has four neighbouring outputs.
#pragma once
#include "gemv_operand.cuh"
#include "store_instructions.cuh"

// What one step brings that is read element by element, and its factors.
struct Corner {
    const Large* from = nullptr;  // where there is such a step
    const Small* factor;
    float4 elements = {};
    float factors[few] = {};

    __device__ __forceinline__ void load(const Operands& operands, int first, int end) {
        if (from == nullptr) return;
        elements = load_elements<large_type>(from, 1, first, end);
#pragma unroll
        for (int i = 0; i < few; ++i)
            factors[i] = load_element<small_type>(factor + operands.to_vector(i), true);
    }
    __device__ __forceinline__ void add(ThreadSums& sums) const {
#pragma unroll
        for (int i = 0; i < few; ++i) sums.add_step(i, factors[i], elements);
    }
};

// Vectors of four that are aligned whatever rows are. A slice takes rows of one alignment, every
// fourth one or fewer, and has its outputs shifted by that alignment: its first vector begins up to
// three elements before the tile's first output, in the row before. So it takes one thread more,
// and there are fewer slices, unless all rows are aligned. Only the first row has none before it,
// and the last one none after it: what would be outside there is not read.
__device__ __forceinline__ Slices multiply_mn_major(uint32 address, const Operands& operands) {
    constexpr uint32 fewer = Tile::threads / (slice_threads + 1) / 4 * 4;
    const uint32 origin = misalignment(operands.matrix), next = (uint32)operands.leading % 4;
    const bool all_aligned = (origin | next) == 0;
    const Slices slices{all_aligned ? Tile::slices : fewer, origin, next};
    const uint32 slice =
        all_aligned ? threadIdx.x / slice_threads : threadIdx.x / (slice_threads + 1);
    const uint32 thread =
        all_aligned ? threadIdx.x % slice_threads : threadIdx.x % (slice_threads + 1);
    const int shift = slices.shift(slice), column = (int)(thread * 4) - shift;
    if (slice >= slices.count || column >= (int)min(operands.outputs, (uint32)tile_outputs))
        return slices;
    const Large* from = operands.matrix + offset(slice, operands.leading) + column;
    const Small* factor = operands.vectors + slice * operands.gap();
    const uint64 next_row = offset(slices.count, operands.leading);
    const int64 next_factor = slices.count * operands.gap();

    // The rows that have to be read element by element are added after all others.
    const int left = operands.outputs - column;
    int steps = operands.steps - slice;  // of the slice, with those of the others between them
    Corner first, last;
    if (column < 0 && operands.is_first && slice == 0 && steps > 0) {
        first.from = from;
        first.factor = factor;
        if (loads_factors_ahead) first.load(operands, -column, left);
        from += next_row;
        factor += next_factor;
        steps -= slices.count;
    }
    if (left < 4 && operands.is_last && steps > 0 && (steps - 1) % slices.count == 0) {
        --steps;
        last.from = from + offset(steps, operands.leading);
        last.factor = factor + steps * operands.gap();
        if (loads_factors_ahead) last.load(operands, -column, left);
    }

    float4 elements[2][set_loads];
    float factors[2][set_loads][few];
    ThreadSums sums;
    // With `whole` all that is asked for exists, and all rows are aligned.
    const auto load_factors = [&](bool whole, int set, int left) {
#pragma unroll
        for (int i = 0; i < set_loads; ++i) {
            const bool exists = whole || (int)(i * slices.count) < left;
#pragma unroll
            for (int j = 0; j < few; ++j)
                factors[set][i][j] =
                    load_element<small_type>(factor + operands.to_vector(j), exists);
            factor += whole ? Tile::slices * operands.gap() : next_factor;
        }
    };
    const auto load = [&](bool whole, int set, int left) {
#pragma unroll
        for (int i = 0; i < set_loads; ++i) {
            const bool exists = whole || (int)(i * slices.count) < left;
            elements[set][i] = load_large<large_type, true>(from, exists, operands.policy);
            from += next_row;
        }
        if (loads_factors_ahead) load_factors(whole, set, left);
    };
    const auto add = [&](bool whole, int set, int left) {
        if (!loads_factors_ahead) load_factors(whole, set, left);
#pragma unroll
        for (int i = 0; i < set_loads; ++i)
#pragma unroll
            for (int j = 0; j < few; ++j) sums.add_step(j, factors[set][i][j], elements[set][i]);
    };
    const int pace = set_loads * slices.count;
    const auto step_twice = [&](bool whole) {
        load(whole, 1, steps - pace);
        add(whole, 0, steps);
        load(whole, 0, steps - 2 * pace);
        add(whole, 1, steps - pace);
        steps -= 2 * pace;
    };
    load(false, 0, steps);
    if (!loads_factors_ahead && all_aligned)
#pragma unroll 1
        while (steps > 3 * pace) {
            if (!loops_over_sets) {
                step_twice(true);
                continue;
            }
            load(true, 1, steps - pace);
            add(true, 0, steps);
            steps -= pace;
#pragma unroll
            for (int i = 0; i < set_loads; ++i) elements[0][i] = elements[1][i];
        }
#pragma unroll 1
    while (steps > 0) step_twice(false);
    if (!loads_factors_ahead) {
        first.load(operands, -column, left);
        last.load(operands, -column, left);
    }
    first.add(sums);
    last.add(sums);
    const uint32 target = address + (slice * Slices::floats + thread * 4) * 4;
#pragma unroll
    for (int i = 0; i < few; ++i) {
        const float* each = sums.sums[i];
        st_shared_v4(target + i * Slices::pitch * 4, {each[0], each[1], each[2], each[3]});
    }
    return slices;
}

// Element by element: a thread has every slice_threads-th output, four in all. Those beyond the
// last one are the last one, and not written to C.
__device__ __forceinline__ Slices multiply_mn_major_by_elements(uint32 address,
                                                                const Operands& operands) {
    constexpr int steps_at_once = 2 * set_loads;
    const uint32 slice = threadIdx.x / slice_threads, thread = threadIdx.x % slice_threads;
    const Large* from = operands.matrix + offset(slice, operands.leading);
    const Small* factor = operands.vectors + slice * operands.gap();
    uint32 place[4];
    ThreadSums sums;
#pragma unroll
    for (int j = 0; j < 4; ++j) place[j] = min(thread + j * slice_threads, operands.outputs - 1);
#pragma unroll 1
    for (int steps = operands.steps - slice; steps > 0; steps -= steps_at_once * Tile::slices) {
        float4 elements[steps_at_once];
        float factors[steps_at_once][few];
        const auto load_factors = [&](int i) {
            const bool exists = i * Tile::slices < steps;
#pragma unroll
            for (int j = 0; j < few; ++j)
                factors[i][j] = load_element<small_type>(factor + operands.to_vector(j), exists);
            factor += Tile::slices * operands.gap();
        };
#pragma unroll
        for (int i = 0; i < steps_at_once; ++i) {
            const bool exists = i * Tile::slices < steps;
            elements[i] = {load_element<large_type>(from + place[0], exists),
                           load_element<large_type>(from + place[1], exists),
                           load_element<large_type>(from + place[2], exists),
                           load_element<large_type>(from + place[3], exists)};
            from += offset(Tile::slices, operands.leading);
            if (loads_factors_ahead) load_factors(i);
        }
#pragma unroll
        for (int i = 0; i < steps_at_once; ++i) {
            if (!loads_factors_ahead) load_factors(i);
#pragma unroll
            for (int j = 0; j < few; ++j) sums.add_step(j, factors[i][j], elements[i]);
        }
    }
    sums.store(address + (slice * Slices::floats + thread) * 4, slice_threads);
    return {Tile::slices, 0, 0};
}
