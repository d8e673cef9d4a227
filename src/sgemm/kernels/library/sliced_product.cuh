// A block's part of a product: a ring of blocks of A and B in shared memory, filled by
// asynchronous copies, and slices of threads that share the steps of each block among them.
#pragma once
#include "addend_prefetch.cuh"
#include "common.cuh"
#include "constants.cuh"
#include "cp_async_instructions.cuh"
#include "instructions.cuh"
#include "library_parameters.cuh"
#include "opaque.cuh"
#include "outer_product.cuh"
#include "partial_sums.cuh"
#include "staged_operand.cuh"
#include "store_instructions.cuh"
#include "thread_number.cuh"
#include "work_items.cuh"

// K-major blocks are transposed on their way where a thread has so many accumulators that its
// multiplications, not its loads, take the time; that made products 2% to 9% faster on an H200.
// With 16 accumulators a thread they were 3% slower.
template <class Tile>
constexpr bool transposes = Constants::transposes_operands;
template <class Tile>
using StagedA = StagedOperand<Tile, Tile::bm, Tile::tm, !Tile::trans_a, transposes<Tile>>;
template <class Tile>
using StagedB = StagedOperand<Tile, Tile::bn, Tile::tn, (bool)Tile::trans_b, transposes<Tile>>;

// Where a thread stands in its slice: its place among those that share rows and columns.
struct Place {
    uint32 slice, row, column;
};

// The 32 lanes of a warp lie 4 x 8 where the tile allows it. Lanes 2i and 2i + 1 share their
// columns, lanes i and i + 2 (within 16) mostly their rows: the hardware serves 16 lanes of a
// 128-bit shared load at a time where neighbours want the same. A slice of less than a warp lies
// row by row.
template <class Tile>
__device__ __forceinline__ Place place_in_tile(uint32 thread) {
    constexpr uint32 down = Tile::bm / Tile::tm, across = Tile::bn / Tile::tn;
    constexpr uint32 slice = down * across;
    const uint32 within = thread % slice;
    if (slice < 32) return {thread / slice, within / across, within % across};
    constexpr uint32 wide = down < 4 ? 32 / down : across < 8 ? across : 8, high = 32 / wide;
    constexpr uint32 pairs = high > 1 ? 2 : 1;  // rows of neighbouring lanes
    constexpr uint32 warps_across = across / wide;
    const uint32 warp = within / 32, lane = within % 32;
    return {thread / slice,
            warp / warps_across * high + lane / (pairs * wide) * pairs + lane % pairs,
            warp % warps_across * wide + lane / pairs % wide};
}

// Steps whose operands a thread holds: as many as one load brings, or half of them where registers
// are short.
template <class Tile>
struct Depth {
    static constexpr int a = !StagedA<Tile>::kept_k_major ? 1 : Tile::tm > 8 ? 2 : 4;
    static constexpr bool is_full = a > 1 && Tile::tm* Tile::tn > 32;
    static constexpr int b = !StagedB<Tile>::kept_k_major ? 1 : Tile::tn > 8 || is_full ? 2 : 4;
};

// Blocks of this tile that a multiprocessor should hold at once, by the registers that the
// accumulators and the operands take. With fewer registers than these, the compiler could still do
// without spills, but not without bank conflicts: 64 accumulators in 168 registers instead of 128
// were 10% faster on an H200, with three blocks of 128 threads instead of four.
template <class Tile>
struct Residency {
    static constexpr int accumulators = Tile::tm * Tile::tn;
    static constexpr int operands = Tile::tm * Depth<Tile>::a + Tile::tn * Depth<Tile>::b;
    static constexpr int wanted = accumulators > 32   ? (Tile::threads > 128 ? 128 : 168)
                                  : accumulators > 16 ? 128
                                  : operands > 20     ? 88
                                                      : 80;
    static constexpr int fitting = 65536 / (wanted * Tile::threads);
    static constexpr int blocks = fitting < 1 ? 1 : fitting > 16 ? 16 : fitting;
};

// Whether the last block of a range ends with the range, not with the block: with all steps of a
// short k that is up to a tenth of the product. Large tiles without slices spend little on the rest
// of a block, and a second copy of their steps made them 2% slower on an H200.
template <class Tile>
constexpr bool ends_with_range = Tile::tm * Tile::tn <= 32 || Tile::slices > 1;

// Some steps of a block, the operands of the first at these addresses.
template <class Tile, int steps>
__device__ __forceinline__ void add_steps(float (&accumulators)[Tile::tm][Tile::tn],
                                          uint32 address_a, uint32 address_b) {
    constexpr int depth_a = Depth<Tile>::a, depth_b = Depth<Tile>::b;
    float a[depth_a][Tile::tm], b[depth_b][Tile::tn];
#pragma unroll
    for (int step = 0; step < steps; ++step) {
        if (step % depth_a == 0)
            StagedA<Tile>::load(a, address_a + StagedA<Tile>::address(0, step, 0));
        if (step % depth_b == 0)
            StagedB<Tile>::load(b, address_b + StagedB<Tile>::address(0, step, 0));
        add_row_by_row<Tile>(accumulators, a[step % depth_a], b[step % depth_b]);
    }
}

// Chains of multiply-adds are cut after 128 steps of a slice, if it goes on: rounding errors grow
// with a chain's length. The sum so far is saved in shared memory after the ring, as float4 with a
// stride of as many as there are threads. For two of the tiles: others have more slices
// and so shorter chains, or need their memory for more blocks a multiprocessor.
template <class Tile>
struct Chain {
    static constexpr bool is_cut = Constants::cuts_chains;
    static constexpr uint32 blocks = Constants::chain_steps * Tile::slices / Tile::bk;
};

// accumulators = what is saved + accumulators, element by element.
template <class Tile>
__device__ __forceinline__ void add_saved(float (&accumulators)[Tile::tm][Tile::tn], uint32 saved) {
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; j += 4) {
            const float4 before =
                ld_shared_v4(saved + (i * Tile::tn + j) / 4 * (Tile::threads * 16));
            accumulators[i][j] = __fadd_rn(before.x, accumulators[i][j]);
            accumulators[i][j + 1] = __fadd_rn(before.y, accumulators[i][j + 1]);
            accumulators[i][j + 2] = __fadd_rn(before.z, accumulators[i][j + 2]);
            accumulators[i][j + 3] = __fadd_rn(before.w, accumulators[i][j + 3]);
        }
}

// Ends a chain: its sum is added to what is saved, and the next one starts at zero.
template <class Tile>
__device__ __forceinline__ void cut_chain(float (&accumulators)[Tile::tm][Tile::tn], uint32 saved,
                                          bool is_first) {
    if (!is_first) add_saved<Tile>(accumulators, saved);
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; j += 4) {
            float* const s = &accumulators[i][j];
            st_shared_v4(saved + (i * Tile::tn + j) / 4 * (Tile::threads * 16),
                         {s[0], s[1], s[2], s[3]});
            s[0] = s[1] = s[2] = s[3] = 0.0f;
        }
}

template <class Tile>
__device__ __forceinline__ void multiply_part(SGEMM_LIBRARY_PARAMETERS) {
    constexpr int stage = StagedA<Tile>::floats + StagedB<Tile>::floats;
    constexpr int steps = Tile::bk / Tile::slices;  // of a block, for each slice
    static_assert(steps % 4 == 0, "a slice takes 4 steps at a time");
    extern __shared__ __align__(16) float memory[];
    skip_product_if_unused(k, alpha);

    if (beta != 0.0f && splits == 1) {
        // The item is found again below: from here on it would occupy registers.
        const WorkItem item = whole_item<Tile>(opaque(m), opaque(n));
        prefetch_addend<Tile, Tile::threads>(SGEMM_ADDEND(item.product), item.row, item.column,
                                             tid_x(), m, n);
    }
    const WorkItem item = work_item<Tile>(m, n, splits);
    const Range range = steps_of_part<Tile>(item.part, splits, k);
    StagedA<Tile> staged_a(A + item.product * stride_a, lda, item.row, m, range.first);
    StagedB<Tile> staged_b(B + item.product * stride_b, ldb, item.column, n, range.first);
    staged_a.policy = staged_b.policy = policy_of_large_operand(m, n, k, batch);
    const uint32 address = cvta_to_shared(memory);
    const Place place = place_in_tile<Tile>(threadIdx.x);
    float accumulators[Tile::tm][Tile::tn] = {};

    // All stages but one are under way before the first is awaited. A group that copies nothing,
    // beyond the end, still counts, so that the number to wait for stays the same.
    uint32 next = range.first;
#pragma unroll 1
    for (int i = 0; i < Tile::stages - 1; ++i) {
        if (next < range.end) {
            staged_a.copy(next, range.end, address + i * stage * 4);
            staged_b.copy(next, range.end, address + (i * stage + StagedA<Tile>::floats) * 4);
        }
        cp_async_commit_group();
        next += Tile::bk;
    }
    uint32 current = 0, target = Tile::stages - 1, start = range.first;
    const uint32 saved = address + Tile::stages * stage * 4 + threadIdx.x * 16;
    const uint32 chain = Chain<Tile>::blocks * Tile::bk;
    uint32 cut = range.first + chain;  // where the chain under way ends
#pragma unroll 1
    for (; ends_with_range<Tile> ? start + Tile::bk <= range.end : start < range.end;
         start += Tile::bk) {
        cp_async_wait_group<Tile::stages - 2>();
        __syncthreads();
        // Into the stage that all threads have left, as the barrier says.
        if (next < range.end) {
            staged_a.copy(next, range.end, address + target * stage * 4);
            staged_b.copy(next, range.end, address + (target * stage + StagedA<Tile>::floats) * 4);
        }
        cp_async_commit_group();
        next += Tile::bk;
        const uint32 block = address + current * stage * 4;
        const uint32 address_a = StagedA<Tile>::address(block, place.slice * steps, place.row);
        const uint32 address_b = StagedB<Tile>::address(block + StagedA<Tile>::floats * 4,
                                                        place.slice * steps, place.column);
        if (Chain<Tile>::is_cut && start == cut) {
            cut_chain<Tile>(accumulators, saved, cut == range.first + chain);
            cut += chain;
        }
        add_steps<Tile, steps>(accumulators, address_a, address_b);
        target = current;
        current = current == Tile::stages - 1 ? 0 : current + 1;
    }
    if (ends_with_range<Tile> && start < range.end) {
        // What is left of the range, four steps at a time: those beyond its end are zeros.
        cp_async_wait_group<Tile::stages - 2>();
        __syncthreads();
        const uint32 block = address + current * stage * 4;
        uint32 address_a = StagedA<Tile>::address(block, place.slice * steps, place.row);
        uint32 address_b = StagedB<Tile>::address(block + StagedA<Tile>::floats * 4,
                                                  place.slice * steps, place.column);
        if (Chain<Tile>::is_cut && start == cut) {
            cut_chain<Tile>(accumulators, saved, cut == range.first + chain);
            cut += chain;
        }
        const int left = min((int)(range.end - start - place.slice * steps), steps);
#pragma unroll 1
        for (int step = 0; step < left; step += 4) {
            add_steps<Tile, 4>(accumulators, address_a, address_b);
            address_a += StagedA<Tile>::address(0, 4, 0);
            address_b += StagedB<Tile>::address(0, 4, 0);
        }
    }
    if (Chain<Tile>::is_cut && cut != range.first + chain) add_saved<Tile>(accumulators, saved);
    // The sums of all slices take the place of the ring.
    cp_async_wait_group<0>();
    __syncthreads();
    const uint32 slice = address + place.slice * (SliceSums<Tile>::floats * 4);
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i) {
        const uint32 row =
            slice + StagedA<Tile>::element(place.row, i) * (SliceSums<Tile>::pitch * 4);
#pragma unroll
        for (int j = 0; j < Tile::tn; j += StagedB<Tile>::kept_k_major ? 1 : 4) {
            const uint32 to = row + StagedB<Tile>::element(place.column, j) * 4;
            const float* s = &accumulators[i][j];
            if (StagedB<Tile>::kept_k_major)
                st_shared(to, s[0]);
            else
                st_shared_v4(to, {s[0], s[1], s[2], s[3]});
        }
    }
    __syncthreads();
    write_tile<Tile>(address, item, m, n, alpha, beta, C + item.product * stride_c, ldc,
                     SGEMM_ADDEND(item.product), workspace, counters, splits);
}
