// Rung 18: as many blocks as fit, each of which computes one tile after the other. See
// rung_18_persistent.py.
#include "instructions.cuh"
#include "ring.cuh"
#include "rungs_16_20_multiply_stage.cuh"
#include "rungs_16_21_k_major_tile.cuh"
#include "tile.cuh"

// The tiles of one block: every gridDim.x-th, numbered along a row of tiles first. Producer and
// consumers each go through them by themselves.
template <class Tile>
struct Work {
    const uint32 across, tiles;  // tiles in a row of tiles, and in C
    const uint32 iterations;     // stages that a tile needs
    uint32 tile = blockIdx.x;

    __device__ __forceinline__ Work(int m, int n, int k)
        : across(((uint32)n + Tile::bn - 1) / Tile::bn),
          tiles(((uint32)m + Tile::bm - 1) / Tile::bm * across),
          iterations(((uint32)k + Tile::bk - 1) / Tile::bk) {}

    __device__ __forceinline__ bool is_left() const { return tile < tiles; }
    __device__ __forceinline__ void advance() { tile += gridDim.x; }
    __device__ __forceinline__ Position origin() const {
        return {tile / across * Tile::bm, tile % across * Tile::bn};
    }
};

// The ring goes on from tile to tile: copies for the next one start while C is written.
template <class Tile>
__device__ __forceinline__ void produce(uint32 memory, const TensorMap* map_a,
                                        const TensorMap* map_b, Work<Tile> work) {
    if (threadIdx.x != Tile::consumers) return;
    Ring<Tile> ring(memory, false);
    for (; work.is_left(); work.advance()) {
        const Position origin = work.origin();
        for (uint32 iteration = 0; iteration < work.iterations; ++iteration) {
            ring.await(ring.empty());
            copy_stage<Tile>(ring.data(), ring.full(), map_a, map_b, origin, iteration * Tile::bk);
            ring.advance();
        }
    }
}

// accumulators += A*B for one tile.
template <class Tile>
__device__ __forceinline__ void consume(float (&accumulators)[Tile::tm][Tile::tn], Ring<Tile>& ring,
                                        Position position, uint32 iterations) {
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
    if (threadIdx.x == 0) Ring<Tile>::start(memory, 1);
    __syncthreads();

    if (threadIdx.x >= Tile::consumers) {
        setmaxnreg_dec<Tile::producer_registers>();
        produce<Tile>(memory, map_a, map_b, Work<Tile>(m, n, k));
    } else {
        setmaxnreg_inc<Tile::consumer_registers>();
        const Position position = position_in_tile<Tile>(threadIdx.x);
        Ring<Tile> ring(memory, true);
        for (Work<Tile> work(m, n, k); work.is_left(); work.advance()) {
            float accumulators[Tile::tm][Tile::tn] = {};
            consume<Tile>(accumulators, ring, position, work.iterations);
            store_tile<Tile>(accumulators, work.origin(), position, m, n, alpha, beta, C, ldc);
        }
    }
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    persistent(SGEMM_PARAMETERS, const __grid_constant__ TensorMap map_a,
               const __grid_constant__ TensorMap map_b) {
    multiply<Tile>(SGEMM_ARGUMENTS, &map_a, &map_b);
}
