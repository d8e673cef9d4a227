// Products of long k and tens of rows and columns, with the thread tile of large ones. See long_k.py.
#include "common.cuh"
#include "sliced_product.cuh"
#include "tile.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Residency<Tile>::blocks)
    long_k(SGEMM_EXTENDED_PARAMETERS) {
    multiply_part<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
