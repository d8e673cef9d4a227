// FP32 products of few rows on tensor cores, whose large operand is split as it is read. See
// fp16x3_skinny.py.
//
// The launches of a call, in their order:
//
//   split_rows      splits A, which is small   skinny_gemm.cuh, skinny_rows.cuh
//   fp16x3_skinny   splits B and multiplies    skinny_gemm.cuh, skinny_columns*.cuh,
//                                              skinny_products.cuh
#include "skinny_gemm.cuh"

extern "C" __global__ void __launch_bounds__(Tile::threads) split_rows(SGEMM_LIBRARY_PARAMETERS) {
    split_few(SGEMM_LIBRARY_ARGUMENTS);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    fp16x3_skinny(SGEMM_LIBRARY_PARAMETERS) {
    multiply_few(SGEMM_LIBRARY_ARGUMENTS);
}
