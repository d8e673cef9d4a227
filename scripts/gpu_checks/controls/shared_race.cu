// A control for racecheck: a warp reads what another wrote, with no barrier between them.
#include "common.cuh"

extern "C" __global__ void shared_race(SGEMM_PARAMETERS) {
    __shared__ float exchanged[64];
    exchanged[threadIdx.x] = alpha * threadIdx.x;
    const float other = exchanged[63 - threadIdx.x];
    if (threadIdx.x < m * n) C[threadIdx.x] = other;
}
