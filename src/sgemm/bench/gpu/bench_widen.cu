// A matrix as it is stored, in double precision and without gaps between rows; its magnitudes if
// asked.
#include "common.cuh"

extern "C" __global__ void __launch_bounds__(256)
    bench_widen(double* out, const float* in, int rows, int columns, int leading,
                int magnitude) {
    const uint64 total = (uint64)rows * (uint32)columns;
    const uint64 stride = (uint64)gridDim.x * blockDim.x;
    for (uint64 at = (uint64)blockIdx.x * blockDim.x + threadIdx.x; at < total; at += stride) {
        const uint64 row = at / (uint32)columns;
        const uint64 column = at - row * (uint32)columns;
        const double value = in[row * (uint32)leading + column];
        out[at] = magnitude ? fabs(value) : value;
    }
}
