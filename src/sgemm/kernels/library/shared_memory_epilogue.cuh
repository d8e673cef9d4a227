// From accumulators to C by way of shared memory. For the stream-K family, whose tiles leave shared
// memory free for all their accumulators.
//
// A thread has separate float4 of C. Where C's rows are not 16-byte aligned it would have to write
// them element by element, and a warp, each time, a fourth of many cache lines. So a warp puts its
// tile into its own part of shared memory and takes it out again row by row, 32 neighbours at once.
// Where C is read too, that frees the registers for many elements of C, which are then on their way
// at the same time.
#pragma once
#include "async_instructions.cuh"
#include "float4_rows.cuh"
#include "instructions.cuh"
#include "library_parameters.cuh"
#include "opaque.cuh"
#include "store_instructions.cuh"
#include "thread_layout.cuh"

// The part of shared memory of this thread's warp, as large as the tile of the warp.
template <class Tile>
struct WarpScratch {
    static constexpr uint32 bytes = Tile::wm * Tile::wn * 4;

    static __device__ __forceinline__ uint32 offset() { return tid_x() / 32 * bytes; }
};

// Where an element of C lies in a warp's part, in bytes. In some rows the two halves of eight
// float4 change places: eight lanes store four float4 each of two rows, and then meet 32 banks, as
// 32 neighbours of a row do. The second row is four rows after the first; where A is K-major it is
// the next one. This needs a thread's other pieces in the same half, and in rows of the same parity.
//
// Where C^T is multiplied a thread stores element by element, and lanes that have other rows of C
// would meet the same banks. So each of these has its columns elsewhere within 32.
template <class Tile>
__device__ __forceinline__ uint32 place_in_scratch(uint32 row, uint32 column) {
    constexpr int wide = TileOfC<Tile>::wn;
    if constexpr (is_swapped) {
        constexpr uint32 across = Lanes<Tile>::across, down = Lanes<Tile>::down;
        static_assert(32 % across == 0 && wide % 32 == 0, "32 columns change places among them");
        return (row * wide + (column ^ row / 4 % across * down)) * 4;
    } else {
        constexpr bool change =
            column_stride<Tile> % 32 == 0 && row_stride<Tile> % (2 * rows_together<Tile>) == 0;
        const uint32 is_second = change ? row / rows_together<Tile> % 2 : 0;
        return row * (wide * 4) + (column ^ is_second * 16) * 4;
    }
}

// Puts the accumulators of a thread into its warp's part.
template <class Tile>
__device__ __forceinline__ void store_in_scratch(const float (&accumulators)[Tile::tm][Tile::tn],
                                                 uint32 scratch) {
    const Position own = position_in_stage<Tile>(tid_x() % 32);
    const uint32 target = scratch + place_in_scratch<Tile>(own.row, own.column);
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; j += 4) {
            const uint32 row = row_of_thread<Tile>(i), column = j / 4 * column_stride<Tile>;
            const float* s = &accumulators[i][j];
            if constexpr (is_swapped) {
#pragma unroll
                for (int e = 0; e < 4; ++e)
                    st_shared(scratch + place_in_scratch<Tile>(own.column + column + e,
                                                               own.row + row),
                              s[e]);
            } else {
                st_shared_v4(target + (row * Tile::wn + column) * 4, {s[0], s[1], s[2], s[3]});
            }
        }
}

// C := alpha*accumulators + beta*addend for the tile at a row and a column of C, which is m x n.
// All consumers take part. The lanes of a warp have met again before they next write into this
// memory: they do after every stage.
template <class Tile>
__device__ __forceinline__ void store_c_coalesced(const float (&accumulators)[Tile::tm][Tile::tn],
                                                  uint32 memory, Position tile, int m, int n,
                                                  float alpha, float beta, float* C, int ldc,
                                                  const Addend& addend) {
    using OfC = TileOfC<Tile>;
    // The lanes stand side by side, or, where rows are no multiple of 32, in two or more of them.
    constexpr int wide = OfC::wn % 32 == 0 ? 32 : OfC::wn < 16 ? OfC::wn : 16, high = 32 / wide;
    constexpr int rows_down = OfC::wm / high, pieces = OfC::wn / wide;
    constexpr int at_once = rows_down % 8 == 0 ? 8 : rows_down % 6 == 0 ? 6 : 4;
    static_assert(OfC::wn % wide == 0 && OfC::wm % high == 0 && rows_down % at_once == 0,
                  "the lanes divide the tile");
    const uint32 scratch = memory + WarpScratch<Tile>::offset(), lane = tid_x() % 32;
    bar_sync<1, Tile::consumers>();
    store_in_scratch<Tile>(accumulators, scratch);
    bar_sync<1, Tile::consumers>();
    const Position corner = position_in_c(corner_of_warp<Tile>(tid_x() / 32));
    const uint32 row = tile.row + corner.row + lane / wide;
    const uint32 column = tile.column + corner.column + lane % wide;
    const int rows = left_of(m, row), columns = left_of(n, column);
    float* c = C + offset(row, ldc) + column;
    const float* from = addend.at(row, column);
    const uint64 stride = offset(1, opaque(ldc)), from_stride = offset(1, opaque(addend.leading));
#pragma unroll 1
    for (int first = 0; first < OfC::wm; first += at_once * high) {
        // All loads come before the first store: none is moved across one, which might change it.
        float old[at_once][pieces];
#pragma unroll
        for (int r = 0; r < at_once; ++r)
#pragma unroll
            for (int p = 0; p < pieces; ++p) {
                old[r][p] = unread(beta);
                if (beta != 0.0f && first + r * high < rows && p * wide < columns)
                    old[r][p] = from[r * high * from_stride + p * wide];
            }
#pragma unroll
        for (int r = 0; r < at_once; ++r)
#pragma unroll
            for (int p = 0; p < pieces; ++p)
                if (first + r * high < rows && p * wide < columns) {
                    const uint32 place = place_in_scratch<Tile>(first + r * high + lane / wide,
                                                                lane % wide + p * wide);
                    c[r * high * stride + p * wide] =
                        blended(ld_shared(scratch + place), alpha, beta, old[r][p]);
                }
        c += at_once * high * stride;
        from += at_once * high * from_stride;
    }
}
