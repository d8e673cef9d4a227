// What of a packed problem is computed in tiles, and where its packed operands lie. packing.py has
// the host's side of it.
#pragma once
#include "common.cuh"
#include "constants.cuh"

// So many rows or columns of C beyond the last whole tile are computed beside packing, not as a
// tile that would be nearly empty.
constexpr uint32 most_left_over = Constants::most_left_over;

constexpr uint32 line_floats = Constants::line_floats;  // rows begin with a line of the cache

// How much of m or n is computed in tiles.
__device__ __forceinline__ uint32 in_tiles(uint32 size, uint32 tile) {
    const uint32 left = size % tile;
    return left <= most_left_over && size > tile ? size - left : size;
}

template <class Tile>
struct PackedLayout {
    static constexpr bool a_along_k = !Tile::trans_a, b_along_k = Tile::trans_b;
    const uint32 rows, columns;  // of C, computed in tiles
    // Operands that bulk copies could not bring as they are wanted are packed: as rows of equal k,
    // so many elements apart, product by product unless all share one.
    const bool packs_a, packs_b;
    const uint32 a_leading, b_leading;
    const int64 a_stride, b_stride;
    const uint64 a_floats, b_floats;  // of the workspace, A first

    __device__ __forceinline__ PackedLayout(int m, int n, int k, int lda, int ldb, int64 stride_a,
                                            int64 stride_b, int batch)
        : rows(in_tiles(m, Tile::bm)),
          columns(in_tiles(n, Tile::bn)),
          packs_a(a_along_k || lda % 4 || (batch > 1 && stride_a % 4)),
          packs_b(b_along_k || ldb % 4 || (batch > 1 && stride_b % 4)),
          a_leading(packs_a ? whole_lines(rows) : lda),
          b_leading(packs_b ? whole_lines(columns) : ldb),
          a_stride(packs_a && stride_a ? offset(k, a_leading) : stride_a),
          b_stride(packs_b && stride_b ? offset(k, b_leading) : stride_b),
          a_floats(packs_a ? offset(k, a_leading) * (stride_a ? batch : 1) : 0),
          b_floats(packs_b ? offset(k, b_leading) * (stride_b ? batch : 1) : 0) {}

   private:
    static __device__ __forceinline__ uint32 whole_lines(uint32 size) {
        return (size + line_floats - 1) / line_floats * line_floats;
    }
};
