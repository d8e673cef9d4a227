// Fills a row-major matrix and all that lies between its rows and after them. See inputs.py.
#include "common.cuh"

// Splitmix64: a counter in, 64 well mixed bits out.
__device__ __forceinline__ uint64 mixed(uint64 counter) {
    uint64 bits = counter;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ull;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBull;
    return bits ^ (bits >> 31);
}

// Uniform in [-1, 1): multiples of 2^-23, all of them exact in single precision.
__device__ __forceinline__ float uniform_signed(uint64 key, uint64 index) {
    const uint64 bits = mixed(key + (index + 1) * 0x9E3779B97F4A7C15ull);
    return (float)((int)(bits >> 40) - (1 << 23)) * (1.0f / (1 << 23));
}

// Elements inside the matrix are random, or have the bits `inside`; the others have `outside`.
extern "C" __global__ void __launch_bounds__(256)
    bench_fill(float* out, uint64 total, int rows, int columns, int leading, uint64 key,
               int random, int inside, int outside) {
    const uint64 stride = (uint64)gridDim.x * blockDim.x;
    for (uint64 at = (uint64)blockIdx.x * blockDim.x + threadIdx.x; at < total; at += stride) {
        const uint64 row = at / (uint32)leading;
        const uint64 column = at - row * (uint32)leading;
        float value = __int_as_float(outside);
        if (row < (uint64)rows && column < (uint64)columns) {
            value = random ? uniform_signed(key, row * (uint32)columns + column)
                           : __int_as_float(inside);
        }
        out[at] = value;
    }
}
