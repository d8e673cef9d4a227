// Where the lanes of a warp lie on a tile of C, for kernels whose warps compute parts of their own.
#pragma once
#include "common.cuh"

// A warp's part has `down` x `across` lanes with tm x tn elements each: four by eight lanes where
// the tile allows it, else as many as it has one way or the other. Lanes 2i and 2i + 1 share their
// columns, lanes i and i + 2 (within 16) mostly their rows: the hardware serves 16 lanes of a
// 128-bit shared load at a time where neighbours want the same.
template <class Tile>
struct WarpLanes {
    static constexpr uint32 threads_down = Tile::bm / Tile::tm, threads_across = Tile::bn / Tile::tn;
    static constexpr uint32 across = threads_down < 4     ? 32 / threads_down
                                     : threads_across < 8 ? threads_across
                                                          : 8;
    static constexpr uint32 down = 32 / across;
    static constexpr uint32 rows = down * Tile::tm, columns = across * Tile::tn;
    static constexpr uint32 warps_across = Tile::bn / columns;
    static constexpr uint32 pairs = down > 1 ? 2 : 1;  // rows of neighbouring lanes

    uint32 first_row, first_column;  // of the warp's part in the tile
    uint32 row, column;              // of the lane among the warp's

    __device__ __forceinline__ WarpLanes(uint32 thread)
        : first_row(thread / 32 / warps_across * rows),
          first_column(thread / 32 % warps_across * columns),
          row(thread % 32 / (pairs * across) * pairs + thread % pairs),
          column(thread % 32 / pairs % across) {}
};
