// From a thread's sums to C without shared memory: parts of k that different blocks have computed
// meet in the tree of partial_sums.cuh, each thread with its own counterparts, and C is written
// straight from registers.
//
// The threads of a row of the tile lie side by side, and have columns Across<Tile>::threads apart:
// what they write at once is one piece of a row of C, so that its alignment hardly matters.
#pragma once
#include "common.cuh"
#include "partial_sums.cuh"
#include "work_items.cuh"

template <class Tile>
struct Across {
    static constexpr int threads = Tile::bn / Tile::tn;
};

// Leaves the sums as a part in the workspace, in the threads' order.
template <class Tile>
__device__ __forceinline__ void save_sums(const float (&sums)[Tile::tm][Tile::tn], float* part) {
    part += threadIdx.x;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j) part[(i * Tile::tn + j) * Tile::threads] = sums[i][j];
}

// Takes the sums of `count` parts, in their order, from the workspace, a row after the other.
template <class Tile>
__device__ __forceinline__ void add_saved(float (&sums)[Tile::tm][Tile::tn], const float* parts,
                                          uint32 count) {
    parts += threadIdx.x;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i) {
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j) sums[i][j] = nothing;
        const float* from = parts + i * Tile::tn * Tile::threads;
#pragma unroll 4
        for (uint32 part = 0; part < count; ++part, from += Fan<Tile>::elements)
#pragma unroll
            for (int j = 0; j < Tile::tn; ++j)
                sums[i][j] = __fadd_rn(sums[i][j], from[j * Tile::threads]);
    }
}

// Adds all parts of a tile. True for the block that has the whole sum, the last of the tile's to
// arrive.
template <class Tile>
__device__ __forceinline__ bool holds_whole_sum(float (&sums)[Tile::tm][Tile::tn],
                                                const WorkItem& item, float* workspace,
                                                uint32* counters, uint32 splits) {
    __shared__ bool is_last;
    Tree<Tile> tree(workspace, counters, item.tile, splits);
#pragma unroll 1
    for (uint32 part = item.part, count = splits; count > 1;) {
        const uint32 node = part / Fan<Tile>::value, start = node * Fan<Tile>::value;
        const uint32 members = min(Fan<Tile>::value, count - start);
        save_sums<Tile>(sums, tree.parts + (uint64)part * Fan<Tile>::elements);
        if (!arrives_last(tree.counters + node, members, &is_last)) return false;
        add_saved<Tile>(sums, tree.parts + (uint64)start * Fan<Tile>::elements, members);
        tree.parts += (uint64)count * Fan<Tile>::elements;
        part = node;
        count = (count + Fan<Tile>::value - 1) / Fan<Tile>::value;
        tree.counters += count;
    }
    return true;
}

// C := alpha*sums + beta*C for the tile of a work item.
template <class Tile>
__device__ __forceinline__ void write_rows(const float (&sums)[Tile::tm][Tile::tn],
                                           const WorkItem& item, int m, int n, float alpha,
                                           float beta, float* C, int ldc) {
    constexpr int across = Across<Tile>::threads;
    const uint32 row = item.row + threadIdx.x / across * Tile::tm;
    const uint32 column = item.column + threadIdx.x % across;
    const int rows = m - row, columns = n - column;
    float* target = C + offset(row, ldc) + column;
    if (beta == 0.0f) {
#pragma unroll
        for (int i = 0; i < Tile::tm; ++i, target += ldc)
#pragma unroll
            for (int j = 0; j < Tile::tn; ++j)
                if (i < rows && j * across < columns)
                    target[j * across] = __fmul_rn(alpha, sums[i][j]);
    } else {
#pragma unroll
        for (int i = 0; i < Tile::tm; ++i, target += ldc)
#pragma unroll
            for (int j = 0; j < Tile::tn; ++j)
                if (i < rows && j * across < columns)
                    target[j * across] =
                        blended(sums[i][j], alpha, beta, target[j * across]);
    }
}
