// FP32 products on tensor cores: two halves, and thirds where halves lose digits. See split.py.
//
// The launches of a call, in their order:
//
//   split_whole_rows    up to k = 2048: scans rows, and splits them       split_entries.cuh
//   scan_operands       beyond: scans rows of A and columns of B          split_entries.cuh
//   split_into_halves   beyond: splits them                               halves_entry.cuh
//   fp16x3              multiplies the tiles that halves are suited for   split_wgmma_gemm.cuh
//   multiply_unsuited   splits into thirds, or computes by FFMA           split_entries.cuh
//   multiply_thirds     multiplies the tiles that thirds are suited for   split_wgmma_gemm.cuh
#include "halves_entry.cuh"
#include "split_wgmma_gemm.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks) fp16x3(SPLIT_PARAMETERS) {
    multiply_parts<Halves>(SPLIT_ARGUMENTS);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    multiply_thirds(SPLIT_PARAMETERS) {
    multiply_parts<Thirds>(SPLIT_ARGUMENTS);
}
