// One stage of the ring of a stream-K kernel of the library: bk rows of a block of A, transposed
// where need be, and bk rows of a block of B.
#pragma once
#include "constants.cuh"
#include "ring.cuh"

// Pitches are elements from one step of k to the next. Copies that transpose store into eight steps
// and four rows at once: with the padding they meet 32 banks. A K-major block of A has the steps of
// each row instead, slice by slice or, with the swizzle, two slices at once.
template <class Tile>
struct Stage {
    static constexpr int a_pitch = Tile::bm + Constants::a_padding;
    static constexpr int b_pitch = Tile::bn + Constants::b_padding;
    static constexpr int steps = Tile::bk / Tile::slices;  // of a thread
    // Bytes from one step of a thread's elements to the next, from one row to the next, and from
    // one slice to the next.
    static constexpr uint32 a_step = Tile::k_major_a ? 4 : a_pitch * 4;
    static constexpr uint32 b_step = b_pitch * 4;
    // Where all lanes lie one below the other, TMA brings rows of 32 steps, 128 bytes, and swizzles
    // them: see multiply_swizzled.
    static constexpr bool is_swizzled = Tile::k_major_a && Tile::wm == 32 * Tile::tm;
    static constexpr uint32 a_row = is_swizzled ? 128 : Tile::k_major_a ? steps * 4 : 4;
    static constexpr uint32 a_slice = steps * a_pitch * 4, b_slice = steps * b_step;
    static constexpr uint32 a_bytes = Tile::bk * a_pitch * 4;
    static constexpr uint32 b_bytes = Tile::bk * b_pitch * 4;
    static constexpr uint32 bytes = a_bytes + b_bytes;
    static_assert(a_bytes % 128 == 0 && bytes % 128 == 0, "bulk copies start at 128 bytes");
};
