// Where a thread works in the tile of its warp. For the rungs from permuted_tile to async_copy, whose
// thread tiles are made of separate pieces of four rows and four columns.
#pragma once
#include "fragments.cuh"
#include "instructions.cuh"

struct Position {
    uint32 row, column;
};

// First row and column of a thread in the block tile. A block's warps lie side by side in tiles of
// wm x wn. A warp's 32 lanes form 4 rows of 8, and each lane has a piece of 4x4 elements every 16
// rows and every 32 columns. Lanes 2i and 2i + 1 share their columns, lanes i and i + 2 (within
// 16) their rows: so the hardware serves 16 lanes of a 128-bit shared load at a time, not 8.
constexpr int row_gap = 16, column_gap = 32;
template <class Tile>
__device__ __forceinline__ Position position_in_warp_tile(uint32 thread) {
    static_assert(Tile::wm == 4 * Tile::tm && Tile::wn == 8 * Tile::tn, "32 lanes lie 4 x 8");
    constexpr int across = Tile::bn / Tile::wn;
    const uint32 warp = thread / 32, lane = thread % 32;
    return {warp / across * Tile::wm + (lane / 16 * 2 + lane % 2) * 4,
            warp % across * Tile::wn + lane / 2 % 8 * 4};
}

// Four neighbours as four elements of a fragment.
__device__ __forceinline__ void unpack(float* fragment, const float4& vector) {
    fragment[0] = vector.x;
    fragment[1] = vector.y;
    fragment[2] = vector.z;
    fragment[3] = vector.w;
}

// accumulators += a * b^T column by column, every other column upwards. Neighbouring instructions
// then share an operand also where a column ends, and find it in the multiplier's reuse cache
// instead of a register bank. Which order meets the fewest bank conflicts is a matter of how the
// assembler allots registers: of four orders this was the fastest on an H200, for ptx_pipeline and
// texture_loads.
template <int rows, int columns>
__device__ __forceinline__ void add_outer_product_by_columns(float (&accumulators)[rows][columns],
                                                             const float (&a)[rows],
                                                             const float (&b)[columns]) {
#pragma unroll
    for (int j = 0; j < columns; ++j)
#pragma unroll
        for (int step = 0; step < rows; ++step) {
            const int i = j % 2 ? rows - 1 - step : step;
            accumulators[i][j] = fmaf(a[i], b[j], accumulators[i][j]);
        }
}
