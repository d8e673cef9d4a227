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

// Four neighbours, where all of them exist; of fewer than four, singles alone bring all.
template <int width>
__device__ __forceinline__ float4 load_neighbours(const float* source, int left) {
    if (width == 4) return ld_global_nc_v4(source, left >= 4);
    if (width == 1) return load_singly(source, 1, left);
    const float2 low = ld_global_nc_v2(source, left >= 4);
    const float2 high = ld_global_nc_v2(source + 2, left >= 4);
    return {low.x, low.y, high.x, high.y};
}

// The large operand and the vector as a slice's threads see them.
struct Streams {
    const float* matrix;  // the tile's first output at the slice's first step
    int leading;
    const float* vector;  // at the slice's first step
    int64 gap;            // from one element of the vector to the next
    uint32 outputs;       // of the problem, from the tile's first on
    uint32 thread;        // of those that share the slice's outputs
    uint32 start, end;    // the slice's first step, and the end of the part
};

// Lines across k: a thread has four outputs, neighbours or a slice's threads apart, and takes four
// steps of each block. Outputs beyond the last one are those of the last one, and not stored.
template <class Row, bool neighbours>
__device__ __forceinline__ void multiply_across(float (&sums)[Row::tn], Streams streams) {
    constexpr int blocks = burst / 4;
    const uint32 last = streams.outputs - 1;
    uint32 place[Row::tn];
#pragma unroll
    for (int j = 0; j < Row::tn; ++j)
        place[j] = neighbours ? min(streams.thread * 4, last / 4 * 4)
                              : min(streams.thread + j * Row::apart, last);
#pragma unroll 1
    for (; streams.start < streams.end; streams.start += blocks * Row::bk) {
        float4 quads[burst];
        float factors[burst];
        const int left = streams.end - streams.start;
#pragma unroll
        for (int i = 0; i < burst; ++i) {
            const int step = i / 4 * Row::bk + i % 4;
            const bool exists = step < left;
            const float* from = streams.matrix + offset(step, streams.leading);
            if (neighbours)
                quads[i] = ld_global_nc_v4(from + place[0], exists);
            else
                quads[i] = {ld_global_nc(from + place[0], exists),
                            ld_global_nc(from + place[1], exists),
                            ld_global_nc(from + place[2], exists),
                            ld_global_nc(from + place[3], exists)};
            factors[i] = ld_global_nc(streams.vector + step * streams.gap, exists);
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
// of each in each block. Outputs beyond the last one are those of the last one, and not stored.
template <class Row, int width>
__device__ __forceinline__ void multiply_along(float (&sums)[Row::tn], Streams streams) {
    constexpr int blocks = burst / Row::tn;
    const bool vector_in_quads = streams.gap == 1 && width_of(streams.vector, 0) == 4;
    const float* lines[Row::tn];
#pragma unroll
    for (int j = 0; j < Row::tn; ++j)
        lines[j] = streams.matrix + offset(min(streams.thread + j * Row::apart,
                                               streams.outputs - 1), streams.leading);
#pragma unroll 1
    for (; streams.start < streams.end; streams.start += blocks * Row::bk) {
        float4 quads[blocks][Row::tn], factors[blocks];
#pragma unroll
        for (int block = 0; block < blocks; ++block) {
            const int left = (int)(streams.end - streams.start) - block * Row::bk;
#pragma unroll
            for (int j = 0; j < Row::tn; ++j)
                quads[block][j] = load_neighbours<width>(lines[j] + block * Row::bk, left);
            const float* vector = streams.vector + block * Row::bk * streams.gap;
            if (vector_in_quads && left >= 4)
                factors[block] = ld_global_nc_v4(vector, true);
            else
                factors[block] = load_singly(vector, streams.gap, left);
        }
        if (width > 1) {
#pragma unroll
            for (int block = 0; block < blocks; ++block) {
                const int left = (int)(streams.end - streams.start) - block * Row::bk;
                if (left <= 0 || left >= 4) continue;
#pragma unroll
                for (int j = 0; j < Row::tn; ++j)
                    quads[block][j] = load_singly(lines[j] + block * Row::bk, 1, left);
            }
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
#pragma unroll
        for (int j = 0; j < Row::tn; ++j) lines[j] += blocks * Row::bk;
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
    const uint32 first = is_row ? item.column : item.row;
    Streams streams;
    streams.thread = along_k ? threadIdx.x / Row::slices : threadIdx.x % Row::apart;
    streams.outputs = (is_row ? n : m) - first;
    streams.start = range.first + slice * 4;
    streams.end = range.end;
    streams.leading = is_row ? ldb : lda;
    streams.matrix = (is_row ? B : A) + (along_k ? offset(first, streams.leading) + streams.start
                                                 : offset(streams.start, streams.leading) + first);
    streams.gap = is_row ? (Tile::trans_a ? lda : 1) : (Tile::trans_b ? 1 : ldb);
    streams.vector = (is_row ? A + (Tile::trans_a ? item.row : offset(item.row, lda))
                             : B + (Tile::trans_b ? offset(item.column, ldb) : item.column)) +
                     streams.start * streams.gap;
    float sums[Row::tn] = {};
    const int width = width_of(streams.matrix, streams.leading);
    bool neighbours = false;
    if constexpr (along_k) {
        if (width == 4)
            multiply_along<Row, 4>(sums, streams);
        else if (width == 2)
            multiply_along<Row, 2>(sums, streams);
        else
            multiply_along<Row, 1>(sums, streams);
    } else {
        neighbours = width == 4 && (streams.outputs % 4 == 0 || streams.outputs >= Row::bn);
        if (neighbours)
            multiply_across<Row, true>(sums, streams);
        else
            multiply_across<Row, false>(sums, streams);
    }

    const uint32 address = cvta_to_shared(memory);
    const uint32 target = address + slice * (SliceSums<Row>::floats * 4);
#pragma unroll
    for (int j = 0; j < Row::tn; ++j)
        st_shared(target + (neighbours ? streams.thread * 4 + j
                                       : streams.thread + j * Row::apart) * 4, sums[j]);
    __syncthreads();
    if (!has_all_parts<Row>(address, item, workspace, counters, splits)) return;
    __syncthreads();
    C += item.product * stride_c + offset(item.row, ldc) + item.column;
    if (threadIdx.x < min(streams.outputs, (uint32)Row::bn))
        store_result(C + offset(threadIdx.x, is_row ? 1 : ldc),
                     ld_shared(address + threadIdx.x * 4), alpha, beta);
}
