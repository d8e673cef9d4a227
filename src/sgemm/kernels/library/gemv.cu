// A matrix by one to eight vectors: the matrix goes from memory straight into registers. See gemv.py.
#include "gemv_k_major.cuh"
#include "gemv_mn_major.cuh"
#include "instructions.cuh"
#include "library_parameters.cuh"
#include "partial_sums.cuh"
#include "thread_instructions.cuh"
#include "work_items.cuh"

// The tile's sums as one row: all outputs of the first vector, then those of the next.
struct RowOfSums {
    static constexpr int bm = 1, bn = few * tile_outputs, bk = Tile::bk;
    static constexpr int tm = 1, tn = 4 * few;
    static constexpr int slices = Tile::slices, threads = Tile::threads;
};
static_assert(Tile::bk == 4 * Tile::slices, "4 steps a slice and block");

// The sum of all slices of one sum of the tile, in all of the neighbouring lanes that share it. Each
// adds every so many slices; their sums meet in pairs.
__device__ __forceinline__ float sum_of_slices(uint32 address, Slices slices, uint32 number,
                                               bool exists) {
    constexpr uint32 lanes = RowOfSums::threads / RowOfSums::bn, rounds = Tile::slices / lanes;
    static_assert(lanes > 0 && 32 % lanes == 0, "the lanes of a sum are in one warp");
    const uint32 place =
        few == 1 ? number : number / tile_outputs * Slices::pitch + number % tile_outputs;
    float values[rounds];
#pragma unroll
    for (int i = 0; i < rounds; ++i) {
        const uint32 slice = threadIdx.x % lanes + i * lanes;
        values[i] = no_sum;
        if (exists && slice < slices.count)
            values[i] =
                ld_shared(address + (slice * Slices::floats + place + slices.shift(slice)) * 4);
    }
    float sum = values[0];
#pragma unroll
    for (int i = 1; i < rounds; ++i) sum = __fadd_rn(sum, values[i]);
#pragma unroll
    for (uint32 mask = 1; mask < lanes; mask *= 2) sum = __fadd_rn(sum, shfl_sync_bfly(sum, mask));
    return sum;
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Constants::resident)
    gemv(SGEMM_LIBRARY_PARAMETERS) {
    constexpr bool k_major = has_few_rows ? (bool)Tile::trans_b : !Tile::trans_a;
    constexpr uint32 lanes = RowOfSums::threads / RowOfSums::bn;  // that share a sum in the end
    extern __shared__ __align__(16) float memory[];
    skip_product_if_unused(k, alpha);

    // Blocks of several rows that share their part of the large operand are neighbours.
    const WorkItem item = work_item<Tile, has_few_rows && few != 1>(m, n, splits);
    const Range range = steps_of_part<Tile>(item.part, splits, k);
    const uint32 first = has_few_rows ? item.column : item.row;
    const uint32 outputs = has_few_rows ? n : m;
    Operands operands;
    // No more than count here, so that what is left of them in a thread is an int.
    operands.outputs = min(outputs - first, (uint32)tile_outputs + 8);
    operands.steps = range.end - range.first;
    operands.left = has_few_rows ? m - item.row : n - item.column;
    operands.leading = has_few_rows ? ldb : lda;
    const Large* const large = element_of<large_type>(
        has_few_rows ? B : A, item.product * (has_few_rows ? stride_b : stride_a));
    const Small* const small = element_of<small_type>(
        has_few_rows ? A : B, item.product * (has_few_rows ? stride_a : stride_b));
    operands.matrix = large + (k_major ? offset(first, operands.leading) + range.first
                                       : offset(range.first, operands.leading) + first);
    operands.ld_vectors = has_few_rows ? lda : ldb;
    const uint32 first_vector = has_few_rows ? item.row : item.column;
    operands.vectors =
        small + (vectors_run_along_k ? offset(first_vector, operands.ld_vectors) + range.first
                                     : offset(range.first, operands.ld_vectors) + first_vector);
    operands.is_first = first == 0 && range.first == 0;
    operands.is_last = range.end == k;
    operands.policy = policy_of_large_operand(m, n, k, batch);

    const uint32 address = cvta_to_shared(memory);
    Slices slices;
    if constexpr (k_major) {
        slices = multiply_k_major(address, operands);
    } else {
        // 128 outputs have no threads to spare, and are whole cache lines in any case. With
        // fewer than four outputs in all, what lies before a vector may be two rows away.
        const bool all_aligned =
            (misalignment(operands.matrix) | (uint32)operands.leading % 4) == 0;
        if ((slice_threads < 32 || all_aligned) && outputs >= 4)
            slices = multiply_mn_major(address, operands);
        else
            slices = multiply_mn_major_by_elements(address, operands);
    }
    __syncthreads();
    const auto exists = [&](uint32 number) {
        if (few == 1) return number < operands.outputs;
        return number % tile_outputs < operands.outputs && number / tile_outputs < operands.left;
    };
    uint32 number = threadIdx.x / lanes;
    float sum = sum_of_slices(address, slices, number, exists(number));
    bool is_mine = threadIdx.x % lanes == 0;
    if (splits > 1) {
        __syncthreads();
        if (is_mine) st_shared(address + number * 4, sum);
        __syncthreads();
        SharedSums<RowOfSums> sums{address};
        if (!holds_whole_sum<RowOfSums>(sums, item, workspace, counters, splits)) return;
        __syncthreads();
        number = threadIdx.x;
        is_mine = number < RowOfSums::bn;
        if (is_mine) sum = ld_shared(address + number * 4);
    }
    if (!is_mine || !exists(number)) return;
    const uint32 along = few == 1 ? number : number % tile_outputs;
    const uint32 across = few == 1 ? 0 : number / tile_outputs;
    const uint32 row = item.row + (has_few_rows ? across : along);
    const uint32 column = item.column + (has_few_rows ? along : across);
    C += item.product * stride_c + offset(row, ldc) + column;
    *C = scaled(sum, alpha, beta, SGEMM_ADDEND(item.product).at(row, column));
}
