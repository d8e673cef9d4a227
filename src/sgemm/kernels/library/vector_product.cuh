// A block's part of a product with one row or one column, from memory straight into registers.
//
// Such a product takes each element of the large operand once, so there is nothing that shared
// memory could keep for a second time. What counts is how many loads are under way: a thread asks
// for 32 elements before it multiplies the first. "Rows" are those of the large operand as it is
// stored.
#pragma once
#include "cache_policy.cuh"
#include "common.cuh"
#include "global_instructions.cuh"
#include "instructions.cuh"
#include "library_parameters.cuh"
#include "partial_sums.cuh"
#include "policy_instructions.cuh"
#include "store_instructions.cuh"
#include "thread_instructions.cuh"
#include "work_items.cuh"

// A tile of one row or one column as a row: its outputs are counted along it.
template <class Tile>
struct RowTile {
    static constexpr int bm = 1, bn = Tile::bm * Tile::bn, bk = Tile::bk;
    static constexpr int tm = 1, tn = Tile::tm * Tile::tn;
    static constexpr int slices = Tile::slices, threads = Tile::threads;
    static constexpr int slice_threads = bn / tn;  // a slice's threads
    static_assert(tn == 4 && bk == 4 * slices, "4 outputs a thread, 4 steps a slice and block");
};

// Vectors that a thread loads before it multiplies the first, and half of them: as soon as that
// many have been multiplied, as many others are loaded.
constexpr int burst = 8, half = burst / 2;

// Four elements of the large operand. With `by_lines` the second-level cache asks memory for all
// 128 bytes around them.
template <bool by_lines>
__device__ __forceinline__ float4 load_large(const float* source, bool exists, uint64 policy) {
    if constexpr (by_lines)
        return ld_global_nc_l2_cache_hint_128b_v4(source, exists, policy);
    else
        return ld_global_nc_l2_cache_hint_v4(source, exists, policy);
}

// How many elements beyond a multiple of 16 bytes an address is, from 0 to 3.
__device__ __forceinline__ uint32 misalignment(const float* address) {
    return (uint32)((uint64)address / 4) % 4;
}

// Four elements with a stride of `gap`, of which those from `first` to before `end` exist; the
// others are zero, and not read.
__device__ __forceinline__ float4 load_elements(const float* source, int64 gap, int first,
                                                int end) {
    return {ld_global_nc(source, first <= 0 && end > 0),
            ld_global_nc(source + gap, first <= 1 && end > 1),
            ld_global_nc(source + 2 * gap, first <= 2 && end > 2),
            ld_global_nc(source + 3 * gap, first <= 3 && end > 3)};
}

// A block's part of the large operand and the vector.
struct Operands {
    const float* matrix;  // the tile's first output at the part's first step
    int leading;
    const float* vector;  // at the part's first step
    int64 gap;            // from one element of the vector to the next
    uint32 outputs;       // of the problem, from the tile's first on
    uint32 steps;         // of the part
    bool is_first;        // whether matrix is where the large operand begins
    bool is_last;         // whether the large operand ends with this part
    uint64 policy;        // of the cache, for the large operand
};

// The sums of slices in shared memory: how many slices there are, and where their outputs lie. That
// of slice s begin (origin + s * pace) % 4 elements after its start.
struct Slices {
    uint32 count, origin, pace;
    __device__ __forceinline__ uint32 shift(uint32 slice) const {
        return (origin + slice * pace) % 4;
    }
};

__device__ __forceinline__ void multiply_add(float4& accumulators, float factor, float4 vector) {
    accumulators.x = fmaf(factor, vector.x, accumulators.x);
    accumulators.y = fmaf(factor, vector.y, accumulators.y);
    accumulators.z = fmaf(factor, vector.z, accumulators.z);
    accumulators.w = fmaf(factor, vector.w, accumulators.w);
}

// An MN-major operand, in float4 that are 16-byte aligned whatever its rows are. A slice takes rows
// of one alignment, every fourth one or fewer, and has its outputs shifted by that alignment: its
// first float4 begins up to three elements before the tile's first output, in the row before. So it
// takes one thread more, and there are fewer slices, unless all rows are aligned. Only the first
// row has none before it, and the last one none after it: what would be outside there is not read.
template <class Row>
__device__ __forceinline__ Slices multiply_mn_major(uint32 address, Operands operands) {
    constexpr uint32 fewer = Row::threads / (Row::slice_threads + 1) / 4 * 4;
    const uint32 origin = misalignment(operands.matrix), next = (uint32)operands.leading % 4;
    const bool all_aligned = (origin | next) == 0;
    const Slices slices{all_aligned ? Row::slices : fewer, origin, next};
    const uint32 slice =
        all_aligned ? threadIdx.x / Row::slice_threads : threadIdx.x / (Row::slice_threads + 1);
    const uint32 thread =
        all_aligned ? threadIdx.x % Row::slice_threads : threadIdx.x % (Row::slice_threads + 1);
    const int shift = slices.shift(slice), column = (int)(thread * 4) - shift;
    if (slice >= slices.count || column >= (int)min(operands.outputs, (uint32)Row::bn))
        return slices;
    const float* from = operands.matrix + offset(slice, operands.leading) + column;
    const float* factor = operands.vector + slice * operands.gap;
    const uint64 next_row = offset(slices.count, operands.leading);
    const int64 next_factor = slices.count * operands.gap;

    // The rows that have to be read element by element are loaded before all others, and added
    // after them.
    const int left = operands.outputs - column;
    int steps = operands.steps - slice;  // of the slice, with those of the others between them
    float4 first{}, last{}, accumulators{};
    float first_factor = 0.0f, last_factor = 0.0f;
    if (column < 0 && operands.is_first && slice == 0 && steps > 0) {
        first = load_elements(from, 1, -column, left);
        first_factor = ld_global_nc(factor, true);
        from += next_row;
        factor += next_factor;
        steps -= slices.count;
    }
    if (left < 4 && operands.is_last && steps > 0 && (steps - 1) % slices.count == 0) {
        --steps;
        last = load_elements(from + offset(steps, operands.leading), 1, -column, left);
        last_factor = ld_global_nc(factor + steps * operands.gap, true);
    }
    float4 elements[2][half];
    float factors[2][half];
    const auto load = [&](int set, int left) {
#pragma unroll
        for (int i = 0; i < half; ++i) {
            const bool exists = (int)(i * slices.count) < left;
            elements[set][i] = load_large<true>(from, exists, operands.policy);
            factors[set][i] = ld_global_nc(factor, exists);
            from += next_row;
            factor += next_factor;
        }
    };
    const auto add = [&](int set) {
#pragma unroll
        for (int i = 0; i < half; ++i)
            multiply_add(accumulators, factors[set][i], elements[set][i]);
    };
    const int pace = half * slices.count;
    load(0, steps);
#pragma unroll 1
    for (; steps > 0; steps -= 2 * pace) {
        load(1, steps - pace);
        add(0);
        load(0, steps - 2 * pace);
        add(1);
    }
    multiply_add(accumulators, first_factor, first);
    multiply_add(accumulators, last_factor, last);
    st_shared_v4(address + (slice * SliceSums<Row>::floats + thread * 4) * 4, accumulators);
    return slices;
}

// An MN-major operand, element by element: a thread has every slice_threads-th output, four in all.
// Those
// beyond the last one are the last one, and not stored.
template <class Row>
__device__ __forceinline__ Slices multiply_mn_major_by_elements(uint32 address, Operands operands) {
    const uint32 slice = threadIdx.x / Row::slice_threads,
                 thread = threadIdx.x % Row::slice_threads;
    const float* from = operands.matrix + offset(slice, operands.leading);
    const float* factor = operands.vector + slice * operands.gap;
    uint32 place[Row::tn];
    float accumulators[Row::tn] = {};
#pragma unroll
    for (int j = 0; j < Row::tn; ++j)
        place[j] = min(thread + j * Row::slice_threads, operands.outputs - 1);
#pragma unroll 1
    for (int steps = operands.steps - slice; steps > 0; steps -= burst * Row::slices) {
        float elements[burst][Row::tn], factors[burst];
#pragma unroll
        for (int i = 0; i < burst; ++i) {
            const bool exists = i * Row::slices < steps;
#pragma unroll
            for (int j = 0; j < Row::tn; ++j)
                elements[i][j] = ld_global_nc(from + place[j], exists);
            factors[i] = ld_global_nc(factor, exists);
            from += offset(Row::slices, operands.leading);
            factor += Row::slices * operands.gap;
        }
#pragma unroll
        for (int i = 0; i < burst; ++i)
#pragma unroll
            for (int j = 0; j < Row::tn; ++j)
                accumulators[j] = fmaf(factors[i], elements[i][j], accumulators[j]);
    }
    const uint32 target = address + (slice * SliceSums<Row>::floats + thread) * 4;
#pragma unroll
    for (int j = 0; j < Row::tn; ++j)
        st_shared(target + j * Row::slice_threads * 4, accumulators[j]);
    return {Row::slices, 0, 0};
}

// How the steps of a part lie in a K-major row: up to three before its first aligned float4, whole
// float4, and up to three after them.
struct Pieces {
    uint32 head, vectors, tail;
    __device__ __forceinline__ Pieces(const float* row, uint32 steps) {
        head = min((4 - misalignment(row)) % 4, steps);
        vectors = (steps - head) / 4;
        tail = (steps - head) % 4;
    }
};

// Elements of K-major rows that are in no aligned float4, and their factors. There are up to six of
// each row, in eight places; each place of a thread's four rows has a slice of its own where
// there are as many.
template <class Row>
struct Singles {
    static constexpr int places = 8, groups = Row::slices / places;
    static constexpr int rounds = groups < Row::tn ? Row::tn / groups : 1;
    static_assert(groups > 0 && Row::slices % places == 0, "a slice for each place of a row");
    float elements[rounds], factors[rounds];

    static __device__ __forceinline__ uint32 output(uint32 slice, int round) {
        return slice / places + round * groups;
    }

    __device__ __forceinline__ Singles(const Operands& operands, uint32 slice, uint32 thread) {
        const uint32 place = slice % places;
#pragma unroll
        for (int i = 0; i < rounds; ++i) {
            const uint32 row = thread + output(slice, i) * Row::slice_threads;
            const float* from = operands.matrix + offset(row, operands.leading);
            const Pieces pieces(from, operands.steps);
            const bool exists = row < min(operands.outputs, (uint32)Row::bn) &&
                                (place < pieces.head || place - 4 < pieces.tail);
            const uint32 step = place < 4 ? place : pieces.head + pieces.vectors * 4 + (place - 4);
            elements[i] = ld_global_nc(from + step, exists);
            factors[i] = ld_global_nc(operands.vector + step * operands.gap, exists);
        }
    }

    __device__ __forceinline__ void add(float (&accumulators)[Row::tn], uint32 slice) const {
#pragma unroll
        for (int j = 0; j < Row::tn; ++j) {
            const int round = rounds == 1 ? 0 : j / groups;
            const float sum = fmaf(factors[round], elements[round], accumulators[j]);
            accumulators[j] = output(slice, round) == j ? sum : accumulators[j];
        }
    }
};

// A K-major operand, in float4 that are 16-byte aligned whatever its rows are: a thread has every
// slice_threads-th output, and takes every slices-th float4 of each, then an element that is in
// none.
template <class Row>
__device__ __forceinline__ Slices multiply_k_major(uint32 address, Operands operands) {
    // Of a thread's rows, all or every other one have the same alignment.
    constexpr int kinds = Row::slice_threads % 4 == 0 ? 1 : 2;
    static_assert(kinds * Row::slice_threads % 4 == 0, "four rows on, alignment is the same");
    const uint32 slice = threadIdx.x % Row::slices, thread = threadIdx.x / Row::slices;
    const Singles<Row> singles(operands, slice, thread);
    const int outputs = (operands.outputs + (Row::slice_threads - 1) - thread) / Row::slice_threads;
    const float *rows[kinds], *vectors[kinds];
    bool vector_as_float4[kinds];
    int vectors_left[kinds];
#pragma unroll
    for (int kind = 0; kind < kinds; ++kind) {
        rows[kind] = operands.matrix + offset(thread + kind * Row::slice_threads, operands.leading);
        const Pieces pieces(rows[kind], operands.steps);
        const uint32 first = pieces.head + slice * 4;
        rows[kind] += first;
        vectors[kind] = operands.vector + first * operands.gap;
        vector_as_float4[kind] = operands.gap == 1 && misalignment(vectors[kind]) == 0;
        vectors_left[kind] = pieces.vectors - slice;
    }
    float accumulators[Row::tn] = {};
    float4 elements[2][Row::tn], factors[2][kinds];
    const auto load = [&](int set) {
#pragma unroll
        for (int j = 0; j < Row::tn; ++j)
            elements[set][j] = load_large<false>(
                rows[j % kinds] + offset(j / kinds * kinds * Row::slice_threads, operands.leading),
                j < outputs && vectors_left[j % kinds] > 0, operands.policy);
#pragma unroll
        for (int kind = 0; kind < kinds; ++kind) {
            const bool exists = vectors_left[kind] > 0;
            if (vector_as_float4[kind])
                factors[set][kind] = ld_global_nc_v4(vectors[kind], exists);
            else
                factors[set][kind] = load_elements(vectors[kind], operands.gap, 0, exists ? 4 : 0);
            rows[kind] += Row::bk;
            vectors[kind] += Row::bk * operands.gap;
            vectors_left[kind] -= Row::slices;
        }
    };
    const auto add = [&](int set) {
#pragma unroll
        for (int j = 0; j < Row::tn; ++j) {
            const float4 factor = factors[set][j % kinds], vector = elements[set][j];
            accumulators[j] = fmaf(factor.x, vector.x, accumulators[j]);
            accumulators[j] = fmaf(factor.y, vector.y, accumulators[j]);
            accumulators[j] = fmaf(factor.z, vector.z, accumulators[j]);
            accumulators[j] = fmaf(factor.w, vector.w, accumulators[j]);
        }
    };
    load(0);
    // What is left does not count the set that is under way.
#pragma unroll 1
    while (vectors_left[0] > -Row::slices || vectors_left[kinds - 1] > -Row::slices) {
        load(1);
        add(0);
        load(0);
        add(1);
    }
    singles.add(accumulators, slice);
    const uint32 target = address + (slice * SliceSums<Row>::floats + thread) * 4;
#pragma unroll
    for (int j = 0; j < Row::tn; ++j)
        st_shared(target + j * Row::slice_threads * 4, accumulators[j]);
    return {Row::slices, 0, 0};
}

// The sum of all slices of one output, in all of the neighbouring lanes that share the output. Each
// adds every so many slices; their sums meet in pairs.
template <class Row>
__device__ __forceinline__ float sum_of_slices(uint32 address, Slices slices, bool exists) {
    constexpr uint32 lanes = Row::threads / Row::bn, rounds = Row::slices / lanes;
    static_assert(lanes <= 32 && 32 % lanes == 0, "the lanes of an output are in one warp");
    const uint32 output = threadIdx.x / lanes;
    float values[rounds];
#pragma unroll
    for (int i = 0; i < rounds; ++i) {
        const uint32 slice = threadIdx.x % lanes + i * lanes;
        values[i] = no_sum;
        if (exists && slice < slices.count)
            values[i] = ld_shared(
                address + (slice * SliceSums<Row>::floats + output + slices.shift(slice)) * 4);
    }
    float sum = values[0];
#pragma unroll
    for (int i = 1; i < rounds; ++i) sum = __fadd_rn(sum, values[i]);
#pragma unroll
    for (uint32 mask = 1; mask < lanes; mask *= 2) sum = __fadd_rn(sum, shfl_sync_bfly(sum, mask));
    return sum;
}

template <class Tile>
__device__ __forceinline__ void multiply_vector(SGEMM_LIBRARY_PARAMETERS) {
    using Row = RowTile<Tile>;
    constexpr bool is_row = Tile::bm == 1;  // a tile has one row of C, or else one column
    constexpr bool k_major = is_row ? (bool)Tile::trans_b : !Tile::trans_a;
    constexpr uint32 lanes = Row::threads / Row::bn;  // that share an output in the end
    extern __shared__ __align__(16) float memory[];
    skip_product_if_unused(k, alpha);

    const WorkItem item = work_item<Tile>(m, n, splits);
    const Range range = steps_of_part<Tile>(item.part, splits, k);
    A += item.product * stride_a;
    B += item.product * stride_b;
    const uint32 first = is_row ? item.column : item.row;
    const uint32 outputs = is_row ? n : m;
    Operands operands;
    operands.outputs = outputs - first;
    operands.steps = range.end - range.first;
    operands.leading = is_row ? ldb : lda;
    operands.matrix = (is_row ? B : A) + (k_major ? offset(first, operands.leading) + range.first
                                                  : offset(range.first, operands.leading) + first);
    operands.gap = is_row ? (Tile::trans_a ? lda : 1) : (Tile::trans_b ? 1 : ldb);
    operands.vector = (is_row ? A + (Tile::trans_a ? item.row : offset(item.row, lda))
                              : B + (Tile::trans_b ? offset(item.column, ldb) : item.column)) +
                      range.first * operands.gap;
    operands.is_first = first == 0 && range.first == 0;
    operands.is_last = range.end == k;
    operands.policy = policy_of_large_operand(m, n, k, batch);

    const uint32 address = cvta_to_shared(memory);
    Slices slices;
    if constexpr (k_major) {
        slices = multiply_k_major<Row>(address, operands);
    } else {
        // 128 outputs have no threads to spare, and are whole cache lines in any case. With
        // fewer than four outputs in all, what lies before a float4 may be two rows away.
        const bool all_aligned =
            (misalignment(operands.matrix) | (uint32)operands.leading % 4) == 0;
        if ((Row::slice_threads < 32 || all_aligned) && outputs >= 4)
            slices = multiply_mn_major<Row>(address, operands);
        else
            slices = multiply_mn_major_by_elements<Row>(address, operands);
    }
    __syncthreads();
    uint32 output = threadIdx.x / lanes;
    float sum = sum_of_slices<Row>(address, slices, output < operands.outputs);
    bool is_mine = threadIdx.x % lanes == 0;
    if (splits > 1) {
        __syncthreads();
        if (is_mine) st_shared(address + output * 4, sum);
        __syncthreads();
        SharedSums<Row> sums{address};
        if (!holds_whole_sum<Row>(sums, item, workspace, counters, splits)) return;
        __syncthreads();
        output = threadIdx.x;
        is_mine = output < Row::bn;
        if (is_mine) sum = ld_shared(address + output * 4);
    }
    C += item.product * stride_c + offset(item.row, ldc) + item.column;
    const float* const from = SGEMM_ADDEND(item.product).at(item.row, item.column);
    if (is_mine && output < operands.outputs)
        C[offset(output, is_row ? 1 : ldc)] =
            scaled(sum, alpha, beta, from + offset(output, is_row ? 1 : ld_addend));
}
