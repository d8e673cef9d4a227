// A slice of k for each warp, which waits for nobody before the sums meet. See
// warp_sliced_k.py.
#include "common.cuh"
#include "library_parameters.cuh"
#include "tile.cuh"
#include "warp_product.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads)
    warp_sliced_k(SGEMM_LIBRARY_PARAMETERS) {
    warp_product<Tile>(SGEMM_LIBRARY_ARGUMENTS);
}
