// Columns of B on their way to registers, where they lie along k: by asynchronous copies, each to the
// warp that asks for it. In fp16x3_tall they are rows of A: see skinny_gemm.cuh.
#pragma once
#include "copy_instructions.cuh"
#include "instructions.cuh"
#include "policy_instructions.cuh"
#include "skinny_chunks.cuh"
#include "skinny_elements.cuh"
#include "work_items.cuh"

// What a lane has of a chunk of B: in each 16 steps four neighbours of two columns.
struct LoadedColumns {
    float elements[k_blocks][2][4];
    Magnitudes magnitudes[2];

    __device__ __forceinline__ bool are_far() const {
        return magnitudes[0].are_far() | magnitudes[1].are_far();
    }
};

// The columns of B of a block, and how they come; K-major or MN-major.
template <bool k_major>
struct ColumnRing;

// Columns that lie along k. A warp copies its own 16 columns, as many whole lines at once as are 512
// bytes, and then each lane reads what it multiplies: no other warp is waited for. In each 128 bytes
// the pieces that lanes read at a time are swizzled by the column, so that they are in different
// banks. Columns beyond the last are zeros.
template <>
struct ColumnRing<true> {
    static constexpr uint32 column_bytes = chunk_steps * many_bytes;
    static constexpr uint32 lanes_of_column = column_bytes / 16;
    static constexpr uint32 copied_columns = lanes / lanes_of_column, copies = 16 / copied_columns;
    static constexpr uint32 warp_bytes = 16 * column_bytes, stage_bytes = warps * warp_bytes;
    static constexpr uint32 ring_bytes = column_stages * stage_bytes;

    __device__ __forceinline__ ColumnRing(const ManyStored* matrix, uint32 first, int n, int ldb,
                                          Range steps, uint64 policy, uint32 memory)
        : ring(memory + threadIdx.x / lanes * warp_bytes),
          target(ring + place(copied, step)),
          length(steps.end - steps.first),
          columns(n - (int)(first + threadIdx.x / lanes * 16)),
          leading(ldb),
          policy(policy),
          is_by_vectors(is_aligned(matrix, ldb, many_bytes, 16)),
          source(matrix + offset(first + threadIdx.x / lanes * 16 + copied, ldb) + steps.first +
                 step) {}

    // Which of a warp's columns a lane has.
    static __device__ __forceinline__ uint32 own_column(uint32 pair_column) {
        return threadIdx.x % lanes / 4 + pair_column * 8;
    }

    // Starts the copies of the first chunks, each a group.
    __device__ __forceinline__ void start() {
#pragma unroll 1
        for (uint32 chunk = 0; chunk < column_stages; ++chunk) copy(chunk);
    }
    // Starts the copies of the next chunk, where there is one, with zeros beyond the last step. All
    // lanes have read what was there.
    //
    // Where they go is counted by each lane. Were it computed from the chunk's number, ptxas 13.0
    // to 13.5 would make a copy with a uniform register in its address and a cache policy, which an
    // H200 refuses as an illegal instruction.
    __device__ __forceinline__ void copy(uint32 chunk) {
        const uint32 first = chunk * chunk_steps;
        __syncwarp();
        if (is_by_vectors && columns >= 16 && first + chunk_steps <= length) {
            const ManyStored* from = source + first;
            const uint64 stride = offset(copied_columns, leading);
#pragma unroll
            for (uint32 i = 0; i < copies; ++i, from += stride)
                cp_async_cg_16(target + i * copied_columns * column_bytes, from, 16, policy);
        } else if (first < length) {
            is_by_vectors ? copy_what_exists(first) : copy_singly(first);
        }
        cp_async_commit_group();
        target += stage_bytes;
        if (target >= ring + ring_bytes) target -= ring_bytes;
    }
    // A warp waits for its own copies alone, as it reads.
    __device__ __forceinline__ void start_reading() const {}
    __device__ __forceinline__ void await_next() const {}
    __device__ __forceinline__ void end_reading() const {}
    // Reads what this lane multiplies of a chunk: all of it, or 16 steps after 16 steps.
    __device__ __forceinline__ void read(LoadedColumns& own, uint32 chunk) const {
#pragma unroll
        for (uint32 k_block = 0; k_block < k_blocks; ++k_block) read(own, chunk, k_block);
    }
    __device__ __forceinline__ void read(LoadedColumns& own, uint32 chunk, uint32 k_block) const {
        if (k_block == 0) {
            cp_async_wait_group<column_stages - 1>();  // but for later chunks
            __syncwarp();
            own.magnitudes[0] = own.magnitudes[1] = Magnitudes();
        }
#pragma unroll
        for (uint32 pair_column = 0; pair_column < 2; ++pair_column) {
            float (&four)[4] = own.elements[k_block][pair_column];
            const uint32 of_chunk = k_block * wgmma_steps + threadIdx.x % 4 * 4;
            Many::load_four(four, stage(chunk) + place(own_column(pair_column), of_chunk));
#pragma unroll
            for (uint32 j = 0; j < 4; ++j) own.magnitudes[pair_column].add(four[j]);
        }
        if (k_block + 1 == k_blocks)  // four lanes have a column's elements
            for (Magnitudes& each : own.magnitudes) each.combine<4>();
    }
    // An element of one of this lane's two columns, at a step of a chunk.
    __device__ __forceinline__ float element(uint32 chunk, uint32 of_chunk,
                                             uint32 pair_column) const {
        return Many::load(stage(chunk) + place(own_column(pair_column), of_chunk));
    }

   private:
    const uint32 copied = threadIdx.x % lanes / lanes_of_column;  // the first of 16 columns
    const uint32 step = threadIdx.x % lanes_of_column * many_at_once;  // the first of a chunk
    const uint32 ring;
    uint32 target;  // where the next copies go
    const uint32 length;
    const int columns;  // that exist from the warp's first one on
    const int leading;
    const uint64 policy;
    const bool is_by_vectors;
    const ManyStored* const source;

    __device__ __forceinline__ uint32 stage(uint32 chunk) const {
        return ring + chunk % column_stages * stage_bytes;
    }
    // Where a step of one of the warp's columns is in a stage.
    static __device__ __forceinline__ uint32 place(uint32 column, uint32 step) {
        return column * column_bytes +
               (step * many_bytes ^ column % copied_columns * (128 / copied_columns));
    }
    // Where columns or k end: copies that fill up with zeros.
    __device__ __forceinline__ void copy_what_exists(uint32 first) const {
        const ManyStored* from = source + first;
        const uint64 stride = offset(copied_columns, leading);
        const uint32 bytes = bytes_left(length, first + step);
#pragma unroll
        for (uint32 i = 0; i < copies; ++i, from += stride)
            cp_async_cg_16(target + i * copied_columns * column_bytes, from,
                           (int)(copied + i * copied_columns) < columns ? bytes : 0, policy);
    }
    // Where 16 bytes are not aligned: half of a column at once, a step a lane, or two halves a lane.
    // Each lane counts where they go, for the same reason.
    __device__ __forceinline__ void copy_singly(uint32 first) const {
        if constexpr (many_are_halves)
            copy_halves(first);
        else
            copy_floats(first);
    }
    __device__ __forceinline__ void copy_floats(uint32 first) const {
        const uint32 lane = threadIdx.x % lanes;
        uint32 to = target - place(copied, step) + lane * 4;
        const ManyStored* from = source - offset(copied, leading) - step + first + lane;
        const bool exist[2] = {first + lane < length, first + lane + lanes < length};
#pragma unroll 1
        for (int column = 0; column < 16; ++column) {
#pragma unroll
            for (uint32 half = 0; half < 2; ++half)
                cp_async_ca_4(to + half * lanes * 4, from + half * lanes,
                              exist[half] & column < columns ? 4 : 0, policy);
            to = (to ^ 64) + column_bytes;
            from += leading;
        }
    }
    __device__ __forceinline__ void copy_halves(uint32 first) const {
        const uint32 of_chunk = threadIdx.x % lanes * 2;
        const ManyStored* from = source - offset(copied, leading) - step + first + of_chunk;
        const bool exist[2] = {first + of_chunk < length, first + of_chunk + 1 < length};
        const uint32 stage = target - place(copied, step);
#pragma unroll 4
        for (int column = 0; column < 16; ++column, from += leading)
            copy_two(stage + place(column, of_chunk), from, exist[0] & column < columns,
                     exist[1] & column < columns);
    }
};
