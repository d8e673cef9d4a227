// Rung 19: products with few rows or few columns, at the speed of memory. See skinny.py.
#include "common.cuh"
#include "sliced_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Residency<Tile>::blocks)
    skinny(SGEMM_EXTENDED_PARAMETERS) {
    multiply_part<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
