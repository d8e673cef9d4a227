// The multiply-adds of one stage. For the rungs from bulk_copy to chunked_sums.
#pragma once
#include "instructions.cuh"
#include "rungs_16_21_k_major_tile.cuh"

// accumulators += A*B for one stage, in ascending order of k. A float4 of A is four steps of one
// row, so a thread loads it once for four steps. Of B it loads 16 columns for each step.
template <class Tile>
__device__ __forceinline__ void multiply_stage(float (&accumulators)[Tile::tm][Tile::tn],
                                               uint32 stage, Position position) {
    const uint32 a_block = stage + position.row * (Tile::bk * 4);
    const uint32 b_block = stage + Stage<Tile>::a_bytes + position.column * 4;
#pragma unroll 2
    for (int step = 0; step < Tile::bk; step += 4) {
        float a[Tile::tm][4];
#pragma unroll
        for (int i = 0; i < Tile::tm; ++i)
            unpack(a[i], ld_shared_v4(a_block + (i * row_stride * Tile::bk + step) * 4));
#pragma unroll
        for (int s = 0; s < 4; ++s) {
            float b[Tile::tn / 4][4];
#pragma unroll
            for (int j = 0; j < Tile::tn / 4; ++j)
                unpack(b[j],
                       ld_shared_v4(b_block + ((step + s) * Tile::bn + j * column_stride) * 4));
#pragma unroll
            for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
                for (int j = 0; j < Tile::tn; ++j)
                    accumulators[i][j] = fmaf(a[i][s], b[j / 4][j % 4], accumulators[i][j]);
        }
    }
}
