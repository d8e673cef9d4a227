// From a warp's accumulators to C, through shared memory of the warp's own: no warp waits for
// another, and what lanes write at once is a piece of a row of C, wherever that begins.
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
    static constexpr int together = Tile::tm % 2 == 0 ? 2 : 1;  // rows of a lane, in one round
    static constexpr uint32 rows = Lanes::down * together;
    // Two rows of lanes meet all banks where a row has half of them, or is padded to have.
    static constexpr uint32 pitch = Lanes::columns + (Lanes::columns % 32 == 0 ? 16 : 0);
    static constexpr uint32 floats = rows * pitch;

    const Lanes& lanes;
    const uint32 buffer;  // the address of the warp's `floats` elements

    // C := alpha*accumulators + beta*addend. The warp's part is at `target`, its addend at `from`;
    // that many rows and columns of it lie within the matrix.
    __device__ __forceinline__ void write(const float (&accumulators)[Tile::tm][Tile::tn],
                                          int rows_left, int columns_left, float alpha, float beta,
                                          float* target, int ldc, const float* from,
                                          int ld_addend) const {
        const uint32 bits = (uint32)(((uint64)target | (uint64)from) / 4) |
                            (uint32)(ldc | ld_addend) |
                            (columns_left < (int)Lanes::columns ? columns_left : 0);
        if (bits % 4 == 0)
            write_with<4>(accumulators, rows_left, columns_left, alpha, beta, target, ldc, from,
                          ld_addend);
        else if (bits % 2 == 0)
            write_with<2>(accumulators, rows_left, columns_left, alpha, beta, target, ldc, from,
                          ld_addend);
        else
            write_with<1>(accumulators, rows_left, columns_left, alpha, beta, target, ldc, from,
                          ld_addend);
    }

   private:
    template <int width>
    __device__ __forceinline__ void write_with(const float (&accumulators)[Tile::tm][Tile::tn],
                                               int rows_left, int columns_left, float alpha,
                                               float beta, float* target, int ldc,
                                               const float* from, int ld_addend) const {
        if (beta == 0.0f)
            write_pieces<width, false>(accumulators, rows_left, columns_left, alpha, beta, target,
                                       ldc, from, ld_addend);
        else
            write_pieces<width, true>(accumulators, rows_left, columns_left, alpha, beta, target,
                                      ldc, from, ld_addend);
    }
    template <int width, bool adds>
    __device__ __forceinline__ void write_pieces(const float (&accumulators)[Tile::tm][Tile::tn],
                                                 int rows_left, int columns_left, float alpha,
                                                 float beta, float* target, int ldc,
                                                 const float* from, int ld_addend) const {
        if constexpr (width == 4 && B::width == 4 && !B::kept_k_major)
            write_registers<adds>(accumulators, rows_left, columns_left, alpha, beta, target, ldc,
                                  from, ld_addend);
        else
            write_rounds<width, adds>(accumulators, rows_left, columns_left, alpha, beta, target,
                                      ldc, from, ld_addend);
    }

    // Four neighbours at a time, as a lane has them: eight lanes write a line.
    template <bool adds>
    __device__ __forceinline__ void write_registers(const float (&accumulators)[Tile::tm][Tile::tn],
                                                    int rows_left, int columns_left, float alpha,
                                                    float beta, float* target, int ldc,
                                                    const float* from, int ld_addend) const {
        constexpr int pieces = Tile::tn / 4;
        const uint32 row = A::element(lanes.row, 0), column = B::element(lanes.column, 0);
        target += offset(row, ldc) + column;
        from += offset(row, ld_addend) + column;
        rows_left -= row;
        columns_left -= column;
#pragma unroll
        for (int first = 0; first < Tile::tm; first += together) {
            Neighbours<4> old[together][pieces];
            // All loads of C come before the first store: none is moved across one.
#pragma unroll
            for (int t = 0; t < together; ++t)
#pragma unroll
                for (int piece = 0; piece < pieces; ++piece) {
                    const int down = A::element(0, first + t), right = B::element(0, piece * 4);
                    old[t][piece].fill(unread(beta));
                    if (adds && down < rows_left && right < columns_left)
                        old[t][piece].read(from + offset(down, ld_addend) + right);
                }
#pragma unroll
            for (int t = 0; t < together; ++t)
#pragma unroll
                for (int piece = 0; piece < pieces; ++piece) {
                    const int down = A::element(0, first + t), right = B::element(0, piece * 4);
                    const float* const s = &accumulators[first + t][piece * 4];
                    Neighbours<4> sum{s[0], s[1], s[2], s[3]};
                    if (adds)
                        sum.blend(alpha, beta, old[t][piece]);
                    else
                        sum.scale(alpha);
                    if (down < rows_left && right < columns_left)
                        sum.write(target + offset(down, ldc) + right);
                }
        }
    }

    // In pieces of `width` neighbours: first those of some rows, for all lanes, then the next.
    template <int width, bool adds>
    __device__ __forceinline__ void write_rounds(const float (&accumulators)[Tile::tm][Tile::tn],
                                                 int rows_left, int columns_left, float alpha,
                                                 float beta, float* target, int ldc,
                                                 const float* from, int ld_addend) const {
        constexpr uint32 pieces = rows * Lanes::columns / (32 * width);  // of a lane, in a round
        static_assert(pieces > 0, "every lane has a piece");
        const uint32 first_element = threadIdx.x % 32 * width;
        const uint32 saved = first_element / Lanes::columns;
        // The compiler would take the neighbours of a piece apart, did it know the column's bits.
        const uint32 column = opaque(first_element % Lanes::columns);
        const uint32 row = A::element(saved % Lanes::down, saved / Lanes::down);
        const uint32 address = buffer + (saved * pitch + column) * 4;
        target += offset(row, ldc) + column;
        from += offset(row, ld_addend) + column;
        rows_left -= row;
        columns_left -= column;
#pragma unroll
        for (int first = 0; first < Tile::tm; first += together) {
            __syncwarp();
#pragma unroll
            for (int t = 0; t < together; ++t) save(accumulators[first + t], t);
            __syncwarp();
            Neighbours<width> sums[pieces], old[pieces];
            // All loads of C come before the first store: none is moved across one.
#pragma unroll
            for (uint32 piece = 0; piece < pieces; ++piece) {
                const Place place(piece * 32 * width, first);
                sums[piece].read_shared(address + (place.saved * pitch + place.column) * 4);
                old[piece].fill(unread(beta));
                if (adds && place.row < rows_left && place.column < columns_left)
                    old[piece].read(from + offset(place.row, ld_addend) + place.column);
            }
#pragma unroll
            for (uint32 piece = 0; piece < pieces; ++piece) {
                const Place place(piece * 32 * width, first);
                if (adds)
                    sums[piece].blend(alpha, beta, old[piece]);
                else
                    sums[piece].scale(alpha);
                if (place.row < rows_left && place.column < columns_left)
                    sums[piece].write(target + offset(place.row, ldc) + place.column);
            }
        }
    }

    // Of an element of the buffer, from the lane's first one: its row there and its column, and its
    // row in the warp's part in the round that begins with a lane's row `first`.
    struct Place {
        int saved, row, column;

        __device__ __forceinline__ constexpr Place(uint32 element, int first)
            : saved(element / Lanes::columns),
              row(A::element(element / Lanes::columns % Lanes::down,
                             first + element / Lanes::columns / Lanes::down)),
              column(element % Lanes::columns) {}
    };

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
