// Rung 17: warps that only copy, warps that only multiply. See rung_17_warp_specialised.py.
#include "instructions.cuh"
#include "ring.cuh"
#include "rungs_16_20_multiply_stage.cuh"
#include "rungs_16_21_k_major_tile.cuh"
#include "tile.cuh"

// One thread of the producer group starts all copies, ahead of the consumers by the ring's length.
template <class Tile>
__device__ __forceinline__ void produce(uint32 memory, const TensorMap* map_a,
                                        const TensorMap* map_b, Position origin,
                                        uint32 iterations) {
    if (threadIdx.x != Tile::consumers) return;
    Ring<Tile> ring(memory, false);
    for (uint32 iteration = 0; iteration < iterations; ++iteration) {
        ring.await(ring.empty());
        copy_stage<Tile>(ring.data(), ring.full(), map_a, map_b, origin, iteration * Tile::bk);
        ring.advance();
    }
}

// accumulators += A*B. Each warp waits for a stage by itself, and releases it by itself.
template <class Tile>
__device__ __forceinline__ void consume(float (&accumulators)[Tile::tm][Tile::tn], uint32 memory,
                                        Position position, uint32 iterations) {
    Ring<Tile> ring(memory, true);
    for (uint32 iteration = 0; iteration < iterations; ++iteration) {
        ring.await(ring.full());
        multiply_stage<Tile>(accumulators, ring.data(), position);
        ring.release();
        ring.advance();
    }
}

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS, const TensorMap* map_a,
                                         const TensorMap* map_b) {
    extern __shared__ __align__(128) char stages[];
    const uint32 memory = cvta_to_shared(stages);

    skip_product_if_unused(k, alpha);
    const Position origin = block_origin<Tile>(n);
    const uint32 iterations = ((uint32)k + Tile::bk - 1) / Tile::bk;
    if (threadIdx.x == 0) Ring<Tile>::start(memory, 1);
    __syncthreads();  // for the last time: producers and consumers part here

    if (threadIdx.x >= Tile::consumers) {
        setmaxnreg_dec<Tile::producer_registers>();
        produce<Tile>(memory, map_a, map_b, origin, iterations);
    } else {
        setmaxnreg_inc<Tile::consumer_registers>();
        const Position position = position_in_tile<Tile>(threadIdx.x);
        float accumulators[Tile::tm][Tile::tn] = {};
        consume<Tile>(accumulators, memory, position, iterations);
        store_tile<Tile>(accumulators, origin, position, m, n, alpha, beta, C, ldc);
    }
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    warp_specialised(SGEMM_PARAMETERS, const __grid_constant__ TensorMap map_a,
                     const __grid_constant__ TensorMap map_b) {
    multiply<Tile>(SGEMM_ARGUMENTS, &map_a, &map_b);
}
