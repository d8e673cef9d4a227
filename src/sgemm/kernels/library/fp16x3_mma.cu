// FP32 products by mma.sync: two halves, and thirds where halves lose digits. See split.py.
#include "halves_entry.cuh"
#include "split_mma_gemm.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    SGEMM_ENTRY(SGEMM_EXTENDED_PARAMETERS) {
    multiply_parts<Halves>(SGEMM_EXTENDED_ARGUMENTS);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    multiply_thirds(SGEMM_EXTENDED_PARAMETERS) {
    multiply_parts<Thirds>(SGEMM_EXTENDED_ARGUMENTS);
}
