// How many pieces of a size there are, the last one perhaps smaller.
#pragma once
#include "common.cuh"

__host__ __device__ constexpr uint64 divided(uint64 size, uint64 by) {
    return (size + by - 1) / by;
}
