// One operand split into halves once, for many products. See split_operand.py.
#include "split_operands.cuh"

// The operand is B of the problem, and A has no part in it.
#define PREPARED \
    SplitOperands<Halves>(m, n, k, stride_a, stride_b, batch, nullptr, nullptr, prepared_b)

extern "C" __global__ void __launch_bounds__(split_threads, scan_blocks)
    scan_operand(SPLIT_PARAMETERS) {
    const auto operands = PREPARED;
    wait_for_primary_launch();
    launch_dependents();
    if (blockIdx.x == 0 && threadIdx.x == 0) *reinterpret_cast<SplitNotes*>(prepared_b) = {};
    SlabOfB<>(operands.b, B, ldb, stride_b, blockIdx.x).look();
}

extern "C" __global__ void __launch_bounds__(split_threads) split_operand(SPLIT_PARAMETERS) {
    __shared__ SplitScratch scratch;
    const auto operands = PREPARED;
    wait_for_primary_launch();
    launch_dependents();
    SlabOfB<>(operands.b, B, ldb, stride_b, blockIdx.x)
        .split<Halves>(&reinterpret_cast<SplitNotes*>(prepared_b)->is_uncommon, scratch);
}
