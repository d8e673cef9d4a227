// Rung 22: the warps of a block share the steps of a stage. See sliced_k.py.
#include "added_parts.cuh"
#include "streamed_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    sliced_k(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
             const __grid_constant__ TensorMap map_b) {
    streamed_product<Tile, FillerForA<Tile, InBulk>, FillerForB<Tile, InBulk>>(
        SGEMM_EXTENDED_ARGUMENTS, &map_a, &map_b);
}

extern "C" __global__ void __launch_bounds__(threads_adding, blocks_adding)
    add_parts(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap,
              const __grid_constant__ TensorMap) {
    add_parts_of_tiles<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
