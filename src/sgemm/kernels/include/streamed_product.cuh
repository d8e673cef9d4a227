// The whole of rungs 16, 17, 21 to 23 and 26, and of rung 25's second launch: persistent blocks
// with one group of warps that fills a ring of stages and one or two that multiply. The rungs
// differ in their fillers, in how A lies in a stage, and in whether all warps multiply all steps
// of a stage.
#pragma once
#include "fillers.cuh"
#include "first_stage.cuh"
#include "results.cuh"
#include "sliced_sums.cuh"
#include "streamed_parts.cuh"
#include "sums_in_lines.cuh"

// Fills stages for one work item after the other, ahead of the consumers by the ring's length. The
// first one has been found already, if there are `more`.
template <class Tile, class FillerA, class FillerB>
__device__ __forceinline__ void produce(SGEMM_EXTENDED_PARAMETERS, const TensorMap* map_a,
                                        const TensorMap* map_b, uint32 memory,
                                        StreamedWork<Tile>& work, WorkItem& item, bool more) {
    constexpr bool all = FillerA::by_all_threads || FillerB::by_all_threads;
    constexpr uint32 bulk_bytes = FillerA::bytes + FillerB::bytes;
    const bool is_first = threadIdx.x == Tile::consumers;
    if (!all && !is_first) return;

    Ring<Tile> ring(memory, false);
    for (; more; more = work.next(item)) {
        FillerA filler_a;
        FillerB filler_b;
        const int step = item.first * Tile::bk;
        filler_a.begin(A + item.product * stride_a, lda, item.row, m, step,
                       stride_a ? item.product : 0);
        filler_b.begin(B + item.product * stride_b, ldb, item.column, n, step,
                       stride_b ? item.product : 0);
        int left = k - step;
#pragma unroll 1
        for (uint32 block = item.first; block < item.end; ++block) {
            ring.await(ring.empty());
            const uint32 target = ring.data(), full = ring.full();
            if (bulk_bytes && is_first) mbarrier_arrive_expect_tx(full, bulk_bytes);
            if (FillerA::by_all_threads || is_first) filler_a.fill(target, map_a, full, left);
            if (FillerB::by_all_threads || is_first)
                filler_b.fill(target + Stage<Tile>::a_bytes, map_b, full, left);
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

// What one step needs: pieces of four rows of A, or rows along k, and pieces of four columns of B.
template <class Tile>
__device__ __forceinline__ void load_fragments(float (&a)[Tile::tm], float (&b)[Tile::tn],
                                               uint32 a_address, uint32 b_address) {
#pragma unroll
    for (int i = 0; i < Tile::tm; i += Tile::along_k ? 1 : 4)
        if (Tile::along_k)
            a[i] = ld_shared(a_address + i * rows_apart<Tile> * Stage<Tile>::a_row);
        else
            unpack(&a[i], ld_shared_v4(a_address + i / 4 * rows_apart<Tile> * 4));
#pragma unroll
    for (int j = 0; j < Tile::tn; j += 4)
        unpack(&b[j], ld_shared_v4(b_address + j / 4 * columns_apart<Tile> * 4));
}

// sums += a * b^T row by row, every other row from the right: neighbours share an operand.
template <class Tile>
__device__ __forceinline__ void add_step(float (&sums)[Tile::tm][Tile::tn],
                                         const float (&a)[Tile::tm], const float (&b)[Tile::tn]) {
#pragma unroll
    for (int place = 0; place < Tile::tm * Tile::tn; ++place) {
        const int i = place / Tile::tn;
        const int j = i % 2 ? Tile::tn - 1 - place % Tile::tn : place % Tile::tn;
        sums[i][j] = fmaf(a[i], b[j], sums[i][j]);
    }
}

// Tells the producers that this warp has read all of a stage.
__device__ __forceinline__ void release(uint32 empty) {
    __syncwarp();
    if (tid_x() % 32 == 0) mbarrier_arrive(empty);
}

// sums = the sum over some blocks of k, in ascending order.
//
// The two loops are written for the one who reads them: the toolchain's room machine_code, which
// finds them in the compiled kernel and writes them anew. It knows a step of k in the inner loop,
// and around it nothing but straight lines; addresses go on from step to step and from stage to
// stage.
template <class Tile>
__device__ __forceinline__ void multiply_chunk(float (&sums)[Tile::tm][Tile::tn],
                                               Ring<Tile>& ring, uint32 blocks, uint32 a_offset,
                                               uint32 b_offset) {
    using Stage = Stage<Tile>;
    constexpr int steps = Stage::steps;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j) sums[i][j] = 0.0f;
    if (blocks == 0) return;
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
            add_step<Tile>(sums, a, b);
        } while (a_address != end);
        release(ring.empty());
        ring.advance();
        const uint32 back = ring.stage ? 0 : Tile::stages * Stage::bytes;
        a_address += Stage::bytes - steps * Stage::a_step - back;
        b_address += Stage::bytes - steps * Stage::b_step - back;
    } while (--blocks);
}

// Where a thread keeps the sums of the chunks that it has been through: in its warp's part of the
// shared memory behind the ring, its quads `kept_apart`.
template <class Tile>
__device__ __forceinline__ float4* kept_sums(uint32 rooms) {
    const uint32 own = anew(rooms) + WarpRoom<Tile>::offset() + tid_x() % 32 * sizeof(float4);
    return static_cast<float4*>(__cvta_shared_to_generic(own));
}
template <class Tile>
__device__ __forceinline__ void add_kept(float (&sums)[Tile::tm][Tile::tn], const float4* kept) {
#pragma unroll
    for (int place = 0; place < Tile::tm * Tile::tn; place += 4) {
        const float4 before = kept[place / 4 * kept_apart];
        float* quad = &sums[place / Tile::tn][place % Tile::tn];
        quad[0] = __fadd_rn(before.x, quad[0]);
        quad[1] = __fadd_rn(before.y, quad[1]);
        quad[2] = __fadd_rn(before.z, quad[2]);
        quad[3] = __fadd_rn(before.w, quad[3]);
    }
}

// sums = the sum over the blocks of k of a work item. It is cut into chunks of a fifth of k, but
// not of less than 384 steps; each is summed by itself, and the sums of chunks are added in
// ascending order. So rounding errors grow as in a chain of a fifth of the length.
template <class Tile>
__device__ __forceinline__ void multiply_blocks(float (&sums)[Tile::tm][Tile::tn],
                                                Ring<Tile>& ring, uint32 blocks, uint32 depth,
                                                uint32 rooms) {
    uint32 left = blocks;
#pragma unroll 1
    while (true) {
        const uint32 now = min(left, max((depth + 4) / 5, 384 / Tile::bk));
        const Position place = position_in_stage<Tile>(tid_x());
        multiply_chunk<Tile>(sums, ring, now, place.row * Stage<Tile>::a_row,
                             Stage<Tile>::a_bytes + place.column * 4);
        if (left != blocks) add_kept<Tile>(sums, kept_sums<Tile>(rooms));
        left -= now;
        if (left == 0) break;
        save<Tile, kept_apart>(sums, kept_sums<Tile>(rooms));
    }
}

// The other way round: what is kept, and the sums.
template <class Tile>
__device__ __forceinline__ void add_to_kept(const float (&sums)[Tile::tm][Tile::tn],
                                            float4* kept) {
#pragma unroll
    for (int place = 0; place < Tile::tm * Tile::tn; place += 4) {
        const float* sum = &sums[place / Tile::tn][place % Tile::tn];
        const float4 quad =
            added(kept[place / 4 * kept_apart], {sum[0], sum[1], sum[2], sum[3]});
        kept[place / 4 * kept_apart] = quad;
    }
}

// Where a thread's first elements of A and B lie in a stage, in bytes: those of its slice.
struct Offsets {
    uint32 a, b;
};
template <class Tile>
__device__ __forceinline__ Offsets offsets_of_slice() {
    using Stage = Stage<Tile>;
    const Share<Tile> share(tid_x() / 32);
    const Position place = position_in_stage<Tile>(share.place * 32 + tid_x() % 32);
    return {share.slice * Stage::a_slice + place.row * Stage::a_row,
            Stage::a_bytes + share.slice * Stage::b_slice + place.column * 4};
}

// sums = the sum over a slice's steps of some blocks, where A comes in lines: the steps of two
// slices of a row in 128 bytes. 32 lanes that read the same place of as many lines would all meet
// the same banks. So the unit for bulk copies permutes the eight quads of a line, by exclusive or
// with the line's number in its address; eight neighbours then meet all banks. A thread's own lines
// lie a multiple of eight apart, and are permuted alike. The quads are asked for here, not by
// machine_code: memory takes longer than this loop.
template <class Tile>
__device__ __forceinline__ void multiply_lines(float (&sums)[Tile::tm][Tile::tn], Ring<Tile>& ring,
                                               uint32 blocks) {
    using Stage = Stage<Tile>;
    static_assert(Stage::steps == 16 && Stage::bytes % 1024 == 0, "half a line, placed alike");
    const Share<Tile> share(tid_x() / 32);
    const Position place = position_in_stage<Tile>(share.place * 32 + tid_x() % 32);
    const uint32 a_offset = (share.slice / 2 * Tile::bm + place.row) * Stage::a_row;
    const uint32 b_offset = Stage::a_bytes + share.slice * Stage::b_slice + place.column * 4;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j) sums[i][j] = 0.0f;
#pragma unroll 1
    for (; blocks; --blocks) {
        ring.await(ring.full());
        const uint32 line = ring.data() + a_offset;
        const uint32 first = (line >> 7 & 7) ^ share.slice % 2 * 4;
        uint32 b_address = ring.data() + b_offset;
#pragma unroll 2
        for (int quad = 0; quad < Stage::steps / 4; ++quad) {
            const uint32 a_address = line + ((first ^ quad) << 4);
            float rows[Tile::tm][4];
#pragma unroll
            for (int i = 0; i < Tile::tm; ++i)
                unpack(rows[i], ld_shared_v4(a_address + i * rows_apart<Tile> * Stage::a_row));
#pragma unroll
            for (int step = 0; step < 4; ++step) {
                float a[Tile::tm], b[Tile::tn];
#pragma unroll
                for (int i = 0; i < Tile::tm; ++i) a[i] = rows[i][step];
#pragma unroll
                for (int j = 0; j < Tile::tn; j += 4)
                    unpack(&b[j], ld_shared_v4(b_address + j / 4 * columns_apart<Tile> * 4));
                add_step<Tile>(sums, a, b);
                b_address += Stage::b_step;
            }
        }
        release(ring.empty());
        ring.advance();
    }
}

// sums = the sum over a slice's steps of some blocks. Four slices make chains of k shorter already,
// and there are no chunks.
template <class Tile>
__device__ __forceinline__ void multiply_slice(float (&sums)[Tile::tm][Tile::tn], Ring<Tile>& ring,
                                               uint32 blocks) {
    if constexpr (Stage<Tile>::has_lines) {
        multiply_lines<Tile>(sums, ring, blocks);
    } else {
        const Offsets offsets = offsets_of_slice<Tile>();
        multiply_chunk<Tile>(sums, ring, blocks, offsets.a, offsets.b);
    }
}

// With two slices there are chunks of a third of k, but not of less than 384 steps of a thread.
// Tells whether sums of chunks are kept, to which those of the last one are still to be added.
template <class Tile>
__device__ __forceinline__ bool multiply_chunks_of_slice(float (&sums)[Tile::tm][Tile::tn],
                                                         Ring<Tile>& ring, uint32 blocks,
                                                         uint32 depth, uint32 rooms) {
    uint32 left = blocks;
#pragma unroll 1
    while (true) {
        const uint32 now = min(left, max((depth + 2) / 3, 384 / Stage<Tile>::steps));
        const Offsets offsets = offsets_of_slice<Tile>();
        multiply_chunk<Tile>(sums, ring, now, offsets.a, offsets.b);
        if (left == now) return left != blocks;
        if (left == blocks) {
            bar_sync<1, Tile::consumers>();  // nobody reads there any more
            save<Tile, kept_apart>(sums, kept_sums<Tile>(rooms));
        } else {
            add_to_kept<Tile>(sums, kept_sums<Tile>(rooms));
        }
        left -= now;
    }
}

// Puts the sums of an item together with those of other blocks, where it is a part of a tile, and
// writes C if this block has them all. `rooms` is the shared memory behind the ring.
template <class Tile, class Work>
__device__ __forceinline__ void finish(float (&sums)[Tile::tm][Tile::tn], const Work& work,
                                       WorkItem& item, SGEMM_EXTENDED_PARAMETERS, uint32 rooms,
                                       bool* answer) {
    if (item.end - item.first < work.depth &&
        !put_together<Tile>(sums, work, item.tile, workspace, counters, kept_sums<Tile>(rooms),
                            answer))
        return;
    work.locate(item);  // once more, rather than to occupy registers all along
    float* const product = C + item.product * stride_c;
    if (beta == 0.0f && has_quads(product, n, ldc)) {
        const Position again = position_in_stage<Tile>(tid_x());
        const Position first = {item.row + again.row, item.column + again.column};
        store_tile<rows_together<Tile>, rows_apart<Tile>, columns_apart<Tile>, true, false>(
            sums, first, m, n, alpha, beta, product, ldc);
    } else {
        const Position tile = {(uint32)item.row, (uint32)item.column};
        write_in_lines<Tile>(sums, rooms, tile, m, n, alpha, beta, product, ldc);
    }
}

// Two blocks that share a multiprocessor are alike: what begins together stays together, and both
// would write C at the same time, while nobody multiplies. So half of the blocks begin later, by
// about as long as a tile of C takes to be written, if they have enough tiles to make up for it.
// Blocks whose producers copy elements drift apart by themselves.
template <class Tile>
__device__ __forceinline__ void begin_apart(const StreamedWork<Tile>& work) {
    constexpr uint32 rests = Tile::bm * Tile::bn * 3 / 4096;
    if (blockIdx.x < gridDim.x / 2 || !work.has_whole(3)) return;
#pragma unroll 1
    for (uint32 rest = 0; rest < rests; ++rest) nanosleep<250>();
}

template <class Tile, bool is_apart>
__device__ __forceinline__ void consume(SGEMM_EXTENDED_PARAMETERS, uint32 memory, char* stages,
                                        bool* answer) {
    StreamedWork<Tile> work(m, n, k, batch, streamed);
    Ring<Tile> ring(memory, true);
    const uint32 rooms = memory + Ring<Tile>::bytes;
    if constexpr (is_apart) begin_apart<Tile>(work);
    WorkItem item;
    while (work.next(item)) {
        float sums[Tile::tm][Tile::tn];
        const uint32 blocks = item.end - item.first;
        if constexpr (Tile::slices == 1) {
            multiply_blocks<Tile>(sums, ring, blocks, work.depth, rooms);
            finish<Tile>(sums, work, item, SGEMM_EXTENDED_ARGUMENTS, rooms, answer);
        } else {
            using Whole = AddedUp<Tile>;
            float total[Whole::tm][Whole::tn];
            if constexpr (Tile::slices == 2) {
                const bool has_kept =
                    multiply_chunks_of_slice<Tile>(sums, ring, blocks, work.depth, rooms);
                add_halves<Tile, kept_apart>(total, sums, kept_sums<Tile>(rooms), has_kept);
            } else {
                multiply_slice<Tile>(sums, ring, blocks);
                add_slices<Tile>(total, sums, stages + Ring<Tile>::bytes);
            }
            finish<Whole>(total, work, item, SGEMM_EXTENDED_ARGUMENTS, rooms, answer);
        }
    }
}

// Where a launch before it makes the operands (`is_second`), all threads wait for that one's end
// when they have found their work.
template <class Tile, class FillerA, class FillerB, bool is_second = false>
__device__ __forceinline__ void streamed_product(SGEMM_EXTENDED_PARAMETERS, const TensorMap* map_a,
                                                 const TensorMap* map_b) {
    extern __shared__ __align__(128) char stages[];
    __shared__ bool answer;
    let_next_launch_begin();
    constexpr bool all = FillerA::by_all_threads || FillerB::by_all_threads;
    constexpr bool bulk = FillerA::bytes || FillerB::bytes;
    const uint32 memory = cvta_to_shared(stages);
    if (threadIdx.x == Tile::consumers) {
        if (FillerA::bytes) prefetch_tensor_map(map_a);
        if (FillerB::bytes) prefetch_tensor_map(map_b);
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
        StreamedWork<Tile> work(m, n, k, batch, streamed);
        WorkItem item;
        const bool more = work.next(item);
        if (!all) {
            __syncthreads();
            setmaxnreg_dec<Tile::producer_registers>();
        }
        if (is_second) await_launch_before();
        produce<Tile, FillerA, FillerB>(SGEMM_EXTENDED_ARGUMENTS, map_a, map_b, memory, work, item,
                                        more);
    } else {
        if (!all && !is_second) ask_for_first_stage<Tile>(SGEMM_EXTENDED_ARGUMENTS);
        __syncthreads();
        setmaxnreg_inc<Tile::consumer_registers>();
        if (is_second) await_launch_before();
        consume<Tile, Tile::blocks == 2 && !all>(SGEMM_EXTENDED_ARGUMENTS, memory, stages, &answer);
    }
}
