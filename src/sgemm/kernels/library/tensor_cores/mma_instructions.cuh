// Matrix instructions of a warp (sm_80) as functions: fragments from shared memory, and products of
// half precision with 16 steps of k.
#pragma once
#include "common.cuh"

// Four matrices of 8 rows of 16 bytes. Lane i gives the address of row i % 8 of matrix i / 8, and
// gets of each matrix two neighbours of row i / 4, in a word.
__device__ __forceinline__ void ldmatrix_x4(uint32 (&words)[4], uint32 address) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(address)
                 : "memory");
}

#define MMA(type)                                                                                 \
    asm("mma.sync.aligned.m16n8k16.row.col.f32." type "." type                                    \
        ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"                \
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])                                          \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), \
          "f"(c[2]), "f"(c[3]))

// D := A*B + D, or A*B, for 16 rows and 8 columns. A thread has columns 2i and 2i + 1 of a row, and
// of that eight rows below.
template <bool is_bf16>
__device__ __forceinline__ void mma_m16n8k16(float* d, const uint32* a, const uint32* b,
                                             bool scale_d) {
    float c[4];
#pragma unroll
    for (uint32 i = 0; i < 4; ++i) c[i] = scale_d ? d[i] : 0.0f;
    if constexpr (is_bf16) {
        MMA("bf16");
    } else {
        MMA("f16");
    }
}
