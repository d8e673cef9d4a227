// Products with few rows or few columns, at the speed of memory: a ring of stages, or with one row
// or one column none. See skinny.py.
#include "common.cuh"
#include "library_parameters.cuh"
#include "sliced_product.cuh"
#include "tile.cuh"
#include "vector_product.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Residency<Tile>::blocks)
    skinny(SGEMM_LIBRARY_PARAMETERS) {
    if constexpr (Tile::bm == 1 || Tile::bn == 1)
        multiply_vector<Tile>(SGEMM_LIBRARY_ARGUMENTS);
    else
        multiply_part<Tile>(SGEMM_LIBRARY_ARGUMENTS);
}
