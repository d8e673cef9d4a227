// Rung 17: the pipeline of rung 16 filled element by element, for any alignment. See
// async_producer.py.
#include "added_parts.cuh"
#include "streamed_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    async_producer(SGEMM_EXTENDED_PARAMETERS) {
    streamed_product<Tile, FillerForA<Tile, ByElements>, FillerForB<Tile, ByElements>>(
        SGEMM_EXTENDED_ARGUMENTS, nullptr, nullptr);
}

extern "C" __global__ void __launch_bounds__(threads_adding, blocks_adding)
    add_parts(SGEMM_EXTENDED_PARAMETERS) {
    add_parts_of_tiles<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
