// Rung 25: operands that bulk copies can't bring are packed by a first launch, which computes the
// rows and columns beside whole tiles too. See packed_operands.py.
#include "added_parts.cuh"
#include "packing.cuh"
#include "streamed_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(packing_threads)
    pack_operands(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap,
                  const __grid_constant__ TensorMap) {
    pack_and_finish_edges<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}

// The tile as it is multiplied: both operands are rows of equal k.
struct PackedTile : Tile {
    enum : int { trans_a = 1, trans_b = 0 };
};

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    packed_operands(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
                    const __grid_constant__ TensorMap map_b) {
    const PackedPlaces<Tile> places(m, n, k, lda, ldb, stride_a, stride_b, batch);
    const float* const a = places.packs_a ? workspace : A;
    const float* const b = places.packs_b ? workspace + places.a_floats : B;
    streamed_product<PackedTile, FillerForA<PackedTile, InBulk>, FillerForB<PackedTile, InBulk>,
                     true>(
        places.rows, places.columns, k, alpha, a, places.a_leading, b, places.b_leading, beta, C,
        ldc, places.a_stride, places.b_stride, stride_c, batch,
        workspace + places.a_floats + places.b_floats, counters, splits, streamed, &map_a, &map_b);
}

extern "C" __global__ void __launch_bounds__(threads_adding, blocks_adding)
    add_parts(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap,
              const __grid_constant__ TensorMap) {
    const PackedPlaces<Tile> places(m, n, k, lda, ldb, stride_a, stride_b, batch);
    add_parts_of_tiles<PackedTile>(
        places.rows, places.columns, k, alpha, A, lda, B, ldb, beta, C, ldc, stride_a, stride_b,
        stride_c, batch, workspace + places.a_floats + places.b_floats, counters, splits, streamed);
}
