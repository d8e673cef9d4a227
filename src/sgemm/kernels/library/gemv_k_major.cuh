// The sums of slices where the large operand is K-major: a thread has every slice_threads-th output,
// and its slice every so many vectors of four steps.
#pragma once
#include "gemv_operand.cuh"
#include "store_instructions.cuh"

// How the steps of a part lie in a row: up to three before its first aligned vector of four, whole
// vectors, and up to three after them.
struct Pieces {
    uint32 head, vectors, tail;
    __device__ __forceinline__ Pieces(const Large* row, uint32 steps) {
        head = min((4 - misalignment(row)) % 4, steps);
        vectors = (steps - head) / 4;
        tail = (steps - head) % 4;
    }
};

// Elements of rows that are in no aligned vector, and their factors. There are up to six of each
// row, in eight places; each place of a thread's four rows has a slice of its own where there are
// as many.
struct Singles {
    static constexpr int places = 8, groups = Tile::slices / places;
    static constexpr int rounds = groups < 4 ? 4 / groups : 1;
    static_assert(groups > 0 && Tile::slices % places == 0, "a slice for each place of a row");
    float elements[rounds], factors[rounds][few];

    static __device__ __forceinline__ uint32 output(uint32 slice, int round) {
        return slice / places + round * groups;
    }

    __device__ __forceinline__ void load(const Operands& operands, uint32 slice, uint32 thread) {
        const uint32 place = slice % places;
#pragma unroll
        for (int i = 0; i < rounds; ++i) {
            const uint32 row = thread + output(slice, i) * slice_threads;
            const Large* from = operands.matrix + offset(row, operands.leading);
            const Pieces pieces(from, operands.steps);
            const bool exists = row < min(operands.outputs, (uint32)tile_outputs) &&
                                (place < pieces.head || place - 4 < pieces.tail);
            const uint32 step = place < 4 ? place : pieces.head + pieces.vectors * 4 + (place - 4);
            elements[i] = load_element<large_type>(from + step, exists);
#pragma unroll
            for (int j = 0; j < few; ++j)
                factors[i][j] = load_element<small_type>(
                    operands.vectors + step * operands.gap() + operands.to_vector(j), exists);
        }
    }

    __device__ __forceinline__ void add(ThreadSums& sums, uint32 slice) const {
#pragma unroll
        for (int i = 0; i < few; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                const int round = rounds == 1 ? 0 : j / groups;
                float& total = sums.sums[i][j];
                const float sum = fmaf(factors[round][i], elements[round], total);
                total = output(slice, round) == j ? sum : total;
            }
    }
};

// Vectors of four that are aligned whatever rows are, then an element that is in none.
__device__ __forceinline__ Slices multiply_k_major(uint32 address, const Operands& operands) {
    // Of a thread's rows, all or every other one have the same alignment.
    constexpr int kinds = slice_threads % 4 == 0 ? 1 : 2;
    static_assert(kinds * slice_threads % 4 == 0, "four rows on, alignment is the same");
    const uint32 slice = threadIdx.x % Tile::slices, thread = threadIdx.x / Tile::slices;
    Singles singles;
    if (loads_factors_ahead) singles.load(operands, slice, thread);
    const int outputs = (operands.outputs + (slice_threads - 1) - thread) / slice_threads;
    const Large* rows[kinds];
    const Small* vectors[kinds];
    bool is_aligned[kinds];  // whether four steps of each vector are one load
    int vectors_left[kinds], factors_left[kinds];
#pragma unroll
    for (int kind = 0; kind < kinds; ++kind) {
        rows[kind] = operands.matrix + offset(thread + kind * slice_threads, operands.leading);
        const Pieces pieces(rows[kind], operands.steps);
        const uint32 first = pieces.head + slice * 4;
        rows[kind] += first;
        vectors[kind] = operands.vectors + first * operands.gap();
        is_aligned[kind] = vectors_run_along_k && misalignment(vectors[kind]) == 0 &&
                           (few == 1 || operands.next() % 4 == 0);
        vectors_left[kind] = factors_left[kind] = pieces.vectors - slice;
    }
    ThreadSums sums;
    float4 elements[2][set_loads], factors[2][kinds][few];
    // With `whole` all that is asked for exists, and four steps of each vector are one load.
    const auto load_factors = [&](bool whole, int set) {
#pragma unroll
        for (int kind = 0; kind < kinds; ++kind) {
            const bool exists =
                whole || (loads_factors_ahead ? vectors_left : factors_left)[kind] > 0;
            const Small* from = vectors[kind];
#pragma unroll
            for (int j = 0; j < few; ++j) {
                factors[set][kind][j] =
                    whole || is_aligned[kind]
                        ? load_vector<small_type>(from, exists)
                        : load_elements<small_type>(from, operands.gap(), 0, exists ? 4 : 0);
                from += j + 1 < operands.left ? operands.next() : 0;
            }
            vectors[kind] += Tile::bk * (whole ? 1 : operands.gap());
            factors_left[kind] -= Tile::slices;
        }
    };
    const auto load = [&](bool whole, int set) {
#pragma unroll
        for (int j = 0; j < 4; ++j)
            elements[set][j] = load_large<large_type, false>(
                rows[j % kinds] + offset(j / kinds * kinds * slice_threads, operands.leading),
                whole || (j < outputs && vectors_left[j % kinds] > 0), operands.policy);
        if (loads_factors_ahead) load_factors(whole, set);
#pragma unroll
        for (int kind = 0; kind < kinds; ++kind) {
            rows[kind] += Tile::bk;
            vectors_left[kind] -= Tile::slices;
        }
    };
    const auto add = [&](bool whole, int set) {
        if (!loads_factors_ahead) load_factors(whole, set);
#pragma unroll
        for (int i = 0; i < few; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j)
                sums.add_row(i, j, factors[set][j % kinds][i], elements[set][j]);
    };
    const auto step_twice = [&](bool whole) {
        load(whole, 1);
        add(whole, 0);
        load(whole, 0);
        add(whole, 1);
    };
    load(false, 0);
    // What is left does not count the set that is under way.
    if (!loads_factors_ahead && outputs >= 4 && is_aligned[0] && is_aligned[kinds - 1])
#pragma unroll 1
        while (min(vectors_left[0], vectors_left[kinds - 1]) > Tile::slices) {
            if (!loops_over_sets) {
                step_twice(true);
                continue;
            }
            load(true, 1);
            add(true, 0);
#pragma unroll
            for (int j = 0; j < 4; ++j) elements[0][j] = elements[1][j];
        }
#pragma unroll 1
    while (vectors_left[0] > -Tile::slices || vectors_left[kinds - 1] > -Tile::slices)
        step_twice(false);
    if (!loads_factors_ahead) singles.load(operands, slice, thread);
    singles.add(sums, slice);
    sums.store(address + (slice * Slices::floats + thread) * 4, slice_threads);
    return {Tile::slices, 0, 0};
}
