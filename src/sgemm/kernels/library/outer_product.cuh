// A step of a thread's product, in the order that meets the fewest register bank conflicts.
#pragma once

// accumulators += a * b^T row by row, every other row backwards. Neighbouring instructions then
// share an operand also where a row ends, and find it in the multiplier's reuse cache instead of a
// register bank. On an H200 this order met the fewest bank conflicts of three.
template <class Tile>
__device__ __forceinline__ void add_row_by_row(float (&accumulators)[Tile::tm][Tile::tn],
                                               const float (&a)[Tile::tm],
                                               const float (&b)[Tile::tn]) {
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int step = 0; step < Tile::tn; ++step) {
            const int j = i % 2 ? Tile::tn - 1 - step : step;
            accumulators[i][j] = fmaf(a[i], b[j], accumulators[i][j]);
        }
}
