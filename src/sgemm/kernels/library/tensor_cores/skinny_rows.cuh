// Rows of the small operand: the pre-kernel splits them, and they come as halves by bulk copies. They
// are rows of A in fp16x3_skinny, and columns of B in fp16x3_tall: see skinny_gemm.cuh.
#pragma once
#include "async_instructions.cuh"
#include "copy_instructions.cuh"
#include "instructions.cuh"
#include "pair_instructions.cuh"
#include "skinny_workspace.cuh"
#include "split_pair.cuh"
#include "stored_elements.cuh"
#include "work_items.cuh"

// A ring of SplitRows stages: one thread fills stages, all warps read them. Where a chunk is, and
// in which phases, follows from its number.
struct RowRing {
    static constexpr uint32 stages = Constants::row_stages;
    static constexpr uint32 barriers = stages * SplitRows::bytes;

    const uint32 memory;

    // By one thread, before all threads of the block meet.
    __device__ __forceinline__ void start() const {
        for (uint32 stage = 0; stage < stages; ++stage) {
            mbarrier_init(full(stage), 1);
            mbarrier_init(empty(stage), warps);
        }
        fence_mbarrier_init();
    }
    // By one thread: copies a chunk to its stage, when all have read what was there.
    __device__ __forceinline__ void fill(uint32 chunk, const unsigned char* image) const {
        if (chunk >= stages) await(empty(chunk), chunk / stages - 1);
        mbarrier_arrive_expect_tx(full(chunk), SplitRows::copied);
        cp_async_bulk(data(chunk), image, SplitRows::copied, full(chunk));
    }
    __device__ __forceinline__ void await_rows(uint32 chunk) const {
        await(full(chunk), chunk / stages);
    }
    // By all lanes of a warp that have read a chunk.
    __device__ __forceinline__ void release(uint32 chunk) const {
        __syncwarp();
        if (threadIdx.x % lanes == 0) mbarrier_arrive(empty(chunk));
    }
    __device__ __forceinline__ uint32 data(uint32 chunk) const {
        return memory + chunk % stages * SplitRows::bytes;
    }

   private:
    __device__ __forceinline__ uint32 full(uint32 chunk) const {
        return memory + barriers + chunk % stages * 16;
    }
    __device__ __forceinline__ uint32 empty(uint32 chunk) const { return full(chunk) + 8; }
    static __device__ __forceinline__ void await(uint32 barrier, uint32 phase) {
        while (!mbarrier_try_wait_parity(barrier, phase % 2)) {
        }
    }
};

// A full stage, as wgmma reads it.
struct StagedRows {
    const uint32 memory;
    const uint64 first_descriptor;

    __device__ __forceinline__ explicit StagedRows(uint32 memory)
        : memory(memory), first_descriptor(matrix_descriptor<SplitRows::row_bytes>(memory)) {}

    // The descriptor of 16 steps of the rows from `row` on: of the high or the low halves. It counts
    // 16 bytes.
    __device__ __forceinline__ uint64 descriptor(uint32 row, uint32 k_block, bool is_low) const {
        return first_descriptor + (is_low * SplitRows::part_bytes + row * SplitRows::row_bytes +
                                   k_block * 32) / 16;
    }
    // What two neighbouring rows were divided by.
    __device__ __forceinline__ float2 inverses(uint32 row) const {
        return ld_shared_v2(memory + SplitRows::scales + row * 4);
    }
    __device__ __forceinline__ bool are_far() const {
        const float4 of_parts = ld_shared_v4(memory + SplitRows::far);
        return of_parts.x + of_parts.y + of_parts.z + of_parts.w != 0.0f;
    }
};

// Rows of A of a tile as they are stored: along k (K-major) or across it. Indices are clamped to
// the last; what they give is not stored.
template <int32 type, bool k_major>
struct StoredRows {
    typedef ::Elements<type> Elements;
    typedef typename Elements::Stored Stored;

    __device__ __forceinline__ StoredRows(const float* first_element, uint32 first_row, int m,
                                          int lda, Range steps)
        : matrix(reinterpret_cast<const Stored*>(first_element) +
                 (k_major ? steps.first : offset(steps.first, lda))),
          row(first_row),
          last(m - 1),
          leading(lda),
          length(steps.end - steps.first),
          are_aligned(k_major &&
                      is_aligned(matrix, lda, sizeof(Stored), 4 * sizeof(Stored))) {}

    // Zeros beyond the last step.
    __device__ __forceinline__ float element(uint32 of_tile, uint32 step) const {
        return step < length ? Elements::value(*place(of_tile, step)) : 0.0f;
    }
    // Pieces of four steps, so many steps apart. Four come at once only where all lanes load so: were
    // some to load them one by one, each group of lanes would wait for the other.
    template <uint32 pieces>
    __device__ __forceinline__ void load(float (&values)[pieces][4], uint32 of_tile, uint32 step,
                                         uint32 apart) const {
        const uint32 end = step / chunk_steps * chunk_steps + chunk_steps;
        if (are_aligned && end <= length) {
#pragma unroll
            for (uint32 i = 0; i < pieces; ++i)
                Elements::load_four(values[i], place(of_tile, step + i * apart));
        } else {
#pragma unroll
            for (uint32 i = 0; i < pieces; ++i)
#pragma unroll
                for (uint32 j = 0; j < 4; ++j)
                    values[i][j] = element(of_tile, step + i * apart + j);
        }
    }

   private:
    const Stored* const matrix;
    const uint32 row, last, leading, length;
    const bool are_aligned;

    __device__ __forceinline__ const Stored* place(uint32 of_tile, uint32 step) const {
        const uint32 number = min(row + of_tile, last);
        return k_major ? matrix + offset(number, leading) + step
                       : matrix + offset(step, leading) + number;
    }
};

// Splits a part of the rows of a tile in a chunk, by all threads of a block of the pre-kernel.
template <class Rows>
__device__ __forceinline__ void split_rows_of(const Rows& rows, uint32 part, uint32 first,
                                              unsigned char* image) {
    constexpr uint32 threads_a_row = Tile::threads / SplitRows::at_once;
    constexpr uint32 pieces = chunk_steps / 4 / threads_a_row;  // of four steps, of a thread
    static_assert(threads_a_row <= lanes && pieces >= 1, "the threads of a row are in one warp");
    const uint32 lane = threadIdx.x % threads_a_row;
    const uint32 row = part * SplitRows::at_once + threadIdx.x / threads_a_row;
    float loaded[pieces][4];
    rows.load(loaded, row, first + lane * 4, threads_a_row * 4);
    Magnitudes magnitudes;
#pragma unroll
    for (uint32 i = 0; i < pieces; ++i)
#pragma unroll
        for (uint32 j = 0; j < 4; ++j) magnitudes.add(loaded[i][j]);
    magnitudes.combine<threads_a_row>();
#pragma unroll
    for (uint32 i = 0; i < pieces; ++i)
#pragma unroll
        for (uint32 two = 0; two < 2; ++two) {
            const float scale = magnitudes.scale();
            const SplitPair pair({loaded[i][two * 2] * scale, loaded[i][two * 2 + 1] * scale});
            unsigned char* const at =
                image + SplitRows::place(row, (lane + i * threads_a_row) * 4, two);
            *reinterpret_cast<uint32*>(at) = pair.high;
            *reinterpret_cast<uint32*>(at + SplitRows::part_bytes) = pair.low;
        }
    if (lane == 0) reinterpret_cast<float*>(image + SplitRows::scales)[row] = magnitudes.inverse();
    const float are_far = __syncthreads_or(magnitudes.are_far());
    if (threadIdx.x < SplitRows::flags)
        reinterpret_cast<float*>(image + SplitRows::far)[part * SplitRows::flags + threadIdx.x] =
            are_far;
}
