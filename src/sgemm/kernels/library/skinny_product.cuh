// Products with few rows or few columns: a ring of stages, or with one row or column none. For the
// kernels skinny and skinny_evict_first.
#pragma once
#include "common.cuh"
#include "sliced_product.cuh"
#include "vector_product.cuh"

template <class Tile>
__device__ __forceinline__ void multiply_skinny(SGEMM_EXTENDED_PARAMETERS) {
    if constexpr (Tile::bm == 1 || Tile::bn == 1)
        multiply_vector<Tile>(SGEMM_EXTENDED_ARGUMENTS);
    else
        multiply_part<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
