// Rung 15: copies from global into shared memory that no register and no thread waits for. See
// rung_15_async_copy.py.
#include "common.cuh"
#include "cp_async_instructions.cuh"
#include "instructions.cuh"
#include "rungs_06_15_outer_product.cuh"
#include "rungs_09_15_epilogue.cuh"
#include "rungs_10_15_warp_tile.cuh"
#include "rungs_13_15_regrouped_store.cuh"
#include "tile.cuh"

// One stage of shared memory: a block of A, transposed, and one of B.
template <class Tile>
struct Stage {
    static constexpr int a_pitch = Tile::bm + Tile::padding, b_pitch = Tile::bn;
    static constexpr uint32 b_offset = Tile::bk * a_pitch * 4;
    static constexpr uint32 bytes = b_offset + Tile::bk * b_pitch * 4;

    // The stage after one, in a ring.
    static __device__ __forceinline__ uint32 after(uint32 stage) {
        return stage == (Tile::stages - 1) * bytes ? 0 : stage + bytes;
    }
};

// Copies a thread's share of one block after the other: of A single elements, which alone can be
// transposed on the way, eight lanes taking the eight steps of a row; of B float4 or, where they
// are not whole and aligned, single elements.
template <class Tile, bool b_as_float4>
struct BlockCopier {
    static constexpr int a_rows = Tile::threads / Tile::bk;  // between a thread's elements of A
    static constexpr int b_lanes = Tile::bn / 4;             // threads along a row of B
    static constexpr int b_steps = Tile::threads / b_lanes;  // between a thread's rows of B
    static constexpr int a_copies = Tile::bm / a_rows, b_copies = Tile::bk / b_steps;

    const uint32 k;
    const int ldb;
    const uint32 a_step = threadIdx.x % Tile::bk, b_step = threadIdx.x / b_lanes;
    const uint32 b_column = threadIdx.x % b_lanes * (b_as_float4 ? 4 : 1);
    const uint32 a_target = (a_step * Stage<Tile>::a_pitch + threadIdx.x / Tile::bk) * 4;
    const uint32 b_target =
        Stage<Tile>::b_offset + b_step * (Stage<Tile>::b_pitch * 4) + b_column * 4;
    const int b_left;  // columns of B from the thread's first on
    const float* a_source[a_copies];
    const float* b_source;

    __device__ __forceinline__ BlockCopier(Position origin, uint32 m, uint32 n, uint32 k,
                                           const float* A, int lda, const float* B, int ldb)
        : k(k),
          ldb(ldb),
          b_left(left_of(n, origin.column + b_column)),
          b_source(B + offset(b_step, ldb) + origin.column + b_column) {
        // Rows beyond the last one yield results that are not stored: any row will do for them.
#pragma unroll
        for (int i = 0; i < a_copies; ++i) {
            const uint32 row = min(origin.row + threadIdx.x / Tile::bk + i * a_rows, m - 1);
            a_source[i] = A + offset(row, lda) + a_step;
        }
    }

    // Starts the copies of the block that begins at step `start`; zeros beyond k and n.
    __device__ __forceinline__ void copy(uint32 start, uint32 stage) {
        const uint32 a_bytes = start + a_step < k ? 4 : 0;
#pragma unroll
        for (int i = 0; i < a_copies; ++i)
            cp_async_ca_4(stage + a_target + i * a_rows * 4, a_source[i] + start, a_bytes);
#pragma unroll
        for (int i = 0; i < b_copies; ++i) {
            const int left = start + b_step + i * b_steps < k ? b_left : 0;
            const float* source = b_source + offset(i * b_steps, ldb);
            const uint32 target = stage + b_target + i * b_steps * Stage<Tile>::b_pitch * 4;
            if (b_as_float4) {
                cp_async_cg_16(target, source, left > 0 ? 16 : 0);
            } else {
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    cp_async_ca_4(target + j * b_lanes * 4, source + j * b_lanes,
                                  j * b_lanes < left ? 4 : 0);
            }
        }
        b_source += offset(Tile::bk, ldb);
    }
};

// What one step needs: pieces of four rows of A and four columns of B.
template <class Tile>
__device__ __forceinline__ void load_fragments(float (&a)[Tile::tm], float (&b)[Tile::tn], int step,
                                               uint32 a_address, uint32 b_address) {
#pragma unroll
    for (int i = 0; i < Tile::tm; i += 4)
        unpack(&a[i],
               ld_shared_v4(a_address + (step * Stage<Tile>::a_pitch + i / 4 * row_stride) * 4));
#pragma unroll
    for (int j = 0; j < Tile::tn; j += 4)
        unpack(&b[j],
               ld_shared_v4(b_address + (step * Stage<Tile>::b_pitch + j / 4 * column_stride) * 4));
}

template <class Tile, class Copier>
__device__ __forceinline__ void add_blocks(float (&accumulators)[Tile::tm][Tile::tn], Copier copier,
                                           uint32 k, uint32 memory) {
    const Position place = position_in_warp_tile<Tile>(threadIdx.x);
    const uint32 a_offset = memory + place.row * 4;
    const uint32 b_offset = memory + place.column * 4 + Stage<Tile>::b_offset;

    // All stages but one are under way before the first is awaited. A group that copies nothing,
    // beyond k, still counts, so that the number to wait for stays the same.
    uint32 target = 0;
#pragma unroll
    for (int i = 0; i < Tile::stages - 1; ++i) {
        copier.copy(i * Tile::bk, memory + target);
        cp_async_commit_group();
        target = Stage<Tile>::after(target);
    }
    cp_async_wait_group<Tile::stages - 2>();
    __syncthreads();

    uint32 current = 0;
    float a[2][Tile::tm], b[2][Tile::tn];
    load_fragments<Tile>(a[0], b[0], 0, a_offset, b_offset);
    for (uint32 start = 0; start < k; start += Tile::bk) {
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step) {
            if (step == Tile::bk - 1) {
                cp_async_wait_group<Tile::stages - 2>();
                __syncthreads();
                current = Stage<Tile>::after(current);
            }
            const int now = step % 2, next = 1 - now;
            if (step == 0) {
                // Into the stage whose last fragments were loaded before the last barrier.
                copier.copy(start + (Tile::stages - 1) * Tile::bk, memory + target);
                cp_async_commit_group();
                target = Stage<Tile>::after(target);
            }
            add_outer_product(accumulators, a[now], b[now]);
            load_fragments<Tile>(a[next], b[next], (step + 1) % Tile::bk, a_offset + current,
                                 b_offset + current);
        }
    }
    // Copies beyond k are zeros, but still on their way into memory that the results pass through.
    cp_async_wait_group<0>();
}

template <class Tile>
__device__ __forceinline__ void multiply(SGEMM_PARAMETERS) {
    __shared__ __align__(128) char stages[Tile::stages * Stage<Tile>::bytes];
    const uint32 memory = cvta_to_shared(stages);
    const Position origin = block_origin<Tile>(n);

    float accumulators[Tile::tm][Tile::tn] = {};
    if (alpha != 0.0f && k > 0) {
        const bool whole_vectors = n % 4 == 0 || origin.column + Tile::bn <= n;
        if (whole_vectors && holds_float4(B, ldb))
            add_blocks<Tile>(accumulators, BlockCopier<Tile, true>(origin, m, n, k, A, lda, B, ldb),
                             k, memory);
        else
            add_blocks<Tile>(accumulators,
                             BlockCopier<Tile, false>(origin, m, n, k, A, lda, B, ldb), k, memory);
    }
    if (k == 0) alpha = 0.0f;  // no product, also where alpha is infinite
    if (holds_whole_float4(C, n, ldc))
        store_tile<4, row_stride, column_stride, true>(accumulators, position_in_results<Tile>(n),
                                                       m, n, alpha, beta, C, ldc);
    else
        store_regrouped<Tile>(accumulators, memory, m, n, alpha, beta, C, ldc);
}

extern "C" __global__ void __launch_bounds__(Tile::threads) async_copy(SGEMM_PARAMETERS) {
    multiply<Tile>(SGEMM_ARGUMENTS);
}
