// Batches of tiny products: a block streams run after run of them through shared memory. See
// tiny_batched.py.
#include "common.cuh"
#include "library_parameters.cuh"
#include "run_operand.cuh"
#include "run_plan.cuh"
#include "run_results.cuh"
#include "tile.cuh"

// accumulators += the next steps of a piece, ascending. Where both operands are K-major, column by
// column: that takes fewer registers, and gives the same bits.
template <int steps, int tm, int tn, class A, class B>
__device__ __forceinline__ void add_steps(float (&accumulators)[tm][tn], A& a, B& b) {
    a.template load<steps>();
    if constexpr (A::is_k_major && B::is_k_major) {
#pragma unroll
        for (int j = 0; j < tn; ++j) {
            b.template load_one<steps>(j);
#pragma unroll
            for (int step = 0; step < steps; ++step)
#pragma unroll
                for (int i = 0; i < tm; ++i)
                    accumulators[i][j] =
                        fmaf(a.values[step][i], b.values[step][j], accumulators[i][j]);
        }
        return;
    }
    b.template load<steps>();
#pragma unroll
    for (int step = 0; step < steps; ++step) {
        const float (&rows)[tm] = a.step(step);
        const float (&columns)[tn] = b.step(step);
#pragma unroll
        for (int i = 0; i < tm; ++i)
#pragma unroll
            for (int j = 0; j < tn; ++j)
                accumulators[i][j] = fmaf(rows[i], columns[j], accumulators[i][j]);
    }
}

template <class Tile>
__device__ __forceinline__ void multiply_runs(SGEMM_LIBRARY_PARAMETERS) {
    extern __shared__ __align__(16) float memory[];
    __shared__ RunPlan plan;
    skip_product_if_unused(k, alpha);
    if (threadIdx.x == 0) plan.find<Tile>(m, n, k, A, lda, B, ldb, stride_a, stride_b, batch);
    __syncthreads();
    const RunCopies a_copies(plan.a), b_copies(plan.b);
    const ThreadPart own(plan);
    const auto pieces = [&](uint32 item, uint32 step) {
        return RunPieces(Tile(), plan, item, step, m, n, k, batch);
    };

    // The next run is on its way while this one is computed, where there is memory for two. Then
    // the loop begins with copies alone.
    const uint32 begin = cvta_to_shared(memory), end = begin + plan.next;
    uint32 target = begin;                        // where copies go
    uint32 coming = blockIdx.x, coming_step = 0;  // what is copied next
    uint32 item = coming, step = 0;               // what is multiplied next
    float accumulators[Tile::tm][Tile::tn] = {};
#pragma unroll 1
    while (item < plan.items) {
        cp_async_wait_group<0>();
        __syncthreads();
        const bool only_copies = plan.next > 0 && coming == item && coming_step == step;
        if (coming < plan.items) {
            const RunPieces run = pieces(coming, coming_step);
            const float* a = A + run.product * stride_a +
                             (Tile::trans_a ? offset(coming_step, lda) + run.row
                                            : offset(run.row, lda) + coming_step);
            const float* b = B + run.product * stride_b +
                             (Tile::trans_b ? offset(run.column, ldb) + coming_step
                                            : offset(coming_step, ldb) + run.column);
            a_copies.start(plan.a, target, a, lda, stride_a, run.count,
                           Tile::trans_a ? run.steps : run.rows,
                           Tile::trans_a ? run.rows : run.steps);
            b_copies.start(plan.b, target + plan.b_offset, b, ldb, stride_b, run.count,
                           Tile::trans_b ? run.columns : run.steps,
                           Tile::trans_b ? run.steps : run.columns);
            cp_async_commit_group();
            coming_step += run.steps;
            if (coming_step == (uint32)k) {
                coming_step = 0;
                coming += gridDim.x;
            }
        }
        if (plan.next == 0) {
            cp_async_wait_group<0>();
            __syncthreads();
        }
        target = begin + end - target;
        if (only_copies) continue;
        const uint32 steps = pieces(item, step).steps;
        const bool has_product = own.product < pieces(item, step).count;
        if (has_product) {
            ThreadOperand<Tile::tm, !Tile::trans_a> a(target + own.product * plan.a.distance * 4,
                                                      plan.a.pitch, plan.rows, own.row, plan.down);
            ThreadOperand<Tile::tn, (bool)Tile::trans_b> b(
                target + plan.b_offset + own.product * plan.b.distance * 4, plan.b.pitch,
                plan.columns, own.column, plan.across);
#pragma unroll 1
            for (uint32 left = steps / 4; left > 0; --left) add_steps<4>(accumulators, a, b);
#pragma unroll 1
            for (uint32 left = steps % 4; left > 0; --left) add_steps<1>(accumulators, a, b);
        }
        step += steps;
        if (step < (uint32)k) continue;
        __syncthreads();
        if (has_product) save_results<Tile>(accumulators, target, plan, own);
        __syncthreads();
        write_results<Tile::threads>(target, plan, pieces(item, 0), alpha, beta, C, ldc, stride_c,
                                     SGEMM_ADDEND(0), stride_addend);
#pragma unroll
        for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
            for (int j = 0; j < Tile::tn; ++j) accumulators[i][j] = 0.0f;
        item += gridDim.x;
        step = 0;
    }
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    tiny_batched(SGEMM_LIBRARY_PARAMETERS) {
    multiply_runs<Tile>(SGEMM_LIBRARY_ARGUMENTS);
}
