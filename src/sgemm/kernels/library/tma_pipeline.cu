// Rung 16: bulk tensor copies, warps that only copy, persistent blocks, stream-K. See
// tma_pipeline.py.
#include "added_parts.cuh"
#include "streamed_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    tma_pipeline(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
                 const __grid_constant__ TensorMap map_b) {
    streamed_product<Tile, FillerForA<Tile, InBulk>, FillerForB<Tile, InBulk>>(
        SGEMM_EXTENDED_ARGUMENTS, &map_a, &map_b);
}

extern "C" __global__ void __launch_bounds__(threads_adding, blocks_adding)
    add_parts(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap,
              const __grid_constant__ TensorMap) {
    add_parts_of_tiles<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
