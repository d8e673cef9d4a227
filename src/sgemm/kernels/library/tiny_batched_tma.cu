// Batches of tiny products without gaps: the copy engine moves runs of them, and all threads
// multiply. See tiny_batched_tma.py.
#include "common.cuh"
#include "dense_run.cuh"
#include "library_parameters.cuh"
#include "tile.cuh"
#include "vector_results.cuh"

// accumulators += the next steps, ascending.
template <int steps, int tm, int tn, class A, class B>
__device__ __forceinline__ void add_steps(float (&accumulators)[tm][tn], A& a, B& b) {
#pragma unroll
    for (int step = 0; step < steps; ++step) {
        a.load(step);
        b.load(step);
#pragma unroll
        for (int i = 0; i < tm; ++i)
#pragma unroll
            for (int j = 0; j < tn; ++j)
                accumulators[i][j] = fmaf(a.values[i], b.values[j], accumulators[i][j]);
    }
    a.advance(steps);
    b.advance(steps);
}

// Computes a thread's part of one product, and saves it among the results. So many threads share
// its rows (`down`) and its columns (`across`): this one has rows row, row + down, row + 2 * down
// and so on, and columns alike.
template <class Tile>
__device__ __forceinline__ void multiply_part(uint32 a_matrix, uint32 b_matrix, uint32 c_matrix,
                                              uint32 m, uint32 n, uint32 k, uint32 row,
                                              uint32 column, uint32 down, uint32 across) {
    DenseOperand<Tile::tm, !Tile::trans_a> a(a_matrix, m, k, row, down);
    DenseOperand<Tile::tn, (bool)Tile::trans_b> b(b_matrix, n, k, column, across);
    float accumulators[Tile::tm][Tile::tn] = {};
#pragma unroll 1
    for (uint32 left = k / 4; left > 0; --left) add_steps<4>(accumulators, a, b);
#pragma unroll 1
    for (uint32 left = k % 4; left > 0; --left) add_steps<1>(accumulators, a, b);
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i) {
        const uint32 own = row + i * down;
        if (own >= m) break;
        const uint32 target = c_matrix + own * n * 4;
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j)
            if (column + j * across < n)
                st_shared(target + (column + j * across) * 4, accumulators[i][j]);
    }
}

// C := alpha*results + beta*addend for elements without gaps, and an addend laid out like C. The
// results begin as far past a multiple of 16 bytes as c does.
template <int threads>
__device__ __forceinline__ void write_results(uint32 results, int count, float* c,
                                              const float* addend, float alpha, float beta) {
    const bool has_vectors = beta == 0.0f || misplaced(addend) == misplaced(c);
    const int head = has_vectors ? min((int)(4 - misplaced(c)) % 4, count) : 0;
    const int vectors = has_vectors ? (count - head) / 4 * 4 : 0, rest = head + vectors;
    write_vectors<1, threads>(results, head, c, addend, alpha, beta);
    write_vectors<4, threads>(results + head * 4, vectors, c + head, addend + head, alpha, beta);
    write_vectors<1, threads>(results + rest * 4, count - rest, c + rest, addend + rest, alpha,
                              beta);
}

// The same with any other addend, of which `addend` is the first product's.
template <int threads>
__device__ __forceinline__ void write_each(uint32 results, uint32 count, float* c, uint32 of_product,
                                           uint32 n, const Addend& addend, int64 stride_addend,
                                           float alpha, float beta) {
#pragma unroll 1
    for (uint32 i = threadIdx.x; i < count; i += threads) {
        const uint32 product = i / of_product, place = i - product * of_product;
        const float* old = addend.at(place / n, place % n) + product * stride_addend;
        c[i] = scaled(ld_shared(results + i * 4), alpha, beta, old);
    }
}

template <class Tile>
__device__ __forceinline__ void multiply_runs(SGEMM_LIBRARY_PARAMETERS) {
    extern __shared__ __align__(16) float memory[];
    __shared__ uint64 barriers[Tile::stages];  // of the stages: their copies have come
    skip_product_if_unused(k, alpha);
    const DenseRuns runs(Tile(), m, n, k, stride_a, stride_b, batch);
    const uint32 ring = cvta_to_shared(memory), full = cvta_to_shared(barriers);
    const auto products_of = [&](uint32 run) {
        return min(runs.products, (uint32)batch - run * runs.products);
    };
    // By one thread, when all have read what was in the stage.
    const auto fill = [&](uint32 stage, uint64 number) {
        if (number >= runs.count) return;
        const uint32 run = (uint32)number;
        const uint32 first = run * runs.products, count = products_of(run);
        const uint32 target = ring + stage * runs.stage_bytes, barrier = full + stage * 8;
        const uint64 after = (uint32)batch - first - count;
        const DensePiece a(A + first * stride_a, (stride_a == 0 ? 1 : count) * runs.a_elements,
                           target, after * stride_a);
        const DensePiece b(B + first * stride_b, (stride_b == 0 ? 1 : count) * runs.b_elements,
                           target + runs.b_offset, after * stride_b);
        a.copy_rest();
        b.copy_rest();
        mbarrier_arrive_expect_tx(barrier, a.bytes + b.bytes);
        a.copy(barrier);
        b.copy(barrier);
    };
    if (threadIdx.x == 0) {
        for (uint32 stage = 0; stage < runs.stages; ++stage) mbarrier_init(full + stage * 8, 1);
        fence_mbarrier_init();
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (uint32 stage = 0; stage < runs.stages; ++stage)
            fill(stage, blockIdx.x + (uint64)stage * gridDim.x);

    const uint32 down = ((uint32)m + Tile::tm - 1) / Tile::tm;
    const uint32 across = ((uint32)n + Tile::tn - 1) / Tile::tn, parts = down * across;
    const bool is_alike = beta == 0.0f || (ld_addend == n && stride_addend == runs.c_elements);
    uint32 stage = 0, parity = 0;
#pragma unroll 1
    for (uint32 run = blockIdx.x; run < runs.count; run += gridDim.x) {
        const uint32 first = run * runs.products, count = products_of(run);
        const uint32 begin = ring + stage * runs.stage_bytes;
        const uint32 a = begin + misplaced(A + first * stride_a) * 4;
        const uint32 b = begin + runs.b_offset + misplaced(B + first * stride_b) * 4;
        float* const to = C + first * stride_c;
        const uint32 results = ring + runs.results + misplaced(to) * 4;
        while (!mbarrier_try_wait_parity(full + stage * 8, parity)) {
        }
#pragma unroll 1
        for (uint32 each = threadIdx.x; each < count * parts; each += Tile::threads) {
            const uint32 product = each / parts, part = each - product * parts;
            const uint32 row = part / across, column = part - row * across;
            multiply_part<Tile>(a + (stride_a == 0 ? 0 : product * runs.a_elements * 4),
                                b + (stride_b == 0 ? 0 : product * runs.b_elements * 4),
                                results + product * runs.c_elements * 4, m, n, k, row, column,
                                down, across);
        }
        __syncthreads();
        if (threadIdx.x == 0) fill(stage, run + (uint64)runs.stages * gridDim.x);
        if (is_alike)
            write_results<Tile::threads>(results, count * runs.c_elements, to,
                                         addend + first * stride_addend, alpha, beta);
        else
            write_each<Tile::threads>(results, count * runs.c_elements, to, runs.c_elements, n,
                                      SGEMM_ADDEND(first), stride_addend, alpha, beta);
        __syncthreads();
        if (++stage == runs.stages) {
            stage = 0;
            parity ^= 1;
        }
    }
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    tiny_batched_tma(SGEMM_LIBRARY_PARAMETERS) {
    multiply_runs<Tile>(SGEMM_LIBRARY_ARGUMENTS);
}
