// From the sums of a block's slices, in shared memory, to C: the slices are added, then the parts
// of k that different blocks have computed, and C is written row by row.
//
// Parts meet in a tree. A block stores its partial sums in the workspace and counts itself in at
// its node; the last of up to `fan` to arrive adds the parts, and goes on to the next level with the
// result. Their order is that of k, whatever the order of arrival. No block waits for another, and
// the same call gives the same bits. The fan is wide where a tile is small: then a level costs little
// but the way to memory and back; with large tiles what one block reads is what costs.
//
// A tile with far fewer float4 than threads has several threads for each, `adders`: number i adds
// every part i + j * adders in ascending order. Then the upper half of them adds its sums to the lower
// half's, until one is left.
#pragma once
#include "common.cuh"
#include "constants.cuh"
#include "instructions.cuh"
#include "neighbours.cuh"
#include "store_instructions.cuh"
#include "thread_instructions.cuh"
#include "work_items.cuh"

// Adds nothing to any number, -0 included.
constexpr float no_sum = -0.0f;

// The sums of one slice in shared memory: rows are padded, so that lanes of neighbouring rows store
// into different banks.
template <class Tile>
struct SliceSums {
    static constexpr int pitch = Tile::bn + Constants::sums_padding;
    static constexpr int floats = Tile::bm * pitch;

    // Where element number `element` of a tile lies, row by row, in bytes from the slice's start.
    static __device__ __forceinline__ uint32 address(uint32 element) {
        return (element / Tile::bn * pitch + element % Tile::bn) * 4;
    }
};

// How many parts one block adds, and how many of its threads add those of an element.
template <class Tile>
struct Fan {
    static constexpr uint32 elements = Tile::bm * Tile::bn;
    static constexpr uint32 value = Constants::fan;
    static constexpr uint32 adders = Constants::adders;
};

// Where the parts of one tile lie in the workspace, level after level, and its counters.
template <class Tile>
struct Tree {
    float* parts;
    uint32* counters;

    __device__ __forceinline__ Tree(float* workspace, uint32* all_counters, uint32 tile,
                                    uint32 splits) {
        uint32 saved = 0, nodes = 0;
        for (uint32 count = splits; count > 1;) {
            saved += count;
            count = (count + Fan<Tile>::value - 1) / Fan<Tile>::value;
            nodes += count;
        }
        parts = workspace + (uint64)tile * saved * Fan<Tile>::elements;
        counters = all_counters + (uint64)tile * nodes;
    }
};

// Counts this block in at a node, after all that its threads have written. Returns to all of
// them whether it is the last of `members`. That one sees what the others have written, and has set
// the counter back to zero for the next launch.
__device__ __forceinline__ bool arrives_last(uint32* counter, uint32 members, bool* answer) {
    __syncthreads();
    if (threadIdx.x == 0) {
        fence_acq_rel_gpu();
        *answer = atom_add_relaxed_gpu(counter, 1) == members - 1;
        if (*answer) *counter = 0;
        fence_acq_rel_gpu();
    }
    __syncthreads();
    return *answer;
}

__device__ __forceinline__ float4 added(float4 a, float4 b) {
    return {__fadd_rn(a.x, b.x), __fadd_rn(a.y, b.y), __fadd_rn(a.z, b.z), __fadd_rn(a.w, b.w)};
}

// What a thread has of a tile while sums are added: four neighbours, then those further on by
// `stride`, and so on. Only in tiles with fewer float4 than threads some have none.
template <class Tile>
struct TileVectors {
    static constexpr uint32 elements = Tile::bm * Tile::bn, stride = Tile::threads * 4;
    static constexpr uint32 rounds = (elements + stride - 1) / stride;
    static constexpr bool is_even = elements % stride == 0;

    static __device__ __forceinline__ bool has(uint32 element) {
        return is_even || element < elements;
    }
};

// Adds all slices to the first one, in their order.
template <class Tile>
__device__ __forceinline__ void add_slices(uint32 slices) {
#pragma unroll 1
    for (uint32 element = threadIdx.x * 4; element < TileVectors<Tile>::elements;
         element += TileVectors<Tile>::stride) {
        const uint32 address = slices + SliceSums<Tile>::address(element);
        float4 sum = ld_shared_v4(address);
#pragma unroll
        for (int s = 1; s < Tile::slices; ++s)
            sum = added(sum, ld_shared_v4(address + s * (SliceSums<Tile>::floats * 4)));
        st_shared_v4(address, sum);
    }
}

// Stores the sums as a part in the workspace.
template <class Tile>
__device__ __forceinline__ void save_partial_sums(uint32 shared_sums, float* part) {
#pragma unroll 4
    for (uint32 r = 0; r < TileVectors<Tile>::rounds; ++r) {
        const uint32 element = threadIdx.x * 4 + r * TileVectors<Tile>::stride;
        if (TileVectors<Tile>::has(element))
            *reinterpret_cast<float4*>(part + element) =
                ld_shared_v4(shared_sums + SliceSums<Tile>::address(element));
    }
}

// Adds the sums of all adders of a float4, which are those of as many threads `vectors` apart. The
// first adder has the result. `memory` has a float4 for each thread.
template <uint32 adders, uint32 vectors>
__device__ __forceinline__ void meet_in_first_adder(float4& sum, uint32 memory) {
    const uint32 adder = threadIdx.x / vectors, own = memory + threadIdx.x * sizeof(float4);
#pragma unroll
    for (uint32 half = adders / 2; half > 0; half /= 2) {
        if (adder >= half && adder < 2 * half) st_shared_v4(own, sum);
        __syncthreads();
        if (adder < half) sum = added(sum, ld_shared_v4(own + half * vectors * sizeof(float4)));
    }
    __syncthreads();
}

// Takes the sums of `count` parts, in their order, from the workspace. A thread has 16 loads under
// way: up to four float4 of as many parts at once. It has more where its accumulators leave
// registers free, for this takes as long as it has to wait for memory.
template <class Tile>
__device__ __forceinline__ void add_partial_sums(uint32 shared_sums, const float* parts,
                                                 uint32 count) {
    constexpr uint32 adders = Fan<Tile>::adders;
    constexpr int rounds = TileVectors<Tile>::rounds;
    constexpr int vectors = rounds < 4 ? rounds : rounds % 4 == 0 ? 4 : 3;
    constexpr bool is_even = TileVectors<Tile>::is_even && rounds % vectors == 0;
    constexpr int held = Tile::tm * Tile::tn;
    constexpr int at_once = vectors == 1 || held > 32 ? 8 : held == 32 ? 5 : 16 / vectors;
    constexpr uint32 stride = TileVectors<Tile>::stride, elements = TileVectors<Tile>::elements;
    static_assert(adders == 1 || adders * elements == stride, "each thread is an adder");
    static_assert((adders & (adders - 1)) == 0, "adders meet in halves");
    const uint32 adder = adders == 1 ? 0 : threadIdx.x / (elements / 4);
#pragma unroll 1
    for (uint32 first = threadIdx.x * 4 - adder * elements; first < elements;
         first += vectors * stride) {
        float4 sum[vectors];
#pragma unroll
        for (int q = 0; q < vectors; ++q) sum[q] = {no_sum, no_sum, no_sum, no_sum};
#pragma unroll 1
        for (uint32 start = adder; start < count; start += at_once * adders) {
            float4 part[at_once][vectors];
#pragma unroll
            for (int i = 0; i < at_once; ++i)
#pragma unroll
                for (int q = 0; q < vectors; ++q) {
                    part[i][q] = {no_sum, no_sum, no_sum, no_sum};
                    const uint32 element = first + q * stride;
                    const uint32 number = start + i * adders;
                    if (number < count && (is_even || element < elements))
                        part[i][q] =
                            *reinterpret_cast<const float4*>(parts + number * elements + element);
                }
#pragma unroll
            for (int i = 0; i < at_once; ++i)
#pragma unroll
                for (int q = 0; q < vectors; ++q) sum[q] = added(sum[q], part[i][q]);
        }
        if constexpr (adders > 1) {
            meet_in_first_adder<adders, elements / 4>(sum[0], shared_sums);
            if (adder > 0) continue;
        }
#pragma unroll
        for (int q = 0; q < vectors; ++q) {
            const uint32 element = first + q * stride;
            if (is_even || element < elements)
                st_shared_v4(shared_sums + SliceSums<Tile>::address(element), sum[q]);
        }
    }
}

// C := alpha*sums + beta*addend for the tile at `corner`, and its addend's at `from`, of which
// `rows` rows and `columns` columns are left; as float4, as float2, or element by element, so that
// the lanes of a warp write neighbours.
// A thread keeps to its column and goes down; threads beyond the last whole row write nothing.
template <class Tile, int width>
__device__ __forceinline__ void write_down(uint32 shared_sums, float* corner, int ldc,
                                           const float* from, int ld_addend, uint32 rows,
                                           uint32 columns, float alpha, float beta) {
    constexpr uint32 threads_of_row = Tile::bn / width, pace = Tile::threads / threads_of_row;
    const uint32 column = threadIdx.x % threads_of_row * width;
    const uint32 row = threadIdx.x / threads_of_row;
    if (column >= columns || (Tile::threads % threads_of_row != 0 && row >= pace)) return;
    const uint32 end = min(rows, (uint32)Tile::bm);
    float* target = corner + offset(row, ldc) + column;
    from += offset(row, ld_addend) + column;
    const uint64 stride = offset(pace, ldc), from_stride = offset(pace, ld_addend);
    uint32 source = shared_sums + (row * SliceSums<Tile>::pitch + column) * 4;
    constexpr int rows_of_thread = (Tile::bm + pace - 1) / pace;
    constexpr int at_once = rows_of_thread < 8 ? rows_of_thread : 8;
#pragma unroll 1
    for (uint32 at = row; at < end; at += at_once * pace) {
        // All loads come before the first store: none is moved across one, which might change it.
        Neighbours<width> old[at_once];
#pragma unroll
        for (int i = 0; i < at_once; ++i) {
            old[i].fill(unread(beta));
            if (beta != 0.0f && at + i * pace < end) old[i].read(from + i * from_stride);
        }
#pragma unroll
        for (int i = 0; i < at_once; ++i)
            if (at + i * pace < end) {
                Neighbours<width> sum;
                sum.read_shared(source + i * pace * SliceSums<Tile>::pitch * 4);
                sum.write_blended(target + i * stride, alpha, beta, old[i]);
            }
        target += at_once * stride;
        from += at_once * from_stride;
        source += at_once * pace * SliceSums<Tile>::pitch * 4;
    }
}

// C := alpha*sums + beta*addend for the tile of a work item, whose sums are at `shared_sums`,
// complete for all threads.
template <class Tile>
__device__ __forceinline__ void write_sums(uint32 shared_sums, const WorkItem& item, int m, int n,
                                           float alpha, float beta, float* C, int ldc,
                                           const Addend& addend) {
    float* const corner = C + offset(item.row, ldc) + item.column;
    const float* const from = addend.at(item.row, item.column);
    const uint32 rows = m - item.row, columns = n - item.column;
    const uint32 bits = (uint32)(((uint64)C | (uint64)addend.matrix) / 4) |
                        (uint32)(ldc | addend.leading) | (columns < Tile::bn ? columns : 0);
    if (bits % 4 == 0)
        write_down<Tile, 4>(shared_sums, corner, ldc, from, addend.leading, rows, columns,
                            alpha, beta);
    else if (bits % 2 == 0)
        write_down<Tile, 2>(shared_sums, corner, ldc, from, addend.leading, rows, columns,
                            alpha, beta);
    else
        write_down<Tile, 1>(shared_sums, corner, ldc, from, addend.leading, rows, columns,
                            alpha, beta);
}

// The sums of a tile in shared memory, complete for all threads. Each thread saves and adds its own
// float4, so that only counting in needs a barrier.
template <class Tile>
struct SharedSums {
    const uint32 address;

    __device__ __forceinline__ void save(float* part) const {
        save_partial_sums<Tile>(address, part);
    }
    __device__ __forceinline__ void add(const float* parts, uint32 count, uint32) const {
        add_partial_sums<Tile>(address, parts, count);
    }
};

// Adds all parts of k of a tile, of which this block has some `sums`. They can save themselves as a
// part in the workspace, and become the sum of some parts, in ascending order, of which one was
// their own. True for the block that has the whole sum, the last of the tile's to arrive.
template <class Tile, class Sums>
__device__ __forceinline__ bool holds_whole_sum(Sums& sums, const WorkItem& item, float* workspace,
                                                uint32* counters, uint32 splits) {
    __shared__ bool is_last;
    Tree<Tile> tree(workspace, counters, item.tile, splits);
#pragma unroll 1
    for (uint32 part = item.part, count = splits; count > 1;) {
        const uint32 node = part / Fan<Tile>::value, start = node * Fan<Tile>::value;
        const uint32 members = min(Fan<Tile>::value, count - start);
        sums.save(tree.parts + (uint64)part * Fan<Tile>::elements);
        if (!arrives_last(tree.counters + node, members, &is_last)) return false;
        sums.add(tree.parts + (uint64)start * Fan<Tile>::elements, members, part - start);
        tree.parts += (uint64)count * Fan<Tile>::elements;
        part = node;
        count = (count + Fan<Tile>::value - 1) / Fan<Tile>::value;
        tree.counters += count;
    }
    return true;
}

// C := alpha*(sum of the slices and of all parts of k) + beta*addend for the tile of a work item.
// `slices` is the address of Tile::slices tiles of sums in shared memory, complete for all threads.
template <class Tile>
__device__ __forceinline__ void write_tile(uint32 slices, const WorkItem& item, int m, int n,
                                           float alpha, float beta, float* C, int ldc,
                                           const Addend& addend, float* workspace,
                                           uint32* counters, uint32 splits) {
    if (Tile::slices > 1) add_slices<Tile>(slices);
    SharedSums<Tile> sums{slices};
    if (!holds_whole_sum<Tile>(sums, item, workspace, counters, splits)) return;
    __syncthreads();
    write_sums<Tile>(slices, item, m, n, alpha, beta, C, ldc, addend);
}
