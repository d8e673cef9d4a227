// Reads two pieces of memory and writes a third, and does nothing else: what a product of so many
// bytes cannot be faster than. See memory_times.py.
#include "common.cuh"

// As many loads of a thread are under way at once.
constexpr int AT_ONCE = 4;

__device__ __forceinline__ uint32 reduced(const uint4 value) {
    return value.x ^ value.y ^ value.z ^ value.w;
}

__device__ __forceinline__ uint32 read_all(const uint4* in, uint64 chunks, uint64 first,
                                           uint64 stride) {
    uint32 seen = 0;
    uint64 at = first;
    for (; at + (AT_ONCE - 1) * stride < chunks; at += AT_ONCE * stride) {
        uint4 values[AT_ONCE];
#pragma unroll
        for (int each = 0; each < AT_ONCE; ++each) values[each] = in[at + each * stride];
#pragma unroll
        for (int each = 0; each < AT_ONCE; ++each) seen ^= reduced(values[each]);
    }
    for (; at < chunks; at += stride) seen ^= reduced(in[at]);
    return seen;
}

__device__ __forceinline__ void write_all(uint4* out, uint64 chunks, uint64 first, uint64 stride) {
    for (uint64 at = first; at < chunks; at += stride) out[at] = make_uint4(0, 0, 0, 0);
}

extern "C" __global__ void __launch_bounds__(256)
    memory_stream(const uint4* __restrict__ a, uint64 a_chunks, const uint4* __restrict__ b,
                  uint64 b_chunks, uint4* __restrict__ c, uint64 c_chunks, int writes_first) {
    const uint64 first = (uint64)blockIdx.x * blockDim.x + threadIdx.x;
    const uint64 stride = (uint64)gridDim.x * blockDim.x;
    if (writes_first) write_all(c, c_chunks, first, stride);
    const uint32 seen = read_all(a, a_chunks, first, stride) ^ read_all(b, b_chunks, first, stride);
    if (!writes_first) write_all(c, c_chunks, first, stride);
    // Never so, but the compiler cannot know: else it would leave the loads out.
    if (seen == 0x9e3779b9u && a_chunks == ~0ull) c[0] = make_uint4(seen, 0, 0, 0);
}
