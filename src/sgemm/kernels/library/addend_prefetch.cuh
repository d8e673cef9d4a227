// Asks the second-level cache for a tile of what is added in the end.
//
// Where beta is not zero a block reads its tile of the addend when the product is done. With short
// k that takes as long as the product, and nothing else happens meanwhile. So the block asks for
// the lines before it multiplies: memory brings them while it does, and later they are a few
// hundred nanoseconds away instead of a microsecond. Registers are not needed for that, as they
// would be to read the addend itself so early.
#pragma once
#include "float4_rows.cuh"
#include "launch_instructions.cuh"
#include "library_parameters.cuh"

// By `threads` threads; `thread` is this one's number among them. A row of a tile may begin inside
// a line, and then ends in one more: so the line of its last element is asked for, too. Where one
// row is added to all, it is asked for once.
template <class Tile, int threads>
__device__ __forceinline__ void prefetch_addend(const Addend& addend, uint32 row, uint32 column,
                                                uint32 thread, int m, int n) {
    constexpr uint32 line = 32;  // elements
    constexpr uint32 lines = (Tile::bn + line - 1) / line + 1;
    const uint32 count = addend.leading ? Tile::bm * lines : lines;
#pragma unroll 1
    for (uint32 number = thread; number < count; number += threads) {
        const uint32 at_row = row + number / lines;
        const uint32 at_column = column + min(number % lines * line, Tile::bn - 1u);
        if (at_row < (uint32)m && column < (uint32)n)
            prefetch_l2(addend.at(at_row, min(at_column, (uint32)n - 1)));
    }
}
