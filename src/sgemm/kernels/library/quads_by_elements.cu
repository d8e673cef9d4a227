// Rung 26: rung 21 for every alignment. See quads_by_elements.py.
#include "added_parts.cuh"
#include "streamed_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    quads_by_elements(SGEMM_EXTENDED_PARAMETERS) {
    streamed_product<Tile, ElementFillerAlongK<Tile::bm, Tile::bk, Tile::producers>,
                     FillerForB<Tile, ByElements>>(SGEMM_EXTENDED_ARGUMENTS, nullptr, nullptr);
}

extern "C" __global__ void __launch_bounds__(threads_adding, blocks_adding)
    add_parts(SGEMM_EXTENDED_PARAMETERS) {
    add_parts_of_tiles<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
