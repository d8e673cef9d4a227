// What of a packed problem is computed in tiles, and where its packed operands lie. packing.py has
// the host's side of it.
#pragma once
#include "common.cuh"
#include "constants.cuh"

// So many rows or columns of C beyond the last whole tile are computed beside packing, not as a
// tile that would be nearly empty.
constexpr uint32 most_left_over = Constants::most_left_over;

// Packed rows begin with a cache line.
constexpr uint32 cache_line_floats = Constants::cache_line_floats;

// How much of m or n is computed in tiles.
__device__ __forceinline__ uint32 in_tiles(uint32 size, uint32 tile) {
    const uint32 left = size % tile;
    return left <= most_left_over && size > tile ? size - left : size;
}

template <class Tile>
struct PackedLayout {
    static constexpr bool a_k_major = !Tile::trans_a, b_k_major = Tile::trans_b;
    const uint32 rows, columns;  // of C, computed in tiles
    // Operands that TMA cannot bring are packed: as rows of equal k with a leading dimension and a
    // stride of their own, product by product unless all share one.
    const bool packs_a, packs_b;
    const uint32 a_leading, b_leading;
    const int64 a_stride, b_stride;
    const uint64 a_floats, b_floats;  // of the workspace, A first

    __device__ __forceinline__ PackedLayout(int m, int n, int k, int lda, int ldb, int64 stride_a,
                                            int64 stride_b, int batch)
        : rows(in_tiles(m, Tile::bm)),
          columns(in_tiles(n, Tile::bn)),
          packs_a(a_k_major || lda % 4 || (batch > 1 && stride_a % 4)),
          packs_b(b_k_major || ldb % 4 || (batch > 1 && stride_b % 4)),
          a_leading(packs_a ? in_cache_lines(rows) : lda),
          b_leading(packs_b ? in_cache_lines(columns) : ldb),
          a_stride(packs_a && stride_a ? offset(k, a_leading) : stride_a),
          b_stride(packs_b && stride_b ? offset(k, b_leading) : stride_b),
          a_floats(packs_a ? offset(k, a_leading) * (stride_a ? batch : 1) : 0),
          b_floats(packs_b ? offset(k, b_leading) * (stride_b ? batch : 1) : 0) {}

   private:
    static __device__ __forceinline__ uint32 in_cache_lines(uint32 size) {
        return (size + cache_line_floats - 1) / cache_line_floats * cache_line_floats;
    }
};
