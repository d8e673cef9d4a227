// Scaled elements as two halves each.
#pragma once
#include "constants.cuh"
#include "half_instructions.cuh"

// Two elements: the nearest halves, and the nearest to low_factor times what these leave. Where the
// remainder has a bit too many, that is always a tie: it goes away from zero and toward it in turn,
// so that equal elements do not err alike.
struct SplitPair {
    uint32 high, low;

    __device__ __forceinline__ explicit SplitPair(float2 elements) {
        constexpr float up = Constants::low_factor * (1 + 0x1p-20f);
        constexpr float down = Constants::low_factor * (1 - 0x1p-20f);
        high = cvt_f16x2(elements.x, elements.y);
        const float2 taken = cvt_float2_f16x2(high);
        low = cvt_f16x2((elements.x - taken.x) * up, (elements.y - taken.y) * down);
    }
};
