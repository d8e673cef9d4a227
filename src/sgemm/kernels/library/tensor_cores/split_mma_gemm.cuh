// The product of split operands by mma.sync: all warps of a block copy and multiply. While one slot
// in shared memory is multiplied the others are filled. See split.py.
#pragma once
#include "split_choice.cuh"
#include "split_epilogue.cuh"
#include "split_slots.cuh"
#include "split_sums.cuh"

// Sums of a warp: of each 16 rows a thread has two, and of these two columns of every eight.
typedef PromotedSums<Tile::wm / mma_rows, Tile::wn / 2> WarpSums;
typedef WarpSums::Sums Accumulators;

template <class Parts>
__device__ __forceinline__ void multiply_fragments(Accumulators& sums, const Fragments& fragments,
                                                   bool scale_d) {
#pragma unroll
    for (uint32 i = 0; i < Tile::wm / mma_rows; ++i)
#pragma unroll
        for (uint32 j = 0; j < Tile::wn / mma_columns; ++j)
            mma_m16n8k16<Parts::is_bf16>(&sums[i][4 * j], fragments.a[i],
                                         &fragments.b[j / 2][j % 2 * 2], scale_d);
}

// The sums of a tile over all intervals of k.
template <class Parts>
__device__ __forceinline__ void sum_tile(WarpSums& sums, const WarpOperands<Parts>& warp,
                                         SlotCopies<Parts> copies, uint32 memory,
                                         uint32 intervals) {
    using Slot = Slot<Parts>;
    using Copies = SlotCopies<Parts>;
    constexpr uint32 steps = WarpOperands<Parts>::steps;
    // Copies are started in the first half of an interval, and waited for at its end.
    constexpr uint32 turns_a_step = divided(Copies::turns, steps / 2);
#pragma unroll
    for (uint32 i = 0; i + 1 < Slot::count; ++i) {
        if (i < intervals) {
            copies.start(memory + i * Slot::bytes, 0, Copies::turns);
            copies.advance();
        }
        cp_async_commit_group();
    }
    uint32 slot = memory;
    Fragments fragments[2];
    cp_async_wait_group<Slot::count - 2>();
    __syncthreads();
    warp.load(fragments[0], slot, 0);
#pragma unroll 1
    for (uint32 interval = 0; interval < intervals; ++interval) {
        const bool copies_more = interval + Slot::count - 1 < intervals;
        const uint32 filled = slot == memory ? slot + Slot::before : slot - Slot::bytes;
        Accumulators of_interval;
#pragma unroll
        for (uint32 step = 0; step < steps; ++step) {
            if (step + 1 < steps) {
                warp.load(fragments[(step + 1) % 2], slot, step + 1);
                const uint32 first = step * turns_a_step;
                if (copies_more) copies.start(filled, first, first + turns_a_step);
            } else {
                // All warps have loaded what they need of this slot, and the next one is filled.
                copies.advance();
                cp_async_commit_group();
                cp_async_wait_group<Slot::count - 2>();
                __syncthreads();
                slot = slot == memory + Slot::before ? memory : slot + Slot::bytes;
                if (interval + 1 < intervals) warp.load(fragments[0], slot, 0);
            }
            const bool begins_last =
                step == (Parts::products - 1) * WarpOperands<Parts>::steps_a_product;
            if (begins_last && Parts::low_factor != 1)
#pragma unroll
                for (uint32 i = 0; i < Tile::wm / mma_rows; ++i)
#pragma unroll
                    for (uint32 j = 0; j < Tile::wn / 2; ++j)
                        of_interval[i][j] = __fmul_rn(of_interval[i][j], 1.0f / Parts::low_factor);
            multiply_fragments<Parts>(of_interval, fragments[step % 2], step != 0);
        }
        sums.add(of_interval);
    }
}

// Where stages are in shared memory; all are empty.
template <class Parts>
__device__ __forceinline__ uint32 started_stages(const void* memory) {
    return cvta_to_shared(memory);
}

// All tiles that these parts are suited for, by so many threads as a tile has.
template <class Parts>
__device__ __forceinline__ void multiply_suited(uint32 memory, bool is_uncommon, SPLIT_PARAMETERS) {
    const SplitOperands<Parts> operands(m, n, k, stride_a, stride_b, batch, workspace, prepared_a,
                                        prepared_b);
    const SplitChoice choice(operands, is_uncommon);
    const SplitTiles tiles(m, n, batch);
    const WarpOperands<Parts> warp;
    const uint32 intervals = operands.a.blocks / Slot<Parts>::stages;
    uint32 computed = 0;
    for (uint32 number = blockIdx.x; number < tiles.count(); number += gridDim.x) {
        const SplitTile tile = tiles[number];
        if (!choice.gives<Parts>(tile)) continue;
        ++computed;
        WarpSums sums(operands.a.steps, Parts::interval);
        sum_tile(sums, warp, SlotCopies<Parts>(operands, tile), memory, intervals);
        const Accumulators& all = sums.all();
        // Nobody reads the slots any more: a warp's rows of C are regrouped there.
        const uint32 own = memory + threadIdx.x / 32 * staged_bytes;
#pragma unroll
        for (uint32 i = 0; i < Tile::wm / mma_rows; ++i)
            store_sums(all[i], operands, tile, tile.row + warp.row + i * mma_rows,
                       tile.column + warp.column, own, m, n, alpha, beta,
                       C + tile.product * stride_c, ldc, SGEMM_ADDEND(tile.product));
        __syncthreads();
    }
    if (threadIdx.x == 0) operands.notes->template add<Parts>(computed);
}
