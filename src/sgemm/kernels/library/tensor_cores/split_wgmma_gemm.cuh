// The product of split operands by wgmma: persistent blocks, one warp that copies and groups of
// four warps that multiply. See split.py.
#pragma once
#include "async_instructions.cuh"
#include "copy_instructions.cuh"
#include "instructions.cuh"
#include "k_ranges.cuh"
#include "ring.cuh"
#include "split_choice.cuh"
#include "split_epilogue.cuh"
#include "split_sums.cuh"
#include "split_turns.cuh"
#include "wgmma_instructions.cuh"

// A stage has 32 steps of k. Of A, panel by panel, all parts of a panel; of B, part by part, all
// panels of a part.
template <class Parts_>
struct SplitRingTile : Tile {
    using Parts = Parts_;
    enum : int { stages = Parts::stages };
};
template <class Parts>
struct Stage<SplitRingTile<Parts>> {
    static constexpr uint32 a_panels = Tile::bm / panel_rows, b_panels = Tile::bn / panel_rows;
    static constexpr uint32 a_panel_bytes = a_parts<Parts> * block_bytes;
    static constexpr uint32 a_bytes = a_panels * a_panel_bytes;
    static constexpr uint32 b_part_bytes = b_panels * block_bytes;
    static constexpr uint32 bytes = a_bytes + b_parts<Parts> * b_part_bytes;
    static constexpr uint32 copies = a_panels + b_panels * b_parts<Parts>;
};

// Copies the stages of all tiles of this block, by one warp: each lane one piece of a stage.
template <class Parts>
__device__ __forceinline__ void produce(const SplitOperands<Parts>& operands,
                                        const SplitTiles& tiles, const KRanges& ranges,
                                        const SplitChoice& choice,
                                        Ring<SplitRingTile<Parts>> ring) {
    using Stage = Stage<SplitRingTile<Parts>>;
    const SplitOperand &a = operands.a, &b = operands.b;
    const uint32 lane = threadIdx.x % lanes;
    const bool copies = lane < Stage::copies, copies_a = lane < Stage::a_panels;
    const uint32 piece_of_b = lane - Stage::a_panels;
    const uint32 part = copies_a ? 0 : piece_of_b / Stage::b_panels;
    const uint32 panel = copies_a ? lane : piece_of_b % Stage::b_panels;
    const uint32 parts = copies_a ? a_parts<Parts> : b_parts<Parts>;
    const uint32 bytes = copies_a ? Stage::a_panel_bytes : block_bytes;
    const uint32 target =
        copies_a ? lane * bytes : Stage::a_bytes + part * Stage::b_part_bytes + panel * block_bytes;
    for (uint32 number = blockIdx.x; number < ranges.count(); number += gridDim.x) {
        const KRange range = ranges[number];
        const SplitTile tile = tiles[range.tile];
        if (!choice.gives<Parts>(tile)) continue;
        const SplitOperand& operand = copies_a ? a : b;
        // Indices of panels are clamped to the last; what they give is not stored.
        const uint32 first = (copies_a ? tile.row : tile.column) / panel_rows;
        const unsigned char* source =
            operand.block(parts, operand.matrix_of(tile.product),
                          min(first + panel, operand.panels - 1), range.first) +
            part * block_bytes;
        for (uint32 block = range.first; block < range.last; ++block) {
            ring.await(ring.empty());
            if (lane == 0) mbarrier_arrive_expect_tx(ring.full(), Stage::bytes);
            __syncwarp();
            if (copies) cp_async_bulk(ring.data() + target, source, bytes, ring.full());
            source += parts * block_bytes;
            ring.advance();
        }
    }
}

// Sums of a warpgroup: a thread has two rows of its 64, and of each two columns of every eight.
constexpr uint32 accumulators = Tile::bn / 2;
typedef float Accumulators[accumulators];

// The products of a slot of k: of one interval or more, whose small products are summed together.
template <class Parts>
struct Slot {
    static constexpr uint32 stages = divided(Parts::slot, block_steps);
    uint32 a[stages], b[stages];  // where its stages are

    // Adds some products of some steps of k to the sums, or to zeros: one turn.
    __device__ __forceinline__ void multiply(Accumulators& sums, uint32 first_product,
                                             uint32 last_product, uint32 first, uint32 last,
                                             bool adds, Turns& turns) const {
        turns.begin();
        wgmma_fence();
#pragma unroll
        for (uint32 product = first_product; product < last_product; ++product) {
            const uint32 begin_of_a = part_of_a<Parts>(product) * block_bytes;
            const uint32 begin_of_b =
                part_of_b<Parts>(product) * Stage<SplitRingTile<Parts>>::b_part_bytes;
#pragma unroll
            for (uint32 step = first; step < last; step += wgmma_steps) {
                const uint32 stage = step / block_steps, place = 2 * (step % block_steps);
                const bool scale_d = adds || product > first_product || step > first;
                wgmma<Parts::is_bf16>(sums, matrix_descriptor(a[stage] + begin_of_a + place),
                                      matrix_descriptor(b[stage] + begin_of_b + place), scale_d);
            }
        }
        wgmma_commit_group();
        turns.end();
        wgmma_wait_all(sums);
    }

    __device__ __forceinline__ void multiply_small(Accumulators& sums, Turns& turns) const {
        multiply(sums, 0, Parts::small_products, 0, Parts::slot, false, turns);
#pragma unroll
        for (uint32 i = 0; i < accumulators; ++i)
            sums[i] = __fmul_rn(sums[i], 1.0f / Parts::low_factor);
        fence_operand(sums);  // scaled before this group's turn, not in it
    }

    // Of an interval: on top of the small products if it is the first.
    __device__ __forceinline__ void multiply_large(Accumulators& sums, uint32 first,
                                                   Turns& turns) const {
        multiply(sums, Parts::small_products, Parts::products, first, first + Parts::interval,
                 Parts::small_products && first == 0, turns);
    }
};

// Multiplies all tiles of this block, by one warpgroup: 64 rows of each.
template <class Parts>
__device__ __forceinline__ void consume(const SplitOperands<Parts>& operands,
                                        const SplitTiles& tiles, const KRanges& ranges,
                                        const SplitChoice& choice, Ring<SplitRingTile<Parts>> ring,
                                        uint32* counters, int m, int n, float alpha, float beta,
                                        float* C, int ldc, int64 stride_c, const Addend& addend,
                                        int64 stride_addend) {
    using Stage = Stage<SplitRingTile<Parts>>;
    using Slot = Slot<Parts>;
    const uint32 group = threadIdx.x / warpgroup;
    const bool arrives = threadIdx.x % lanes == 0;
    Turns turns(group);
    uint32 computed = 0;
    for (uint32 number = blockIdx.x; number < ranges.count(); number += gridDim.x) {
        const KRange range = ranges[number];
        const SplitTile tile = tiles[range.tile];
        if (!choice.gives<Parts>(tile)) continue;
        if (range.number == 0) ++computed;
        const uint32 steps = min(operands.a.steps, range.last * block_steps);
        PromotedSums<1, accumulators> sums(steps - range.first * block_steps, Parts::interval);
        for (uint32 block = range.first; block < range.last; block += Slot::stages) {
            Slot slot;
            uint32 read[Slot::stages];
#pragma unroll
            for (uint32 stage = 0; stage < Slot::stages; ++stage) {
                ring.await(ring.full());
                slot.a[stage] = ring.data() + group * Stage::a_panel_bytes;
                slot.b[stage] = ring.data() + Stage::a_bytes;
                read[stage] = ring.empty();
                ring.advance();
            }
            Accumulators of_interval[1];
            if (Parts::small_products) slot.multiply_small(of_interval[0], turns);
#pragma unroll
            for (uint32 first = 0; first < Parts::slot; first += Parts::interval) {
                slot.multiply_large(of_interval[0], first, turns);
                if (first + Parts::interval == Parts::slot) {
                    __syncwarp();
#pragma unroll
                    for (uint32 stage = 0; stage < Slot::stages; ++stage)
                        if (arrives) mbarrier_arrive(read[stage]);
                }
                sums.add(of_interval);
            }
        }
        Accumulators& all = sums.all()[0];
        if (ranges.splits > 1 && !add_ranges(all, range, ranges, operands.partial_sums, counters))
            continue;
        const uint32 warp = threadIdx.x / lanes;
        store_sums(all, operands, tile, tile.row + warp * staged_rows, tile.column,
                   ring.memory + Ring<SplitRingTile<Parts>>::bytes + warp * staged_bytes, m, n,
                   alpha, beta, C + tile.product * stride_c, ldc,
                   {addend.matrix + tile.product * stride_addend, addend.leading});
    }
    turns.finish();
    if (threadIdx.x == 0) operands.notes->template add<Parts>(computed);
}

// Starts a ring of stages in shared memory, by all threads of a block, and returns where it is.
template <class Parts>
__device__ __forceinline__ uint32 started_stages(const void* memory) {
    const uint32 base = (cvta_to_shared(memory) + 1023) / 1024 * 1024;
    if (threadIdx.x == 0) Ring<SplitRingTile<Parts>>::start(base, 1);
    __syncthreads();
    return base;
}

// All tiles that these parts are suited for, by all threads of a block.
template <class Parts>
__device__ __forceinline__ void multiply_suited(uint32 stages, bool is_uncommon, SPLIT_PARAMETERS) {
    const bool is_consumer = threadIdx.x < Tile::consumers;
    const Ring<SplitRingTile<Parts>> ring(stages, is_consumer);
    // Both find out for themselves what they work on: fewer registers are in use between.
    if (is_consumer) {
        setmaxnreg_inc<Tile::consumer_registers>();
        const SplitOperands<Parts> operands(m, n, k, stride_a, stride_b, batch, workspace,
                                            prepared_a, prepared_b);
        const SplitTiles tiles(m, n, batch);
        consume<Parts>(operands, tiles, {tiles.count(), (uint32)splits, operands.a.blocks},
                       {operands, is_uncommon}, ring, counters + 1, m, n, alpha, beta, C, ldc,
                       stride_c, SGEMM_ADDEND(0), stride_addend);
    } else {
        setmaxnreg_dec<Tile::producer_registers>();
        if (threadIdx.x >= Tile::consumers + lanes) return;
        const SplitOperands<Parts> operands(m, n, k, stride_a, stride_b, batch, workspace,
                                            prepared_a, prepared_b);
        const SplitTiles tiles(m, n, batch);
        produce<Parts>(operands, tiles, {tiles.count(), (uint32)splits, operands.a.blocks},
                       {operands, is_uncommon}, ring);
    }
}
