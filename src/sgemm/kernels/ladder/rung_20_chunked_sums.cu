// Rung 20: sums of chunks of k on a second level. See rung_20_chunked_sums.py.
#include "instructions.cuh"
#include "rungs_16_20_multiply_stage.cuh"
#include "rungs_19_21_parameters.cuh"
#include "rungs_19_21_stream_k.cuh"
#include "tile.cuh"

// accumulators = A*B for some iterations of one tile.
template <class Tile>
__device__ __forceinline__ void multiply_chunk(float (&accumulators)[Tile::tm][Tile::tn],
                                               Ring<Tile>& ring, Position position,
                                               uint32 iterations) {
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j) accumulators[i][j] = 0.0f;
    for (uint32 iteration = 0; iteration < iterations; ++iteration) {
        ring.await(ring.full());
        multiply_stage<Tile>(accumulators, ring.data(), position);
        ring.release();
        ring.advance();
    }
}

// The same in chunks of 512 steps of k. While a chunk is multiplied, the total of those before
// waits in shared memory: 32 float4 a thread, each as far from the next as there are threads.
template <class Tile>
__device__ __forceinline__ void consume(float (&accumulators)[Tile::tm][Tile::tn], Ring<Tile>& ring,
                                        Position position, uint32 iterations, float4* total) {
    constexpr uint32 chunk = 512 / Tile::bk;
    for (uint32 done = 0; done < iterations; done += chunk) {
        if (done) save<Tile::consumers>(accumulators, total);
        multiply_chunk<Tile>(accumulators, ring, position, min(chunk, iterations - done));
        if (done) add_saved<Tile::consumers>(accumulators, total);
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
        float4* const total = reinterpret_cast<float4*>(stages + Ring<Tile>::bytes) + threadIdx.x;
        while (work.next()) {
            float accumulators[Tile::tm][Tile::tn] = {};
            consume<Tile>(accumulators, ring, position, work.iterations, total);
            if (work.is_whole() ||
                fix_up<Tile>(accumulators, work, workspace, counters, &is_last_arriver))
                store_tile<Tile>(accumulators, work.origin(), position, m, n, alpha, beta,
                                 C + work.product() * stride_c, ldc);
        }
    }
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    chunked_sums(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
                 const __grid_constant__ TensorMap map_b) {
    multiply<Tile>(SGEMM_EXTENDED_ARGUMENTS, &map_a, &map_b);
}
