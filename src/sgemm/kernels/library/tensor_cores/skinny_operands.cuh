// Operands of fp16x3_skinny on their way. Columns of B come by asynchronous copies, each to the thread
// that asks for it. Rows of A are split by the pre-kernel, and come as halves by bulk copies.
#pragma once
#include "async_instructions.cuh"
#include "cache_policy.cuh"
#include "cp_async_instructions.cuh"
#include "global_instructions.cuh"
#include "instructions.cuh"
#include "split_notes.cuh"
#include "split_pair.cuh"
#include "stored_elements.cuh"
#include "tile.cuh"
#include "wgmma_instructions.cuh"
#include "work_items.cuh"

constexpr uint32 lanes = 32, warpgroup = 128, warps = Tile::threads / lanes;
constexpr uint32 chunk_steps = Tile::bk;                     // of k, which are scaled together
constexpr uint32 mma_steps = 16, mmas = chunk_steps / mma_steps;
static_assert(Tile::bn == 16 * warps && Tile::threads % warpgroup == 0, "a warp has 16 columns");

// The largest and the least magnitude of some elements as bits; the latter of those that are not
// zero, less 1.
struct Magnitudes {
    uint32 largest = 0, least = ~0u;

    __device__ __forceinline__ void add(float element) {
        const uint32 bits = __float_as_uint(element) & 0x7fffffff;
        largest = max(largest, bits);
        least = min(least, bits - 1);
    }
    // Those of so many neighbouring lanes together.
    template <uint32 neighbours>
    __device__ __forceinline__ void combine() {
#pragma unroll
        for (uint32 mask = 1; mask < neighbours; mask *= 2) {
            largest = max(largest, __shfl_xor_sync(~0u, largest, mask));
            least = min(least, __shfl_xor_sync(~0u, least, mask));
        }
    }
    // Whether halves would lose digits of some: the least lies far below the largest; or that is
    // infinite, NaN, or so large or small that powers of two for it may not be normal numbers.
    __device__ __forceinline__ bool are_far() const {
        const uint32 exponent = largest >> 23;
        const bool is_common = exponent - Constants::least_exponent <=
                               Constants::most_exponent - Constants::least_exponent;
        return largest && !(is_common && (least + 1 >> 23) + Constants::far_binades >= exponent);
    }
    // The power of two that scales the largest to the exponent `top_of_halves`, and its inverse.
    __device__ __forceinline__ float scale() const {
        return __uint_as_float((254 + Constants::top_of_halves - exponent()) << 23);
    }
    __device__ __forceinline__ float inverse() const {
        return __uint_as_float((exponent() - Constants::top_of_halves) << 23);
    }

   private:
    __device__ __forceinline__ uint32 exponent() const {
        return largest ? largest >> 23 : 127 + Constants::top_of_halves;
    }
};

// Whether all rows of a matrix begin at multiples of some bytes.
__device__ __forceinline__ bool is_aligned(const void* matrix, int leading, uint32 item_bytes,
                                           uint32 bytes) {
    return ((uint64)matrix | (uint64)leading * item_bytes) % bytes == 0;
}

// What a lane has of a chunk of B: in each 16 steps four neighbours of two columns, eight apart.
struct LoadedColumns {
    float elements[mmas][2][4];
    Magnitudes magnitudes[2];

    __device__ __forceinline__ bool are_far() const {
        return magnitudes[0].are_far() || magnitudes[1].are_far();
    }
};

// The columns of B of a block, which lie along k. The ring has a place for each copy, where the
// thread that asked for it finds it: nobody waits for another. Columns beyond the last are taken for
// it: what comes of them is not stored.
struct ColumnRing {
    static constexpr uint32 copy_bytes = 16, stage_bytes = chunk_steps * Tile::bn * 4;
    static constexpr uint32 ring_bytes = Tile::stages * stage_bytes;

    __device__ __forceinline__ ColumnRing(const float* matrix, uint32 first, int n, int ldb,
                                       Range steps, uint64 policy, uint32 memory)
        : ring(memory + threadIdx.x * copy_bytes),
          target(ring),
          length(steps.end - steps.first),
          policy(policy),
          is_by_float4(is_aligned(matrix, ldb, 4, 16)) {
        const uint32 column = first + threadIdx.x / lanes * 16 + threadIdx.x % lanes / 4;
#pragma unroll
        for (uint32 half = 0; half < 2; ++half)
            sources[half] = matrix + offset(min(column + half * 8, n - 1), ldb) + steps.first + step;
    }

    // Starts the copies of the first chunks, each a group.
    __device__ __forceinline__ void start() {
        for (uint32 chunk = 0; chunk < Tile::stages; ++chunk) copy(chunk);
    }
    // Starts the copies of the next chunk, where there is one, with zeros beyond the last step.
    //
    // Where they go is counted by each lane. Were it computed from the chunk's number, ptxas 13.0 to
    // 13.5 would make a copy with a uniform register in its address and a cache policy, which an H200
    // refuses as an illegal instruction.
    __device__ __forceinline__ void copy(uint32 chunk) {
        const uint32 first = chunk * chunk_steps;
        if (is_by_float4 && first + chunk_steps <= length) {
#pragma unroll
            for (uint32 i = 0; i < mmas; ++i)
#pragma unroll
                for (uint32 half = 0; half < 2; ++half)
                    cp_async_cg_16(target + place_in_stage(i, half),
                                   sources[half] + first + i * mma_steps, 16, policy);
        } else if (first < length) {
            copy_singly(first);
        }
        cp_async_commit_group();
        target += stage_bytes;
        if (target == ring + ring_bytes) target = ring;
    }
    // Waits until this thread's copies of the next chunk have landed.
    __device__ __forceinline__ void await() const { cp_async_wait_group<Tile::stages - 1>(); }

    // Reads what this lane asked for, and finds the magnitudes of its two columns.
    __device__ __forceinline__ void read(LoadedColumns& own, uint32 chunk) const {
        const uint32 from = place(chunk, 0, 0);
#pragma unroll
        for (uint32 half = 0; half < 2; ++half) {
#pragma unroll
            for (uint32 i = 0; i < mmas; ++i) {
                float(&four)[4] = own.elements[i][half];
                const float4 found = ld_shared_v4(from + place_in_stage(i, half));
                four[0] = found.x, four[1] = found.y, four[2] = found.z, four[3] = found.w;
#pragma unroll
                for (uint32 j = 0; j < 4; ++j) own.magnitudes[half].add(four[j]);
            }
            own.magnitudes[half].combine<4>();
        }
    }
    // An element of one of this lane's two columns, at a step of a chunk; perhaps another lane's.
    __device__ __forceinline__ float element(uint32 chunk, uint32 of_chunk, uint32 half) const {
        const uint32 owner = of_chunk % mma_steps / 4;
        return ld_shared(place(chunk, of_chunk / mma_steps, half) +
                         (owner - threadIdx.x % 4) * copy_bytes + of_chunk % 4 * 4);
    }

   private:
    const uint32 ring;
    uint32 target;  // where the next copies go
    const uint32 length;
    const uint32 step = threadIdx.x % 4 * 4;  // of 16
    const uint64 policy;
    const bool is_by_float4;
    const float* sources[2];

    __device__ __forceinline__ uint32 place(uint32 chunk, uint32 mma, uint32 half) const {
        return ring + chunk % Tile::stages * stage_bytes + place_in_stage(mma, half);
    }
    static __device__ __forceinline__ constexpr uint32 place_in_stage(uint32 mma, uint32 half) {
        return (mma * 2 + half) * Tile::threads * copy_bytes;
    }
    // Where 16 bytes are not aligned, or k ends.
    __device__ __forceinline__ void copy_singly(uint32 first) const {
        uint32 to = target;
#pragma unroll 1
        for (uint32 at = first + step; at < first + chunk_steps; at += mma_steps) {
#pragma unroll
            for (uint32 j = 0; j < 8; ++j) {
                const bool exists = at + j % 4 < length;
                cp_async_ca_4(to + place_in_stage(0, j / 4) + j % 4 * 4,
                              sources[j / 4] + (exists ? at - step + j % 4 : 0), exists ? 4 : 0,
                              policy);
            }
            to += place_in_stage(1, 0);
        }
    }
};

// The rows of a tile in a chunk of k, as halves: what the pre-kernel writes, and a stage of the ring.
// First the high halves, then the low ones, as wgmma reads them: rows of 128 bytes, swizzled by 128
// bytes, which have each 16 steps in the order in which lanes hold those of B. Then what each row was
// divided by, and whether halves lose digits of any.
struct SplitRows {
    static constexpr uint32 row_bytes = chunk_steps * 2, part_bytes = Tile::bm * row_bytes;
    static constexpr uint32 scales = 2 * part_bytes, far = scales + Tile::bm * 4;
    static constexpr uint32 copied = far + 16, bytes = (copied + 1023) / 1024 * 1024;

    // Where four steps of a row are, of 16: the first two, and 16 bytes further the others.
    static __device__ __forceinline__ uint32 place(uint32 row, uint32 step, uint32 two) {
        const uint32 along = step / mma_steps * 32 + step % mma_steps + two * 16;
        return row * row_bytes + (along ^ row % 8 * 16);
    }
};

// What lies in the workspace: notes of how many tiles were computed by halves alone; for each tile
// whether it has chunks by multiply-adds; then split rows, and the sums of parts. Where nothing is
// multiplied there are the sums alone.
__device__ __forceinline__ SplitNotes* notes_of(float* workspace) {
    return reinterpret_cast<SplitNotes*>(workspace);
}
__device__ __forceinline__ uint32* tiles_by_ffma(float* workspace) {
    return reinterpret_cast<uint32*>(workspace + notes_bytes / 4);
}

struct Workspace {
    static constexpr uint32 alignment = 1024;

    unsigned char* const memory;
    const uint32 tiles, down, chunks, matrices;  // of all products; of a matrix of A; of k; of A

    __device__ __forceinline__ Workspace(float* workspace, int m, int n, int k, int batch,
                                         int64 stride_a)
        : memory(reinterpret_cast<unsigned char*>(workspace)),
          tiles(divided(m, Tile::bm) * divided(n, Tile::bn) * batch),
          down(divided(m, Tile::bm)),
          chunks(divided(k, chunk_steps)),
          matrices(stride_a ? batch : 1) {}

    // Of the rows of a tile, in a chunk.
    __device__ __forceinline__ unsigned char* rows(uint32 matrix, uint32 tile, uint32 chunk) const {
        return memory + divided(notes_bytes + (uint64)tiles * 4, alignment) * alignment +
               (((uint64)matrix * down + tile) * chunks + chunk) * SplitRows::bytes;
    }
    __device__ __forceinline__ float* sums() const {
        return reinterpret_cast<float*>(chunks ? rows(matrices, 0, 0) : memory);
    }

   private:
    static __device__ __forceinline__ constexpr uint64 divided(uint64 size, uint64 by) {
        return (size + by - 1) / by;
    }
};

// The ring of these: one thread fills stages, all warps read them. Where a chunk is, and in which
// phases, follows from its number.
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

// One stage of it: rows that are there.
struct StagedRows {
    const uint32 memory;

    // What describes 16 steps to wgmma: the high or the low halves.
    __device__ __forceinline__ uint64 matrix(uint32 mma, bool is_low) const {
        return swizzled_matrix<SplitRows::row_bytes>(memory + is_low * SplitRows::part_bytes +
                                                     mma * 32);
    }
    // What two neighbouring rows were divided by.
    __device__ __forceinline__ float2 inverses(uint32 row) const {
        return ld_shared_v2(memory + SplitRows::scales + row * 4);
    }
    __device__ __forceinline__ bool are_far() const {
        return ld_shared(memory + SplitRows::far) != 0.0f;
    }
};

// Rows of A of a tile as they are stored, which lie along k. Rows beyond the last are taken for it.
template <int32 type>
struct StoredRows {
    typedef ::Elements<type> Elements;
    typedef typename Elements::Stored Stored;

    __device__ __forceinline__ StoredRows(const float* first_element, uint32 first_row, int m, int lda,
                                    Range steps)
        : matrix(reinterpret_cast<const Stored*>(first_element) + steps.first),
          row(first_row),
          last(m - 1),
          leading(lda),
          length(steps.end - steps.first) {}

    // Zeros beyond the last step.
    __device__ __forceinline__ float element(uint32 of_tile, uint32 step) const {
        return step < length ? Elements::value(row_start(of_tile)[step]) : 0.0f;
    }
    // Four neighbours.
    __device__ __forceinline__ void load_four(float (&values)[4], uint32 of_tile, uint32 step) const {
        const Stored* const from = row_start(of_tile) + step;
        if ((uint64)from % (4 * sizeof(Stored)) == 0 && step + 4 <= length) {
            Elements::load_four(values, from);
        } else {
#pragma unroll
            for (uint32 j = 0; j < 4; ++j) values[j] = element(of_tile, step + j);
        }
    }

   private:
    const Stored* const matrix;
    const uint32 row, last, leading, length;

    __device__ __forceinline__ const Stored* row_start(uint32 of_tile) const {
        return matrix + offset(min(row + of_tile, last), leading);
    }
};

// Splits the rows of a tile in a chunk, by all threads of a block of the pre-kernel.
template <int32 type>
__device__ __forceinline__ void split_rows_of(const StoredRows<type>& rows, uint32 first,
                                              unsigned char* image) {
    constexpr uint32 threads_a_row = Tile::threads / Tile::bm;
    constexpr uint32 pieces = chunk_steps / 4 / threads_a_row;  // of four steps, of a thread
    static_assert(threads_a_row <= lanes && pieces >= 1, "the threads of a row are in one warp");
    const uint32 row = threadIdx.x / threads_a_row, lane = threadIdx.x % threads_a_row;
    float loaded[pieces][4];
    Magnitudes magnitudes;
#pragma unroll
    for (uint32 i = 0; i < pieces; ++i) {
        rows.load_four(loaded[i], row, first + (lane + i * threads_a_row) * 4);
#pragma unroll
        for (uint32 j = 0; j < 4; ++j) magnitudes.add(loaded[i][j]);
    }
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
    if (lane == 0)
        reinterpret_cast<float*>(image + SplitRows::scales)[row] = magnitudes.inverse();
    const bool are_far = __syncthreads_or(magnitudes.are_far());
    const float flag = are_far;
    if (threadIdx.x == 0)
        *reinterpret_cast<float4*>(image + SplitRows::far) = {flag, flag, flag, flag};
}
