// Columns of B on their way to registers, where rows of B lie along n: by asynchronous copies of a
// warpgroup, which all of its warps wait for. In fp16x3_tall A^T is in the place of B: see
// skinny_gemm.cuh.
#pragma once
#include "async_instructions.cuh"
#include "skinny_columns.cuh"
#include "thread_instructions.cuh"

// Columns that lie across k. A warpgroup copies its own 64 columns, two whole rows of 256 bytes a
// warp at once. A lane has neighbouring columns, and reads both of a step at once. In each 128 bytes
// of a row the pieces of 32 bytes are swizzled: piece p of step s lies at p ^ s / 4 % 4. So the
// lanes of a column, four steps apart, find theirs in different banks. Columns and steps beyond the
// last are zeros.
//
// A warp reads what others have copied, so the warps meet at the vote of a chunk. Before it each
// thread waits for its copies of the next chunk: after it all are there. And after it all have read
// the chunk, whose place is free.
template <>
struct ColumnRing<false> {
    static constexpr uint32 columns_of_group = 64, row_bytes = columns_of_group * many_bytes;
    static constexpr uint32 lanes_of_row = row_bytes / 16, copied_rows = warpgroup / lanes_of_row;
    static constexpr uint32 copies = chunk_steps / copied_rows;
    static constexpr uint32 group_bytes = chunk_steps * row_bytes;
    static constexpr uint32 stage_bytes = Tile::threads / warpgroup * group_bytes;
    static constexpr uint32 ring_bytes = column_stages * stage_bytes;
    static_assert(column_stages >= 2, "one chunk is read while the next one comes");
    static_assert(copied_rows % 8 == 0, "of the copies of a thread the swizzle is known");

    __device__ __forceinline__ ColumnRing(const ManyStored* matrix, uint32 first, int n, int ldb,
                                          Range steps, uint64 policy, uint32 memory)
        : ring(memory + threadIdx.x / warpgroup * group_bytes),
          target(ring + place(step, column)),
          length(steps.end - steps.first),
          columns(n - (int)(first + threadIdx.x / warpgroup * columns_of_group)),
          leading(ldb),
          policy(policy),
          is_by_vectors(is_aligned(matrix, ldb, many_bytes, 16)),
          source(matrix + offset(steps.first + step, ldb) + first +
                 threadIdx.x / warpgroup * columns_of_group + column) {}

    // Which of a warp's columns a lane has.
    static __device__ __forceinline__ uint32 own_column(uint32 pair_column) {
        return threadIdx.x % lanes / 4 * 2 + pair_column;
    }

    // Starts the copies of the first chunks, each a group.
    __device__ __forceinline__ void start() {
#pragma unroll 1
        for (uint32 chunk = 0; chunk < column_stages; ++chunk) copy(chunk);
    }
    // Starts the copies of the next chunk, where there is one. The warpgroup has read what was
    // there. Where they go is counted by each lane, as of columns that lie along k.
    __device__ __forceinline__ void copy(uint32 chunk) {
        const uint32 first = chunk * chunk_steps;
        const bool is_whole =
            columns >= (int)columns_of_group && first + chunk_steps <= length;
        if (is_by_vectors && is_whole) {
            const ManyStored* from = source + offset(first, leading);
            const uint64 stride = offset(copied_rows, leading);
#pragma unroll
            for (uint32 i = 0; i < copies; ++i, from += stride)
                cp_async_cg_16(copied_to(i), from, 16, policy);
        } else if (first < length) {
            is_by_vectors ? copy_what_exists(first) : copy_singly(first);
        }
        cp_async_commit_group();
        target += stage_bytes;
        if (target >= ring + ring_bytes) target -= ring_bytes;
    }
    // The first chunk is there for all.
    __device__ __forceinline__ void start_reading() const {
        cp_async_wait_group<column_stages - 1>();
        meet();
    }
    // Before the vote of a chunk: this thread's copies of the next one are there.
    __device__ __forceinline__ void await_next() const {
        cp_async_wait_group<column_stages - 2>();
    }
    // After the vote: all have read what they took for multiply-adds.
    __device__ __forceinline__ void end_reading() const { meet(); }
    // Reads what this lane multiplies of a chunk: all of it, or 16 steps after 16 steps.
    __device__ __forceinline__ void read(LoadedColumns& own, uint32 chunk) const {
#pragma unroll
        for (uint32 k_block = 0; k_block < k_blocks; ++k_block) read(own, chunk, k_block);
    }
    __device__ __forceinline__ void read(LoadedColumns& own, uint32 chunk, uint32 k_block) const {
        if (k_block == 0) own.magnitudes[0] = own.magnitudes[1] = Magnitudes();
        const uint32 at =
            stage(chunk) + place(k_block * wgmma_steps + threadIdx.x % 4 * 4, of_group(0));
#pragma unroll
        for (uint32 j = 0; j < 4; ++j) {
            const float2 found = Many::load_two(at + j * row_bytes);
            own.elements[k_block][0][j] = found.x, own.elements[k_block][1][j] = found.y;
            own.magnitudes[0].add(found.x), own.magnitudes[1].add(found.y);
        }
        if (k_block + 1 == k_blocks)  // four lanes have a column's elements
            for (Magnitudes& each : own.magnitudes) each.combine<4>();
    }
    // An element of one of this lane's two columns, at a step of a chunk.
    __device__ __forceinline__ float element(uint32 chunk, uint32 of_chunk,
                                             uint32 pair_column) const {
        return Many::load(stage(chunk) + place(of_chunk, of_group(pair_column)));
    }

   private:
    const uint32 step = threadIdx.x % warpgroup / lanes_of_row;  // the first of a chunk
    const uint32 column = threadIdx.x % lanes_of_row * many_at_once;  // the first of those copied at once
    const uint32 ring;
    uint32 target;  // where the first of the next copies goes
    const uint32 length;
    const int columns;  // that exist from the warpgroup's first one on
    const int leading;
    const uint64 policy;
    const bool is_by_vectors;
    const ManyStored* const source;

    static __device__ __forceinline__ void meet() {
        bar_red_or<warpgroup>(1 + threadIdx.x / warpgroup, false);
    }
    __device__ __forceinline__ uint32 stage(uint32 chunk) const {
        return ring + chunk % column_stages * stage_bytes;
    }
    static __device__ __forceinline__ uint32 of_group(uint32 pair_column) {
        return threadIdx.x % warpgroup / lanes * 16 + own_column(pair_column);
    }
    // Where a column of the warpgroup is in a stage, at a step.
    static __device__ __forceinline__ uint32 place(uint32 step, uint32 column) {
        return step * row_bytes + (column * many_bytes ^ step / 4 % 4 * 32);
    }
    // Where a thread's copies go, one after the other.
    __device__ __forceinline__ uint32 copied_to(uint32 i) const {
        return (target ^ i * copied_rows / 4 % 4 * 32) + i * copied_rows * row_bytes;
    }
    // Where columns or k end: copies that fill up with zeros.
    __device__ __forceinline__ void copy_what_exists(uint32 first) const {
        const ManyStored* from = source + offset(first, leading);
        const uint64 stride = offset(copied_rows, leading);
        const uint32 bytes = bytes_left(columns, column);
#pragma unroll
        for (uint32 i = 0; i < copies; ++i, from += stride)
            cp_async_cg_16(copied_to(i), from,
                           first + step + i * copied_rows < length ? bytes : 0, policy);
    }
    // Where 16 bytes are not aligned: two rows at once, a column a lane; or four, two halves a lane.
    __device__ __forceinline__ void copy_singly(uint32 first) const {
        if constexpr (many_are_halves)
            copy_halves(first);
        else
            copy_floats(first);
    }
    __device__ __forceinline__ void copy_floats(uint32 first) const {
        const uint32 row = threadIdx.x % warpgroup / columns_of_group;
        const uint32 own = threadIdx.x % columns_of_group;
        const uint32 to = target - place(step, column) + place(row, own);
        const ManyStored* const from = source - offset(step, leading) - column +
                                  offset(first + row, leading) + own;
        const bool has_column = (int)own < columns;
#pragma unroll 8
        for (uint32 i = 0; i < chunk_steps; i += 2) {
            const bool exists = has_column & first + row + i < length;
            cp_async_ca_4((to ^ i / 4 % 4 * 32) + i * row_bytes, from + offset(i, leading),
                          exists ? 4 : 0, policy);
        }
    }
    __device__ __forceinline__ void copy_halves(uint32 first) const {
        constexpr uint32 rows = warpgroup / (columns_of_group / 2);
        static_assert(rows == 4, "of a thread's rows the swizzle is known");
        const uint32 row = threadIdx.x % warpgroup / (columns_of_group / 2);
        const uint32 own = threadIdx.x % (columns_of_group / 2) * 2;
        const uint32 to = target - place(step, column) + place(row, own);
        const ManyStored* const from = source - offset(step, leading) - column +
                                       offset(first + row, leading) + own;
#pragma unroll 8
        for (uint32 i = 0; i < chunk_steps; i += rows) {
            const bool exists = first + row + i < length;
            copy_two((to ^ i / 4 % 4 * 32) + i * row_bytes, from + offset(i, leading),
                     exists & (int)own < columns, exists & (int)own + 1 < columns);
        }
    }
};
