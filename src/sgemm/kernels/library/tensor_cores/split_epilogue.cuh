// Sums of split operands to C: scaling is undone, and rows are regrouped in shared memory. See
// split.py.
#pragma once
#include "instructions.cuh"
#include "pair_instructions.cuh"
#include "split_choice.cuh"

// Where a warp regroups its rows of C: with this pitch its lanes meet all banks.
constexpr uint32 staged_rows = 16, staged_columns = 32, staged_pitch = 40;
constexpr uint32 staged_bytes = staged_rows * staged_pitch * 4;

// The powers of two of a row and a column are undone in two steps, of which only the last may
// round: the product of both may lie beyond float32's range, and the result within it.
__device__ __forceinline__ float unscaled(float sum, int32 exponent) {
    const int32 last = min(max(exponent, -126), 127);
    const int32 rest = max(exponent - last, -126);
    return __fmul_rn(__fmul_rn(sum, __int_as_float((rest + 127) << 23)),
                     __int_as_float((last + 127) << 23));
}

// The exponents of 16 rows of A. Where each of them and that of a column add up to one of a normal
// float32, in all lanes, one multiplication undoes both.
struct RowExponents {
    int32 of_row[staged_rows], least, largest;

    // Of so many rows, from the first one on.
    __device__ __forceinline__ RowExponents(const int32* exponents, uint32 rows) {
#pragma unroll
        for (uint32 i = 0; i < staged_rows; ++i) of_row[i] = i < rows ? exponents[i] : 0;
        least = largest = of_row[0];
#pragma unroll
        for (uint32 i = 1; i < staged_rows; ++i) {
            least = min(least, of_row[i]);
            largest = max(largest, of_row[i]);
        }
    }
    __device__ __forceinline__ bool are_common(int32 of_column) const {
        return __all_sync(~0u, least + of_column >= -126 && largest + of_column <= 127);
    }
};

template <class Parts>
constexpr int32 both_tops = Parts::top(Constants::a_type) + Parts::top(Constants::b_type);

// C := alpha*sums + beta*addend for 16 rows of a warp, from the given row and column on. The warp
// puts 32 columns at a time into its part of shared memory and takes them out row by row, so that
// its lanes access neighbours of C, whatever its alignment. All rows are asked for before the first
// is stored, so that memory is waited for once.
template <class Parts, uint32 count>
__device__ __forceinline__ void store_sums(const float (&sums)[count],
                                           const SplitOperands<Parts>& operands,
                                           const SplitTile& tile, uint32 row, uint32 first_column,
                                           uint32 memory, int m, int n, float alpha, float beta,
                                           float* C, int ldc, const Addend& addend) {
    const SplitOperand &a = operands.a, &b = operands.b;
    const int32* const of_columns = b.exponents + b.matrix_of(tile.product) * b.padded_rows();
    const uint32 lane = threadIdx.x % 32;
    const uint32 target = memory + (lane / 4 * staged_pitch + lane % 4 * 2) * 4;
    const uint32 source = memory + lane * 4;
    const uint32 rows = row < m ? min(m - row, staged_rows) : 0;
    const RowExponents exponents(a.exponents + a.matrix_of(tile.product) * a.padded_rows() + row,
                                 rows);
#pragma unroll
    for (uint32 first = 0; first < 2 * count; first += staged_columns) {
        __syncwarp();
#pragma unroll
        for (uint32 i = 0; i < staged_columns; i += 8) {
            const float* const four = &sums[(first + i) / 2];
            st_shared_v2(target + i * 4, four[0], four[1]);
            st_shared_v2(target + (8 * staged_pitch + i) * 4, four[2], four[3]);
        }
        __syncwarp();
        const uint32 column = first_column + first + lane;
        const uint32 left = column < n ? rows : 0;
        const int32 of_column = left ? of_columns[column] - both_tops<Parts> : 0;
        float* const c = C + offset(row, ldc) + column;
        const float* const from = addend.at(row, column);
        float values[staged_rows];
#pragma unroll
        for (uint32 i = 0; i < staged_rows; ++i)
            values[i] = ld_shared(source + i * staged_pitch * 4);
        if (exponents.are_common(of_column)) {
            const int32 biased = (of_column + 127) << 23;
#pragma unroll
            for (uint32 i = 0; i < staged_rows; ++i)
                values[i] =
                    __fmul_rn(values[i], __int_as_float((exponents.of_row[i] << 23) + biased));
        } else {
#pragma unroll
            for (uint32 i = 0; i < staged_rows; ++i)
                values[i] = unscaled(values[i], exponents.of_row[i] + of_column);
        }
        float old[staged_rows];
#pragma unroll
        for (uint32 i = 0; i < staged_rows; ++i) {
            old[i] = unread(beta);
            if (beta != 0.0f && i < left) old[i] = from[offset(i, addend.leading)];
        }
#pragma unroll
        for (uint32 i = 0; i < staged_rows; ++i)
            if (i < left) c[offset(i, ldc)] = blended(values[i], alpha, beta, old[i]);
    }
}
