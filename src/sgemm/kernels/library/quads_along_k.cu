// Rung 21: A in bulk copies, kept along k and read in quads. See quads_along_k.py.
#include "added_parts.cuh"
#include "streamed_product.cuh"
#include "tile.cuh"

// B across k comes in bulk as well; along k it is turned.
extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    quads_along_k(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
                  const __grid_constant__ TensorMap map_b) {
    constexpr int pieces = Stage<Tile>::has_lines ? Tile::bk / 32 : Tile::slices;
    streamed_product<Tile, BulkFillerAlongK<Tile::bm, Tile::bk, pieces>,
                     FillerForB<Tile, InBulk>>(SGEMM_EXTENDED_ARGUMENTS, &map_a, &map_b);
}

extern "C" __global__ void __launch_bounds__(threads_adding, blocks_adding)
    add_parts(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap,
              const __grid_constant__ TensorMap) {
    add_parts_of_tiles<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
