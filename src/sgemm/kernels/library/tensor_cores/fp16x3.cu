// FP32 products on tensor cores: two halves, and thirds where halves lose digits. See split.py.
//
// The launches of a call, in their order:
//
//   split_whole_rows    of a short k: scans rows, and splits them         split_entries.cuh
//   scan_operands       beyond: scans rows of A and columns of B          split_entries.cuh
//   split_into_halves   beyond: splits them                               halves_entry.cuh
//   fp16x3              multiplies the tiles that halves are suited for   split_wgmma_gemm.cuh
//   multiply_unsuited   the others, by thirds or by FFMA                  unsuited_entry.cuh
#include "halves_entry.cuh"
#include "split_wgmma_gemm.cuh"
#include "main_entry.cuh"
#include "unsuited_entry.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks) fp16x3(SPLIT_PARAMETERS) {
    multiply_parts<Halves>(SPLIT_ARGUMENTS);
}
