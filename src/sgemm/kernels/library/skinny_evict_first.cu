// skinny, with the lines of its large operand the first to leave the cache again. See
// skinny_evict_first.py.
#include "common.cuh"
#include "skinny_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Residency<Tile>::blocks)
    skinny_evict_first(SGEMM_EXTENDED_PARAMETERS) {
    multiply_skinny<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
