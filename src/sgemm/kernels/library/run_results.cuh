// The results of a run: from accumulators to shared memory, in the place of the operands, and from
// there to C. For tiny_batched.
//
// A thread has a few elements of a few rows. A warp that wrote them straight to C would write a
// part of many sectors each time, and with odd n no two of them as one vector. In shared memory
// they lie as in C without gaps, and neighbouring threads write neighbours, all of a run as one
// piece.
#pragma once
#include "instructions.cuh"
#include "library_parameters.cuh"
#include "run_plan.cuh"
#include "store_instructions.cuh"
#include "vector_results.cuh"

// Saves what a thread has of the piece of its product among all results, at `results` in shared
// memory.
template <class Tile>
__device__ __forceinline__ void save_results(const float (&accumulators)[Tile::tm][Tile::tn],
                                             uint32 results, const RunPlan& plan,
                                             const ThreadPart& own) {
    using Rows = ThreadOperand<Tile::tm, !Tile::trans_a>;
    using Columns = ThreadOperand<Tile::tn, (bool)Tile::trans_b>;
    const uint32 rows = plan.rows, columns = plan.columns, down = plan.down, across = plan.across;
    const uint32 target = results + own.product * (rows * columns * 4);
    // One branch for all rows. Neighbouring columns of a thread are float4.
    if (!Tile::trans_b && columns % 4 == 0) {
#pragma unroll
        for (int i = 0; i < Tile::tm; ++i) {
            const uint32 row = Rows::element(own.row, down, i);
#pragma unroll
            for (int j = 0; j < Tile::tn; j += 4) {
                const uint32 column = Columns::element(own.column, across, j);
                const float* s = &accumulators[i][j];
                if (row < rows && column < columns)
                    st_shared_v4(target + (row * columns + column) * 4, {s[0], s[1], s[2], s[3]});
            }
        }
    } else {
#pragma unroll
        for (int i = 0; i < Tile::tm; ++i) {
            const uint32 row = Rows::element(own.row, down, i);
#pragma unroll
            for (int j = 0; j < Tile::tn; ++j) {
                const uint32 column = Columns::element(own.column, across, j);
                if (row < rows && column < columns)
                    st_shared(target + (row * columns + column) * 4, accumulators[i][j]);
            }
        }
    }
}

// C := alpha*results + beta*addend for the pieces of a run, whose results lie at `results`.
template <int threads>
__device__ __forceinline__ void write_results(uint32 results, const RunPlan& plan,
                                              const RunPieces& run, float alpha, float beta,
                                              float* C, int ldc, int64 stride_c,
                                              const Addend& addend, int64 stride_addend) {
    float* c = C + run.product * stride_c + offset(run.row, ldc) + run.column;
    const float* from = addend.at(run.row, run.column) + run.product * stride_addend;
    const uint32 elements = plan.rows * plan.columns;
    const bool rows_touch = (uint32)ldc == plan.columns || plan.rows == 1;
    const bool are_alike = ldc == addend.leading && stride_c == stride_addend;
    if (plan.tiles == 1 && rows_touch && (stride_c == elements || run.count == 1) &&
        (beta == 0.0f || are_alike)) {
        const int count = run.count * elements;
        const int vectors = ((uint64)c | (uint64)from) % 16 == 0 ? count / 4 * 4 : 0;
        write_vectors<4, threads>(results, vectors, c, from, alpha, beta);
        write_vectors<1, threads>(results + vectors * 4, count - vectors, c + vectors,
                                  from + vectors, alpha, beta);
        return;
    }
    const uint32 first = threadIdx.x / plan.columns, at_once = threads / plan.columns;
    const uint32 column = threadIdx.x - first * plan.columns;
    if (first >= at_once || column >= run.columns) return;
#pragma unroll 1
    for (uint32 row = first; row < run.count * plan.rows; row += at_once) {
        const uint32 product = row / plan.rows, own = row - product * plan.rows;
        if (own < run.rows)
            c[product * stride_c + offset(own, ldc) + column] = scaled(
                ld_shared(results + (row * plan.columns + column) * 4), alpha, beta,
                from + product * stride_addend + offset(own, addend.leading) + column);
    }
}
