// Compares C with its reference in double precision. See testbed.py, which reads what it found.
#include "common.cuh"

constexpr uint32 threads = 256;
constexpr double unit_roundoff = 1.0 / (1 << 24);
// FLT_MIN, 2^-126.
constexpr double smallest_normal = 1.0 / ((uint64)1 << 63) / ((uint64)1 << 63);

// What a block reports, in the order of REPORT in testbed.py: counts; the first places (all bits set
// where there is none); the largest error above the complement of its place; two sums of doubles.
enum Word { unwritten, not_finite, outside, inexact, judged, first_unwritten, first_not_finite,
            first_outside, first_inexact, largest, sum, squares, words };

__device__ __forceinline__ uint64 merged(int word, uint64 one, uint64 other) {
    if (word < first_unwritten) return one + other;
    if (word < largest) return one < other ? one : other;
    if (word == largest) return one > other ? one : other;
    return __double_as_longlong(__longlong_as_double(one) + __longlong_as_double(other));
}

__device__ __forceinline__ void note(uint64* mine, Word count, Word first, uint64 index) {
    mine[count] += 1;
    if (index < mine[first]) mine[first] = index;
}

// Every `step`th error is kept as well, for percentiles; those of elements not judged stay NaN.
extern "C" __global__ void __launch_bounds__(threads)
    bench_judge(const float* C, const float* initial, const double* product, const double* size,
                uint64 total, int m, int n, int ldc, float alpha, float beta, int unwritten_bits,
                uint64* report, float* kept, int step) {
    uint64 mine[words];
#pragma unroll
    for (int word = 0; word < words; ++word) {
        mine[word] = word < first_unwritten || word >= largest ? 0 : ~(uint64)0;
    }
    const double floor = smallest_normal * fmax(1.0, fabs((double)alpha));
    double total_error = 0.0, total_square = 0.0;
    const uint64 stride = (uint64)gridDim.x * blockDim.x;
    for (uint64 at = (uint64)blockIdx.x * blockDim.x + threadIdx.x; at < total; at += stride) {
        const uint64 row = at / (uint32)ldc;
        const uint64 column = at - row * (uint32)ldc;
        const int bits = __float_as_int(C[at]);
        if (row >= (uint64)m || column >= (uint64)n) {
            if (bits != __float_as_int(initial[at])) note(mine, outside, first_outside, at);
            continue;
        }
        const uint64 index = row * (uint32)n + column;
        if (beta == 0.0f && bits == unwritten_bits) note(mine, unwritten, first_unwritten, index);
        if ((bits & 0x7F800000) == 0x7F800000) {
            note(mine, not_finite, first_not_finite, index);
            continue;
        }
        double expected = alpha * product[index];
        double magnitude = fabs((double)alpha) * size[index];
        if (beta != 0.0f) {
            const double term = (double)beta * initial[at];
            expected += term;
            magnitude += fabs(term);
        }
        if (magnitude == 0.0) {
            if (C[at] != 0.0f) note(mine, inexact, first_inexact, index);
            continue;
        }
        const double error = (C[at] - expected) / (unit_roundoff * fmax(magnitude, floor));
        mine[judged] += 1;
        total_error += error;
        total_square += error * error;
        const float absolute = (float)fabs(error);
        // Floats that are not negative are ordered as their bits are.
        const uint64 key = (uint64)__float_as_uint(absolute) << 32 | (uint32)~index;
        if (key > mine[largest]) mine[largest] = key;
        const uint64 sample = index / (uint32)step;
        if (sample * (uint32)step == index) kept[sample] = absolute;
    }
    mine[sum] = __double_as_longlong(total_error);
    mine[squares] = __double_as_longlong(total_square);

    __shared__ uint64 found[words][threads];
#pragma unroll
    for (int word = 0; word < words; ++word) found[word][threadIdx.x] = mine[word];
    __syncthreads();
    for (uint32 half = threads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
#pragma unroll
            for (int word = 0; word < words; ++word) {
                found[word][threadIdx.x] =
                    merged(word, found[word][threadIdx.x], found[word][threadIdx.x + half]);
            }
        }
        __syncthreads();
    }
    if (threadIdx.x < words) {
        report[(uint64)blockIdx.x * words + threadIdx.x] = found[threadIdx.x][0];
    }
}
