// Writing neighbours of a row of C from registers. For thread_tile_4x4 and thread_tile_8x8, and for
// the rungs from bulk_copy on.
#pragma once
#include "common.cuh"

// `columns` neighbours of a row of C from as many accumulators; the first `left` of them exist. As
// float4 they must start at a multiple of 4.
template <int columns>
__device__ __forceinline__ void store_row(float* c, const float* accumulators, int left,
                                          bool as_float4, float alpha, float beta) {
    static_assert(columns % 4 == 0, "a whole row is written in float4");
    if (as_float4 && left >= columns) {
#pragma unroll
        for (int j = 0; j < columns; j += 4) {
            const float none = unread(beta);
            float4 old = {none, none, none, none};
            if (beta != 0.0f) old = *reinterpret_cast<const float4*>(c + j);
            *reinterpret_cast<float4*>(c + j) = {blended(accumulators[j + 0], alpha, beta, old.x),
                                                 blended(accumulators[j + 1], alpha, beta, old.y),
                                                 blended(accumulators[j + 2], alpha, beta, old.z),
                                                 blended(accumulators[j + 3], alpha, beta, old.w)};
        }
    } else {
#pragma unroll
        for (int j = 0; j < columns; ++j)
            if (j < left) store_result(c + j, accumulators[j], alpha, beta);
    }
}
