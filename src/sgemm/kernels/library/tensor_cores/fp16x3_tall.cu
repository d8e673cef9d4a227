// FP32 products of few columns on tensor cores, whose large operand is split as it is read. See
// fp16x3_tall.py.
//
// The launches of a call, in their order:
//
//   split_columns   splits B, which is small   skinny_gemm.cuh, skinny_rows.cuh
//   fp16x3_tall     splits A and multiplies    skinny_gemm.cuh, skinny_columns*.cuh,
//                                              skinny_products.cuh
#include "skinny_gemm.cuh"

// Operands and sizes in each other's place.
#define TRANSPOSED_ARGUMENTS                                                                    \
    n, m, k, alpha, B, ldb, A, lda, beta, C, ldc, stride_b, stride_a, stride_c, batch,          \
        ld_addend, addend, stride_addend, workspace, counters, splits, stream_k_tiles

extern "C" __global__ void __launch_bounds__(Tile::threads)
    split_columns(SGEMM_LIBRARY_PARAMETERS) {
    split_few(TRANSPOSED_ARGUMENTS);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    fp16x3_tall(SGEMM_LIBRARY_PARAMETERS) {
    multiply_few(TRANSPOSED_ARGUMENTS);
}
