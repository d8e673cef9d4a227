// The whole of the stream-K family: persistent blocks with one group of warps that fills a ring of
// stages and one or two that multiply. Its kernels differ in how they load, in how A lies in a
// stage, and in whether all warps multiply all steps of a stage.
#pragma once
#include "addend_prefetch.cuh"
#include "cp_async_instructions.cuh"
#include "epilogue.cuh"
#include "first_stage_prefetch.cuh"
#include "instructions.cuh"
#include "launch_instructions.cuh"
#include "library_parameters.cuh"
#include "opaque.cuh"
#include "operand_loads.cuh"
#include "shared_memory_epilogue.cuh"
#include "slice_reduction.cuh"
#include "stream_k_fixup.cuh"
#include "thread_number.cuh"

// Fills stages for one work item after the other, ahead of the consumers by the ring's length. The
// first one has been found already, if there are `more`.
template <class Tile, class LoadA, class LoadB>
__device__ __forceinline__ void produce(SGEMM_LIBRARY_PARAMETERS, const TensorMap* map_a,
                                        const TensorMap* map_b, uint32 memory,
                                        StreamKWork<Tile>& work, StreamKItem& item, bool more) {
    constexpr bool all = LoadA::by_all_threads || LoadB::by_all_threads;
    constexpr uint32 bulk_bytes = LoadA::bytes + LoadB::bytes;
    const bool is_first = threadIdx.x == Tile::consumers;
    if (!all && !is_first) return;

    Ring<Tile> ring(memory, false);
    for (; more; more = work.next(item)) {
        LoadA load_a;
        LoadB load_b;
        const int step = item.first * Tile::bk;
        load_a.begin(A + item.product * stride_a, lda, item.row, m, step,
                     stride_a ? item.product : 0);
        load_b.begin(B + item.product * stride_b, ldb, item.column, n, step,
                     stride_b ? item.product : 0);
        int left = k - step;
#pragma unroll 1
        for (uint32 iteration = item.first; iteration < item.end; ++iteration) {
            ring.await(ring.empty());
            const uint32 target = ring.data(), full = ring.full();
            if (bulk_bytes && is_first) mbarrier_arrive_expect_tx(full, bulk_bytes);
            if (LoadA::by_all_threads || is_first) load_a.fill(target, map_a, full, left);
            if (LoadB::by_all_threads || is_first)
                load_b.fill(target + Stage<Tile>::a_bytes, map_b, full, left);
            if (all) cp_async_mbarrier_arrive_noinc(full);
            left -= Tile::bk;
            ring.advance();
        }
    }
    // A thread's copies are complete before it ends.
    if (all) {
        cp_async_commit_group();
        cp_async_wait_group<0>();
    }
}

// What one step needs: pieces of four rows of A, or single rows where A is K-major, and pieces of
// four columns of B.
template <class Tile>
__device__ __forceinline__ void load_fragments(float (&a)[Tile::tm], float (&b)[Tile::tn],
                                               uint32 a_address, uint32 b_address) {
#pragma unroll
    for (int i = 0; i < Tile::tm; i += Tile::k_major_a ? 1 : 4)
        if (Tile::k_major_a)
            a[i] = ld_shared(a_address + i * row_stride<Tile> * Stage<Tile>::a_row);
        else
            unpack(&a[i], ld_shared_v4(a_address + i / 4 * row_stride<Tile> * 4));
#pragma unroll
    for (int j = 0; j < Tile::tn; j += 4)
        unpack(&b[j], ld_shared_v4(b_address + j / 4 * column_stride<Tile> * 4));
}

// accumulators += a * b^T row by row, every other row from the right: neighbours share an operand.
template <class Tile>
__device__ __forceinline__ void add_step(float (&accumulators)[Tile::tm][Tile::tn],
                                         const float (&a)[Tile::tm], const float (&b)[Tile::tn]) {
#pragma unroll
    for (int place = 0; place < Tile::tm * Tile::tn; ++place) {
        const int i = place / Tile::tn;
        const int j = i % 2 ? Tile::tn - 1 - place % Tile::tn : place % Tile::tn;
        accumulators[i][j] = fmaf(a[i], b[j], accumulators[i][j]);
    }
}

// Releases a stage that this warp has read.
__device__ __forceinline__ void release(uint32 empty) {
    __syncwarp();
    if (tid_x() % 32 == 0) mbarrier_arrive(empty);
}

// accumulators = the sum over some iterations of k, in ascending order.
//
// The package machine_code finds these two loops in the compiled kernel and patches them. It
// matches a step of k in the inner loop, and around it nothing but straight-line code; addresses go
// on from step to step and from stage to stage.
template <class Tile>
__device__ __forceinline__ void multiply_chunk(float (&accumulators)[Tile::tm][Tile::tn],
                                               Ring<Tile>& ring, uint32 iterations, uint32 a_offset,
                                               uint32 b_offset) {
    using Stage = Stage<Tile>;
    constexpr int steps = Stage::steps;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j) accumulators[i][j] = 0.0f;
    if (iterations == 0) return;
    uint32 a_address = ring.data() + a_offset, b_address = ring.data() + b_offset;
#pragma unroll 1
    do {
        ring.await(ring.full());
        const uint32 end = a_address + steps * Stage::a_step;
#pragma unroll 1
        do {
            float a[Tile::tm], b[Tile::tn];
            load_fragments<Tile>(a, b, a_address, b_address);
            a_address += Stage::a_step;
            b_address += Stage::b_step;
            add_step<Tile>(accumulators, a, b);
        } while (a_address != end);
        release(ring.empty());
        ring.advance();
        const uint32 back = ring.stage ? 0 : Tile::stages * Stage::bytes;
        a_address += Stage::bytes - steps * Stage::a_step - back;
        b_address += Stage::bytes - steps * Stage::b_step - back;
    } while (--iterations);
}

// Where a thread saves the sums of chunks: in its warp's part of the shared memory after the ring,
// as float4 with a stride of `saved_stride`.
template <class Tile>
__device__ __forceinline__ float4* saved_accumulators(uint32 scratch) {
    const uint32 own =
        opaque(scratch) + WarpScratch<Tile>::offset() + tid_x() % 32 * sizeof(float4);
    return static_cast<float4*>(__cvta_shared_to_generic(own));
}
template <class Tile>
__device__ __forceinline__ void add_saved(float (&accumulators)[Tile::tm][Tile::tn],
                                          const float4* saved) {
#pragma unroll
    for (int place = 0; place < Tile::tm * Tile::tn; place += 4) {
        const float4 before = saved[place / 4 * saved_stride];
        float* vector = &accumulators[place / Tile::tn][place % Tile::tn];
        vector[0] = __fadd_rn(before.x, vector[0]);
        vector[1] = __fadd_rn(before.y, vector[1]);
        vector[2] = __fadd_rn(before.z, vector[2]);
        vector[3] = __fadd_rn(before.w, vector[3]);
    }
}

// accumulators = the sum over the iterations of k of a work item. It is cut into chunks of a fifth
// of k, but not of less than 384 steps; each is summed by itself, and the sums of chunks are added
// in ascending order. So rounding errors grow as in a chain of a fifth of the length.
template <class Tile>
__device__ __forceinline__ void multiply_iterations(float (&accumulators)[Tile::tm][Tile::tn],
                                                    Ring<Tile>& ring, uint32 iterations,
                                                    uint32 iterations_of_tile, uint32 scratch) {
    uint32 left = iterations;
#pragma unroll 1
    while (true) {
        const uint32 now = min(left, max((iterations_of_tile + 4) / 5, 384 / Tile::bk));
        const Position place = position_in_stage<Tile>(tid_x());
        multiply_chunk<Tile>(accumulators, ring, now, place.row * Stage<Tile>::a_row,
                             Stage<Tile>::a_bytes + place.column * 4);
        if (left != iterations) add_saved<Tile>(accumulators, saved_accumulators<Tile>(scratch));
        left -= now;
        if (left == 0) break;
        save<Tile, saved_stride>(accumulators, saved_accumulators<Tile>(scratch));
    }
}

// The other way round: saved = saved + accumulators.
template <class Tile>
__device__ __forceinline__ void add_to_saved(const float (&accumulators)[Tile::tm][Tile::tn],
                                             float4* saved) {
#pragma unroll
    for (int place = 0; place < Tile::tm * Tile::tn; place += 4) {
        const float* sum = &accumulators[place / Tile::tn][place % Tile::tn];
        const float4 vector =
            added(saved[place / 4 * saved_stride], {sum[0], sum[1], sum[2], sum[3]});
        saved[place / 4 * saved_stride] = vector;
    }
}

// Where a thread's first elements of A and B lie in a stage, in bytes: those of its slice.
struct Offsets {
    uint32 a, b;
};
template <class Tile>
__device__ __forceinline__ Offsets offsets_of_slice() {
    using Stage = Stage<Tile>;
    const SliceWarp<Tile> own_warp(tid_x() / 32);
    const Position place = position_in_stage<Tile>(own_warp.place * 32 + tid_x() % 32);
    return {own_warp.slice * Stage::a_slice + place.row * Stage::a_row,
            Stage::a_bytes + own_warp.slice * Stage::b_slice + place.column * 4};
}

// accumulators = the sum over a slice's steps of some iterations, where A has the 128-byte swizzle:
// the steps of two slices of a row are 128 bytes. 32 lanes that read the same place of as many rows
// would all meet the same banks. So TMA permutes the eight float4 of a row, by exclusive or with
// the row's number in its address; eight neighbours then meet all banks. From one row of a thread
// to the next it is a multiple of eight, so that all are permuted alike. This loop is not patched
// in machine code: memory takes longer than it does.
template <class Tile>
__device__ __forceinline__ void multiply_swizzled(float (&accumulators)[Tile::tm][Tile::tn],
                                                  Ring<Tile>& ring, uint32 iterations) {
    using Stage = Stage<Tile>;
    static_assert(Stage::steps == 16 && Stage::bytes % 1024 == 0,
                  "half of 128 bytes, placed alike");
    const SliceWarp<Tile> own_warp(tid_x() / 32);
    const Position place = position_in_stage<Tile>(own_warp.place * 32 + tid_x() % 32);
    const uint32 a_offset = (own_warp.slice / 2 * Tile::bm + place.row) * Stage::a_row;
    const uint32 b_offset = Stage::a_bytes + own_warp.slice * Stage::b_slice + place.column * 4;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j) accumulators[i][j] = 0.0f;
#pragma unroll 1
    for (; iterations; --iterations) {
        ring.await(ring.full());
        const uint32 row_address = ring.data() + a_offset;
        const uint32 first = (row_address >> 7 & 7) ^ own_warp.slice % 2 * 4;
        uint32 b_address = ring.data() + b_offset;
#pragma unroll 2
        for (int vector = 0; vector < Stage::steps / 4; ++vector) {
            const uint32 a_address = row_address + ((first ^ vector) << 4);
            float rows[Tile::tm][4];
#pragma unroll
            for (int i = 0; i < Tile::tm; ++i)
                unpack(rows[i], ld_shared_v4(a_address + i * row_stride<Tile> * Stage::a_row));
#pragma unroll
            for (int step = 0; step < 4; ++step) {
                float a[Tile::tm], b[Tile::tn];
#pragma unroll
                for (int i = 0; i < Tile::tm; ++i) a[i] = rows[i][step];
#pragma unroll
                for (int j = 0; j < Tile::tn; j += 4)
                    unpack(&b[j], ld_shared_v4(b_address + j / 4 * column_stride<Tile> * 4));
                add_step<Tile>(accumulators, a, b);
                b_address += Stage::b_step;
            }
        }
        release(ring.empty());
        ring.advance();
    }
}

// accumulators = the sum over a slice's steps of some iterations. Four slices make chains of k
// shorter already, and there are no chunks.
template <class Tile>
__device__ __forceinline__ void multiply_slice(float (&accumulators)[Tile::tm][Tile::tn],
                                               Ring<Tile>& ring, uint32 iterations) {
    if constexpr (Stage<Tile>::is_swizzled) {
        multiply_swizzled<Tile>(accumulators, ring, iterations);
    } else {
        const Offsets offsets = offsets_of_slice<Tile>();
        multiply_chunk<Tile>(accumulators, ring, iterations, offsets.a, offsets.b);
    }
}

// With two slices there are chunks of a third of k, but not of less than 384 steps of a thread.
// Returns whether sums of chunks are saved, to which those of the last one are still to be added.
template <class Tile>
__device__ __forceinline__ bool multiply_chunks_of_slice(float (&accumulators)[Tile::tm][Tile::tn],
                                                         Ring<Tile>& ring, uint32 iterations,
                                                         uint32 iterations_of_tile,
                                                         uint32 scratch) {
    uint32 left = iterations;
#pragma unroll 1
    while (true) {
        const uint32 now = min(left, max((iterations_of_tile + 2) / 3, 384 / Stage<Tile>::steps));
        const Offsets offsets = offsets_of_slice<Tile>();
        multiply_chunk<Tile>(accumulators, ring, now, offsets.a, offsets.b);
        if (left == now) return left != iterations;
        if (left == iterations) {
            bar_sync<1, Tile::consumers>();  // nobody reads there any more
            save<Tile, saved_stride>(accumulators, saved_accumulators<Tile>(scratch));
        } else {
            add_to_saved<Tile>(accumulators, saved_accumulators<Tile>(scratch));
        }
        left -= now;
    }
}

// The fix-up where an item is a part of a tile, and the store of C if this block has the whole sum.
// `scratch` is the shared memory after the ring.
template <class Tile, class Work>
__device__ __forceinline__ void epilogue(float (&accumulators)[Tile::tm][Tile::tn],
                                         const Work& work, StreamKItem& item,
                                         SGEMM_LIBRARY_PARAMETERS, uint32 scratch, bool* answer) {
    if (item.end - item.first < work.iterations_of_tile &&
        !fix_up<Tile>(accumulators, work, item.tile, workspace, counters,
                      saved_accumulators<Tile>(scratch), answer))
        return;
    work.locate(item);  // once more, rather than to occupy registers all along
    float* const product = C + item.product * stride_c;
    if (!is_swapped && beta == 0.0f && holds_whole_float4(product, n, ldc)) {
        const Position again = position_in_stage<Tile>(tid_x());
        const Position first = {item.row + again.row, item.column + again.column};
        store_tile<rows_together<Tile>, row_stride<Tile>, column_stride<Tile>, true, false>(
            accumulators, first, m, n, alpha, beta, product, ldc);
    } else {
        const Position tile = position_in_c({(uint32)item.row, (uint32)item.column});
        store_c_coalesced<Tile>(accumulators, scratch, tile, is_swapped ? n : m,
                                is_swapped ? m : n, alpha, beta, product, ldc,
                                SGEMM_ADDEND(item.product));
    }
}

// Two blocks that share a multiprocessor are alike: what begins together stays together, and both
// would write C at the same time, while nobody multiplies. So half of the blocks begin later, by
// about as long as a tile of C takes to be written, if they have enough tiles to make up for it.
// Blocks whose producers copy elements drift out of step by themselves.
template <class Tile>
__device__ __forceinline__ void stagger(const StreamKWork<Tile>& work) {
    constexpr uint32 rests = Tile::bm * Tile::bn * 3 / 4096;
    if (blockIdx.x < gridDim.x / 2 || !work.has_whole(3)) return;
#pragma unroll 1
    for (uint32 rest = 0; rest < rests; ++rest) nanosleep<250>();
}

template <class Tile, bool is_staggered>
__device__ __forceinline__ void consume(SGEMM_LIBRARY_PARAMETERS, uint32 memory, char* stages,
                                        bool* answer) {
    StreamKWork<Tile> work(m, n, k, batch, stream_k_tiles);
    Ring<Tile> ring(memory, true);
    // Zero in every lane, which the compiler does not see: it computes what all lanes share before
    // they meet again after a stage, and then the loop could not be patched.
    if (is_swapped) ring.stage = tid_x() >> 12;
    const uint32 scratch = memory + Ring<Tile>::bytes;
    if constexpr (is_staggered) stagger<Tile>(work);
    StreamKItem item;
    while (work.next(item)) {
        float accumulators[Tile::tm][Tile::tn];
        const uint32 iterations = item.end - item.first;
        if (beta != 0.0f && iterations == work.iterations_of_tile) {
            const Position tile = position_in_c({(uint32)item.row, (uint32)item.column});
            prefetch_addend<TileOfC<Tile>, Tile::consumers>(
                SGEMM_ADDEND(item.product), tile.row, tile.column, tid_x(), is_swapped ? n : m,
                is_swapped ? m : n);
        }
        if constexpr (Tile::slices == 1) {
            multiply_iterations<Tile>(accumulators, ring, iterations, work.iterations_of_tile,
                                      scratch);
            epilogue<Tile>(accumulators, work, item, SGEMM_LIBRARY_ARGUMENTS, scratch, answer);
        } else {
            using Whole = ReducedTile<Tile>;
            float total[Whole::tm][Whole::tn];
            if constexpr (Tile::slices == 2) {
                const bool has_saved = multiply_chunks_of_slice<Tile>(
                    accumulators, ring, iterations, work.iterations_of_tile, scratch);
                reduce_two_slices<Tile, saved_stride>(total, accumulators,
                                                      saved_accumulators<Tile>(scratch), has_saved);
            } else {
                multiply_slice<Tile>(accumulators, ring, iterations);
                reduce_slices<Tile>(total, accumulators, stages + Ring<Tile>::bytes);
            }
            epilogue<Whole>(total, work, item, SGEMM_LIBRARY_ARGUMENTS, scratch, answer);
        }
    }
}

// Where a launch before it makes the operands (`is_second`), all threads wait for that one's end
// when they have found their work.
template <class Tile, class LoadA, class LoadB, bool is_second = false>
__device__ __forceinline__ void stream_k_gemm(SGEMM_LIBRARY_PARAMETERS, const TensorMap* map_a,
                                              const TensorMap* map_b) {
    extern __shared__ __align__(128) char stages[];
    __shared__ bool answer;
    launch_dependents();
    constexpr bool all = LoadA::by_all_threads || LoadB::by_all_threads;
    constexpr bool bulk = LoadA::bytes || LoadB::bytes;
    const uint32 memory = cvta_to_shared(stages);
    if (threadIdx.x == Tile::consumers) {
        if (LoadA::bytes) prefetch_tensor_map(map_a);
        if (LoadB::bytes) prefetch_tensor_map(map_b);
    }
    skip_product_if_unused(k, alpha);
    // The first copy is awaited by everybody. So one producer starts the barriers while the one who
    // copies in bulk finds its first work. Where all copy, registers are too few to find it so
    // early, and nobody is to be waited for.
    if (threadIdx.x == Tile::threads - 32)
        Ring<Tile>::start(memory, (all ? Tile::producers : 0) + (bulk ? 1 : 0));
    if (threadIdx.x >= Tile::consumers) {
        if (all) {
            __syncthreads();
            setmaxnreg_dec<Tile::producer_registers>();
        }
        StreamKWork<Tile> work(m, n, k, batch, stream_k_tiles);
        StreamKItem item;
        const bool more = work.next(item);
        if (!all) {
            __syncthreads();
            setmaxnreg_dec<Tile::producer_registers>();
        }
        if (is_second) wait_for_primary_launch();
        produce<Tile, LoadA, LoadB>(SGEMM_LIBRARY_ARGUMENTS, map_a, map_b, memory, work, item,
                                    more);
    } else {
        if (!all && !is_second) prefetch_first_stage<Tile>(SGEMM_LIBRARY_ARGUMENTS);
        __syncthreads();
        setmaxnreg_inc<Tile::consumer_registers>();
        if (is_second) wait_for_primary_launch();
        consume<Tile, Tile::blocks == 2 && !all>(SGEMM_LIBRARY_ARGUMENTS, memory, stages, &answer);
    }
}
