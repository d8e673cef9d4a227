// Matrix instructions of a warpgroup (sm_90a) as functions: D += A*B with 64 rows, half precision,
// 16 steps of k. Both operands are K-major in shared memory, or A is in registers.
#pragma once
#include "common.cuh"

constexpr uint32 lanes = 32, warpgroup = 128;  // threads
constexpr uint32 wgmma_steps = 16;             // of k, of an instruction

// Orders registers written before with the wgmma that follow.
__device__ __forceinline__ void wgmma_fence() {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ __forceinline__ void wgmma_commit_group() {
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

// No instruction: what is done with accumulators before it is not done after it, or the reverse.
template <int count>
__device__ __forceinline__ void fence_operand(float (&accumulators)[count]) {
#pragma unroll
    for (int i = 0; i < count; ++i) asm volatile("" : "+f"(accumulators[i])::"memory");
}
template <int count>
__device__ __forceinline__ void fence_operand(uint32 (&words)[count]) {
#pragma unroll
    for (int i = 0; i < count; ++i) asm volatile("" : "+r"(words[i])::"memory");
}

// Waits for all groups but the last `pending`. Nothing reads the accumulators before.
template <int pending, int count>
__device__ __forceinline__ void wgmma_wait(float (&accumulators)[count]) {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
    fence_operand(accumulators);
}
template <int count>
__device__ __forceinline__ void wgmma_wait_all(float (&accumulators)[count]) {
    wgmma_wait<0>(accumulators);
}

// The matrix descriptor of an operand in shared memory: rows of 64 bytes, swizzled by 64 bytes, or
// of 128 by 128, eight of them after the other. Its address is a multiple of what eight rows take,
// plus 32 for each 16 steps of k.
template <uint32 row_bytes = 64>
__device__ __forceinline__ uint64 matrix_descriptor(uint32 address) {
    static_assert(row_bytes == 64 || row_bytes == 128, "these are the rows that are swizzled here");
    constexpr uint64 swizzle = row_bytes == 64 ? 2 : 1, eight_rows = 8 * row_bytes;
    return swizzle << 62 | eight_rows / 16 << 32 | 1ull << 16 | (address & 0x3ffff) >> 4;
}

#define FLOATS_8(d, i)                                                                          \
    "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), \
        "+f"(d[i + 6]), "+f"(d[i + 7])
#define FLOATS_32(d, i) FLOATS_8(d, i), FLOATS_8(d, i + 8), FLOATS_8(d, i + 16), FLOATS_8(d, i + 24)
#define NAMES_0                                                                        \
    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, " \
    "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define NAMES_32                                                                         \
    ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
    "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define NAMES_64                                                                         \
    ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, " \
    "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"

#define WGMMA(shape, type, names, a, b, adds, ...)                                            \
    asm volatile(                                                                             \
        "{\n\t"                                                                               \
        ".reg .pred adds;\n\t"                                                                \
        "setp.ne.b32 adds, " adds                                                             \
        ", 0;\n\t"                                                                            \
        "wgmma.mma_async.sync.aligned." shape ".f32." type "." type " {" names "}, " a ", " b \
        ", adds, 1, 1, 0, 0;\n\t"                                                             \
        "}"                                                                                   \
        : __VA_ARGS__                                                                         \
        : "l"(a_descriptor), "l"(b_descriptor), "r"((int)scale_d)                             \
        : "memory")

// D := A*B + D, or A*B, for 2, 4 or 6 times 32 columns of B; so many accumulators has a thread.
#define WGMMA_OF_TYPE(type)                                                                        \
    if constexpr (count == 32)                                                                     \
        WGMMA("m64n64k16", type, NAMES_0, "%32", "%33", "%34", FLOATS_32(d, 0));                   \
    else if constexpr (count == 64)                                                                \
        WGMMA("m64n128k16", type, NAMES_0 NAMES_32, "%64", "%65", "%66", FLOATS_32(d, 0),          \
              FLOATS_32(d, 32));                                                                   \
    else                                                                                           \
        WGMMA("m64n192k16", type, NAMES_0 NAMES_32 NAMES_64, "%96", "%97", "%98", FLOATS_32(d, 0), \
              FLOATS_32(d, 32), FLOATS_32(d, 64))

template <bool is_bf16, int count>
__device__ __forceinline__ void wgmma(float (&d)[count], uint64 a_descriptor, uint64 b_descriptor,
                                      bool scale_d) {
    static_assert(count == 32 || count == 64 || count == 96, "64, 128 or 192 columns");
    if constexpr (is_bf16) {
        WGMMA_OF_TYPE("bf16");
    } else {
        WGMMA_OF_TYPE("f16");
    }
}

#define FLOATS_16(d, i) FLOATS_8(d, i), FLOATS_8(d, i + 8)
#define WGMMA_FROM_REGISTERS(shape, names, names_a, b, adds, ...)                           \
    asm volatile(                                                                           \
        "{\n\t"                                                                             \
        ".reg .pred adds;\n\t"                                                              \
        "setp.ne.b32 adds, " adds                                                           \
        ", 0;\n\t"                                                                          \
        "wgmma.mma_async.sync.aligned." shape ".f32.f16.f16 {" names "}, {" names_a "}, " b \
        ", adds, 1, 1, 0;\n\t"                                                              \
        "}"                                                                                 \
        : __VA_ARGS__                                                                       \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b_descriptor), "r"((int)scale_d)  \
        : "memory")

// The same of FP16 for 16, 32 or 64 columns of B, with A in registers: a thread has two neighbours
// of a row, of that eight rows below, and of both eight steps further.
template <int count>
__device__ __forceinline__ void wgmma(float (&d)[count], const uint32 (&a)[4], uint64 b_descriptor,
                                      bool scale_d) {
    static_assert(count == 8 || count == 16 || count == 32, "16, 32 or 64 columns");
    if constexpr (count == 8)
        WGMMA_FROM_REGISTERS("m64n16k16", "%0, %1, %2, %3, %4, %5, %6, %7", "%8, %9, %10, %11",
                             "%12", "%13", FLOATS_8(d, 0));
    else if constexpr (count == 16)
        WGMMA_FROM_REGISTERS("m64n32k16",
                             "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15",
                             "%16, %17, %18, %19", "%20", "%21", FLOATS_16(d, 0));
    else
        WGMMA_FROM_REGISTERS("m64n64k16", NAMES_0, "%32, %33, %34, %35", "%36", "%37",
                             FLOATS_32(d, 0));
}
