// The launch that splits into halves, of kernels that multiply these. See split.py.
#pragma once
#include "split_entries.cuh"

extern "C" __global__ void __launch_bounds__(split_threads) split_into_halves(SPLIT_PARAMETERS) {
    __shared__ SplitScratch scratch;
    const auto operands = SPLIT_INTO(Halves);
    wait_for_primary_launch();
    launch_dependents();
    for_slab(operands, OPERANDS, WITHOUT_PREPARED, blockIdx.x, SplitAll<Halves>{counters, scratch});
}
