// The fix-up: from the partial sums of a stream-K tile, which different blocks have computed, to
// their sum. For the stream-K family. Its twin in the ladder is in rungs_19_21_stream_k.cuh.
//
// A block stores its partial sums in the workspace and counts itself in at its tile; the last of up
// to `fan` to arrive adds the parts in ascending order of k, whatever their order of arrival. No
// block waits for another, and the same call gives the same bits. Where a tile has more parts than
// these, one block would be at it for long: a launch of its own adds them all, on all
// multiprocessors (reduction_kernel.cuh).
#pragma once
#include "async_instructions.cuh"
#include "constants.cuh"
#include "stream_k_work.cuh"
#include "thread_instructions.cuh"
#include "thread_number.cuh"

// Adds nothing to any number, -0 included.
constexpr float no_sum = -0.0f;

// How many parts are added at once.
constexpr uint32 fan = Constants::fan;

// The parts of one tile in the workspace, from one float4 on. Each block has two slots, for the
// first and for the last tile of its share. A thread keeps to float4 of its own, with a stride of
// as many as there are consumers.
template <class Tile>
class PartialSums {
   public:
    static constexpr int vectors = Tile::tm * Tile::tn / 4;  // of a thread

    __device__ __forceinline__ PartialSums(float* workspace, uint32 vector, uint32 first_block,
                                           bool begins_before)
        : own(reinterpret_cast<float4*>(workspace) + vector),
          first(2 * first_block),
          beginning(begins_before) {}

    // The slot of a part: only the first block's share may begin in front of the
    // tile, which then is the last of that share.
    __device__ __forceinline__ uint32 slot(uint32 part) const {
        return first + (part ? 2 * part : beginning);
    }
    __device__ __forceinline__ float4* at(uint32 part) const {
        return own + (uint64)slot(part) * (Tile::bm * Tile::bn / 4);
    }

   private:
    float4* const own;
    const uint32 first, beginning;
};

// From one float4 of a thread in shared memory to the next.
constexpr int saved_stride = 32;

// A thread's accumulators to memory as float4 with a stride, and back.
template <class Tile, int stride>
__device__ __forceinline__ void save(const float (&accumulators)[Tile::tm][Tile::tn],
                                     float4* saved) {
#pragma unroll
    for (int place = 0; place < Tile::tm * Tile::tn; place += 4) {
        const float* vector = &accumulators[place / Tile::tn][place % Tile::tn];
        saved[place / 4 * stride] = {vector[0], vector[1], vector[2], vector[3]};
    }
}
template <class Tile, int stride>
__device__ __forceinline__ void load_saved(float (&accumulators)[Tile::tm][Tile::tn],
                                           const float4* saved) {
#pragma unroll
    for (int place = 0; place < Tile::tm * Tile::tn; place += 4) {
        const float4 vector = saved[place / 4 * stride];
        float* sum = &accumulators[place / Tile::tn][place % Tile::tn];
        sum[0] = vector.x, sum[1] = vector.y, sum[2] = vector.z, sum[3] = vector.w;
    }
}

// Adds parts `next` to `end` in their order, to what is in shared memory if `next` is not 0. The
// sum is left there, so that all registers are free for loads: a thread has 24 under way, for this
// takes as long as it has to wait for memory.
template <class Tile>
__device__ __forceinline__ void add_partial_sums(const PartialSums<Tile>& parts, uint32 next,
                                                 uint32 end, float4* result) {
    constexpr int all = PartialSums<Tile>::vectors;
    constexpr int vectors = all % 8 == 0 ? 8 : all % 6 == 0 ? 6 : 7;
    constexpr int at_once = 24 / vectors;
    static_assert(PartialSums<Tile>::vectors % vectors == 0,
                  "a thread's vectors are taken in equal groups");
#pragma unroll 1
    for (uint32 group = 0; group < PartialSums<Tile>::vectors; group += vectors) {
        float4 sum[vectors];
#pragma unroll
        for (int q = 0; q < vectors; ++q) {
            sum[q] = {no_sum, no_sum, no_sum, no_sum};
            if (next) sum[q] = result[(group + q) * saved_stride];
        }
#pragma unroll 1
        for (uint32 begin = next; begin < end; begin += at_once) {
            float4 part[at_once][vectors];
#pragma unroll
            for (int i = 0; i < at_once; ++i) {
                const float4* from = parts.at(begin + i) + group * Tile::consumers;
#pragma unroll
                for (int q = 0; q < vectors; ++q) {
                    part[i][q] = {no_sum, no_sum, no_sum, no_sum};
                    if (begin + i < end) part[i][q] = from[q * Tile::consumers];
                }
            }
#pragma unroll
            for (int i = 0; i < at_once; ++i)
#pragma unroll
                for (int q = 0; q < vectors; ++q)
                    sum[q] = {__fadd_rn(sum[q].x, part[i][q].x), __fadd_rn(sum[q].y, part[i][q].y),
                              __fadd_rn(sum[q].z, part[i][q].z), __fadd_rn(sum[q].w, part[i][q].w)};
        }
#pragma unroll
        for (int q = 0; q < vectors; ++q) result[(group + q) * saved_stride] = sum[q];
    }
}

// Counts this block in at a tile by `count`, after all that its consumers have written, and returns
// to them whether all `others` had been counted in before. Then they see what the others have
// written, and the counter is back at zero for the next launch.
template <class Tile>
__device__ __forceinline__ bool is_last_arriver(uint32* counter, uint32 others, uint32 count,
                                                bool* answer) {
    bar_sync<1, Tile::consumers>();
    if (threadIdx.x == 0) {
        fence_acq_rel_gpu();
        *answer = atom_add_relaxed_gpu(counter, count) == others;
        if (*answer) *counter = 0;
        fence_acq_rel_gpu();
    }
    bar_sync<1, Tile::consumers>();
    const bool is_last = *answer;
    bar_sync<1, Tile::consumers>();  // all have read it before it is written again
    return is_last;
}

// Stores this block's part of a tile in the workspace, or adds all parts if it is the last one to
// arrive: then it has the sum, and returns true. The others have no more to do with the tile.
// `saved` is a thread's shared memory for its accumulators.
//
// A share ends with the first part of its last tile, which the others have begun with: most often
// they have left theirs when it comes, and the first part need not go by way of the workspace.
template <class Tile, class Work>
__device__ __forceinline__ bool fix_up(float (&accumulators)[Tile::tm][Tile::tn], const Work& work,
                                       uint32 tile, float* workspace, uint32* counters,
                                       float4* saved, bool* answer) {
    const bool has_reduction_kernel = work.has_more_parts_than(fan);
    const uint32 first = work.first_block(tile), part = blockIdx.x - first;
    const uint32 others = work.last_block(tile) - first;
    const bool begins_before = work.begins_before(first, tile);
    const PartialSums<Tile> parts(workspace, tid_x(), first, begins_before);
    uint32* const counter = counters + parts.slot(0);
    const bool comes_late = part == 0 && begins_before && !has_reduction_kernel;
    uint32 next = 0;
    if (comes_late && is_last_arriver<Tile>(counter, others, 0, answer)) {
        save<Tile, saved_stride>(accumulators, saved);
        next = 1;
    } else {
        save<Tile, Tile::consumers>(accumulators, parts.at(part));
        if (has_reduction_kernel || !is_last_arriver<Tile>(counter, others, 1, answer))
            return false;
    }
    add_partial_sums<Tile>(parts, next, others + 1, saved);
    load_saved<Tile, saved_stride>(accumulators, saved);
    return true;
}
