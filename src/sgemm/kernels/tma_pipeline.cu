// Rung 16: bulk tensor copies, warps that only copy, persistent blocks, stream-K. See
// tma_pipeline.py.
#include "streamed_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    tma_pipeline(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
                 const __grid_constant__ TensorMap map_b) {
    streamed_product<Tile, FillerForA<Tile, InBulk>, FillerForB<Tile, InBulk>>(
        SGEMM_EXTENDED_ARGUMENTS, &map_a, &map_b);
}
