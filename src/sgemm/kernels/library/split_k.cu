// Small tiles, and blocks that share the k of a tile. See split_k.py.
#include "common.cuh"
#include "extended_parameters.cuh"
#include "sliced_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Residency<Tile>::blocks)
    split_k(SGEMM_EXTENDED_PARAMETERS) {
    multiply_part<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
