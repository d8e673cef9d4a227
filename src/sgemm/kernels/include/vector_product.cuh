// A block's part of a product with one row or one column, from memory straight into registers.
//
// Such a product takes each element of the large operand once, so there is nothing that shared
// memory could keep for a second time. What counts is how many loads are under way: a thread asks
// for 32 elements before it multiplies the first. "Lines" are rows of the large operand as it is
// stored.
#pragma once
#include "common.cuh"
#include "instructions.cuh"
#include "partial_sums.cuh"
#include "work_items.cuh"

// A tile of one row or one column as a row: its outputs are counted along it.
template <class Tile>
struct Lying {
    static constexpr int bm = 1, bn = Tile::bm * Tile::bn, bk = Tile::bk;
    static constexpr int tm = 1, tn = Tile::tm * Tile::tn;
    static constexpr int slices = Tile::slices, threads = Tile::threads;
    static constexpr int apart = bn / tn;  // a slice's threads
    static_assert(tn == 4 && bk == 4 * slices, "4 outputs a thread, 4 steps a slice and block");
};

// Quads that a thread asks for before it multiplies the first, and half of them: as soon as that
// many have been multiplied, as many others are asked for.
constexpr int burst = 8, half = burst / 2;

// How many elements beyond a multiple of 16 bytes an address is, from 0 to 3.
__device__ __forceinline__ uint32 past_quad(const float* address) {
    return (uint32)((uint64)address / 4) % 4;
}

// Four elements `gap` apart, of which those from `first` to before `end` exist; the others are
// zero, and not read.
__device__ __forceinline__ float4 load_singly(const float* source, int64 gap, int first, int end) {
    return {ld_global_nc(source, first <= 0 && end > 0),
            ld_global_nc(source + gap, first <= 1 && end > 1),
            ld_global_nc(source + 2 * gap, first <= 2 && end > 2),
            ld_global_nc(source + 3 * gap, first <= 3 && end > 3)};
}

// A block's part of the large operand and the vector.
struct Streams {
    const float* matrix;  // the tile's first output at the part's first step
    int leading;
    const float* vector;  // at the part's first step
    int64 gap;            // from one element of the vector to the next
    uint32 outputs;       // of the problem, from the tile's first on
    uint32 steps;         // of the part
    bool is_first;        // whether matrix is where the large operand begins
    bool is_last;         // whether the large operand ends with this part
};

// The sums of slices in shared memory: how many slices there are, and where their outputs lie. That
// of slice s begin (origin + s * pace) % 4 elements behind its start.
struct Slices {
    uint32 count, origin, pace;
    __device__ __forceinline__ uint32 shift(uint32 slice) const {
        return (origin + slice * pace) % 4;
    }
};

__device__ __forceinline__ void add_quad(float4& sums, float factor, float4 quad) {
    sums.x = fmaf(factor, quad.x, sums.x);
    sums.y = fmaf(factor, quad.y, sums.y);
    sums.z = fmaf(factor, quad.z, sums.z);
    sums.w = fmaf(factor, quad.w, sums.w);
}

// Lines across k, in quads that are 16-byte aligned whatever the lines are. A slice takes lines of
// one alignment, every fourth one or fewer, and has its outputs shifted by that alignment: its
// first quad begins up to three elements before the tile's first output, in the line before. So it
// takes one thread more, and there are fewer slices, unless all lines are aligned. Only the first
// line has none before it, and the last one none behind it: what would be outside there is not
// read.
template <class Row>
__device__ __forceinline__ Slices multiply_in_quads(uint32 address, Streams streams) {
    constexpr uint32 fewer = Row::threads / (Row::apart + 1) / 4 * 4;
    const uint32 origin = past_quad(streams.matrix), next = (uint32)streams.leading % 4;
    const bool all_aligned = (origin | next) == 0;
    const Slices slices{all_aligned ? Row::slices : fewer, origin, next};
    const uint32 slice = all_aligned ? threadIdx.x / Row::apart : threadIdx.x / (Row::apart + 1);
    const uint32 thread = all_aligned ? threadIdx.x % Row::apart : threadIdx.x % (Row::apart + 1);
    const int shift = slices.shift(slice), column = (int)(thread * 4) - shift;
    if (slice >= slices.count || column >= (int)min(streams.outputs, (uint32)Row::bn))
        return slices;
    const float* from = streams.matrix + offset(slice, streams.leading) + column;
    const float* factor = streams.vector + slice * streams.gap;
    const uint64 next_line = offset(slices.count, streams.leading);
    const int64 next_factor = slices.count * streams.gap;

    // The lines that have to be read element by element are asked for before all others, and added
    // after them.
    const int left = streams.outputs - column;
    int steps = streams.steps - slice;  // of the slice, with those of the others between them
    float4 first{}, last{}, sums{};
    float first_factor = 0.0f, last_factor = 0.0f;
    if (column < 0 && streams.is_first && slice == 0 && steps > 0) {
        first = load_singly(from, 1, -column, left);
        first_factor = ld_global_nc(factor, true);
        from += next_line;
        factor += next_factor;
        steps -= slices.count;
    }
    if (left < 4 && streams.is_last && steps > 0 && (steps - 1) % slices.count == 0) {
        --steps;
        last = load_singly(from + offset(steps, streams.leading), 1, -column, left);
        last_factor = ld_global_nc(factor + steps * streams.gap, true);
    }
    float4 quads[2][half];
    float factors[2][half];
    const auto load = [&](int set, int left) {
#pragma unroll
        for (int i = 0; i < half; ++i) {
            const bool exists = (int)(i * slices.count) < left;
            quads[set][i] = ld_global_nc_l2_128b_v4(from, exists);
            factors[set][i] = ld_global_nc(factor, exists);
            from += next_line;
            factor += next_factor;
        }
    };
    const auto add = [&](int set) {
#pragma unroll
        for (int i = 0; i < half; ++i) add_quad(sums, factors[set][i], quads[set][i]);
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
    add_quad(sums, first_factor, first);
    add_quad(sums, last_factor, last);
    st_shared_v4(address + (slice * SliceSums<Row>::floats + thread * 4) * 4, sums);
    return slices;
}

// Lines across k, element by element: a thread has four outputs a slice's threads apart. Those
// beyond the last one are the last one, and not stored.
template <class Row>
__device__ __forceinline__ Slices multiply_singly(uint32 address, Streams streams) {
    const uint32 slice = threadIdx.x / Row::apart, thread = threadIdx.x % Row::apart;
    const float* from = streams.matrix + offset(slice, streams.leading);
    const float* factor = streams.vector + slice * streams.gap;
    uint32 place[Row::tn];
    float sums[Row::tn] = {};
#pragma unroll
    for (int j = 0; j < Row::tn; ++j) place[j] = min(thread + j * Row::apart, streams.outputs - 1);
#pragma unroll 1
    for (int steps = streams.steps - slice; steps > 0; steps -= burst * Row::slices) {
        float elements[burst][Row::tn], factors[burst];
#pragma unroll
        for (int i = 0; i < burst; ++i) {
            const bool exists = i * Row::slices < steps;
#pragma unroll
            for (int j = 0; j < Row::tn; ++j)
                elements[i][j] = ld_global_nc(from + place[j], exists);
            factors[i] = ld_global_nc(factor, exists);
            from += offset(Row::slices, streams.leading);
            factor += Row::slices * streams.gap;
        }
#pragma unroll
        for (int i = 0; i < burst; ++i)
#pragma unroll
            for (int j = 0; j < Row::tn; ++j)
                sums[j] = fmaf(factors[i], elements[i][j], sums[j]);
    }
    const uint32 target = address + (slice * SliceSums<Row>::floats + thread) * 4;
#pragma unroll
    for (int j = 0; j < Row::tn; ++j) st_shared(target + j * Row::apart * 4, sums[j]);
    return {Row::slices, 0, 0};
}

// How the steps of a part lie in a line along k: up to three before its first aligned quad, whole
// quads, and up to three behind.
struct Pieces {
    uint32 before, quads, behind;
    __device__ __forceinline__ Pieces(const float* line, uint32 steps) {
        before = min((4 - past_quad(line)) % 4, steps);
        quads = (steps - before) / 4;
        behind = (steps - before) % 4;
    }
};

// Elements of lines along k that are in no aligned quad, and their factors. There are up to six of
// each line, in eight places; each place of a thread's four lines has a slice of its own where
// there are as many.
template <class Row>
struct Singles {
    static constexpr int places = 8, groups = Row::slices / places;
    static constexpr int rounds = groups < Row::tn ? Row::tn / groups : 1;
    static_assert(groups > 0 && Row::slices % places == 0, "a slice for each place of a line");
    float elements[rounds], factors[rounds];

    static __device__ __forceinline__ uint32 output(uint32 slice, int round) {
        return slice / places + round * groups;
    }

    __device__ __forceinline__ Singles(const Streams& streams, uint32 slice, uint32 thread) {
        const uint32 place = slice % places;
#pragma unroll
        for (int i = 0; i < rounds; ++i) {
            const uint32 line = thread + output(slice, i) * Row::apart;
            const float* from = streams.matrix + offset(line, streams.leading);
            const Pieces pieces(from, streams.steps);
            const bool exists = line < min(streams.outputs, (uint32)Row::bn) &&
                                (place < pieces.before || place - 4 < pieces.behind);
            const uint32 step =
                place < 4 ? place : pieces.before + pieces.quads * 4 + (place - 4);
            elements[i] = ld_global_nc(from + step, exists);
            factors[i] = ld_global_nc(streams.vector + step * streams.gap, exists);
        }
    }

    __device__ __forceinline__ void add(float (&sums)[Row::tn], uint32 slice) const {
#pragma unroll
        for (int j = 0; j < Row::tn; ++j) {
            const int round = rounds == 1 ? 0 : j / groups;
            const float sum = fmaf(factors[round], elements[round], sums[j]);
            sums[j] = output(slice, round) == j ? sum : sums[j];
        }
    }
};

// Lines along k, in quads that are 16-byte aligned whatever the lines are: a thread has outputs a
// slice's threads apart, and takes every slices-th quad of each, then an element that is in none.
template <class Row>
__device__ __forceinline__ Slices multiply_along(uint32 address, Streams streams) {
    // Of a thread's lines, all or every other one have the same alignment.
    constexpr int kinds = Row::apart % 4 == 0 ? 1 : 2;
    static_assert(kinds * Row::apart % 4 == 0, "four lines on, alignment is the same");
    const uint32 slice = threadIdx.x % Row::slices, thread = threadIdx.x / Row::slices;
    const Singles<Row> singles(streams, slice, thread);
    const int outputs = (streams.outputs + (Row::apart - 1) - thread) / Row::apart;
    const float *lines[kinds], *vectors[kinds];
    bool vector_in_quads[kinds];
    int quads_left[kinds];
#pragma unroll
    for (int kind = 0; kind < kinds; ++kind) {
        lines[kind] = streams.matrix + offset(thread + kind * Row::apart, streams.leading);
        const Pieces pieces(lines[kind], streams.steps);
        const uint32 first = pieces.before + slice * 4;
        lines[kind] += first;
        vectors[kind] = streams.vector + first * streams.gap;
        vector_in_quads[kind] = streams.gap == 1 && past_quad(vectors[kind]) == 0;
        quads_left[kind] = pieces.quads - slice;
    }
    float sums[Row::tn] = {};
    float4 quads[2][Row::tn], factors[2][kinds];
    const auto load = [&](int set) {
#pragma unroll
        for (int j = 0; j < Row::tn; ++j)
            quads[set][j] = ld_global_nc_v4(
                lines[j % kinds] + offset(j / kinds * kinds * Row::apart, streams.leading),
                j < outputs && quads_left[j % kinds] > 0);
#pragma unroll
        for (int kind = 0; kind < kinds; ++kind) {
            const bool exists = quads_left[kind] > 0;
            if (vector_in_quads[kind])
                factors[set][kind] = ld_global_nc_v4(vectors[kind], exists);
            else
                factors[set][kind] = load_singly(vectors[kind], streams.gap, 0, exists ? 4 : 0);
            lines[kind] += Row::bk;
            vectors[kind] += Row::bk * streams.gap;
            quads_left[kind] -= Row::slices;
        }
    };
    const auto add = [&](int set) {
#pragma unroll
        for (int j = 0; j < Row::tn; ++j) {
            const float4 factor = factors[set][j % kinds], quad = quads[set][j];
            sums[j] = fmaf(factor.x, quad.x, sums[j]);
            sums[j] = fmaf(factor.y, quad.y, sums[j]);
            sums[j] = fmaf(factor.z, quad.z, sums[j]);
            sums[j] = fmaf(factor.w, quad.w, sums[j]);
        }
    };
    load(0);
    // What is left does not count the set that is under way.
#pragma unroll 1
    while (quads_left[0] > -Row::slices || quads_left[kinds - 1] > -Row::slices) {
        load(1);
        add(0);
        load(0);
        add(1);
    }
    singles.add(sums, slice);
    const uint32 target = address + (slice * SliceSums<Row>::floats + thread) * 4;
#pragma unroll
    for (int j = 0; j < Row::tn; ++j) st_shared(target + j * Row::apart * 4, sums[j]);
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
        values[i] = nothing;
        if (exists && slice < slices.count)
            values[i] = ld_shared(
                address + (slice * SliceSums<Row>::floats + output + slices.shift(slice)) * 4);
    }
    float sum = values[0];
#pragma unroll
    for (int i = 1; i < rounds; ++i) sum = __fadd_rn(sum, values[i]);
#pragma unroll
    for (uint32 apart = 1; apart < lanes; apart *= 2)
        sum = __fadd_rn(sum, shfl_sync_bfly(sum, apart));
    return sum;
}

template <class Tile>
__device__ __forceinline__ void multiply_vector(SGEMM_EXTENDED_PARAMETERS) {
    using Row = Lying<Tile>;
    constexpr bool is_row = Tile::bm == 1;  // a tile has one row of C, or else one column
    constexpr bool along_k = is_row ? (bool)Tile::trans_b : !Tile::trans_a;
    constexpr uint32 lanes = Row::threads / Row::bn;  // that share an output in the end
    extern __shared__ __align__(16) float memory[];
    skip_product_if_unused(k, alpha);

    const WorkItem item = work_item<Tile>(m, n, splits);
    const Range range = steps_of_part<Tile>(item.part, splits, k);
    A += item.product * stride_a;
    B += item.product * stride_b;
    const uint32 first = is_row ? item.column : item.row;
    const uint32 outputs = is_row ? n : m;
    Streams streams;
    streams.outputs = outputs - first;
    streams.steps = range.end - range.first;
    streams.leading = is_row ? ldb : lda;
    streams.matrix = (is_row ? B : A) + (along_k ? offset(first, streams.leading) + range.first
                                                 : offset(range.first, streams.leading) + first);
    streams.gap = is_row ? (Tile::trans_a ? lda : 1) : (Tile::trans_b ? 1 : ldb);
    streams.vector = (is_row ? A + (Tile::trans_a ? item.row : offset(item.row, lda))
                             : B + (Tile::trans_b ? offset(item.column, ldb) : item.column)) +
                     range.first * streams.gap;
    streams.is_first = first == 0 && range.first == 0;
    streams.is_last = range.end == k;

    const uint32 address = cvta_to_shared(memory);
    Slices slices;
    if constexpr (along_k) {
        slices = multiply_along<Row>(address, streams);
    } else {
        // 128 outputs have no threads to spare, and are whole lines of memory in any case. With
        // fewer than four outputs in all, what lies before a quad may be two lines away.
        const bool all_aligned = (past_quad(streams.matrix) | (uint32)streams.leading % 4) == 0;
        if ((Row::apart < 32 || all_aligned) && outputs >= 4)
            slices = multiply_in_quads<Row>(address, streams);
        else
            slices = multiply_singly<Row>(address, streams);
    }
    __syncthreads();
    uint32 output = threadIdx.x / lanes;
    float sum = sum_of_slices<Row>(address, slices, output < streams.outputs);
    bool is_mine = threadIdx.x % lanes == 0;
    if (splits > 1) {
        __syncthreads();
        if (is_mine) st_shared(address + output * 4, sum);
        __syncthreads();
        if (!has_other_parts<Row>(address, item, workspace, counters, splits)) return;
        __syncthreads();
        output = threadIdx.x;
        is_mine = output < Row::bn;
        if (is_mine) sum = ld_shared(address + output * 4);
    }
    C += item.product * stride_c + offset(item.row, ldc) + item.column;
    if (is_mine && output < streams.outputs)
        store_result(C + offset(output, is_row ? 1 : ldc), sum, alpha, beta);
}
