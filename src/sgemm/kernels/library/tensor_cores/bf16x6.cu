// FP32 products on tensor cores: three BF16 parts. See split.py.
#include "split_entries.cuh"
#include "split_wgmma_gemm.cuh"

extern "C" __global__ void __launch_bounds__(split_threads)
    split_into_thirds(SPLIT_PARAMETERS) {
    wait_for_primary_launch();
    launch_dependents();
    const auto operands = SPLIT_INTO(Thirds);
    for_slab(operands, OPERANDS, WITH_BOTH, blockIdx.x, SplitAll<Thirds>{counters});
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    SGEMM_ENTRY(SPLIT_PARAMETERS) {
    multiply_parts<Thirds>(SPLIT_ARGUMENTS);
}
