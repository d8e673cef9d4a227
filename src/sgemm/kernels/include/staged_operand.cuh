// One operand's way through shared memory by asynchronous copies, for any layout and alignment.
//
// "Lines" are rows of the matrix as it is stored. Where they run along k, a block is kept as it is
// stored, row by row, 4 elements apart in addition: a thread then takes 4 steps of one row in one
// 128-bit load, and 8 rows meet all 32 banks. Where lines run across k, a block is kept line by
// line too, and a thread takes 4 neighbours of one step. That is easier on the register banks, as
// the operands of one step do not lie four registers apart, so that a block whose lines run along
// k can also be turned on its way, by copies of 4 bytes each.
#pragma once
#include "common.cuh"
#include "instructions.cuh"

// Parameters: the tile; how many rows of A or columns of B a block has (bm or bn), and a thread
// (tm or tn); whether lines run along k, and are turned then.
template <class Tile, int extent, int share, bool along_k, bool transposes>
struct StagedOperand {
    static constexpr bool transposed = along_k && transposes, kept_along_k = along_k && !transposes;
    static constexpr int line = along_k ? Tile::bk : extent;   // elements of a line in memory
    static constexpr int lines = along_k ? extent : Tile::bk;  // lines of a block
    static constexpr int pitch = along_k ? (transposed ? extent : line) + 4 : line;
    static constexpr int floats = (transposed ? line : lines) * pitch;
    static constexpr int across = extent / share;  // threads that share a step
    // Neighbours that a thread loads at once where operands lie step by step.
    static constexpr int width = share % 4 == 0 ? 4 : 2;
    // Turned rows of many steps are copied by eight lanes each. The four rows of a warp then meet
    // 32 banks, where 32 steps of one row would meet 8.
    static constexpr bool in_eights = transposed && line > 16;

    const float* source;  // of this thread's first piece of the block to be copied next
    int leading;
    uint32 size;   // elements that are copied at once: 4, 2 or 1
    uint32 row;    // the line of the thread's first piece in a block
    uint32 place;  // and its place in that line
    uint32 left;   // rows or columns from the tile's first to the matrix's end

    __device__ __forceinline__ StagedOperand(const float* matrix, int leading, uint32 first,
                                             uint32 total, uint32 step)
        : leading(leading), left(total - first) {
        const uint32 bits = (uint32)((uint64)matrix / 4) | (uint32)leading;
        size = transposed ? 1 : bits % 4 == 0 ? 4 : bits % 2 == 0 ? 2 : 1;
        const uint32 pieces_of_line = in_eights ? 8 : line / size;
        row = threadIdx.x / pieces_of_line;
        place = threadIdx.x % pieces_of_line * size;
        source = matrix + (along_k ? offset(first + row, leading) + step + place
                                   : offset(step + row, leading) + first + place);
    }

    // Starts this thread's copies of the next block, which begins at step `start`; zeros from step
    // `end` on.
    __device__ __forceinline__ void copy(uint32 start, uint32 end, uint32 stage) {
        const int lines_left = (along_k ? left : end - start) - row;
        const int rest = (along_k ? end - start : left) - place;
        if (in_eights)
            copy_eights(lines_left, rest, stage);
        else if (transposed)
            copy_pieces<1>(lines_left, rest, stage);
        else if (size == 4)
            copy_pieces<4>(lines_left, rest, stage);
        else if (size == 2)
            copy_pieces<2>(lines_left, rest, stage);
        else
            copy_pieces<1>(lines_left, rest, stage);
        source += along_k ? Tile::bk : offset(Tile::bk, leading);
    }

    __device__ __forceinline__ void copy_eights(int lines_left, int rest, uint32 stage) const {
        constexpr int rows = Tile::threads / 8;  // between a thread's rows
        static_assert(!in_eights || lines % rows == 0, "all threads copy as much");
        const uint64 stride = offset(rows, leading);
        const float* from = source;
        const uint32 to = stage + (place * pitch + row) * 4;
#pragma unroll
        for (int i = 0; i < lines; i += rows, from += stride)
#pragma unroll
            for (int step = 0; step < line; step += 8)
                cp_async_ca_4(to + (step * pitch + i) * 4, from + step,
                              i < lines_left && step < rest ? 4 : 0);
    }

    template <int size>
    __device__ __forceinline__ void copy_pieces(int lines_left, int rest, uint32 stage) const {
        constexpr int pieces_of_line = line / size;
        constexpr int rows = Tile::threads / pieces_of_line;  // between a thread's pieces
        // A thread keeps its place in the line. Those beyond the last whole line copy nothing.
        static_assert(rows > 0, "the threads copy a line at least");
        if (Tile::threads % pieces_of_line != 0 && row >= rows) return;
        const uint32 bytes = min(max(rest, 0), size) * 4;
        const uint64 stride = offset(rows, leading);
        const float* from = source;
        const uint32 to = stage + (transposed ? place * pitch + row : row * pitch + place) * 4;
#pragma unroll
        for (int i = 0; i < (lines + rows - 1) / rows; ++i) {
            if (lines % rows != 0 && row + i * rows >= lines) break;
            const uint32 target = to + i * rows * (transposed ? 1 : pitch) * 4;
            const uint32 wanted = i * rows < lines_left ? bytes : 0;
            if (size == 4)
                cp_async_cg_16(target, from, wanted);
            else if (size == 2)
                cp_async_ca_8(target, from, wanted);
            else
                cp_async_ca_4(target, from, wanted);
            from += stride;
        }
    }

    // Row of A or column of B, in the block tile, of a thread's element i.
    static __device__ __forceinline__ uint32 element(uint32 thread, int i) {
        return kept_along_k ? thread + i * across
                            : thread * width + i / width * (width * across) + i % width;
    }

    // Where a thread's operands of a step lie in a block at `block`.
    static __device__ __forceinline__ uint32 address(uint32 block, uint32 step, uint32 thread) {
        return block + (kept_along_k ? thread * pitch + step : step * pitch + thread * width) * 4;
    }

    // What a thread needs of `depth` steps, of which the first one's operands lie at `address`.
    template <int depth>
    static __device__ __forceinline__ void load(float (&fragment)[depth][share], uint32 address) {
        if (kept_along_k) {
#pragma unroll
            for (int i = 0; i < share; ++i) {
                const uint32 from = address + i * across * pitch * 4;
                if (depth == 4) {
                    const float4 quad = ld_shared_v4(from);
                    fragment[0][i] = quad.x;
                    fragment[1][i] = quad.y;
                    fragment[depth / 2][i] = quad.z;
                    fragment[depth - 1][i] = quad.w;
                } else {
                    const float2 pair = ld_shared_v2(from);
                    fragment[0][i] = pair.x;
                    fragment[depth - 1][i] = pair.y;
                }
            }
        } else {
            static_assert(kept_along_k || depth == 1, "across k, a load is of one step");
#pragma unroll
            for (int i = 0; i < share; i += width) {
                const uint32 from = address + i * across * 4;
                if constexpr (width == 4) {
                    const float4 quad = ld_shared_v4(from);
                    fragment[0][i] = quad.x;
                    fragment[0][i + 1] = quad.y;
                    fragment[0][i + 2] = quad.z;
                    fragment[0][i + 3] = quad.w;
                } else {
                    const float2 pair = ld_shared_v2(from);
                    fragment[0][i] = pair.x;
                    fragment[0][i + 1] = pair.y;
                }
            }
        }
    }
};
