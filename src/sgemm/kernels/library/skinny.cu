// Products with few rows or few columns, at the speed of memory. See skinny.py.
#include "common.cuh"
#include "skinny_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Residency<Tile>::blocks)
    skinny(SGEMM_EXTENDED_PARAMETERS) {
    multiply_skinny<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
