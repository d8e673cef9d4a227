// Rung 13: the pipeline in PTX instructions, and stretched into registers. See
// rung_13_ptx_pipeline.py.
#include "common.cuh"
#include "global_instructions.cuh"
#include "instructions.cuh"
#include "rungs_13_14_pipeline.cuh"
#include "thread_number.cuh"
#include "tile.cuh"

// Reads a float4 of A and one of B a block, where all are whole and aligned.
template <class Tile>
struct VectorReader {
    static constexpr int a_vectors = Tile::bk / 4, b_vectors = Tile::bn / 4;
    static_assert(Tile::bm * a_vectors == Tile::threads && Tile::bk * b_vectors == Tile::threads,
                  "each thread copies one vector of A and one of B");
    const uint32 k;
    const int ldb;
    const uint32 a_target = a_vector_target<Tile>(threadIdx.x);
    const uint32 b_target = b_vector_target(threadIdx.x);
    const float *a_source, *b_source;
    float4 a, b;

    static __device__ __forceinline__ bool fits(uint32 n, uint32 k, const float* A, int lda,
                                                const float* B, int ldb) {
        return n % 4 == 0 && k % 4 == 0 && holds_float4(A, lda) && holds_float4(B, ldb);
    }

    // Rows and columns outside yield results that are not stored: any will do for them.
    __device__ __forceinline__ VectorReader(Position origin, uint32 m, uint32 n, uint32 k,
                                            const float* A, int lda, const float* B, int ldb)
        : k(k), ldb(ldb) {
        const uint32 row = min(origin.row + threadIdx.x / a_vectors, m - 1);
        const uint32 column = min(origin.column + threadIdx.x % b_vectors * 4, n - 4);
        a_source = A + offset(row, lda) + threadIdx.x % a_vectors * 4;
        b_source = B + offset(threadIdx.x / b_vectors, ldb) + column;
    }

    __device__ __forceinline__ void read(uint32 start) {
        if (start + Tile::bk <= k) {
            a = ld_global_nc_v4(a_source, true);
            b = ld_global_nc_v4(b_source, true);
        } else {
            a = ld_global_nc_v4(a_source, start + tid_x() % a_vectors * 4 < k);
            b = ld_global_nc_v4(b_source, start + tid_x() / b_vectors < k);
        }
        a_source += Tile::bk;
        b_source += offset(Tile::bk, ldb);
    }

    __device__ __forceinline__ void store(uint32 a_buffer, uint32 b_buffer) const {
        store_vectors<Tile>(a_buffer + a_target, a, b_buffer + b_target, b);
    }
};

// Reads single elements, for operands of any size and alignment: of A one column of four rows, so
// that eight lanes read eight neighbours; of B every 32nd of a row, so that 32 lanes read 32.
template <class Tile>
struct ElementReader {
    static constexpr int lanes = Tile::bn / 4;
    static_assert(Tile::bk * Tile::bm == 4 * Tile::threads && Tile::bk * lanes == Tile::threads,
                  "each thread copies four elements of A and four of B");
    static __device__ __forceinline__ uint32 a_step(uint32 thread) { return thread % Tile::bk; }
    static __device__ __forceinline__ uint32 a_row(uint32 thread) { return thread / Tile::bk * 4; }
    static __device__ __forceinline__ uint32 b_step(uint32 thread) { return thread / lanes; }
    static __device__ __forceinline__ uint32 b_column(uint32 thread) { return thread % lanes; }

    const uint32 k;
    const int lda, ldb;
    const bool inside;  // all rows and columns of the tile exist
    uint32 exists = 0;  // bit i: the thread's row i of A does; bit 4 + j: its column j of B
    const float *a_source, *b_source;
    float a[4], b[4];

    __device__ __forceinline__ ElementReader(Position origin, uint32 m, uint32 n, uint32 k,
                                             const float* A, int lda, const float* B, int ldb)
        : k(k),
          lda(lda),
          ldb(ldb),
          inside(origin.row + Tile::bm <= m && origin.column + Tile::bn <= n) {
        const uint32 row = origin.row + a_row(threadIdx.x);
        const uint32 column = origin.column + b_column(threadIdx.x);
        a_source = A + offset(row, lda) + a_step(threadIdx.x);
        b_source = B + offset(b_step(threadIdx.x), ldb) + column;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            exists |= (row + i < m) << i;
            exists |= (column + i * lanes < n) << (4 + i);
        }
    }

    __device__ __forceinline__ void read(uint32 start) {
        if (inside && start + Tile::bk <= k) {
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                a[i] = ld_global_nc(a_source + offset(i, lda), true);
                b[i] = ld_global_nc(b_source + i * lanes, true);
            }
        } else {
            const uint32 a_exists = start + a_step(tid_x()) < k ? exists : 0;
            const uint32 b_exists = start + b_step(tid_x()) < k ? exists : 0;
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                a[i] = ld_global_nc(a_source + offset(i, lda), a_exists >> i & 1);
                b[i] = ld_global_nc(b_source + i * lanes, b_exists >> (4 + i) & 1);
            }
        }
        a_source += Tile::bk;
        b_source += offset(Tile::bk, ldb);
    }

    __device__ __forceinline__ void store(uint32 a_buffer, uint32 b_buffer) const {
        const uint32 thread = threadIdx.x;
        const uint32 a_target = (a_step(thread) * Buffers<Tile>::a_pitch + a_row(thread)) * 4;
        const uint32 b_target = (b_step(thread) * Buffers<Tile>::b_pitch + b_column(thread)) * 4;
        st_shared_v4(a_buffer + a_target, {a[0], a[1], a[2], a[3]});
#pragma unroll
        for (int j = 0; j < 4; ++j) st_shared(b_buffer + b_target + j * lanes * 4, b[j]);
    }
};

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    __shared__ __align__(128) char buffers[Buffers<Tile>::bytes];
    const uint32 memory = cvta_to_shared(buffers);
    const Position origin = block_origin<Tile>(n);

    float accumulators[Tile::tm][Tile::tn] = {};
    if (alpha != 0.0f) {
        if (VectorReader<Tile>::fits(n, k, A, lda, B, ldb))
            add_blocks<Tile>(accumulators, VectorReader<Tile>(origin, m, n, k, A, lda, B, ldb), k,
                             memory);
        else
            add_blocks<Tile>(accumulators, ElementReader<Tile>(origin, m, n, k, A, lda, B, ldb), k,
                             memory);
    }
    store_regrouped<Tile>(accumulators, memory, m, n, k == 0 ? 0.0f : alpha, beta, C, ldc);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, 2) ptx_pipeline(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
