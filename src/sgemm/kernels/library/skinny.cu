// Products with few rows or few columns, at the speed of memory, through a ring of stages. See
// skinny.py.
#include "common.cuh"
#include "library_parameters.cuh"
#include "sliced_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Residency<Tile>::blocks)
    skinny(SGEMM_LIBRARY_PARAMETERS) {
    multiply_part<Tile>(SGEMM_LIBRARY_ARGUMENTS);
}
