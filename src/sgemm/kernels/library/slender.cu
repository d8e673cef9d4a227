// Products with one long size and two short ones: blocks go from tile to tile, and the ring of
// stages goes on with them. See slender.py.
#include "addend_prefetch.cuh"
#include "common.cuh"
#include "cp_async_instructions.cuh"
#include "instructions.cuh"
#include "library_parameters.cuh"
#include "opaque.cuh"
#include "partial_sums.cuh"
#include "sliced_product.cuh"
#include "store_instructions.cuh"
#include "thread_number.cuh"
#include "tile.cuh"

// The tiles of all products, in the order of C's rows, product by product. Nothing is divided where
// C is one row or one column of tiles, as it is where it is slender.
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

// Copies stage after stage of one tile after the other, ahead of the multiplication. Where the next
// stage comes from is found again each time: that takes some instructions, and no register that
// would be occupied all along.
template <class Tile>
struct Copies {
    static constexpr uint32 a_bytes = StagedA<Tile>::floats * 4;
    static constexpr uint32 stage_bytes = a_bytes + StagedB<Tile>::floats * 4;
    uint32 tile, step;

    __device__ __forceinline__ void start_next(const Tiles<Tile>& tiles, uint32 stage, uint32 m,
                                               uint32 n, uint32 k, const float* A, int lda,
                                               int64 stride_a, const float* B, int ldb,
                                               int64 stride_b) {
        if (tile >= tiles.count || k == 0) return;
        const WorkItem item = tiles.at(tile);
        StagedA<Tile>(A + item.product * stride_a, lda, item.row, m, step).copy(step, k, stage);
        StagedB<Tile>(B + item.product * stride_b, ldb, item.column, n, step)
            .copy(step, k, stage + a_bytes);
        step += Tile::bk;
        if (step >= k) {
            step = 0;
            tile += gridDim.x;
        }
    }
};

// accumulators += the products of up to bk steps of a stage, four at a time: those beyond k are
// zeros.
template <class Tile>
__device__ __forceinline__ void multiply_stage(float (&accumulators)[Tile::tm][Tile::tn],
                                               uint32 stage, const Place& place, uint32 left) {
    uint32 a = StagedA<Tile>::address(stage, 0, place.row);
    uint32 b = StagedB<Tile>::address(stage + StagedA<Tile>::floats * 4, 0, place.column);
    if (left >= Tile::bk) {
        add_steps<Tile, Tile::bk>(accumulators, a, b);
        return;
    }
#pragma unroll 1
    for (uint32 step = 0; step < left; step += 4) {
        add_steps<Tile, 4>(accumulators, a, b);
        a += StagedA<Tile>::address(0, 4, 0);
        b += StagedB<Tile>::address(0, 4, 0);
    }
}

template <class Tile>
__device__ __forceinline__ void save_sums(const float (&accumulators)[Tile::tm][Tile::tn],
                                          uint32 sums, const Place& place) {
    constexpr int width = StagedB<Tile>::kept_k_major ? 1 : StagedB<Tile>::width;
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i) {
        const uint32 row =
            sums + StagedA<Tile>::element(place.row, i) * (SliceSums<Tile>::pitch * 4);
#pragma unroll
        for (int j = 0; j < Tile::tn; j += width) {
            const uint32 to = row + StagedB<Tile>::element(place.column, j) * 4;
            const float* s = &accumulators[i][j];
            if constexpr (width == 4) {
                st_shared_v4(to, {s[0], s[1], s[2], s[3]});
            } else {
#pragma unroll
                for (int v = 0; v < width; ++v) st_shared(to + v * 4, s[v]);
            }
        }
    }
}

template <class Tile>
__device__ __forceinline__ void multiply_tiles(SGEMM_LIBRARY_PARAMETERS) {
    extern __shared__ __align__(16) float memory[];
    skip_product_if_unused(k, alpha);
    const Tiles<Tile> tiles(m, n, batch);
    Copies<Tile> copies{blockIdx.x, 0};
    const auto start_next = [&](uint32 stage) {
        copies.start_next(tiles, stage, m, n, k, A, lda, stride_a, B, ldb, stride_b);
        cp_async_commit_group();
    };
    const uint32 ring = cvta_to_shared(memory);
    const uint32 sums = ring + Tile::stages * Copies<Tile>::stage_bytes;
    const Place place = place_in_tile<Tile>(threadIdx.x);

    // All stages but one are under way before the first is awaited. A group that copies nothing,
    // after the last tile, still counts, so that the number to wait for stays the same.
    for (int i = 0; i < Tile::stages - 1; ++i) start_next(ring + i * Copies<Tile>::stage_bytes);
    uint32 current = 0, target = Tile::stages - 1;
#pragma unroll 1
    for (uint32 tile = blockIdx.x; tile < tiles.count; tile += gridDim.x) {
        if (beta != 0.0f) {
            const WorkItem item = tiles.at(opaque(tile));
            prefetch_addend<Tile, Tile::threads>(SGEMM_ADDEND(item.product), item.row, item.column,
                                                 tid_x(), m, n);
        }
        float accumulators[Tile::tm][Tile::tn] = {};
#pragma unroll 1
        for (uint32 start = 0; start < (uint32)k; start += Tile::bk) {
            cp_async_wait_group<Tile::stages - 2>();
            __syncthreads();
            // Into the stage that all threads have left, as the barrier says.
            start_next(ring + target * Copies<Tile>::stage_bytes);
            multiply_stage<Tile>(accumulators, ring + current * Copies<Tile>::stage_bytes, place,
                                 k - start);
            target = current;
            current = current == Tile::stages - 1 ? 0 : current + 1;
        }
        // The threads have met since they read the sums of the tile before, unless k is 0.
        if (k == 0) __syncthreads();
        save_sums<Tile>(accumulators, sums, place);
        __syncthreads();
        const WorkItem item = tiles.at(opaque(tile));
        write_sums<Tile>(sums, item, m, n, alpha, beta, C + item.product * stride_c, ldc,
                         SGEMM_ADDEND(item.product));
    }
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    slender(SGEMM_LIBRARY_PARAMETERS) {
    multiply_tiles<Tile>(SGEMM_LIBRARY_ARGUMENTS);
}
