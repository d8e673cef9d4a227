// Stream-K GEMM with A and B swapped: C^T = op(B)^T * op(A)^T, whose tiles are stored transposed.
// See stream_k_swap_ab.py.
#include "constants.cuh"
#include "library_parameters.cuh"
#include "reduction_kernel.cuh"
#include "stream_k_gemm.cuh"
#include "tile.cuh"

// The tile as it is multiplied: C's rows are its columns.
struct SwappedTile : Tile {
    enum : int {
        bm = Tile::bn,
        bn = Tile::bm,
        tm = Tile::tn,
        tn = Tile::tm,
        wm = Tile::wn,
        wn = Tile::wm,
        trans_a = !Tile::trans_b,
        trans_b = !Tile::trans_a,
    };
};

#define STREAM_K_PARAMETERS                                             \
    SGEMM_LIBRARY_PARAMETERS, const __grid_constant__ TensorMap map_a, \
        const __grid_constant__ TensorMap map_b
#define SWAPPED_ARGUMENTS                                                                       \
    n, m, k, alpha, B, ldb, A, lda, beta, C, ldc, stride_b, stride_a, stride_c, batch,          \
        ld_addend, addend, stride_addend, workspace, counters, splits, stream_k_tiles

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    SGEMM_ENTRY(STREAM_K_PARAMETERS) {
    stream_k_gemm<SwappedTile, LoadForA<SwappedTile, true>, LoadForB<SwappedTile, true> >(
        SWAPPED_ARGUMENTS, &map_b, &map_a);
}

extern "C" __global__ void __launch_bounds__(reduction_threads, reduction_blocks)
    reduce_partial_sums(STREAM_K_PARAMETERS) {
    reduce_tiles<SwappedTile>(SWAPPED_ARGUMENTS);
}
