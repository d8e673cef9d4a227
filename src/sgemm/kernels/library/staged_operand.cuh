// One operand, staged in shared memory by asynchronous copies, for any layout and alignment.
//
// A K-major block is kept as it is stored, row by row, each row padded by 4 elements: a thread then
// takes 4 steps of one row in one 128-bit load, and 8 rows meet all 32 banks. An MN-major block is
// kept as it is stored too, and a thread takes 4 neighbours of one step. That is easier on the
// register banks, as the operands of one step are neighbouring registers. So a K-major block can
// also be transposed on its way, by copies of 4 bytes each.
#pragma once
#include "cache_policy.cuh"
#include "common.cuh"
#include "constants.cuh"
#include "copy_instructions.cuh"
#include "instructions.cuh"
#include "pair_instructions.cuh"

// Parameters: the tile; how many rows of A or columns of B a block has (bm or bn), and a thread
// (tm or tn); whether the operand is K-major, and is transposed then; how many threads share the
// elements among which a thread's own lie, all of a step or those of a warp.
template <class Tile, int extent, int per_thread, bool k_major, bool transposes,
          int across = extent / per_thread>
struct StagedOperand {
    static constexpr bool transposed = k_major && transposes, kept_k_major = k_major && !transposes;
    static constexpr int contiguous =
        k_major ? Tile::bk : extent;  // elements of a stored row in a block
    static constexpr int strided = k_major ? extent : Tile::bk;  // stored rows of a block
    static constexpr int pitch =
        k_major ? (transposed ? extent : contiguous) + Constants::row_padding : contiguous;
    static constexpr int floats = (transposed ? contiguous : strided) * pitch;
    // Neighbours that a thread loads at once where operands lie step by step.
    static constexpr int width = per_thread % 4 == 0 ? 4 : 2;
    // Transposed rows of many steps are copied by eight lanes each. The four rows of a warp then
    // meet 32 banks, where 32 steps of one row would meet 8.
    static constexpr bool in_eights = transposed && contiguous > 16;

    // Whether this is the large operand, which is loaded with a cache policy.
    static constexpr bool has_policy =
        Constants::evict_first && 2 * extent > (int)Tile::bm + (int)Tile::bn;

    const float* source;  // of this thread's first piece of the block to be copied next
    int leading;
    uint32 size;   // elements that are copied at once: 4, 2 or 1
    uint32 row;    // the stored row of the thread's first piece in a block
    uint32 place;  // and its place in that row
    uint32 left;   // rows or columns from the tile's first to the matrix's end
    uint64 policy = 0;

    __device__ __forceinline__ StagedOperand(const float* matrix, int leading, uint32 first,
                                             uint32 total, uint32 step)
        : leading(leading), left(total - first) {
        const uint32 bits = (uint32)((uint64)matrix / 4) | (uint32)leading;
        size = transposed ? 1 : bits % 4 == 0 ? 4 : bits % 2 == 0 ? 2 : 1;
        const uint32 pieces_per_row = in_eights ? 8 : contiguous / size;
        row = threadIdx.x / pieces_per_row;
        place = threadIdx.x % pieces_per_row * size;
        source = matrix + (k_major ? offset(first + row, leading) + step + place
                                   : offset(step + row, leading) + first + place);
    }

    // Starts this thread's copies of the next block, which begins at step `start`; zeros from step
    // `end` on.
    __device__ __forceinline__ void copy(uint32 start, uint32 end, uint32 stage) {
        const int strided_left = (k_major ? left : end - start) - row;
        const int rest = (k_major ? end - start : left) - place;
        if (in_eights)
            copy_eights(strided_left, rest, stage);
        else if (transposed)
            copy_pieces<1>(strided_left, rest, stage);
        else if (size == 4)
            copy_pieces<4>(strided_left, rest, stage);
        else if (size == 2)
            copy_pieces<2>(strided_left, rest, stage);
        else
            copy_pieces<1>(strided_left, rest, stage);
        source += k_major ? Tile::bk : offset(Tile::bk, leading);
    }

    __device__ __forceinline__ void copy_eights(int strided_left, int rest, uint32 stage) const {
        constexpr int rows = Tile::threads / 8;  // between a thread's rows
        static_assert(!in_eights || strided % rows == 0, "all threads copy as much");
        const uint64 stride = offset(rows, leading);
        const float* from = source;
        const uint32 to = stage + (place * pitch + row) * 4;
#pragma unroll
        for (int i = 0; i < strided; i += rows, from += stride)
#pragma unroll
            for (int step = 0; step < contiguous; step += 8)
                cp_async_ca_4(to + (step * pitch + i) * 4, from + step,
                              i < strided_left && step < rest ? 4 : 0);
    }

    template <int size>
    __device__ __forceinline__ void copy_pieces(int strided_left, int rest, uint32 stage) const {
        constexpr int pieces_per_row = contiguous / size;
        constexpr int rows = Tile::threads / pieces_per_row;  // between a thread's pieces
        // A thread keeps its place in the row. Those beyond the last whole row copy nothing.
        static_assert(rows > 0, "the threads copy a row at least");
        if (Tile::threads % pieces_per_row != 0 && row >= rows) return;
        const uint32 bytes = min(max(rest, 0), size) * 4;
        const uint64 stride = offset(rows, leading);
        const float* from = source;
        const uint32 to = stage + (transposed ? place * pitch + row : row * pitch + place) * 4;
#pragma unroll
        for (int i = 0; i < (strided + rows - 1) / rows; ++i) {
            if (strided % rows != 0 && row + i * rows >= strided) break;
            const uint32 target = to + i * rows * (transposed ? 1 : pitch) * 4;
            const uint32 wanted = i * rows < strided_left ? bytes : 0;
            if constexpr (has_policy)
                copy_with_policy<size>(target, from, wanted);
            else if (size == 4)
                cp_async_cg_16(target, from, wanted);
            else if (size == 2)
                cp_async_ca_8(target, from, wanted);
            else
                cp_async_ca_4(target, from, wanted);
            from += stride;
        }
    }

    template <int size>
    __device__ __forceinline__ void copy_with_policy(uint32 target, const float* from,
                                                     uint32 wanted) const {
        if (size == 4)
            cp_async_cg_16(target, from, wanted, policy);
        else if (size == 2)
            cp_async_ca_8(target, from, wanted, policy);
        else
            cp_async_ca_4(target, from, wanted, policy);
    }

    // Row of A or column of B, in the block tile, of a thread's element i.
    static __device__ __forceinline__ constexpr uint32 element(uint32 thread, int i) {
        return kept_k_major ? thread + i * across
                            : thread * width + i / width * (width * across) + i % width;
    }

    // From the block's first row or column to number `first`, in bytes; a multiple of `width`.
    static __device__ __forceinline__ uint32 from_start(uint32 first) {
        return (kept_k_major ? first * pitch : first) * 4;
    }

    // Where a thread's operands of a step lie in a block at `block`.
    static __device__ __forceinline__ uint32 address(uint32 block, uint32 step, uint32 thread) {
        return block + (kept_k_major ? thread * pitch + step : step * pitch + thread * width) * 4;
    }

    // What a thread needs of `depth` steps, of which the first one's operands lie at `address`.
    template <int depth>
    static __device__ __forceinline__ void load(float (&fragment)[depth][per_thread],
                                                uint32 address) {
        if (kept_k_major) {
#pragma unroll
            for (int i = 0; i < per_thread; ++i) {
                const uint32 from = address + i * across * pitch * 4;
                if (depth == 4) {
                    const float4 vector = ld_shared_v4(from);
                    fragment[0][i] = vector.x;
                    fragment[1][i] = vector.y;
                    fragment[depth / 2][i] = vector.z;
                    fragment[depth - 1][i] = vector.w;
                } else {
                    const float2 pair = ld_shared_v2(from);
                    fragment[0][i] = pair.x;
                    fragment[depth - 1][i] = pair.y;
                }
            }
        } else {
            static_assert(kept_k_major || depth == 1, "across k, a load is of one step");
#pragma unroll
            for (int i = 0; i < per_thread; i += width) {
                const uint32 from = address + i * across * 4;
                if constexpr (width == 4) {
                    const float4 vector = ld_shared_v4(from);
                    fragment[0][i] = vector.x;
                    fragment[0][i + 1] = vector.y;
                    fragment[0][i + 2] = vector.z;
                    fragment[0][i + 3] = vector.w;
                } else {
                    const float2 pair = ld_shared_v2(from);
                    fragment[0][i] = pair.x;
                    fragment[0][i + 1] = pair.y;
                }
            }
        }
    }
};
