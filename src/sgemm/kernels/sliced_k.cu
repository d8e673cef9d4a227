// Rung 22: the warps of a block share the steps of a stage. See sliced_k.py.
#include "streamed_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    sliced_k(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
             const __grid_constant__ TensorMap map_b) {
    streamed_product<Tile, FillerForA<Tile, InBulk>, FillerForB<Tile, InBulk>>(
        SGEMM_EXTENDED_ARGUMENTS, &map_a, &map_b);
}
