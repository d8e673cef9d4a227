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

// Quads that a thread asks for before it multiplies the first.
constexpr int burst = 8;

// How many elements of a matrix can be read at once from multiples of that number on: 4, 2 or 1.
__device__ __forceinline__ int width_of(const float* matrix, int leading) {
    const uint32 bits = (uint32)((uint64)matrix / 4) | (uint32)leading;
    return bits % 4 == 0 ? 4 : bits % 2 == 0 ? 2 : 1;
}

// Four elements `gap` apart, of which the first `left` exist; the others are zero, and not read.
__device__ __forceinline__ float4 load_singly(const float* source, int64 gap, int left) {
    return {ld_global_nc(source, left > 0), ld_global_nc(source + gap, left > 1),
            ld_global_nc(source + 2 * gap, left > 2), ld_global_nc(source + 3 * gap, left > 3)};
}

// Four neighbours, of which the first `left` exist, in loads as wide as they may be.
__device__ __forceinline__ float4 load_neighbours(const float* source, int width, int left) {
    if (width == 4 && left >= 4) return ld_global_nc_v4(source, true);
    if (width >= 2 && left >= 4) {
        const float2 low = ld_global_nc_v2(source, true), high = ld_global_nc_v2(source + 2, true);
        return {low.x, low.y, high.x, high.y};
    }
    return load_singly(source, 1, left);
}

// The large operand and the vector as one thread sees them.
struct Streams {
    const float* matrix;  // the thread's first output at its first step
    int leading;
    const float* vector;  // at its first step
    int64 gap;            // from one element of the vector to the next
    int outputs;          // of the problem, from the thread's first on
    uint32 start, end;    // the thread's first step, and the end of its part
};

// Lines across k: a thread has four outputs, neighbours or a slice's threads apart, and takes four
// steps of each block.
template <class Row>
__device__ __forceinline__ void multiply_across(float (&sums)[Row::tn], Streams streams,
                                                bool neighbours) {
    constexpr int blocks = burst / 4;
    const int outputs = (streams.outputs + Row::apart - 1) / Row::apart;
#pragma unroll 1
    for (; streams.start < streams.end; streams.start += blocks * Row::bk) {
        float4 quads[burst];
        float factors[burst];
        const int left = streams.end - streams.start;
#pragma unroll
        for (int i = 0; i < burst; ++i) {
            const int step = i / 4 * Row::bk + i % 4;
            const float* from = streams.matrix + offset(step, streams.leading);
            if (neighbours)
                quads[i] = ld_global_nc_v4(from, step < left && streams.outputs > 0);
            else
                quads[i] = load_singly(from, Row::apart, step < left ? outputs : 0);
            factors[i] = ld_global_nc(streams.vector + step * streams.gap, step < left);
        }
#pragma unroll
        for (int i = 0; i < burst; ++i) {
            sums[0] = fmaf(factors[i], quads[i].x, sums[0]);
            sums[1] = fmaf(factors[i], quads[i].y, sums[1]);
            sums[2] = fmaf(factors[i], quads[i].z, sums[2]);
            sums[3] = fmaf(factors[i], quads[i].w, sums[3]);
        }
        streams.matrix += offset(blocks * Row::bk, streams.leading);
        streams.vector += blocks * Row::bk * streams.gap;
    }
}

// Lines along k: a thread has outputs a slice's threads apart, and takes four neighbouring steps
// of each in each block.
template <class Row>
__device__ __forceinline__ void multiply_along(float (&sums)[Row::tn], Streams streams) {
    constexpr int blocks = burst / Row::tn;
    const int width = width_of(streams.matrix, streams.leading);
    const int width_of_vector = streams.gap == 1 ? width_of(streams.vector, 0) : 0;
#pragma unroll 1
    for (; streams.start < streams.end; streams.start += blocks * Row::bk) {
        float4 quads[blocks][Row::tn], factors[blocks];
        const int left = streams.end - streams.start;
#pragma unroll
        for (int block = 0; block < blocks; ++block) {
            const int step = block * Row::bk;
#pragma unroll
            for (int j = 0; j < Row::tn; ++j) {
                const float* from =
                    streams.matrix + offset(j * Row::apart, streams.leading) + step;
                quads[block][j] = load_neighbours(
                    from, width, j * Row::apart < streams.outputs ? left - step : 0);
            }
            const float* factor = streams.vector + step * streams.gap;
            factors[block] = width_of_vector == 4
                                 ? load_neighbours(factor, 4, left - step)
                                 : load_singly(factor, streams.gap, left - step);
        }
#pragma unroll
        for (int block = 0; block < blocks; ++block)
#pragma unroll
            for (int j = 0; j < Row::tn; ++j) {
                sums[j] = fmaf(factors[block].x, quads[block][j].x, sums[j]);
                sums[j] = fmaf(factors[block].y, quads[block][j].y, sums[j]);
                sums[j] = fmaf(factors[block].z, quads[block][j].z, sums[j]);
                sums[j] = fmaf(factors[block].w, quads[block][j].w, sums[j]);
            }
        streams.matrix += blocks * Row::bk;
        streams.vector += blocks * Row::bk * streams.gap;
    }
}

template <class Tile>
__device__ __forceinline__ void multiply_vector(SGEMM_EXTENDED_PARAMETERS) {
    using Row = Lying<Tile>;
    constexpr bool is_row = Tile::bm == 1;  // a tile has one row of C, or else one column
    constexpr bool along_k = is_row ? (bool)Tile::trans_b : !Tile::trans_a;
    extern __shared__ __align__(16) float memory[];
    skip_product_if_unused(k, alpha);

    const WorkItem item = work_item<Tile>(m, n, splits);
    const Range range = steps_of_part<Tile>(item.part, splits, k);
    A += item.product * stride_a;
    B += item.product * stride_b;
    // Neighbouring lanes read neighbouring elements: of steps, or of outputs.
    const uint32 slice = along_k ? threadIdx.x % Row::slices : threadIdx.x / Row::apart;
    const uint32 thread = along_k ? threadIdx.x / Row::slices : threadIdx.x % Row::apart;
    const uint32 first = is_row ? item.column : item.row, left = (is_row ? n : m) - first;
    const float* vector = is_row ? A + (Tile::trans_a ? item.row : offset(item.row, lda))
                                 : B + (Tile::trans_b ? offset(item.column, ldb) : item.column);
    Streams streams{is_row ? B : A, is_row ? ldb : lda,        vector,   1,
                    (int)left,      range.first + slice * 4, range.end};
    if (is_row && Tile::trans_a) streams.gap = lda;
    if (!is_row && !Tile::trans_b) streams.gap = ldb;
    streams.vector += streams.start * streams.gap;
    bool neighbours = false;
    float sums[Row::tn] = {};
    if (along_k) {
        streams.matrix += offset(first + thread, streams.leading) + streams.start;
        streams.outputs -= thread;
        multiply_along<Row>(sums, streams);
    } else {
        streams.matrix += offset(streams.start, streams.leading) + first;
        neighbours = (left % 4 == 0 || left >= Row::bn) &&
                     width_of(streams.matrix, streams.leading) == 4;
        const uint32 place = neighbours ? thread * 4 : thread;
        streams.matrix += place;
        streams.outputs -= place;
        multiply_across<Row>(sums, streams, neighbours);
    }

    const uint32 address = cvta_to_shared(memory);
    const uint32 target = address + slice * (SliceSums<Row>::floats * 4);
#pragma unroll
    for (int j = 0; j < Row::tn; ++j)
        st_shared(target + (neighbours ? thread * 4 + j : thread + j * Row::apart) * 4, sums[j]);
    __syncthreads();
    if (!has_all_parts<Row>(address, item, workspace, counters, splits)) return;
    __syncthreads();
    C += item.product * stride_c + offset(item.row, ldc) + item.column;
    if (threadIdx.x < min(left, (uint32)Row::bn))
        store_result(C + offset(threadIdx.x, is_row ? 1 : ldc),
                     ld_shared(address + threadIdx.x * 4), alpha, beta);
}
