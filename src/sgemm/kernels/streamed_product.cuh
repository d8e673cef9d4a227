// The whole of rungs 16, 17 and 21: persistent blocks with one group of warps that fills a ring of
// stages and two that multiply. The rungs differ in their fillers, and in how A lies in a stage.
#pragma once
#include "fillers.cuh"
#include "results.cuh"
#include "streamed_work.cuh"
#include "sums_in_lines.cuh"

// Adds nothing to any number, -0 included.
constexpr float no_sum = -0.0f;

// Fills stages for one work item after the other, ahead of the consumers by the ring's length.
template <class Tile, class FillerA, class FillerB>
__device__ __forceinline__ void produce(SGEMM_EXTENDED_PARAMETERS, const TensorMap* map_a,
                                        const TensorMap* map_b, uint32 memory) {
    constexpr bool all = FillerA::by_all_threads || FillerB::by_all_threads;
    constexpr uint32 bulk_bytes = FillerA::bytes + FillerB::bytes;
    const bool is_first = threadIdx.x == Tile::consumers;
    if (!all && !is_first) return;

    StreamedWork<Tile> work(m, n, k, batch, streamed);
    Ring<Tile> ring(memory, false);
    WorkItem item;
    while (work.next(item)) {
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
            a[i] = ld_shared(a_address + i * rows_apart<Tile> * Tile::bk * 4);
        else
            unpack(&a[i], ld_shared_v4(a_address + i / 4 * row_gap * 4));
#pragma unroll
    for (int j = 0; j < Tile::tn; j += 4)
        unpack(&b[j], ld_shared_v4(b_address + j / 4 * column_gap * 4));
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
// finds them in the compiled kernel and writes them anew. It knows a step of k in the inner loop, and
// around it nothing but straight lines; addresses go on from step to step and from stage to stage.
template <class Tile>
__device__ __forceinline__ void multiply_chunk(float (&sums)[Tile::tm][Tile::tn],
                                               Ring<Tile>& ring, uint32 blocks, uint32 a_offset,
                                               uint32 b_offset) {
    using Stage = Stage<Tile>;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; ++j) sums[i][j] = 0.0f;
    if (blocks == 0) return;
    uint32 a_address = ring.data() + a_offset, b_address = ring.data() + b_offset;
#pragma unroll 1
    do {
        ring.await(ring.full());
        const uint32 end = a_address + Tile::bk * Stage::a_step;
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
        a_address += Stage::bytes - Tile::bk * Stage::a_step - back;
        b_address += Stage::bytes - Tile::bk * Stage::b_step - back;
    } while (--blocks);
}

// Where a thread keeps the sums of the chunks that it has been through: behind the ring, in its
// warp's part of the shared memory there, its quads 32 apart.
template <class Tile>
__device__ __forceinline__ float4* kept_sums(char* stages) {
    char* const memory = stages + Ring<Tile>::bytes + WarpRoom<Tile>::offset();
    return reinterpret_cast<float4*>(memory) + tid_x() % 32;
}
template <class Tile>
__device__ __forceinline__ void keep(const float (&sums)[Tile::tm][Tile::tn], float4* kept) {
#pragma unroll
    for (int place = 0; place < Tile::tm * Tile::tn; place += 4) {
        const float* quad = &sums[place / Tile::tn][place % Tile::tn];
        kept[place / 4 * 32] = {quad[0], quad[1], quad[2], quad[3]};
    }
}
template <class Tile>
__device__ __forceinline__ void add_kept(float (&sums)[Tile::tm][Tile::tn], const float4* kept) {
#pragma unroll
    for (int place = 0; place < Tile::tm * Tile::tn; place += 4) {
        const float4 before = kept[place / 4 * 32];
        float* quad = &sums[place / Tile::tn][place % Tile::tn];
        quad[0] = __fadd_rn(before.x, quad[0]);
        quad[1] = __fadd_rn(before.y, quad[1]);
        quad[2] = __fadd_rn(before.z, quad[2]);
        quad[3] = __fadd_rn(before.w, quad[3]);
    }
}

// sums = the sum over the blocks of k of a work item. It is cut into chunks of a fifth of k, but not
// of less than 384 steps; each is summed by itself, and the sums of chunks are added in ascending
// order. So rounding errors grow as in a chain of a fifth of the length.
template <class Tile>
__device__ __forceinline__ void multiply_blocks(float (&sums)[Tile::tm][Tile::tn],
                                                Ring<Tile>& ring, uint32 blocks, uint32 depth,
                                                char* stages) {
    uint32 left = blocks;
#pragma unroll 1
    while (true) {
        const uint32 now = min(left, max((depth + 4) / 5, 384 / Tile::bk));
        const Position place = position_in_stage<Tile>(tid_x());
        multiply_chunk<Tile>(sums, ring, now, place.row * (Tile::along_k ? Tile::bk : 1) * 4,
                             Stage<Tile>::a_bytes + place.column * 4);
        if (left != blocks) add_kept<Tile>(sums, kept_sums<Tile>(stages));
        left -= now;
        if (left == 0) break;
        keep<Tile>(sums, kept_sums<Tile>(stages));
    }
}

// The parts of a streamed tile. Each block has room for two of them, of the first and of the last
// tile of its share. A thread's quads lie as far apart as there are consumers.
template <class Tile>
__device__ __forceinline__ float4* part_of(float* workspace, uint32 block, bool is_last_of_share) {
    constexpr uint32 quads = Tile::bm * Tile::bn / 4;
    return reinterpret_cast<float4*>(workspace) + (uint64)(2 * block + is_last_of_share) * quads +
           tid_x();
}
template <class Tile>
__device__ __forceinline__ void save_part(float4* part, const float (&sums)[Tile::tm][Tile::tn]) {
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; j += 4)
            part[(i * Tile::tn + j) / 4 * Tile::consumers] = {sums[i][j], sums[i][j + 1],
                                                              sums[i][j + 2], sums[i][j + 3]};
}
template <class Tile>
__device__ __forceinline__ void add_part(const float4* part, float (&sums)[Tile::tm][Tile::tn]) {
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
        for (int j = 0; j < Tile::tn; j += 4) {
            const float4 quad = part[(i * Tile::tn + j) / 4 * Tile::consumers];
            sums[i][j] = __fadd_rn(sums[i][j], quad.x);
            sums[i][j + 1] = __fadd_rn(sums[i][j + 1], quad.y);
            sums[i][j + 2] = __fadd_rn(sums[i][j + 2], quad.z);
            sums[i][j + 3] = __fadd_rn(sums[i][j + 3], quad.w);
        }
}

// Counts this block in at a tile by `count`, after all that its consumers have written, and tells them
// whether all `others` had been counted in before. Then they see what the others have written, and
// the counter is back at zero for the next launch.
template <class Tile>
__device__ __forceinline__ bool finds_all_others(uint32* counter, uint32 others, uint32 count,
                                                 bool* answer) {
    bar_sync<1, Tile::consumers>();
    if (threadIdx.x == 0) {
        fence_acq_rel_gpu();
        *answer = atom_add_relaxed_gpu(counter, count) == others;
        if (*answer) *counter = 0;
        fence_acq_rel_gpu();
    }
    bar_sync<1, Tile::consumers>();
    const bool finds = *answer;
    bar_sync<1, Tile::consumers>();  // all have read it before it is written again
    if (finds) fence_acq_rel_gpu();
    return finds;
}

// Leaves this block's part of a tile in the workspace. The last block to do so gets the sum of all
// parts, in ascending order of k, and true; the others have no more to do with the tile.
//
// A share ends with the first part of its last tile, which the others have begun with: most often
// they have left theirs when it comes, and the first part need not go by way of the workspace.
template <class Tile>
__device__ __forceinline__ bool put_together(float (&sums)[Tile::tm][Tile::tn],
                                             const StreamedWork<Tile>& work, uint32 tile,
                                             float* workspace, uint32* counters, bool* answer) {
    const uint32 first = work.first_block(tile), last = work.last_block(tile);
    const bool is_last_of_share = work.begins_before(blockIdx.x, tile);
    uint32 next = first + 1;
    if (!is_last_of_share ||
        !finds_all_others<Tile>(counters + tile, last - first, 0, answer)) {
        save_part<Tile>(part_of<Tile>(workspace, blockIdx.x, is_last_of_share), sums);
        fence_acq_rel_gpu();
        if (!finds_all_others<Tile>(counters + tile, last - first, 1, answer)) return false;
#pragma unroll
        for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
            for (int j = 0; j < Tile::tn; ++j) sums[i][j] = no_sum;
        next = first;
    }
#pragma unroll 1
    for (uint32 block = next; block <= last; ++block)
        add_part<Tile>(part_of<Tile>(workspace, block, work.begins_before(block, tile)), sums);
    return true;
}

template <class Tile>
__device__ __forceinline__ void consume(SGEMM_EXTENDED_PARAMETERS, uint32 memory, char* stages,
                                        bool* answer) {
    StreamedWork<Tile> work(m, n, k, batch, streamed);
    Ring<Tile> ring(memory, true);
    WorkItem item;
    while (work.next(item)) {
        float sums[Tile::tm][Tile::tn];
        const uint32 blocks = item.end - item.first;
        multiply_blocks<Tile>(sums, ring, blocks, work.depth, stages);
        if (blocks < work.depth &&
            !put_together<Tile>(sums, work, item.tile, workspace, counters, answer))
            continue;
        work.locate(item);  // once more, rather than to occupy registers all along
        float* const product = C + item.product * stride_c;
        if (beta == 0.0f && has_quads(product, n, ldc)) {
            const Position again = position_in_stage<Tile>(tid_x());
            const Position first = {item.row + again.row, item.column + again.column};
            store_tile<rows_together<Tile>, rows_apart<Tile>, column_gap, true, false>(
                sums, first, m, n, alpha, beta, product, ldc);
        } else {
            const Position tile = {(uint32)item.row, (uint32)item.column};
            write_in_lines<Tile>(sums, memory + Ring<Tile>::bytes, tile, m, n, alpha, beta,
                                 product, ldc);
        }
    }
}

template <class Tile, class FillerA, class FillerB>
__device__ __forceinline__ void streamed_product(SGEMM_EXTENDED_PARAMETERS, const TensorMap* map_a,
                                                 const TensorMap* map_b) {
    extern __shared__ __align__(128) char stages[];
    __shared__ bool answer;
    constexpr bool all = FillerA::by_all_threads || FillerB::by_all_threads;
    constexpr bool bulk = FillerA::bytes || FillerB::bytes;
    const uint32 memory = cvta_to_shared(stages);
    skip_product_if_unused(k, alpha);
    if (threadIdx.x == 0)
        Ring<Tile>::start(memory, (all ? Tile::producers : 0) + (bulk ? 1 : 0));
    __syncthreads();
    if (threadIdx.x >= Tile::consumers) {
        setmaxnreg_dec<Tile::producer_registers>();
        produce<Tile, FillerA, FillerB>(SGEMM_EXTENDED_ARGUMENTS, map_a, map_b, memory);
    } else {
        setmaxnreg_inc<Tile::consumer_registers>();
        consume<Tile>(SGEMM_EXTENDED_ARGUMENTS, memory, stages, &answer);
    }
}
