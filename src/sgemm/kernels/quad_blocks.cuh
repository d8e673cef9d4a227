// Blocks of A and B in quads (four neighbours of a row): from global memory into registers, from
// there into shared memory, and as fragments back into registers. For rungs 9 to 12.
#pragma once
#include "fragments.cuh"
#include "lanes.cuh"

// Reads a thread's quad of A and its quad of B of one block after the other. Consecutive threads
// read along a row.
template <class Tile>
struct QuadReader {
    static constexpr int a_quads = Tile::bk / 4, b_quads = Tile::bn / 4;
    static_assert(Tile::bm * a_quads == Tile::threads && Tile::bk * b_quads == Tile::threads,
                  "each thread copies one quad of A and one of B");

    static __device__ __forceinline__ uint32 a_row(uint32 thread) { return thread / a_quads; }
    static __device__ __forceinline__ uint32 a_step(uint32 thread) { return thread % a_quads * 4; }
    static __device__ __forceinline__ uint32 b_step(uint32 thread) { return thread / b_quads; }
    static __device__ __forceinline__ uint32 b_column(uint32 thread) { return thread % b_quads * 4; }

    const uint32 k;
    const int ldb;
    const int b_left;   // columns of B from this thread's on
    const bool simple;  // all quads of whole blocks exist and may be read as float4
    const float *a_source, *b_source;

    __device__ __forceinline__ QuadReader(BlockOrigin origin, uint32 m, uint32 n, uint32 k,
                                          const float* A, int lda, const float* B, int ldb)
        : k(k),
          ldb(ldb),
          b_left(left_of(n, origin.column + b_column(threadIdx.x))),
          simple(holds_float4(A, lda) && holds_float4(B, ldb) && origin.column + Tile::bn <= n) {
        // Rows beyond the last one yield results that are not stored: any row will do for them.
        const uint32 row = min(origin.row + a_row(threadIdx.x), m - 1);
        a_source = A + offset(row, lda) + a_step(threadIdx.x);
        b_source = B + offset(b_step(threadIdx.x), ldb) + origin.column + b_column(threadIdx.x);
    }

    // The next block's quads, zero beyond k and n. Which way is taken is the same for the whole
    // block; inside the matrices no thread tests anything.
    __device__ __forceinline__ void read(uint32 start, float4& a, float4& b) {
        if (simple && start + Tile::bk <= k) {
            a = *reinterpret_cast<const float4*>(a_source);
            b = *reinterpret_cast<const float4*>(b_source);
        } else {
            const uint32 thread = tid_x();
            a = load_quad(a_source, left_of(k, start + a_step(thread)), false);
            b = load_quad(b_source, start + b_step(thread) < k ? b_left : 0, false);
        }
        a_source += Tile::bk;
        b_source += offset(Tile::bk, ldb);
    }
};

// A block of A and one of B in shared memory, both with k along the rows. A is thus transposed:
// the lanes of a warp, which read two quads from each of 16 rows of A, store into two rows of `a`
// and 16 columns of each. Rows are a multiple of 32 elements, so both would meet the same 16 of
// the 32 banks. The rows of the second quad (steps 4 to 7) are therefore permuted, column c being
// kept in column c XOR 16; quads of columns stay together and are still loaded as float4.
template <class Tile>
struct __align__(16) PermutedBlocks {
    float a[Tile::bk][Tile::bm];
    float b[Tile::bk][Tile::bn];

    static __device__ __forceinline__ uint32 permuted(uint32 step, uint32 column) {
        return column ^ (step & 4) * 4;
    }

    __device__ __forceinline__ void store(float4 a_quad, float4 b_quad) {
        using Place = QuadReader<Tile>;
        const uint32 step = Place::a_step(threadIdx.x);
        const uint32 a_index = step * Tile::bm + permuted(step, Place::a_row(threadIdx.x));
        store_shared_transposed<Tile::bm>(&a[0][0] + a_index, a_quad);
        store_shared(&b[0][0] + threadIdx.x * 4, b_quad);
    }

    // What one step of k needs: pieces of four rows of A and of four columns of B, which lie
    // row_gap and column_gap apart from a thread's first ones.
    template <int row_gap, int column_gap, int rows, int columns>
    __device__ __forceinline__ void load(int step, uint32 row, uint32 column,
                                         float (&a_fragment)[rows],
                                         float (&b_fragment)[columns]) const {
#pragma unroll
        for (int i = 0; i < rows; i += 4)
            unpack(&a_fragment[i], *reinterpret_cast<const float4*>(
                                        &a[step][row + permuted(step, i / 4 * row_gap)]));
#pragma unroll
        for (int j = 0; j < columns; j += 4)
            unpack(&b_fragment[j],
                   *reinterpret_cast<const float4*>(&b[step][column + j / 4 * column_gap]));
    }
};
