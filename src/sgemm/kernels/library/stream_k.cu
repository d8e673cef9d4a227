// Stream-K GEMM with warp specialisation. How A and B reach shared memory is a policy of the
// kernel. See stream_k.py.
#include "constants.cuh"
#include "library_parameters.cuh"
#include "reduction_kernel.cuh"
#include "stream_k_gemm.cuh"
#include "tile.cuh"

#if SGEMM_TENSOR_MAPS
#define STREAM_K_PARAMETERS                                             \
    SGEMM_LIBRARY_PARAMETERS, const __grid_constant__ TensorMap map_a, \
        const __grid_constant__ TensorMap map_b
#define STREAM_K_MAPS &map_a, &map_b
#else
#define STREAM_K_PARAMETERS SGEMM_LIBRARY_PARAMETERS
#define STREAM_K_MAPS nullptr, nullptr
#endif

#if SGEMM_PRE_KERNEL
#include "packing.cuh"

extern "C" __global__ void __launch_bounds__(packing_threads) pack_operands(STREAM_K_PARAMETERS) {
    pack_and_multiply_edges<Tile>(SGEMM_LIBRARY_ARGUMENTS);
}

// The tile as it is multiplied: the rows of both packed operands lie across k.
struct PackedTile : Tile {
    enum : int { trans_a = 1, trans_b = 0 };
};

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    SGEMM_ENTRY(STREAM_K_PARAMETERS) {
    const PackedLayout<Tile> places(m, n, k, lda, ldb, stride_a, stride_b, batch);
    const float* const a = places.packs_a ? workspace : A;
    const float* const b = places.packs_b ? workspace + places.a_floats : B;
    stream_k_gemm<PackedTile, LoadForA<PackedTile, true>, LoadForB<PackedTile, true>, true>(
        places.rows, places.columns, k, alpha, a, places.a_leading, b, places.b_leading, beta, C,
        ldc, places.a_stride, places.b_stride, stride_c, batch, ld_addend, addend, stride_addend,
        workspace + places.a_floats + places.b_floats, counters, splits, stream_k_tiles,
        STREAM_K_MAPS);
}

extern "C" __global__ void __launch_bounds__(reduction_threads, reduction_blocks)
    reduce_partial_sums(STREAM_K_PARAMETERS) {
    const PackedLayout<Tile> places(m, n, k, lda, ldb, stride_a, stride_b, batch);
    reduce_tiles<PackedTile>(places.rows, places.columns, k, alpha, A, lda, B, ldb, beta, C, ldc,
                             stride_a, stride_b, stride_c, batch, ld_addend, addend, stride_addend,
                             workspace + places.a_floats + places.b_floats, counters, splits,
                             stream_k_tiles);
}

#else

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    SGEMM_ENTRY(STREAM_K_PARAMETERS) {
    constexpr bool by_tma = SGEMM_TENSOR_MAPS;
    stream_k_gemm<Tile, LoadForA<Tile, by_tma>, LoadForB<Tile, by_tma> >(SGEMM_LIBRARY_ARGUMENTS,
                                                                         STREAM_K_MAPS);
}

extern "C" __global__ void __launch_bounds__(reduction_threads, reduction_blocks)
    reduce_partial_sums(STREAM_K_PARAMETERS) {
    reduce_tiles<Tile>(SGEMM_LIBRARY_ARGUMENTS);
}

#endif
