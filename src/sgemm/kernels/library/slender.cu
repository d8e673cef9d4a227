// Products with one long size and two short ones: blocks go from tile to tile, and the ring of
// stages goes on with them. See slender.py.
#include "addend_prefetch.cuh"
#include "common.cuh"
#include "constants.cuh"
#include "copy_instructions.cuh"
#include "cp_async_instructions.cuh"
#include "instructions.cuh"
#include "library_parameters.cuh"
#include "opaque.cuh"
#include "outer_product.cuh"
#include "staged_operand.cuh"
#include "thread_number.cuh"
#include "tile.cuh"
#include "warp_epilogue.cuh"
#include "warp_lanes.cuh"
#include "work_items.cuh"

// The tiles of all products, in the order of C's rows, product by product. Nothing is divided where
// one C is one row or one column of tiles, as it is where it is slender.
template <class Tile>
struct Tiles {
    uint32 across, of_product, count;

    __device__ __forceinline__ Tiles(int m, int n, int batch)
        : across(((uint32)n + Tile::bn - 1) / Tile::bn),
          of_product(((uint32)m + Tile::bm - 1) / Tile::bm * across),
          count(of_product * (uint32)batch) {}

    __device__ __forceinline__ WorkItem at(uint32 tile) const {
        const uint32 product = tile < of_product ? 0 : tile / of_product;
        const uint32 place = tile - product * of_product;
        uint32 row = place < across ? 0 : place;
        if (across > 1 && row > 0) row = place / across;
        return {row * Tile::bm, (place - row * across) * Tile::bn, 0, product, tile};
    }
};

// A is the long operand if bm > bn, else B. The ring has stages of it, as it is stored. The short
// operand stays in shared memory, step by step.
template <class Tile>
struct Sides {
    using Lanes = WarpLanes<Tile>;
    static constexpr bool long_a = Tile::bm > Tile::bn;
    static constexpr bool long_k_major = long_a ? !Tile::trans_a : (bool)Tile::trans_b;
    template <bool is_long, int extent, int per_thread, int across>
    using Operand =
        StagedOperand<Tile, extent, per_thread, is_long && long_k_major, false, across>;
    using A = Operand<long_a, Tile::bm, Tile::tm, Lanes::down>;
    using B = Operand<!long_a, Tile::bn, Tile::tn, Lanes::across>;
    using Long = Operand<true, long_a ? Tile::bm : Tile::bn, long_a ? Tile::tm : Tile::tn,
                         long_a ? Lanes::down : Lanes::across>;
    static constexpr uint32 short_extent = long_a ? Tile::bn : Tile::bm;
    static constexpr uint32 stage_bytes = Long::floats * 4;
    static constexpr uint32 kept_steps = Constants::kept_steps;
    static constexpr uint32 kept_bytes = kept_steps * short_extent * 4;
};

// Starts the copies of up to kept_steps steps of the short operand, step by step; zeros beyond its
// end, up to the next multiple of four steps.
template <class Tile, bool k_major>
__device__ __forceinline__ void keep_steps(const float* matrix, int leading, uint32 first,
                                           uint32 total, uint32 step, uint32 k, uint32 target) {
    constexpr uint32 extent = Sides<Tile>::short_extent, warps = Tile::threads / 32;
    const uint32 steps = min((k - step + 3) / 4 * 4, Sides<Tile>::kept_steps);
    const uint32 rows = k_major ? extent : steps, columns = k_major ? steps : extent;
#pragma unroll 1
    for (uint32 row = threadIdx.x / 32; row < rows; row += warps)
#pragma unroll 1
        for (uint32 column = threadIdx.x % 32; column < columns; column += 32) {
            const uint32 at = k_major ? column : row, place = k_major ? row : column;
            const bool exists = step + at < k && first + place < total;
            const float* from = k_major ? matrix + offset(first + place, leading) + step + at
                                        : matrix + offset(step + at, leading) + first + place;
            cp_async_ca_4(target + (at * extent + place) * 4, exists ? from : matrix,
                          exists ? 4 : 0);
        }
}

// Copies stage after stage of the long operand, one tile after the other, ahead of the
// multiplication. A stage has `strided` rows of `contiguous` elements, as they are stored.
template <class Tile>
struct Copies {
    using Long = typename Sides<Tile>::Long;
    static constexpr bool k_major = Long::kept_k_major;

    const Tiles<Tile>& tiles;
    const float* const matrix;
    const int leading;
    const int64 stride;
    const uint32 total, k, bits;  // which say how many elements all pieces can be aligned to
    uint32 tile = blockIdx.x, step = 0;
    const float* source;  // of this thread's first piece of the next stage
    uint32 left;          // rows or columns from the tile's first to the matrix's end

    __device__ __forceinline__ Copies(const Tiles<Tile>& tiles, const float* matrix, int leading,
                                      int64 stride, int total, int k)
        : tiles(tiles),
          matrix(matrix),
          leading(leading),
          stride(stride),
          total(total),
          k(k),
          bits((uint32)((uint64)matrix / 4) | (uint32)leading | (uint32)stride) {}

    __device__ __forceinline__ void start_next(uint32 stage) {
        if (tile < tiles.count && k > 0) {
            if (bits % 4 == 0)
                copy_pieces<4>(stage);
            else if (bits % 2 == 0)
                copy_pieces<2>(stage);
            else
                copy_pieces<1>(stage);
            source += k_major ? Tile::bk : offset(Tile::bk, leading);
            step += Tile::bk;
            if (step >= k) {
                step = 0;
                tile += gridDim.x;
            }
        }
    }

   private:
    template <int width>
    __device__ __forceinline__ void copy_pieces(uint32 stage) {
        constexpr uint32 pieces_per_row = Long::contiguous / width;
        constexpr int rows = Tile::threads / pieces_per_row;  // of all threads at once
        static_assert(rows > 0 && Long::strided % rows == 0, "all threads copy as much");
        const uint32 row = tid_x() / pieces_per_row, place = tid_x() % pieces_per_row * width;
        if (step == 0) {
            const WorkItem item = tiles.at(tile);
            const uint32 first = Sides<Tile>::long_a ? item.row : item.column;
            left = total - first;
            source = matrix + item.product * stride + place +
                     (k_major ? offset(first + row, leading) : offset(row, leading) + first);
        }
        const int contiguous_left = (k_major ? k - step : left) - place;
        const uint32 bytes = min(max(contiguous_left, 0), width) * 4;
        const uint32 strided_left = k_major ? left : k - step;
        const uint64 to_next = offset(rows, leading);
        const uint32 target = stage + (row * Long::pitch + place) * 4;
        const float* from = source;
        if (strided_left >= Long::strided) {
#pragma unroll
            for (int i = 0; i < Long::strided; i += rows, from += to_next)
                copy_piece<width>(target + i * (Long::pitch * 4), from, bytes);
        } else {
            // Of steps, zeros are needed up to the next multiple of four.
#pragma unroll
            for (int i = 0; i < Long::strided; i += rows, from += to_next)
                if (k_major || i < (strided_left + 3) / 4 * 4)
                    copy_piece<width>(target + i * (Long::pitch * 4), from,
                                      row + i < strided_left ? bytes : 0);
        }
    }

    template <int width>
    static __device__ __forceinline__ void copy_piece(uint32 target, const float* from,
                                                      uint32 bytes) {
        if (width == 4)
            cp_async_cg_16(target, from, bytes);
        else if (width == 2)
            cp_async_ca_8(target, from, bytes);
        else
            cp_async_ca_4(target, from, bytes);
    }
};

// Some steps, of which the first one's operands lie at these addresses.
template <class Tile, int steps>
__device__ __forceinline__ void add_steps(float (&accumulators)[Tile::tm][Tile::tn],
                                          uint32 address_a, uint32 address_b) {
    using A = typename Sides<Tile>::A;
    using B = typename Sides<Tile>::B;
    constexpr int depth_a = A::kept_k_major ? 4 : 1, depth_b = B::kept_k_major ? 4 : 1;
    float a[depth_a][Tile::tm], b[depth_b][Tile::tn];
#pragma unroll
    for (int step = 0; step < steps; ++step) {
        if (step % depth_a == 0) A::load(a, address_a + A::address(0, step, 0));
        if (step % depth_b == 0) B::load(b, address_b + B::address(0, step, 0));
        add_row_by_row<Tile>(accumulators, a[step % depth_a], b[step % depth_b]);
    }
}

// accumulators += the products of some steps of a stage, eight at a time, or four: those beyond k
// are zeros.
template <class Tile>
__device__ __forceinline__ void multiply_steps(float (&accumulators)[Tile::tm][Tile::tn], uint32 a,
                                               uint32 b, int steps) {
    constexpr int at_once = 8;
#pragma unroll 1
    for (; steps > at_once - 4; steps -= at_once) {
        add_steps<Tile, at_once>(accumulators, a, b);
        a += Sides<Tile>::A::address(0, at_once, 0);
        b += Sides<Tile>::B::address(0, at_once, 0);
    }
#pragma unroll 1
    for (; steps > 0; steps -= 4) {
        add_steps<Tile, 4>(accumulators, a, b);
        a += Sides<Tile>::A::address(0, 4, 0);
        b += Sides<Tile>::B::address(0, 4, 0);
    }
}

template <class Tile>
__device__ __forceinline__ void multiply_tiles(SGEMM_LIBRARY_PARAMETERS) {
    using Side = Sides<Tile>;
    using Epilogue = WarpEpilogue<Tile, typename Side::A, typename Side::B>;
    constexpr bool long_a = Side::long_a;
    extern __shared__ __align__(16) float memory[];
    skip_product_if_unused(k, alpha);
    const Tiles<Tile> tiles(m, n, batch);
    const uint32 kept = cvta_to_shared(memory), ring = kept + Side::kept_bytes;
    const WarpLanes<Tile> lanes(threadIdx.x);
    const uint32 buffer =
        ring + Tile::stages * Side::stage_bytes + threadIdx.x / 32 * (Epilogue::floats * 4);

    const auto keep = [&](const WorkItem& item, uint32 step) {
        if constexpr (long_a)
            keep_steps<Tile, (bool)Tile::trans_b>(B + item.product * stride_b, ldb, item.column, n,
                                                  step, k, kept);
        else
            keep_steps<Tile, !Tile::trans_a>(A + item.product * stride_a, lda, item.row, m, step, k,
                                             kept);
    };
    // Whether the first copy of the short operand serves all tiles.
    const bool stays = batch == 1 && k <= Side::kept_steps &&
                       (long_a ? n : m) <= (int)Side::short_extent;
    const int64 stride = batch == 1 ? 0 : long_a ? stride_a : stride_b;
    Copies<Tile> copies(tiles, long_a ? A : B, long_a ? lda : ldb, stride, long_a ? m : n, k);
    // All stages but one are under way before the first is awaited. A group that copies nothing, in
    // the end, still counts, so that the number to wait for stays the same.
    for (int i = 0; i < Tile::stages - 1; ++i) {
        copies.start_next(ring + i * Side::stage_bytes);
        if (i == 0 && stays) keep({0, 0, 0, 0, 0}, 0);
        cp_async_commit_group();
    }
    uint32 current = 0, target = Tile::stages - 1;
#pragma unroll 1
    for (uint32 tile = blockIdx.x; tile < tiles.count; tile += gridDim.x) {
        // The item is found again after the loop over k, so that it has no registers there.
        const WorkItem begun = tiles.at(opaque(tile));
        if (beta != 0.0f)
            prefetch_addend<Tile, Tile::threads>(SGEMM_ADDEND(begun.product), begun.row,
                                                 begun.column, tid_x(), m, n);
        const bool has_part = begun.row + lanes.first_row < (uint32)m &&
                              begun.column + lanes.first_column < (uint32)n;
        float accumulators[Tile::tm][Tile::tn] = {};
#pragma unroll 1
        for (uint32 start = 0; start < (uint32)k; start += Tile::bk) {
            const uint32 step = start % Side::kept_steps;
            if (!stays && step == 0) {
                __syncthreads();
                keep(tiles.at(opaque(tile)), start);
                cp_async_commit_group();
                cp_async_wait_group<0>();  // that of the ring, too
            }
            cp_async_wait_group<Tile::stages - 2>();
            __syncthreads();
            // Into the stage that all threads have left, as the barrier says.
            copies.start_next(ring + target * Side::stage_bytes);
            cp_async_commit_group();
            const uint32 stage = ring + current * Side::stage_bytes;
            const uint32 a = Side::A::address(long_a ? stage : kept, long_a ? 0 : step, lanes.row);
            const uint32 b =
                Side::B::address(long_a ? kept : stage, long_a ? step : 0, lanes.column);
            if (has_part)
                multiply_steps<Tile>(accumulators, a + Side::A::from_start(lanes.first_row),
                                     b + Side::B::from_start(lanes.first_column),
                                     min(k - start, (uint32)Tile::bk));
            target = current;
            current = current == Tile::stages - 1 ? 0 : current + 1;
        }
        if (!has_part) continue;
        const WorkItem item = tiles.at(opaque(tile));
        const uint32 row = item.row + lanes.first_row, column = item.column + lanes.first_column;
        const Addend added = SGEMM_ADDEND(item.product);
        const Epilogue epilogue{lanes,
                                buffer,
                                (int)(m - row),
                                (int)(n - column),
                                beta,
                                C + item.product * stride_c + offset(row, ldc) + column,
                                added.at(row, column),
                                ldc,
                                added.leading};
        epilogue.write(accumulators, alpha);
    }
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    slender(SGEMM_LIBRARY_PARAMETERS) {
    multiply_tiles<Tile>(SGEMM_LIBRARY_ARGUMENTS);
}
