// What all rungs share: the parameter list, where a block lies, how an element of C is written.
// Header-free: NVRTC compiles it without a CUDA toolkit. tile.cuh (struct Tile) is generated from
// the catalogue entry; see toolchain/source.py.
#pragma once

using int32 = int;
using uint32 = unsigned int;
using int64 = long long;
using uint64 = unsigned long long;

#define SGEMM_PARAMETERS                                                                 \
    int m, int n, int k, float alpha, const float* __restrict__ A, int lda,              \
        const float* __restrict__ B, int ldb, float beta, float* __restrict__ C, int ldc
#define SGEMM_ARGUMENTS m, n, k, alpha, A, lda, B, ldb, beta, C, ldc

// BLAS: A and B are not read, and do not count, if alpha is zero; nor if k is. With k = 0 and
// alpha = 0 every rung then yields beta*C by itself, also where alpha was infinite.
__device__ __forceinline__ void skip_product_if_unused(int& k, float& alpha) {
    if (alpha == 0.0f) k = 0;
    if (k == 0) alpha = 0.0f;
}

// A row and a column: of C, or of a tile of it.
struct Position {
    uint32 row, column;
};

// First row and column of the block of C that this thread block computes. Tiles are numbered
// along a row of tiles first, in blockIdx.x alone, because blockIdx.y ends at 65535.
template <class Tile>
__device__ __forceinline__ Position block_origin(int n) {
    const uint32 across = ((uint32)n + Tile::bn - 1) / Tile::bn;
    return {blockIdx.x / across * Tile::bm, blockIdx.x % across * Tile::bn};
}

// Elements from the start of a matrix to the start of a row; may pass 2^31, so 64 bits.
__device__ __forceinline__ uint64 offset(uint32 row, int leading) {
    return (uint64)row * (uint32)leading;
}

// alpha*sum + beta*old. The intrinsics pin the rounding (one product, then one fused multiply-add),
// so that every machine gives the same bits. Where beta is zero C is not read, and `old` must be
// unread(beta): their product is then -0, which leaves alpha*sum as it is, without a branch.
__device__ __forceinline__ float blended(float sum, float alpha, float beta, float old) {
    return __fmaf_rn(beta, old, __fmul_rn(alpha, sum));
}
__device__ __forceinline__ float unread(float beta) { return -beta; }

// C := alpha*sum + beta*C for one element, which is not read if beta is zero.
__device__ __forceinline__ float scaled(float sum, float alpha, float beta, const float* c) {
    float old = unread(beta);
    if (beta != 0.0f) old = *c;
    return blended(sum, alpha, beta, old);
}
__device__ __forceinline__ void store_result(float* c, float sum, float alpha, float beta) {
    *c = scaled(sum, alpha, beta, c);
}
