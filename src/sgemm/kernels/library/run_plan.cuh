// How a block goes through a batch of tiny products: which of them make a run, and where they are
// in shared memory. For tiny_batched.
#pragma once
#include "constants.cuh"
#include "run_operand.cuh"

// What is the same for all threads and all runs. It lies in shared memory, so that it takes
// registers only where it is used, and one thread does the divisions.
struct RunPlan {
    OperandPieces a, b;
    uint32 rows, columns;  // of a piece of C, at most
    uint32 down, across;   // threads that share a piece
    uint32 products;       // of a run, at most
    uint32 b_offset;       // bytes from a run's A to its B
    uint32 next;           // bytes from one run in shared memory to the next: 0 if there is one
    uint32 tiles, items;   // pieces of a C, and of all runs

    template <class Tile>
    __device__ __forceinline__ void find(int m, int n, int k, const float* A, int lda,
                                         const float* B, int ldb, int64 stride_a, int64 stride_b,
                                         int batch) {
        rows = min(m, (int)Tile::bm);
        columns = min(n, (int)Tile::bn);
        const uint32 steps = min(k, (int)Tile::bk);
        a.find(!Tile::trans_a, A, lda, stride_a, Tile::trans_a ? m : k, rows, steps, Tile::threads);
        b.find(Tile::trans_b, B, ldb, stride_b, Tile::trans_b ? k : n, columns, steps,
               Tile::threads);
        down = (rows + Tile::tm - 1) / Tile::tm;
        across = (columns + Tile::tn - 1) / Tile::tn;
        // The results take the place of the operands.
        const uint32 floats = max(a.floats + b.floats, (rows * columns + 3) / 4 * 4);
        const uint32 most = min(Tile::threads / (down * across), Constants::memory / floats);
        tiles = ((uint32)m + Tile::bm - 1) / Tile::bm * (((uint32)n + Tile::bn - 1) / Tile::bn);
        // All blocks have as many runs, as long as each other: nobody waits for the last ones.
        const uint32 blocks = max(gridDim.x / tiles, 1u);
        const uint32 of_block = ((uint32)batch + blocks - 1) / blocks;
        const uint32 runs = (of_block + most - 1) / most;
        products = (of_block + runs - 1) / runs;
        b_offset = products * a.floats * 4;
        const uint32 bytes = products * floats * 4;
        next = 2 * bytes <= Constants::memory * 4 ? bytes : 0;
        items = ((uint32)batch + products - 1) / products * tiles;
    }
};

// Which of the products of a run is this thread's, and which part of its piece: the places of its
// row and its column among the threads that share it.
//
// Two rows of threads take turns, where there is an even number of them: lanes 2i and 2i + 1 then
// share their columns, lanes i and i + 2 their rows, and the hardware serves 16 lanes of a 128-bit
// shared load at a time.
struct ThreadPart {
    uint32 product, row, column;

    __device__ __forceinline__ explicit ThreadPart(const RunPlan& plan) {
        const uint32 threads = plan.down * plan.across, high = plan.down % 2 == 0 ? 2 : 1;
        product = threadIdx.x / threads;
        const uint32 part = threadIdx.x - product * threads, band = part / (plan.across * high);
        const uint32 place = part - band * (plan.across * high);
        row = band * high + place % high;
        column = place / high;
    }
};

// The pieces of the products of one run that a block computes, for some steps of k.
struct RunPieces {
    uint32 product, count;        // the first product, and how many
    uint32 row, column;           // where the pieces begin in each C
    uint32 rows, columns, steps;  // how many of each a piece has

    template <class Tile>
    __device__ __forceinline__ RunPieces(const Tile&, const RunPlan& plan, uint32 item, uint32 step,
                                         int m, int n, int k, int batch)
        : row(0), column(0), steps(min((uint32)Tile::bk, (uint32)k - step)) {
        if (plan.tiles > 1) {
            const uint32 across = ((uint32)n + Tile::bn - 1) / Tile::bn, tile = item % plan.tiles;
            item /= plan.tiles;
            row = tile / across * Tile::bm;
            column = tile % across * Tile::bn;
        }
        product = item * plan.products;
        count = min(plan.products, (uint32)batch - product);
        rows = min(plan.rows, (uint32)m - row);
        columns = min(plan.columns, (uint32)n - column);
    }
};
