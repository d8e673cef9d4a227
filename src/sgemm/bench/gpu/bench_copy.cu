// Copies whole 16-byte chunks inside the GPU's memory, in the order of its work.
#include "common.cuh"

extern "C" __global__ void __launch_bounds__(256)
    bench_copy(uint4* __restrict__ out, const uint4* __restrict__ in, uint64 chunks) {
    const uint64 stride = (uint64)gridDim.x * blockDim.x;
    for (uint64 at = (uint64)blockIdx.x * blockDim.x + threadIdx.x; at < chunks; at += stride) {
        out[at] = in[at];
    }
}
