// Rung 21: the mainloop patched in machine code. See rung_21_patched_mainloop.py.
#include "instructions.cuh"
#include "rungs_19_21_parameters.cuh"
#include "rungs_19_21_stream_k.cuh"
#include "thread_number.cuh"
#include "tile.cuh"

// accumulators = A*B for at least one iteration of one tile. The toolchain's pass over the machine
// code matches this form and no other: an inner loop over steps and an outer one over stages,
// straight-line code between them, and two addresses that move on from round to round.
template <class Tile>
__device__ __forceinline__ void multiply_chunk(float (&accumulators)[Tile::tm][Tile::tn],
                                               Ring<Tile>& ring, uint32 iterations) {
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j) accumulators[i][j] = 0.0f;
    const Position position = position_in_tile<Tile>(tid_x());
    uint32 a_address = ring.data() + position.row * (Tile::bk * 4);
    uint32 b_address = ring.data() + Stage<Tile>::a_bytes + position.column * 4;
#pragma unroll 1
    do {
        ring.await(ring.full());
        const uint32 end = a_address + Tile::bk * 4;
#pragma unroll 1
        do {
            float a[Tile::tm], b[Tile::tn / 4][4];
#pragma unroll
            for (int i = 0; i < Tile::tm; ++i)
                a[i] = ld_shared(a_address + i * (row_stride * Tile::bk * 4));
#pragma unroll
            for (int j = 0; j < Tile::tn / 4; ++j)
                unpack(b[j], ld_shared_v4(b_address + j * (column_stride * 4)));
#pragma unroll
            for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
                for (int j = 0; j < Tile::tn; ++j)
                    accumulators[i][j] = fmaf(a[i], b[j / 4][j % 4], accumulators[i][j]);
            a_address += 4;
            b_address += Tile::bn * 4;
        } while (a_address != end);
        __syncwarp();
        if (tid_x() % 32 == 0) mbarrier_arrive(ring.empty());
        ring.advance();
        const uint32 back = ring.stage ? 0 : Tile::stages * Stage<Tile>::bytes;
        a_address += Stage<Tile>::bytes - Tile::bk * 4 - back;
        b_address += Stage<Tile>::bytes - Tile::bk * Tile::bn * 4 - back;
    } while (--iterations);
}

// A thread's part of the shared memory after the ring, found when it is used: the loop needs the
// registers.
template <class Tile>
__device__ __forceinline__ float4* total_of_thread(char* stages) {
    return reinterpret_cast<float4*>(stages + Ring<Tile>::bytes) + tid_x();
}

// The same in chunks of 512 steps of k. While a chunk is multiplied, the total of those before
// waits in shared memory: 32 float4 a thread, each as far from the next as there are threads.
template <class Tile>
__device__ __forceinline__ void consume(float (&accumulators)[Tile::tm][Tile::tn], Ring<Tile>& ring,
                                        char* stages, uint32 iterations) {
    constexpr uint32 chunk = 512 / Tile::bk;
    for (uint32 done = 0; done < iterations; done += chunk) {
        if (done) save<Tile::consumers>(accumulators, total_of_thread<Tile>(stages));
        multiply_chunk<Tile>(accumulators, ring, min(chunk, iterations - done));
        if (done) add_saved<Tile::consumers>(accumulators, total_of_thread<Tile>(stages));
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
        Work<Tile> work(m, n, k, batch, stream_k_tiles);
        Ring<Tile> ring(memory, true);
        while (work.next()) {
            float accumulators[Tile::tm][Tile::tn] = {};
            consume<Tile>(accumulators, ring, stages, work.iterations);
            if (work.is_whole() ||
                fix_up<Tile>(accumulators, work, workspace, counters, &is_last_arriver))
                store_tile<Tile>(accumulators, work.origin(), position_in_tile<Tile>(tid_x()), m, n,
                                 alpha, beta, C + work.product() * stride_c, ldc);
        }
    }
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    patched_mainloop(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
                     const __grid_constant__ TensorMap map_b) {
    multiply<Tile>(SGEMM_EXTENDED_ARGUMENTS, &map_a, &map_b);
}
