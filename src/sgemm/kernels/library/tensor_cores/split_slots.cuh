// Split operands in shared memory for mma.sync: how they come there, and to registers. See
// split.py.
//
// A slot holds an interval of k, as it lies in the workspace: panel by panel, 64 rows of A or
// columns of B, a run of blocks.
#pragma once
#include "copy_instructions.cuh"
#include "mma_instructions.cuh"
#include "split_layout.cuh"
#include "thread_number.cuh"

constexpr uint32 mma_rows = 16, mma_columns = 8, mma_steps = 16;

template <class Parts>
struct Slot {
    static constexpr uint32 a_panels = Tile::bm / panel_rows, b_panels = Tile::bn / panel_rows;
    static constexpr uint32 panels = a_panels + b_panels;
    static constexpr uint32 stages = Parts::interval / block_steps;
    static constexpr uint32 parts = a_parts<Parts>;
    static_assert(parts == b_parts<Parts>, "both operands are of float32");
    static constexpr uint32 run = stages * parts * block_bytes;
    static constexpr uint32 bytes = panels * run;
    static constexpr uint32 count = Parts::stages / stages;
    static constexpr uint32 before = (count - 1) * bytes;  // from a slot to that before it, around
    static_assert(count >= 2, "one is multiplied while another is filled");
};

// What a thread copies: in turns, of each the 16 bytes at its place among those of all threads.
template <class Parts>
struct SlotCopies {
    static constexpr uint32 turn = Tile::threads * 16, turns = Slot<Parts>::bytes / turn;
    static_assert(Slot<Parts>::run % turn == 0, "a turn is of one panel");

    const uint32 place = tid_x() * 16;
    const unsigned char* sources[Slot<Parts>::panels];  // of the next interval

    // Indices of panels are clamped to the last; what they give is not stored.
    __device__ __forceinline__ SlotCopies(const SplitOperands<Parts>& operands,
                                          const SplitTile& tile) {
        const SplitOperand &a = operands.a, &b = operands.b;
#pragma unroll
        for (uint32 i = 0; i < Slot<Parts>::panels; ++i) {
            const bool of_a = i < Slot<Parts>::a_panels;
            const SplitOperand& operand = of_a ? a : b;
            const uint32 panel = of_a ? tile.row / panel_rows + i
                                      : tile.column / panel_rows + i - Slot<Parts>::a_panels;
            sources[i] = operand.block(Slot<Parts>::parts, operand.matrix_of(tile.product),
                                       min(panel, operand.panels - 1), 0) +
                         place;
        }
    }

    // Starts some of the turns.
    __device__ __forceinline__ void start(uint32 slot, uint32 first, uint32 last) const {
#pragma unroll
        for (uint32 i = first; i < min(last, turns); ++i) {
            const uint32 begin = i * turn, panel = begin / Slot<Parts>::run;
            const unsigned char* const source = sources[panel] + begin % Slot<Parts>::run;
            cp_async_cg_16(slot + begin + place, reinterpret_cast<const float*>(source));
        }
    }
    __device__ __forceinline__ void advance() {
#pragma unroll
        for (uint32 i = 0; i < Slot<Parts>::panels; ++i) sources[i] += Slot<Parts>::run;
    }
};

// What a warp multiplies at once: 16 steps of k of its rows of A and columns of B.
struct Fragments {
    uint32 a[Tile::wm / mma_rows][4], b[Tile::wn / mma_columns / 2][4];
};

// Where a warp reads in a slot. Eight lanes whose rows are loaded together meet all banks: two rows
// are 128 bytes, and the swizzle gives the next two other pieces.
template <class Parts>
struct WarpOperands {
    static constexpr uint32 across = Tile::bn / Tile::wn, row_bytes = 64;
    static constexpr uint32 steps_a_product = Parts::interval / mma_steps;
    static constexpr uint32 steps = Parts::products * steps_a_product;  // of an interval
    static_assert(steps % 2 == 0, "fragments alternate from interval to interval");

    uint32 row, column;  // in the tile
    uint32 a, b;         // of a lane, from the start of a slot

    __device__ __forceinline__ WarpOperands() {
        const uint32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        row = warp / across * Tile::wm;
        column = warp % across * Tile::wn;
        a = begin(row) + place(lane % 16, lane / 16);
        b = Slot<Parts>::a_panels * Slot<Parts>::run + begin(column) +
            place(lane / 16 * 8 + lane % 8, lane / 8 % 2);
    }

    // The fragments of a step: of a product, at 16 steps of k.
    __device__ __forceinline__ void load(Fragments& fragments, uint32 slot, uint32 step) const {
        const uint32 product = step / steps_a_product, along = step % steps_a_product * mma_steps;
        const uint32 first = along / block_steps * Slot<Parts>::parts;
        const uint32 block_of_a = first + part_of_a<Parts>(product);
        const uint32 block_of_b = first + part_of_b<Parts>(product);
        // The swizzle permutes pieces by exclusive or, and so does another step within a block.
        const uint32 flipped = along % block_steps * 2;
        const uint32 of_a = (slot + a ^ flipped) + block_of_a * block_bytes;
        const uint32 of_b = (slot + b ^ flipped) + block_of_b * block_bytes;
#pragma unroll
        for (uint32 i = 0; i < Tile::wm / 16; ++i)
            ldmatrix_x4(fragments.a[i], of_a + i * 16 * row_bytes);
#pragma unroll
        for (uint32 i = 0; i < Tile::wn / 16; ++i)
            ldmatrix_x4(fragments.b[i], of_b + i * 16 * row_bytes);
    }

   private:
    static __device__ __forceinline__ uint32 begin(uint32 row) {
        return row / panel_rows * Slot<Parts>::run + row % panel_rows * row_bytes;
    }
    static __device__ __forceinline__ uint32 place(uint32 row, uint32 piece) {
        return row * row_bytes + (piece ^ row / 2 % 4) * 16;
    }
};
