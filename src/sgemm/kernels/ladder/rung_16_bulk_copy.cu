// Rung 16: stages filled by bulk tensor copies, which one thread starts. See rung_16_bulk_copy.py.
#include "instructions.cuh"
#include "rungs_16_20_multiply_stage.cuh"
#include "rungs_16_21_k_major_tile.cuh"
#include "tile.cuh"

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS, const TensorMap* map_a,
                                         const TensorMap* map_b) {
    extern __shared__ __align__(128) char stages[];
    __shared__ uint64 barriers[Tile::stages];
    const uint32 memory = cvta_to_shared(stages);
    const uint32 full = cvta_to_shared(barriers);  // of the first stage

    skip_product_if_unused(k, alpha);
    const Position origin = block_origin<Tile>(n);
    const uint32 iterations = ((uint32)k + Tile::bk - 1) / Tile::bk;
    const bool is_copying = threadIdx.x == 0;
    const auto copy = [&](uint32 stage, uint32 iteration) {
        copy_stage<Tile>(memory + stage * Stage<Tile>::bytes, full + stage * 8, map_a, map_b,
                         origin, iteration * Tile::bk);
    };

    // A barrier's phase ends when one thread has arrived and all bytes that it expects are there.
    // All stages are on their way before the first one is awaited.
    if (is_copying) {
        for (uint32 stage = 0; stage < Tile::stages; ++stage) mbarrier_init(full + stage * 8, 1);
        fence_mbarrier_init();
        for (uint32 stage = 0; stage < Tile::stages && stage < iterations; ++stage)
            copy(stage, stage);
    }
    __syncthreads();

    const Position position = position_in_tile<Tile>(threadIdx.x);
    float accumulators[Tile::tm][Tile::tn] = {};
    uint32 stage = 0, parity = 0;  // parity of the phase that is awaited: 0, 1, 0, ... by round
    for (uint32 iteration = 0; iteration < iterations; ++iteration) {
        while (!mbarrier_try_wait_parity(full + stage * 8, parity)) {
        }
        multiply_stage<Tile>(accumulators, memory + stage * Stage<Tile>::bytes, position);
        __syncthreads();  // all threads have read the stage
        if (is_copying && iteration + Tile::stages < iterations)
            copy(stage, iteration + Tile::stages);
        if (++stage == Tile::stages) {
            stage = 0;
            parity ^= 1;
        }
    }
    store_tile<Tile>(accumulators, origin, position, m, n, alpha, beta, C, ldc);
}

extern "C" __global__ void __launch_bounds__(Tile::threads)
    bulk_copy(SGEMM_PARAMETERS, const __grid_constant__ TensorMap map_a,
              const __grid_constant__ TensorMap map_b) {
    multiply<Tile>(SGEMM_ARGUMENTS, &map_a, &map_b);
}
