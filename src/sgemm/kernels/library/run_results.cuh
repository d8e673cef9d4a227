// The results of a run: from accumulators to shared memory, in the place of the operands, and from
// there to C. For tiny_batched.
//
// A thread has a few elements of a few rows. A warp that wrote them straight to C would write a
// part of many sectors each time, and with odd n no two of them as one vector. In shared memory
// they lie as in C without gaps, and neighbouring threads write neighbours, all of a run as one
// piece.
#pragma once
#include "instructions.cuh"
#include "run_plan.cuh"

__device__ __forceinline__ float4 blended(const float4& sum, float alpha, float beta,
                                          const float4& old) {
    return {blended(sum.x, alpha, beta, old.x), blended(sum.y, alpha, beta, old.y),
            blended(sum.z, alpha, beta, old.z), blended(sum.w, alpha, beta, old.w)};
}

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

// C := alpha*results + beta*C for some elements without gaps, so many a thread at once that memory
// is kept busy where C is read: all loads come before the first store, which none may pass.
template <int threads>
__device__ __forceinline__ void write_together(uint32 results, uint32 count, float* C, float alpha,
                                               float beta) {
    int rest = count;  // elements from this thread's next one on
    if ((uint64)C % 16 == 0) {
        rest = count / 4 * 4 - threadIdx.x * 4;
        const float4 none = {unread(beta), unread(beta), unread(beta), unread(beta)};
        float4* c = reinterpret_cast<float4*>(C) + threadIdx.x;
        uint32 from = results + threadIdx.x * 16;
#pragma unroll 1
        for (; rest > 0; rest -= 8 * threads, c += 2 * threads, from += 32 * threads) {
            float4 old[2] = {none, none};
            if (beta != 0.0f) {
                old[0] = c[0];
                if (rest > 4 * threads) old[1] = c[threads];
            }
            c[0] = blended(ld_shared_v4(from), alpha, beta, old[0]);
            if (rest > 4 * threads)
                c[threads] = blended(ld_shared_v4(from + 16 * threads), alpha, beta, old[1]);
        }
        rest = count % 4;
    }
    C += count - rest + threadIdx.x;
    results += (count - rest + threadIdx.x) * 4;
    rest -= threadIdx.x;
#pragma unroll 1
    for (; rest > 0; rest -= 4 * threads, C += 4 * threads, results += 16 * threads) {
        float old[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            old[i] = unread(beta);
            if (beta != 0.0f && rest > i * threads) old[i] = C[i * threads];
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
            if (rest > i * threads)
                C[i * threads] =
                    blended(ld_shared(results + i * threads * 4), alpha, beta, old[i]);
    }
}

// C := alpha*results + beta*C for the pieces of a run, whose results lie at `results`.
template <int threads>
__device__ __forceinline__ void write_results(uint32 results, const RunPlan& plan,
                                              const RunPieces& run, float alpha, float beta,
                                              float* C, int ldc, int64 stride_c) {
    float* c = C + run.product * stride_c + offset(run.row, ldc) + run.column;
    const uint32 elements = plan.rows * plan.columns;
    const bool rows_touch = (uint32)ldc == plan.columns || plan.rows == 1;
    if (plan.tiles == 1 && rows_touch && (stride_c == elements || run.count == 1)) {
        write_together<threads>(results, run.count * elements, c, alpha, beta);
        return;
    }
    const uint32 first = threadIdx.x / plan.columns, at_once = threads / plan.columns;
    const uint32 column = threadIdx.x - first * plan.columns;
    if (first >= at_once || column >= run.columns) return;
#pragma unroll 1
    for (uint32 row = first; row < run.count * plan.rows; row += at_once) {
        const uint32 product = row / plan.rows, own = row - product * plan.rows;
        if (own < run.rows)
            store_result(c + product * stride_c + offset(own, ldc) + column,
                         ld_shared(results + (row * plan.columns + column) * 4), alpha, beta);
    }
}
