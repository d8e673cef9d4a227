// A stage of shared memory as bulk tensor copies fill it, the tile of C that threads compute from
// such stages, and how they write it. For the rungs from bulk_copy on.
#pragma once
#include "async_instructions.cuh"
#include "float4_rows.cuh"
#include "rungs_07_21_row_of_c.cuh"

// A stage holds a block of A and one of B, both as they lie in memory. A is K-major: each of its bm
// rows has bk steps of k. B has bk rows of bn columns.
template <class Tile>
struct Stage {
    static constexpr uint32 a_bytes = Tile::bm * Tile::bk * 4, b_bytes = Tile::bk * Tile::bn * 4;
    static constexpr uint32 bytes = a_bytes + b_bytes;
    static_assert(a_bytes % 128 == 0 && bytes % 128 == 0, "bulk copies write to multiples of 128");
};

// Copies the blocks of A and B that begin at a step of k into a stage. The barrier `full` counts
// their bytes. One thread does this for the whole block. What lies outside the matrices is zero.
template <class Tile>
__device__ __forceinline__ void copy_stage(uint32 stage, uint32 full, const TensorMap* map_a,
                                           const TensorMap* map_b, Position origin, uint32 step,
                                           int product_a = 0, int product_b = 0) {
    mbarrier_arrive_expect_tx(full, Stage<Tile>::bytes);
    cp_async_bulk_tensor_3d(stage, map_a, step, origin.row, product_a, full);
    cp_async_bulk_tensor_3d(stage + Stage<Tile>::a_bytes, map_b, origin.column, step, product_b,
                            full);
}

// A thread's first row and column in the tile. The lanes of a warp lie 4 x 8. A thread has every
// fourth row, and four float4 of columns, one every 32 columns. Shared memory serves 16 lanes of a
// float4 load at a time: they read two neighbouring rows of A, whose banks differ, and 32
// neighbours of B.
constexpr int row_stride = 4, column_stride = 32;
template <class Tile>
__device__ __forceinline__ Position position_in_tile(uint32 thread) {
    static_assert(Tile::wm == 4 * Tile::tm && Tile::wn == 8 * Tile::tn, "32 lanes lie 4 x 8");
    constexpr int across = Tile::bn / Tile::wn;
    const uint32 warp = thread / 32, lane = thread % 32;
    return {warp / across * Tile::wm + lane / 16 * 2 + lane % 2,
            warp % across * Tile::wn + lane / 2 % 8 * 4};
}

// C := alpha*accumulators + beta*C for the tile at `origin`, in float4 where C allows it.
template <class Tile>
__device__ __forceinline__ void store_tile(const float (&accumulators)[Tile::tm][Tile::tn],
                                           Position origin, Position position, int m, int n,
                                           float alpha, float beta, float* C, int ldc) {
    const uint32 row = origin.row + position.row, column = origin.column + position.column;
    const bool as_float4 = n % 4 == 0 && holds_float4(C, ldc);
    float* c = C + offset(row, ldc) + column;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i, c += offset(row_stride, ldc))
#pragma unroll
        for (int j = 0; j < Tile::tn; j += 4) {
            const int left = left_of(n, column + j / 4 * column_stride);
            if (row + i * row_stride < m && left > 0)
                store_row<4>(c + j / 4 * column_stride, &accumulators[i][j], left, as_float4, alpha,
                             beta);
        }
}
