// A tile of 64x64 elements of C by fused multiply-adds, for operands of any layout and alignment.
#pragma once
#include "constants.cuh"
#include "library_parameters.cuh"
#include "split_scratch.cuh"
#include "stored_elements.cuh"

constexpr uint32 ffma_side = 64, ffma_steps = 16;
constexpr uint32 ffma_pitch = ffma_side + 4;
typedef float StagedOperand[ffma_steps][ffma_pitch];
static_assert(2 * ffma_steps * ffma_pitch <= SplitScratch::floats, "both operands lie there");

// Copies 64 rows of A, or columns of B, and 16 steps of k to shared memory, step by step; zeros
// where there are no elements. Neighbouring lanes read neighbours in memory.
template <bool k_major, int32 type>
__device__ __forceinline__ void stage_operand(StagedOperand& staged, const float* matrix,
                                              int leading, uint32 first, uint32 rows, uint32 step,
                                              uint32 steps) {
    typedef ::Elements<type> Elements;
    const auto* const source = reinterpret_cast<const typename Elements::Stored*>(matrix);
#pragma unroll
    for (uint32 i = 0; i < ffma_side * ffma_steps / split_threads; ++i) {
        const uint32 number = threadIdx.x + i * split_threads;
        const uint32 row = k_major ? number / ffma_steps : number % ffma_side;
        const uint32 along = k_major ? number % ffma_steps : number / ffma_side;
        float element = 0.0f;
        if (first + row < rows && step + along < steps)
            element =
                Elements::value(source[k_major ? offset(first + row, leading) + step + along
                                               : offset(step + along, leading) + first + row]);
        staged[along][row] = element;
    }
}

// By the split threads. The order of summation: chains of multiply-adds over a fifth of k, and at
// least 384 steps; the sums of chains are added in ascending order.
template <class Tile>
__device__ __forceinline__ void multiply_tile(SplitScratch& scratch, uint32 row, uint32 column,
                                              int m, int n, int k, float alpha, const float* A,
                                              int lda, const float* B, int ldb, float beta,
                                              float* C, int ldc, const Addend& addend) {
    if (row >= m || column >= n) return;
    constexpr uint32 side = 4, across = ffma_side / side;
    StagedOperand& a = reinterpret_cast<StagedOperand*>(scratch.elements)[0];
    StagedOperand& b = reinterpret_cast<StagedOperand*>(scratch.elements)[1];
    const uint32 down = threadIdx.x / across * side, right = threadIdx.x % across * side;
    const uint32 fifth = ((uint32)k + 4) / 5;
    const uint32 chunk = (max(fifth, 384u) + ffma_steps - 1) / ffma_steps * ffma_steps;
    float sums[side][side] = {}, chain[side][side] = {};
    for (uint32 step = 0; step < k; step += ffma_steps) {
        sync_split_threads();
        stage_operand<!Tile::trans_a, Constants::a_type>(a, A, lda, row, m, step, k);
        stage_operand<(bool)Tile::trans_b, Constants::b_type>(b, B, ldb, column, n, step, k);
        sync_split_threads();
#pragma unroll
        for (uint32 along = 0; along < ffma_steps; ++along)
#pragma unroll
            for (uint32 i = 0; i < side; ++i)
#pragma unroll
                for (uint32 j = 0; j < side; ++j)
                    chain[i][j] = __fmaf_rn(a[along][down + i], b[along][right + j], chain[i][j]);
        if ((step + ffma_steps) % chunk == 0 || step + ffma_steps >= k)
#pragma unroll
            for (uint32 i = 0; i < side; ++i)
#pragma unroll
                for (uint32 j = 0; j < side; ++j) {
                    sums[i][j] = __fadd_rn(sums[i][j], chain[i][j]);
                    chain[i][j] = 0.0f;
                }
    }
#pragma unroll
    for (uint32 i = 0; i < side; ++i)
#pragma unroll
        for (uint32 j = 0; j < side; ++j)
            if (row + down + i < m && column + right + j < n)
                C[offset(row + down + i, ldc) + column + right + j] =
                    scaled(sums[i][j], alpha, beta, addend.at(row + down + i, column + right + j));
}
