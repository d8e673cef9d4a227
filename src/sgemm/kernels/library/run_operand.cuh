// One operand of a run, the consecutive products of a batch that a block has in shared memory at
// once. For tiny_batched.
//
// Matrices are kept as they are stored, row by row. Where they follow each other without gaps, and
// they do in most batches, those of a run are one tall matrix: its rows are dealt out to the
// threads whatever m, n and k are, so that a warp copies neighbours, and no thread divides to find
// its own. A matrix that all products share is copied once.
//
// Rows are padded to whole float4, and K-major ones to an odd number of them: eight lanes that read
// a float4 of eight rows each then meet all 32 banks.
#pragma once
#include "cp_async_instructions.cuh"
#include "instructions.cuh"

// The operand's piece of each product, as it is stored: the same for all threads of a block.
struct OperandPieces {
    uint32 rows, columns;  // at most, and of most products all
    uint32 pitch;          // elements from one row to the next in shared memory
    uint32 width;          // elements that are copied at once, 4 or 1
    uint32 copies;         // of a row
    uint32 at_once;        // rows that all threads copy at once
    uint32 distance;       // elements from one product's piece to the next one's; 0 for one of all

    __device__ __forceinline__ void find(bool k_major, const float* matrix, int leading,
                                         int64 stride, int row_length, uint32 extent,
                                         uint32 steps, uint32 threads) {
        rows = k_major ? extent : steps;
        columns = k_major ? steps : extent;
        const uint32 vectors = (columns + 3) / 4;
        pitch = (k_major ? vectors | 1 : vectors) * 4;
        // Rows that are no whole float4 are copied element by element, also if they all begin at
        // one: what lies behind the last row may not be read.
        const uint32 bits =
            (uint32)((uint64)matrix / 4) | (uint32)leading | (uint32)stride | (uint32)row_length;
        width = bits % 4 == 0 ? 4 : 1;
        copies = max(width == 4 ? vectors : columns, 1u);
        at_once = threads / copies;
        distance = stride == 0 ? 0 : floats();
    }
    __device__ __forceinline__ uint32 floats() const { return rows * pitch; }
};

// What a thread copies of an operand.
struct RunCopies {
    // Its first row, and in the last eight bits where it begins in its rows: one register for two.
    uint32 first_and_place;
    static constexpr uint32 places = 256;

    __device__ __forceinline__ explicit RunCopies(const OperandPieces& pieces) {
        const uint32 first = threadIdx.x / pieces.copies;
        const uint32 place = (threadIdx.x - first * pieces.copies) * pieces.width;
        // A thread without a whole row to share has none: its place is beyond all.
        first_and_place = first * places + (first < pieces.at_once ? place : places - 1);
    }

    // Starts its copies of the pieces of `count` products, of which `source` is the first one's:
    // so many rows and columns, at most those of a piece.
    __device__ __forceinline__ void start(const OperandPieces& pieces, uint32 target,
                                          const float* source, int leading, int64 stride,
                                          uint32 count, uint32 rows, uint32 columns) const {
        const uint32 place = first_and_place % places;
        if (place >= columns) return;
        if (stride == 0) count = 1;
        source += place;
        target += place * 4;
        // One matrix, or many as one tall one.
        if (count == 1 || (rows == pieces.rows && stride == (int64)rows * leading)) {
            if (pieces.width == 4)
                copy_tall<4>(pieces, target, source, leading, count * rows);
            else
                copy_tall<1>(pieces, target, source, leading, count * rows);
        } else if (pieces.width == 4) {
            copy_each<4>(pieces, target, source, leading, stride, count, rows);
        } else {
            copy_each<1>(pieces, target, source, leading, stride, count, rows);
        }
    }

   private:
    template <int width>
    __device__ __forceinline__ void copy_tall(const OperandPieces& pieces, uint32 target,
                                              const float* source, int leading,
                                              uint32 rows) const {
        const uint32 end = target + rows * pieces.pitch * 4, next = pieces.at_once * pieces.pitch * 4;
        const uint64 apart = offset(pieces.at_once, leading);
        const uint32 first = first_and_place / places;
        source += offset(first, leading);
        target += first * pieces.pitch * 4;
#pragma unroll 1
        for (; target + 3 * next < end; target += 4 * next) {
#pragma unroll
            for (int i = 0; i < 4; ++i, source += apart) copy<width>(target + i * next, source);
        }
#pragma unroll 1
        for (; target < end; target += next, source += apart) copy<width>(target, source);
    }
    template <int width>
    __device__ __forceinline__ void copy_each(const OperandPieces& pieces, uint32 target,
                                              const float* source, int leading, int64 stride,
                                              uint32 count, uint32 rows) const {
#pragma unroll 1
        for (uint32 row = first_and_place / places; row < count * rows; row += pieces.at_once) {
            const uint32 product = row / rows, own = row - product * rows;
            copy<width>(target + (product * pieces.floats() + own * pieces.pitch) * 4,
                        source + product * stride + offset(own, leading));
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
