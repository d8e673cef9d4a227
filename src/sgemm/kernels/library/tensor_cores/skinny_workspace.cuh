// The workspace of fp16x3_skinny and fp16x3_tall, and what a chunk of split rows looks like there.
#pragma once
#include "divided.cuh"
#include "skinny_chunks.cuh"
#include "split_notes.cuh"

// The rows of a tile in a chunk of k, as halves: what the pre-kernel writes, and a stage of the
// ring. First the high halves, then the low ones, as wgmma reads them: rows of 128 bytes, swizzled
// by 128 bytes, which have each 16 steps in the order in which lanes hold those of B. Then what
// each row was divided by, and four flags: whether halves lose digits of any row in a quarter.
//
// A block of the pre-kernel splits `at_once` rows, and writes the flags of those.
struct SplitRows {
    static constexpr uint32 at_once = Constants::split_rows, parts = tile_rows / at_once;
    static constexpr uint32 flags = 4 / parts;
    static constexpr uint32 row_bytes = chunk_steps * 2, part_bytes = tile_rows * row_bytes;
    static constexpr uint32 scales = 2 * part_bytes, far = scales + tile_rows * 4;
    static constexpr uint32 copied = far + 16, bytes = (copied + 1023) / 1024 * 1024;

    // Where four steps of a row are, of 16: the first two, and 16 bytes further the others.
    static __device__ __forceinline__ uint32 place(uint32 row, uint32 step, uint32 two) {
        const uint32 along = step / wgmma_steps * 32 + step % wgmma_steps + two * 16;
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
    const uint32 tiles, down, chunks, matrices;  // of all products; of a small matrix; of k; small ones

    __device__ __forceinline__ Workspace(float* workspace, int m, int n, int k, int batch,
                                         int64 stride_a)
        : memory(reinterpret_cast<unsigned char*>(workspace)),
          tiles(divided(m, tile_rows) * divided(n, tile_columns) * batch),
          down(divided(m, tile_rows)),
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
};
