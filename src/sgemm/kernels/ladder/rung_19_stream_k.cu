// Rung 19: tiles of the last wave shared by k among all blocks. See rung_19_stream_k.py.
#include "instructions.cuh"
#include "rungs_16_20_multiply_stage.cuh"
#include "rungs_19_21_parameters.cuh"
#include "rungs_19_21_stream_k.cuh"
#include "tile.cuh"

// accumulators += A*B for some iterations of one tile.
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
__device__ __forceinline__ void multiply(SGEMM_EXTENDED_PARAMETERS, const TensorMap* map_a,
                                         const TensorMap* map_b) {
    extern __shared__ __align__(128) char stages[];
    __shared__ bool is_last_arriver;
    const uint32 memory = cvta_to_shared(stages);

    skip_product_if_unused(k, alpha);
    if (threadIdx.x == 0) Ring<Tile>::start(memory, 1);
    __syncthreads();

    if (threadIdx.x >= Tile::consumers) {
        setmaxnreg_dec<Tile::producer_registers>();
        const Work<Tile> work(m, n, k, batch, stream_k_tiles);
        // A stride of 0: all products have one A, or one B.
        produce<Tile>(memory, map_a, map_b, work, stride_a == 0, stride_b == 0);
    } else {
        setmaxnreg_inc<Tile::consumer_registers>();
        const Position position = position_in_tile<Tile>(threadIdx.x);
        Work<Tile> work(m, n, k, batch, stream_k_tiles);
        Ring<Tile> ring(memory, true);
        while (work.next()) {
            float accumulators[Tile::tm][Tile::tn] = {};
            consume<Tile>(accumulators, ring, position, work.iterations);
            if (work.is_whole() ||
                fix_up<Tile>(accumulators, work, workspace, counters, &is_last_arriver))
                store_tile<Tile>(accumulators, work.origin(), position, m, n, alpha, beta,
                                 C + work.product() * stride_c, ldc);
        }
    }
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    stream_k(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
             const __grid_constant__ TensorMap map_b) {
    multiply<Tile>(SGEMM_EXTENDED_ARGUMENTS, &map_a, &map_b);
}
