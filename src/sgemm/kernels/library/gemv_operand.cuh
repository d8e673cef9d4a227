// A block's part of a product with few rows or few columns, whose large operand goes from memory
// straight into registers. See gemv.py.
//
// The large operand has the `outputs` of the tile, four for each thread. The small one has `few`
// vectors: rows of A, or columns of B. "Rows" are those of the large operand as it is stored.
#pragma once
#include "cache_policy.cuh"
#include "common.cuh"
#include "constants.cuh"
#include "gemv_loads.cuh"
#include "store_instructions.cuh"
#include "tile.cuh"

// A tile of few rows, or else of few columns.
constexpr bool has_few_rows = Tile::bm == (int)Tile::tm;
constexpr int few = has_few_rows ? Tile::bm : Tile::bn;
constexpr int tile_outputs = has_few_rows ? Tile::bn : Tile::bm;
constexpr int slice_threads = tile_outputs / 4;  // a slice's threads, where rows are aligned

constexpr int32 large_type = has_few_rows ? Constants::b_type : Constants::a_type;
constexpr int32 small_type = has_few_rows ? Constants::a_type : Constants::b_type;
// Whether a vector's elements are neighbours in memory, or else the elements of a step are.
constexpr bool vectors_run_along_k = has_few_rows ? !Tile::trans_a : (bool)Tile::trans_b;

typedef typename ElementType<large_type>::Stored Large;
typedef typename ElementType<small_type>::Stored Small;

// Loads of the large operand in a set. A thread has two sets: while one is multiplied the other is
// under way.
constexpr int set_loads = 4;

// One vector's elements are loaded as far ahead as the large operand. Those of several would take
// too many registers; they come from the first-level cache.
constexpr bool loads_factors_ahead = few == 1;

// Whether a turn of the loop is one set, and not two. With eight vectors registers are short, and
// ptxas moves the loads of the large operand after most additions, but not across the end of a
// loop. With fewer it does not, and two sets do without moving registers.
constexpr bool loops_over_sets = few == 8;

// A block's part of the large operand and of the vectors.
struct Operands {
    const Large* matrix;  // the tile's first output at the part's first step
    int leading;
    const Small* vectors;  // the first one at the part's first step
    int ld_vectors;
    uint32 left;           // vectors, from the tile's first on
    uint32 outputs;        // of the problem, from the tile's first on; some beyond the tile's count
    uint32 steps;          // of the part
    bool is_first;         // whether matrix is where the large operand begins
    bool is_last;          // whether the large operand ends with this part
    uint64 policy;         // of the cache, for the large operand

    // Elements from one of a vector to the next, and from one vector to the next.
    __device__ __forceinline__ int64 gap() const { return vectors_run_along_k ? 1 : ld_vectors; }
    __device__ __forceinline__ int64 next() const { return vectors_run_along_k ? ld_vectors : 1; }

    // From the first vector to another one. Where there is none it is the last one; what comes of
    // that is not written to C.
    __device__ __forceinline__ int64 to_vector(int number) const {
        return few == 1 ? 0 : min(number, (int)left - 1) * next();
    }
};

// The sums of slices in shared memory: how many slices there are, and where their outputs lie.
// Those of slice s begin (origin + s * pace) % 4 elements after its start, for each vector.
struct Slices {
    static constexpr int pitch = tile_outputs + 4;  // from one vector's outputs to the next one's
    static constexpr int floats = few * pitch + Constants::sums_padding - 4;

    uint32 count, origin, pace;
    __device__ __forceinline__ uint32 shift(uint32 slice) const {
        return (origin + slice * pace) % 4;
    }
};

// Sums of a thread: four outputs for each vector.
struct ThreadSums {
    float sums[few][4] = {};

    // Adds four outputs' products of a step.
    __device__ __forceinline__ void add_step(int vector, float factor, float4 elements) {
        sums[vector][0] = fmaf(factor, elements.x, sums[vector][0]);
        sums[vector][1] = fmaf(factor, elements.y, sums[vector][1]);
        sums[vector][2] = fmaf(factor, elements.z, sums[vector][2]);
        sums[vector][3] = fmaf(factor, elements.w, sums[vector][3]);
    }
    // Adds an output's products of four steps.
    __device__ __forceinline__ void add_row(int vector, int output, float4 factors,
                                            float4 elements) {
        float& sum = sums[vector][output];
        sum = fmaf(factors.x, elements.x, sum);
        sum = fmaf(factors.y, elements.y, sum);
        sum = fmaf(factors.z, elements.z, sum);
        sum = fmaf(factors.w, elements.w, sum);
    }
    // Stores each output of each vector, so many elements from the one before.
    __device__ __forceinline__ void store(uint32 address, uint32 stride) const {
#pragma unroll
        for (int i = 0; i < few; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j)
                st_shared(address + (i * Slices::pitch + j * stride) * 4, sums[i][j]);
    }
};
