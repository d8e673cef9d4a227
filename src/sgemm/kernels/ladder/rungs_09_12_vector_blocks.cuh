// Blocks of A and B in vectors of four neighbours of a row: from global memory into registers, from
// there into shared memory, and as fragments back into registers. For the rungs from permuted_tile
// to double_buffer.
#pragma once
#include "float4_rows.cuh"
#include "rungs_06_12_vectors.cuh"
#include "thread_number.cuh"

// Where a thread's vector of A and its vector of B lie in a block: consecutive threads along a row.
template <class Tile>
struct VectorPlaces {
    static constexpr int a_vectors = Tile::bk / 4, b_vectors = Tile::bn / 4;
    static_assert(Tile::bm * a_vectors == Tile::threads && Tile::bk * b_vectors == Tile::threads,
                  "each thread copies one vector of A and one of B");
    static __device__ __forceinline__ uint32 a_row(uint32 thread) { return thread / a_vectors; }
    static __device__ __forceinline__ uint32 a_step(uint32 thread) {
        return thread % a_vectors * 4;
    }
    static __device__ __forceinline__ uint32 b_step(uint32 thread) { return thread / b_vectors; }
    static __device__ __forceinline__ uint32 b_column(uint32 thread) {
        return thread % b_vectors * 4;
    }
};

// Reads a thread's vectors of one block after the other.
template <class Tile>
struct BlockReader {
    using Places = VectorPlaces<Tile>;
    const uint32 k;
    const int ldb;
    const int b_left;          // columns of B from this thread's on
    const bool all_as_float4;  // all columns of the block exist, and may be read as float4
    const float *a_source, *b_source;

    __device__ __forceinline__ BlockReader(Position origin, uint32 m, uint32 n, uint32 k,
                                           const float* A, int lda, const float* B, int ldb)
        : k(k),
          ldb(ldb),
          b_left(left_of(n, origin.column + Places::b_column(threadIdx.x))),
          all_as_float4(holds_float4(A, lda) && holds_float4(B, ldb) &&
                        origin.column + Tile::bn <= n) {
        // Rows beyond the last one yield results that are not stored: any row will do for them.
        const uint32 row = min(origin.row + Places::a_row(threadIdx.x), m - 1);
        const uint32 column = origin.column + Places::b_column(threadIdx.x);
        a_source = A + offset(row, lda) + Places::a_step(threadIdx.x);
        b_source = B + offset(Places::b_step(threadIdx.x), ldb) + column;
    }

    // The vectors of the next block, which begins at step `start`; zeros beyond k and n. The way is
    // the same for the whole block of threads, and inside the matrices no thread tests anything.
    // At their edges a thread finds its place again, which keeps registers free in between.
    __device__ __forceinline__ void read(uint32 start, float4& a, float4& b) {
        if (all_as_float4 && start + Tile::bk <= k) {
            a = *reinterpret_cast<const float4*>(a_source);
            b = *reinterpret_cast<const float4*>(b_source);
        } else {
            const uint32 a_step = start + Places::a_step(tid_x());
            const uint32 b_step = start + Places::b_step(tid_x());
            a = load_vector(a_source, left_of(k, a_step), false);
            b = load_vector(b_source, b_step < k ? b_left : 0, false);
        }
        a_source += Tile::bk;
        b_source += offset(Tile::bk, ldb);
    }
};

// A block of A and one of B in shared memory, both with k along the rows. A is thus transposed:
// the lanes of a warp, with two vectors from each of 16 rows of A, store into two rows of `a` and
// 16 columns of each. Rows are a multiple of 32 elements, so both would meet the same 16 of the 32
// banks. Steps 4 to 7 are therefore permuted: column c is kept in column c XOR 16.
template <class Tile>
struct __align__(16) PermutedBlocks {
    float a[Tile::bk][Tile::bm];
    float b[Tile::bk][Tile::bn];

    static __device__ __forceinline__ uint32 permuted(uint32 step, uint32 column) {
        return column ^ (step & 4) * 4;
    }

    __device__ __forceinline__ void store(const float4& a_vector, const float4& b_vector) {
        using Places = VectorPlaces<Tile>;
        const uint32 step = Places::a_step(threadIdx.x);
        const uint32 a_index = step * Tile::bm + permuted(step, Places::a_row(threadIdx.x));
        store_shared_transposed<Tile::bm>(&a[0][0] + a_index, a_vector);
        store_shared(&b[0][0] + threadIdx.x * 4, b_vector);
    }

    // What one step of k needs: pieces of four rows of A, one every row_stride rows, and of four
    // columns of B, one every column_stride columns. Of a thread's first row bit 4 is 0, so that the
    // permutation just exchanges its pieces, at no cost.
    template <int row_stride, int column_stride, int rows, int columns>
    __device__ __forceinline__ void load(int step, Position first, float(&a_fragment)[rows],
                                         float(&b_fragment)[columns]) const {
        static_assert(row_stride == 16 && rows == 8, "two pieces that the permutation exchanges");
#pragma unroll
        for (int i = 0; i < rows; i += 4) {
            const uint32 row = first.row + permuted(step, i / 4 * row_stride);
            unpack(&a_fragment[i], *reinterpret_cast<const float4*>(&a[step][row]));
        }
#pragma unroll
        for (int j = 0; j < columns; j += 4) {
            const uint32 column = first.column + j / 4 * column_stride;
            unpack(&b_fragment[j], *reinterpret_cast<const float4*>(&b[step][column]));
        }
    }
};
