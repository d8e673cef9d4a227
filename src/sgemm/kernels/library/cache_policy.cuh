// Which cache policy an operand is loaded with.
#pragma once
#include "common.cuh"
#include "constants.cuh"
#include "policy_instructions.cuh"

// The cache policy of the larger operand, which a kernel reads once: up to so many elements its
// lines are the first to leave the cache again, so that dirty lines stay there. Of more elements
// that saves little, and lines can leave before all of their bytes were asked for.
__device__ __forceinline__ uint64 policy_of_large_operand(int m, int n, int k, int batch) {
    const float elements = (float)max(m, n) * (float)k * (float)batch;
    return elements <= (float)Constants::evict_first ? createpolicy_evict_first()
                                                     : createpolicy_evict_normal();
}
