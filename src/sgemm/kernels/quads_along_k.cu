// Rung 21: bulk copies for both operands of nn, A kept along k and read in quads. See
// quads_along_k.py.
#include "streamed_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    quads_along_k(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
                  const __grid_constant__ TensorMap map_b) {
    streamed_product<Tile, BulkFillerAlongK<Tile::bm, Tile::bk>,
                     BulkFiller<Tile::bn, Stage<Tile>::b_pitch, Tile::bk>>(
        SGEMM_EXTENDED_ARGUMENTS, &map_a, &map_b);
}
