// One operand of a run, the consecutive products of a batch that a block has in shared memory at
// once. For tiny_batched.
//
// Matrices are kept as they are stored, row by row, and the rows of all of a run are dealt out to
// the threads, so that neighbours copy neighbours whatever m, n and k are, and no thread divides to
// find its next row. A matrix that all products share is copied once.
//
// Rows are padded to whole float4, K-major ones to an odd number of them, and matrices to an odd
// number as well: eight lanes that read a float4 of eight rows, or of eight products, then meet all
// 32 banks.
#pragma once
#include "copy_instructions.cuh"
#include "instructions.cuh"

// The operand's piece of each product, as it is stored: the same for all threads of a block.
struct OperandPieces {
    uint32 rows, columns;  // at most, and of most products all
    uint32 pitch;          // elements from one row to the next in shared memory
    uint32 floats;         // elements of a piece in shared memory
    uint32 distance;       // from one product's piece to the next one's: 0 if they share one
    uint32 width;          // elements that are copied at once, 4 or 1
    uint32 copies;         // of a row
    uint32 at_once;        // rows that all threads copy at once: so many products, and rows besides
    uint32 products_at_once, rows_at_once;

    __device__ __forceinline__ void find(bool k_major, const float* matrix, int leading,
                                         int64 stride, int row_length, uint32 extent, uint32 steps,
                                         uint32 threads) {
        rows = k_major ? extent : steps;
        columns = k_major ? steps : extent;
        const uint32 vectors = (columns + 3) / 4;
        pitch = (k_major ? vectors | 1 : vectors) * 4;
        floats = (rows * pitch / 4 | 1) * 4;
        distance = stride == 0 ? 0 : floats;
        // Rows that are no whole float4 are copied element by element, also if they all begin at
        // one: what comes after the last row may not be read.
        const uint32 bits =
            (uint32)((uint64)matrix / 4) | (uint32)leading | (uint32)stride | (uint32)row_length;
        width = bits % 4 == 0 ? 4 : 1;
        copies = max(width == 4 ? vectors : columns, 1u);
        at_once = threads / copies;
        products_at_once = at_once / max(rows, 1u);
        rows_at_once = at_once - products_at_once * rows;
    }
};

// What a thread copies of an operand.
struct RunCopies {
    // Where its first copy begins: the product, eight bits for the row, eight for the place in it.
    uint32 first;

    __device__ __forceinline__ explicit RunCopies(const OperandPieces& pieces) {
        const uint32 number = threadIdx.x / pieces.copies, product = number / max(pieces.rows, 1u);
        const uint32 place = (threadIdx.x - number * pieces.copies) * pieces.width;
        // A thread without a whole row to share has none: its place is beyond all.
        first = product * 65536 + (number - product * pieces.rows) * 256 +
                (number < pieces.at_once ? place : 255);
    }

    // Starts its copies of the pieces of `count` products, of which `source` is the first one's:
    // so many rows and columns, at most those of a piece.
    __device__ __forceinline__ void start(const OperandPieces& pieces, uint32 target,
                                          const float* source, int leading, int64 stride,
                                          uint32 count, uint32 rows, uint32 columns) const {
        const uint32 place = first % 256;
        if (place >= columns) return;
        if (stride == 0) count = 1;
        source += place;
        target += place * 4;
        // One matrix, or many as one tall one: without gaps, neither there nor here.
        const bool has_gaps = rows != pieces.rows || rows * pieces.pitch != pieces.floats ||
                              stride != (int64)offset(rows, leading);
        const bool is_tall = count == 1 || !has_gaps;
        if (is_tall && pieces.width == 4)
            copy_tall<4>(pieces, target, source, leading, count * rows);
        else if (is_tall)
            copy_tall<1>(pieces, target, source, leading, count * rows);
        else if (pieces.width == 4)
            copy_each<4>(pieces, target, source, leading, stride, count, rows);
        else
            copy_each<1>(pieces, target, source, leading, stride, count, rows);
    }

   private:
    template <int width>
    __device__ __forceinline__ void copy_tall(const OperandPieces& pieces, uint32 target,
                                              const float* source, int leading,
                                              uint32 rows) const {
        const uint32 end = target + rows * pieces.pitch * 4;
        const uint32 next = pieces.at_once * pieces.pitch * 4;
        const uint64 apart = offset(pieces.at_once, leading);
        const uint32 row = first / 65536 * pieces.rows + first / 256 % 256;
        source += offset(row, leading);
        target += row * pieces.pitch * 4;
#pragma unroll 1
        for (; target + 3 * next < end; target += 4 * next) {
#pragma unroll
            for (int i = 0; i < 4; ++i, source += apart) copy<width>(target + i * next, source);
        }
#pragma unroll 1
        for (; target < end; target += next, source += apart) copy<width>(target, source);
    }

    // Of each product the first `rows`.
    template <int width>
    __device__ __forceinline__ void copy_each(const OperandPieces& pieces, uint32 target,
                                              const float* source, int leading, int64 stride,
                                              uint32 count, uint32 rows) const {
        const uint32 all = pieces.rows, pitch = pieces.pitch * 4, floats = pieces.floats * 4;
        const uint32 end = target + count * floats, next_row = pieces.rows_at_once;
        const uint32 next = pieces.products_at_once * floats + next_row * pitch;
        const uint32 padding = floats - all * pitch;
        const int64 apart = pieces.products_at_once * stride + (int64)offset(next_row, leading);
        const int64 gap = stride - (int64)offset(all, leading);
        const uint32 product = first / 65536;
        uint32 row = first / 256 % 256;
        source += product * stride + (int64)offset(row, leading);
        target += product * floats + row * pitch;
#pragma unroll 1
        while (target < end) {
            if (row < rows) copy<width>(target, source);
            source += apart;
            target += next;
            row += next_row;
            if (row >= all) {
                row -= all;
                source += gap;
                target += padding;
            }
        }
    }
    template <int width>
    static __device__ __forceinline__ void copy(uint32 target, const float* source) {
        if (width == 4)
            cp_async_cg_16(target, source);
        else
            cp_async_ca_4(target, source);
    }
};

// A thread's rows of A, or columns of B, in the piece of one product.
//
// Of a K-major operand every so manyth row as there are threads, and four steps of a row in one
// load; else float4 of neighbours.
template <int count, bool k_major>
struct ThreadOperand {
    static_assert(count % 4 == 0, "float4");
    static constexpr bool is_k_major = k_major;
    static constexpr int loads = k_major ? count : count / 4;
    uint32 addresses[loads];
    uint32 next;  // bytes to the next step
    float values[k_major ? 4 : 1][count];

    // Which of the piece's is this thread's number i, where `across` threads share them.
    static __device__ __forceinline__ uint32 element(uint32 thread, uint32 across, int i) {
        return k_major ? thread + i * across : (thread + i / 4 * across) * 4 + i % 4;
    }

    // What lies beyond the last one is read as the last one: what comes of it is not kept.
    __device__ __forceinline__ ThreadOperand(uint32 piece, uint32 pitch, uint32 extent,
                                             uint32 thread, uint32 across)
        : next(k_major ? 4 : pitch * 4) {
#pragma unroll
        for (int i = 0; i < loads; ++i)
            addresses[i] = piece + (k_major ? min(thread + i * across, extent - 1) * pitch
                                            : min((thread + i * across) * 4, pitch - 4)) *
                                       4;
    }

    // Four steps of row or column i of a K-major operand, or one.
    template <int steps>
    __device__ __forceinline__ void load_one(int i) {
        if constexpr (steps == 4) {
            const float4 vector = ld_shared_v4(addresses[i]);
            values[0][i] = vector.x;
            values[1][i] = vector.y;
            values[2][i] = vector.z;
            values[3][i] = vector.w;
        } else {
            values[0][i] = ld_shared(addresses[i]);
        }
        addresses[i] += steps * 4;
    }
    // The same of all of them. Another operand is loaded step by step.
    template <int steps>
    __device__ __forceinline__ void load() {
        if constexpr (k_major) {
#pragma unroll
            for (int i = 0; i < count; ++i) load_one<steps>(i);
        }
    }
    // One step: of those that are loaded, or the next of an operand that is not K-major.
    __device__ __forceinline__ const float (&step(int number))[count] {
        if constexpr (k_major) {
            return values[number];
        } else {
#pragma unroll
            for (int i = 0; i < loads; ++i) {
                const float4 vector = ld_shared_v4(addresses[i]);
                values[0][4 * i] = vector.x;
                values[0][4 * i + 1] = vector.y;
                values[0][4 * i + 2] = vector.z;
                values[0][4 * i + 3] = vector.w;
                addresses[i] += next;
            }
            return values[0];
        }
    }
};
