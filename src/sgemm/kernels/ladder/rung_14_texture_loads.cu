// Rung 14: operands through textures, four floats a texel. See rung_14_texture_loads.py.
#include "common.cuh"
#include "instructions.cuh"
#include "rungs_13_14_pipeline.cuh"
#include "thread_number.cuh"
#include "tile.cuh"

// The texel with index x of a texture over linear memory; zeros outside.
__device__ __forceinline__ float4 tex_1d_v4(uint64 texture, uint32 x) {
    float4 texel;
    asm volatile("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
                 : "=f"(texel.x), "=f"(texel.y), "=f"(texel.z), "=f"(texel.w)
                 : "l"(texture), "r"(x));
    return texel;
}

// Reads one texel of A and one of B a block. Texels outside a texture are zero, so rows beyond m
// and beyond k need no test. Padding between rows lies inside: beyond n it yields results that are
// not stored, and beyond k, in the last block, A is cleared here.
template <class Tile>
struct TexelReader {
    static constexpr int a_texels = Tile::bk / 4, b_texels = Tile::bn / 4;
    static_assert(Tile::bm * a_texels == Tile::threads && Tile::bk * b_texels == Tile::threads,
                  "each thread copies one texel of A and one of B");
    const uint64 A, B;
    const uint32 k;
    const int ldb;
    uint32 a_texel, b_texel;
    const uint32 a_target = a_vector_target<Tile>(threadIdx.x);
    const uint32 b_target = b_vector_target(threadIdx.x);
    float4 a, b;

    // Numbers of texels fit 32 bits, being bounded by the size of a texture (see the catalogue);
    // those of rows outside may wrap, and read what is not used.
    __device__ __forceinline__ TexelReader(Position origin, uint32 k, uint64 A, int lda,
                                           uint32 a_first, uint64 B, int ldb, uint32 b_first)
        : A(A), B(B), k(k), ldb(ldb) {
        a_texel =
            a_first + (origin.row + threadIdx.x / a_texels) * (lda / 4) + threadIdx.x % a_texels;
        b_texel = b_first + threadIdx.x / b_texels * (ldb / 4) + origin.column / 4 +
                  threadIdx.x % b_texels;
    }

    __device__ __forceinline__ void read(uint32 start) {
        if (start >= k) return;  // the last block has been read
        a = tex_1d_v4(A, a_texel);
        b = tex_1d_v4(B, b_texel);
        if (start + Tile::bk > k) {
            const int left = left_of(k, start + tid_x() % a_texels * 4);
            if (left < 1) a.x = 0.0f;
            if (left < 2) a.y = 0.0f;
            if (left < 3) a.z = 0.0f;
            if (left < 4) a.w = 0.0f;
        }
        a_texel += a_texels;
        b_texel += Tile::bk * (ldb / 4);
    }

    __device__ __forceinline__ void store(uint32 a_buffer, uint32 b_buffer) const {
        store_vectors<Tile>(a_buffer + a_target, a, b_buffer + b_target, b);
    }
};

template <class Tile>
__device__ __forceinline__ void multiply(int m, int n, int k, float alpha, uint64 A, int lda,
                                         uint64 B, int ldb, float beta, float* __restrict__ C,
                                         int ldc, int a_first, int b_first) {
    __shared__ __align__(128) char buffers[Buffers<Tile>::bytes];
    const uint32 memory = cvta_to_shared(buffers);

    float accumulators[Tile::tm][Tile::tn] = {};
    if (alpha != 0.0f && k > 0)
        add_blocks<Tile>(
            accumulators,
            TexelReader<Tile>(block_origin<Tile>(n), k, A, lda, a_first, B, ldb, b_first), k,
            memory);
    store_regrouped<Tile>(accumulators, memory, m, n, k == 0 ? 0.0f : alpha, beta, C, ldc);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, 2)
    texture_loads(int m, int n, int k, float alpha, uint64 A, int lda, uint64 B, int ldb,
                  float beta, float* __restrict__ C, int ldc, int a_first, int b_first) {
    multiply<Tile>(SGEMM_ARGUMENTS, a_first, b_first);
}
