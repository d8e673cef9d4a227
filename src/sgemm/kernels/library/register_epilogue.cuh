// From a thread's accumulators to C without shared memory: parts of k that different blocks have
// computed meet in the tree of partial_sums.cuh, each thread with its own counterparts, and C is
// written straight from registers.
//
// The threads of a row of the tile lie side by side, and each has every Across<Tile>::threads-th
// column: what they write at once is one piece of a row of C, so that its alignment hardly matters.
// With many accumulators a thread the product takes longer than that, and columns lie in pairs, so
// that one load from shared memory brings two: a tenth faster on an H200. For GPUs before sm_90 the
// assembler would then run out of registers.
#pragma once
#include "library_parameters.cuh"
#include "partial_sums.cuh"
#include "work_items.cuh"

template <class Tile>
struct Across {
    static constexpr int threads = Tile::bn / Tile::tn;
#if __CUDA_ARCH__ >= 900
    static constexpr bool has_pairs = Tile::tm * Tile::tn > 32;
#else
    static constexpr bool has_pairs = false;
#endif

    // Whether columns j and j + 1 of a thread are a pair; without a second one, j stays alone.
    static __device__ __forceinline__ constexpr bool is_pair(int j) {
        return has_pairs && j % 2 == 0 && j + 1 < Tile::tn;
    }
    // From the thread's place in the row, 0 to threads - 1, to its column j, in columns.
    static __device__ __forceinline__ int column_offset(int place, int j) {
        if (is_pair(j)) return j * threads + place;
        if (j > 0 && is_pair(j - 1)) return (j - 1) * threads + place + 1;
        return j * threads;
    }
};

// A thread's accumulators as its part of partial sums, which lie in the workspace in the threads'
// order.
template <class Tile>
struct Accumulators {
    float (&values)[Tile::tm][Tile::tn];

    __device__ __forceinline__ void save(float* part) const {
        part += threadIdx.x;
#pragma unroll
        for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
            for (int j = 0; j < Tile::tn; ++j)
                part[(i * Tile::tn + j) * Tile::threads] = values[i][j];
    }
    // One row of them after the other.
    __device__ __forceinline__ void add(const float* parts, uint32 count, uint32) const {
        parts += threadIdx.x;
#pragma unroll
        for (int i = 0; i < Tile::tm; ++i) {
#pragma unroll
            for (int j = 0; j < Tile::tn; ++j) values[i][j] = no_sum;
            const float* from = parts + i * Tile::tn * Tile::threads;
#pragma unroll 4
            for (uint32 part = 0; part < count; ++part, from += Fan<Tile>::elements)
#pragma unroll
                for (int j = 0; j < Tile::tn; ++j)
                    values[i][j] = __fadd_rn(values[i][j], from[j * Tile::threads]);
        }
    }
};

// C := alpha*accumulators + beta*addend for the tile of a work item.
template <class Tile>
__device__ __forceinline__ void write_rows(const float (&accumulators)[Tile::tm][Tile::tn],
                                           const WorkItem& item, int m, int n, float alpha,
                                           float beta, float* C, int ldc, const Addend& addend) {
    constexpr int across = Across<Tile>::threads;
    const uint32 row = item.row + threadIdx.x / across * Tile::tm;
    const int place = threadIdx.x % across;
    const int rows = m - row, columns = n - item.column - place;
    float* target = C + offset(row, ldc) + item.column + place;
    const float* from = addend.at(row, item.column + place);
    if (beta == 0.0f) {
#pragma unroll
        for (int i = 0; i < Tile::tm; ++i, target += ldc)
#pragma unroll
            for (int j = 0; j < Tile::tn; ++j) {
                const int column_offset = Across<Tile>::column_offset(place, j);
                if (i < rows && column_offset < columns)
                    target[column_offset] = __fmul_rn(alpha, accumulators[i][j]);
            }
    } else {
        // Of some rows all loads come before the first store: none is moved across one, which might
        // change it.
        constexpr int at_once = Tile::tm * Tile::tn > 32 ? 1 : Tile::tm < 4 ? Tile::tm : 4;
#pragma unroll
        for (int first = 0; first < Tile::tm; first += at_once) {
            float old[at_once][Tile::tn];
#pragma unroll
            for (int i = 0; i < at_once; ++i)
#pragma unroll
                for (int j = 0; j < Tile::tn; ++j) {
                    const int column_offset = Across<Tile>::column_offset(place, j);
                    old[i][j] = 0.0f;
                    if (first + i < rows && column_offset < columns)
                        old[i][j] = (from + offset(i, addend.leading))[column_offset];
                }
            from += offset(at_once, addend.leading);
#pragma unroll
            for (int i = 0; i < at_once; ++i, target += ldc)
#pragma unroll
                for (int j = 0; j < Tile::tn; ++j) {
                    const int column_offset = Across<Tile>::column_offset(place, j);
                    if (first + i < rows && column_offset < columns)
                        target[column_offset] =
                            blended(accumulators[first + i][j], alpha, beta, old[i][j]);
                }
        }
    }
}
