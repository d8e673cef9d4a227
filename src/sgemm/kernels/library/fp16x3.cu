// FP32 products on tensor cores: two halves, and thirds where halves lose digits. See split.py.
#include "split_entries.cuh"

extern "C" __global__ void __launch_bounds__(split_threads)
    split_into_halves(SGEMM_EXTENDED_PARAMETERS) {
    wait_for_primary_launch();
    launch_dependents();
    const auto operands = SPLIT_INTO(Halves);
    for_slab(operands, OPERANDS,
             [&](const auto& slab) { slab.template split<Halves>(operands.notes); });
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    SGEMM_ENTRY(SGEMM_EXTENDED_PARAMETERS) {
    multiply_parts<Halves>(SGEMM_EXTENDED_ARGUMENTS);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    multiply_thirds(SGEMM_EXTENDED_PARAMETERS) {
    multiply_parts<Thirds>(SGEMM_EXTENDED_ARGUMENTS);
}
