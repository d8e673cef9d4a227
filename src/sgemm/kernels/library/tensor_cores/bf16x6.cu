// FP32 products on tensor cores: three BF16 parts. See split.py.
//
// The launches of a call, in their order:
//
//   split_whole_rows    of a short k: scans rows, and splits them         split_entries.cuh
//   scan_operands       beyond: scans rows of A and columns of B          split_entries.cuh
//   split_into_thirds   beyond: splits them                               this file
//   bf16x6              multiplies the tiles that thirds are suited for   split_wgmma_gemm.cuh
//   multiply_unsuited   computes the others by FFMA                       unsuited_entry.cuh
#include "split_entries.cuh"
#include "split_wgmma_gemm.cuh"
#include "main_entry.cuh"
#include "unsuited_entry.cuh"

extern "C" __global__ void __launch_bounds__(split_threads) split_into_thirds(SPLIT_PARAMETERS) {
    __shared__ SplitScratch scratch;
    const auto operands = SPLIT_INTO(Thirds);
    wait_for_primary_launch();
    launch_dependents();
    for_slab(operands, OPERANDS, WITH_BOTH, blockIdx.x, SplitAll<Thirds>{counters, scratch});
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks) bf16x6(SPLIT_PARAMETERS) {
    multiply_parts<Thirds>(SPLIT_ARGUMENTS);
}
