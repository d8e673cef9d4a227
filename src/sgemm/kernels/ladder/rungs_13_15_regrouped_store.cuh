// Writing C from thread tiles, regrouped in shared memory. For the rungs from ptx_pipeline to
// async_copy.
#pragma once
#include "float4_rows.cuh"
#include "instructions.cuh"
#include "opaque.cuh"
#include "rungs_10_15_warp_tile.cuh"
#include "store_instructions.cuh"
#include "thread_number.cuh"

// Shared memory for regrouping: for each warp 16 rows of 32 elements, with a pitch of 36. Eight
// lanes that store float4 together, into two rows, then meet 32 banks.
constexpr int regrouping_pitch = column_stride + 4;
template <class Tile>
constexpr uint32 regrouping_bytes = Tile::threads / 32 * row_stride * regrouping_pitch * 4;

// C := alpha*accumulators + beta*C. A warp puts one piece after the other, 16 rows of 32 elements
// in all, into its part of the shared memory at `memory` and takes it out again row by row, so that
// the 32 lanes access 32 neighbours of C, whatever its alignment.
template <class Tile>
__device__ __forceinline__ void store_regrouped(const float (&accumulators)[Tile::tm][Tile::tn],
                                                uint32 memory, int m, int n, float alpha,
                                                float beta, float* C, int ldc) {
    constexpr int pitch = regrouping_pitch;
    const uint32 warp = tid_x() / 32, lane = tid_x() % 32;
    const Position place = position_in_warp_tile<Tile>(lane);
    const uint32 part = memory + warp * (row_stride * pitch * 4);
    const uint32 source = part + lane * 4, target = part + (place.row * pitch + place.column) * 4;
    const Position origin = block_origin<Tile>(opaque(n));
    const Position corner = position_in_warp_tile<Tile>(warp * 32);
    const uint32 row = origin.row + corner.row, column = origin.column + corner.column + lane;
#pragma unroll
    for (int i = 0; i < Tile::tm; i += 4)
#pragma unroll
        for (int j = 0; j < Tile::tn; j += 4) {
            __syncthreads();
#pragma unroll
            for (int r = 0; r < 4; ++r) {
                const float* s = &accumulators[i + r][j];
                st_shared_v4(target + r * pitch * 4, {s[0], s[1], s[2], s[3]});
            }
            __syncthreads();
            const uint32 c_row = row + i / 4 * row_stride;
            const uint32 c_column = column + j / 4 * column_stride;
            const int rows = c_column < n ? left_of(m, c_row) : 0;
            float* c = C + offset(c_row, ldc) + c_column;
#pragma unroll 4
            for (int r = 0; r < row_stride; ++r, c += ldc)
                if (r < rows) store_result(c, ld_shared(source + r * pitch * 4), alpha, beta);
        }
}
