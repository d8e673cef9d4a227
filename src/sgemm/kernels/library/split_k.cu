// Small tiles, and blocks that share the k of a tile. See split_k.py.
#include "common.cuh"
#include "library_parameters.cuh"
#include "sliced_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Residency<Tile>::blocks)
    split_k(SGEMM_LIBRARY_PARAMETERS) {
    multiply_part<Tile>(SGEMM_LIBRARY_ARGUMENTS);
}
