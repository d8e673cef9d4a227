// From a warp's accumulators to C, through shared memory of the warp's own: no warp waits for
// another, and what lanes write at once is a piece of a row of C, wherever that begins. Where lanes
// have four neighbours of aligned rows, these go to C straight from registers.
#pragma once
#include "instructions.cuh"
#include "neighbours.cuh"
#include "opaque.cuh"
#include "store_instructions.cuh"
#include "warp_lanes.cuh"

// A and B are the operands' types, which tell where a lane's rows and columns lie in the warp's
// part of the tile.
template <class Tile, class A, class B>
struct WarpEpilogue {
    using Lanes = WarpLanes<Tile>;
    static constexpr int together = 2;  // rows of a lane, in one round
    static_assert(Tile::tm % 2 == 0, "rounds have whole pairs of rows");
    static constexpr uint32 rows = Lanes::down * together;
    // Rows of whole 32 columns are padded by 16: two rows of lanes then use both halves of the banks.
    static constexpr uint32 pitch = Lanes::columns + (Lanes::columns % 32 == 0 ? 16 : 0);
    static constexpr uint32 floats = rows * pitch;

    const Lanes& lanes;
    const uint32 buffer;  // the address of the warp's `floats` elements
    const int rows_left, columns_left;  // from the warp's first element to the matrix's end
    const float beta;
    float* const target;      // the warp's first element of C
    const float* const from;  // and of the addend
    const int ldc, ld_addend;

    // C := alpha*accumulators + beta*addend; alpha multiplies the accumulators in place.
    __device__ __forceinline__ void write(float (&accumulators)[Tile::tm][Tile::tn],
                                          float alpha) const {
        if (alpha != 1.0f) {
#pragma unroll
            for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
                for (int j = 0; j < Tile::tn; ++j)
                    accumulators[i][j] = __fmul_rn(alpha, accumulators[i][j]);
        }
        const uint32 bits = (uint32)(((uint64)target | (uint64)from) / 4) |
                            (uint32)(ldc | ld_addend) |
                            (columns_left < (int)Lanes::columns ? columns_left : 0);
        if (bits % 4 == 0) {
            if constexpr (B::width == 4 && !B::kept_k_major)
                write_registers(accumulators);
            else
                write_rounds<4>(accumulators);
        } else if (bits % 2 == 0) {
            write_rounds<2>(accumulators);
        } else {
            write_rounds<1>(accumulators);
        }
    }

   private:
    // Four neighbours at a time, as a lane has them: up to eight lanes write a line.
    __device__ __forceinline__ void write_registers(
        const float (&accumulators)[Tile::tm][Tile::tn]) const {
        constexpr int pieces = Tile::tn / 4;
        const uint32 row = A::element(lanes.row, 0), column = B::element(lanes.column, 0);
#pragma unroll
        for (int first = 0; first < Tile::tm; first += together) {
            Neighbours<4> sums[together * pieces];
            Place places[together * pieces];
#pragma unroll
            for (int t = 0; t < together; ++t)
#pragma unroll
                for (int piece = 0; piece < pieces; ++piece) {
                    const float* const s = &accumulators[first + t][piece * 4];
                    sums[t * pieces + piece] = {s[0], s[1], s[2], s[3]};
                    places[t * pieces + piece] = {(int)A::element(0, first + t),
                                                  (int)B::element(0, piece * 4)};
                }
            write_places<4>(sums, places, row, column);
        }
    }

    // In pieces of `width` neighbours: first those of some rows, for all lanes, then the next.
    template <int width>
    __device__ __forceinline__ void write_rounds(
        const float (&accumulators)[Tile::tm][Tile::tn]) const {
        constexpr uint32 pieces = rows * Lanes::columns / (32 * width);  // of a lane, in a round
        static_assert(pieces > 0, "every lane has a piece");
        const uint32 first_element = threadIdx.x % 32 * width;
        const uint32 saved = first_element / Lanes::columns;
        // The compiler would take the neighbours of a piece apart, did it know the column's bits.
        const uint32 column = opaque(first_element % Lanes::columns);
        const uint32 row = A::element(saved % Lanes::down, saved / Lanes::down);
        const uint32 address = buffer + (saved * pitch + column) * 4;
#pragma unroll
        for (int first = 0; first < Tile::tm; first += together) {
            __syncwarp();
#pragma unroll
            for (int t = 0; t < together; ++t) save(accumulators[first + t], t);
            __syncwarp();
            Neighbours<width> sums[pieces];
            Place places[pieces];
#pragma unroll
            for (uint32 piece = 0; piece < pieces; ++piece) {
                const uint32 element = piece * 32 * width, place = element / Lanes::columns;
                const uint32 right = element % Lanes::columns;
                sums[piece].read_shared(address + (place * pitch + right) * 4);
                places[piece] = {(int)A::element(place % Lanes::down, first + place / Lanes::down),
                                 (int)right};
            }
            write_places<width>(sums, places, row, column);
        }
    }

    // Rows and columns from a lane's first element.
    struct Place {
        int row, column;
    };

    // Adds the addend to sums and stores them, at places from the lane's row and column.
    template <int width, int count>
    __device__ __forceinline__ void write_places(Neighbours<width> (&sums)[count],
                                                 const Place (&places)[count], uint32 row,
                                                 uint32 column) const {
        const int rows_below = rows_left - row, columns_right = columns_left - column;
        if (beta != 0.0f) {
            // All loads come before the first store, and before the first sum that needs one.
            const float* const first = from + offset(row, ld_addend) + column;
            Neighbours<width> old[count];
#pragma unroll
            for (int i = 0; i < count; ++i) {
                old[i].fill(0.0f);
                if (places[i].row < rows_below && places[i].column < columns_right)
                    old[i].read(first + offset(places[i].row, ld_addend) + places[i].column);
            }
#pragma unroll
            for (int i = 0; i < count; ++i) sums[i].add(beta, old[i]);
        }
        float* const first = target + offset(row, ldc) + column;
#pragma unroll
        for (int i = 0; i < count; ++i)
            if (places[i].row < rows_below && places[i].column < columns_right)
                sums[i].write(first + offset(places[i].row, ldc) + places[i].column);
    }

    // Stores a row of this lane's accumulators, the t-th of a round.
    __device__ __forceinline__ void save(const float (&values)[Tile::tn], int t) const {
        constexpr int width = B::kept_k_major ? 1 : B::width;
        const uint32 to = buffer + (t * Lanes::down + lanes.row) * (pitch * 4);
#pragma unroll
        for (int j = 0; j < Tile::tn; j += width) {
            const uint32 at = to + B::element(lanes.column, j) * 4;
            if constexpr (width == 4) {
                st_shared_v4(at, {values[j], values[j + 1], values[j + 2], values[j + 3]});
            } else {
#pragma unroll
                for (int v = 0; v < width; ++v) st_shared(at + v * 4, values[j + v]);
            }
        }
    }
};
