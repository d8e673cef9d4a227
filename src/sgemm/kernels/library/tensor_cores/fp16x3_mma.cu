// FP32 products by mma.sync: two halves, and thirds where halves lose digits. See split.py.
#include "halves_entry.cuh"
#include "split_mma_gemm.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    SGEMM_ENTRY(SPLIT_PARAMETERS) {
    multiply_parts<Halves>(SPLIT_ARGUMENTS);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    multiply_thirds(SPLIT_PARAMETERS) {
    multiply_parts<Thirds>(SPLIT_ARGUMENTS);
}
