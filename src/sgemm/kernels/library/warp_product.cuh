// A tile by a block whose warps have a slice of k each and nothing in common until their sums
// meet: a warp copies what it multiplies into its own part of shared memory, and waits for its own
// copies alone. For warp_sliced_k.
//
// All of a small problem's time is waiting, and as much of that is for instructions as for memory:
// each waits for the one before, and a cache line of them is fetched when it is needed. So nothing
// stands before the first copy that can stand after it, and warps that copy whole float4 of a whole
// tile have straight-line code, from the first copy to the last store.
#pragma once
#include "async_instructions.cuh"
#include "constants.cuh"
#include "copy_instructions.cuh"
#include "instructions.cuh"
#include "library_parameters.cuh"
#include "pair_instructions.cuh"
#include "store_instructions.cuh"

// One operand in a warp's part of shared memory, as it is stored: `strided` rows of `contiguous`
// elements. K-major rows are padded, so that 8 of them meet all 32 banks.
//
// Parameters: the steps of a chunk; how many rows of A or columns of B a block has, and a thread;
// and whether the operand is K-major.
template <int steps, int extent, int per_thread, bool k_major>
struct WarpOperand {
    static constexpr int contiguous = k_major ? steps : extent, strided = k_major ? extent : steps;
    static constexpr int pitch = k_major ? contiguous + Constants::row_padding : contiguous;
    static constexpr int floats = strided * pitch;
    static constexpr int across = extent / per_thread;                  // threads that share a step
    static constexpr int width = per_thread % 4 == 0 ? 4 : per_thread;  // neighbours loaded at once

    const float* source;  // the first element of the next chunk
    int leading, left;    // rows or columns from the tile's first to the matrix's end
    uint32 size;          // elements that are copied at once: 4, 2 or 1

    __device__ __forceinline__ WarpOperand(const float* matrix, int leading, uint32 first,
                                           uint32 total, uint32 step)
        : leading(leading), left(total - first) {
        const uint32 bits = (uint32)((uint64)matrix / 4) | (uint32)leading;
        size = bits % 4 == 0 ? 4 : bits % 2 == 0 ? 2 : 1;
        source = matrix + (k_major ? offset(first, leading) + step : offset(step, leading) + first);
    }

    // Whether all of the tile's rows or columns exist, and can be copied as float4.
    __device__ __forceinline__ bool is_whole_and_aligned() const {
        return (size == 4) & (left >= extent);
    }

    // Starts the warp's copies of the next chunk, of whose steps `wanted` exist. Those up to the
    // next multiple of eight become zeros, others are left out.
    template <bool is_whole>
    __device__ __forceinline__ void copy(int wanted, uint32 target) {
        if (is_whole)
            copy_whole<4>(wanted, target);
        else if (size == 4)
            copy_some<4>(wanted, target);
        else if (size == 2)
            copy_some<2>(wanted, target);
        else
            copy_some<1>(wanted, target);
        source += k_major ? steps : offset(steps, leading);
    }

    // Row of A or column of B, in the tile, of a thread's element i.
    static __device__ __forceinline__ uint32 element(uint32 thread, int i) {
        return k_major ? thread + i * across
                       : thread * width + i / width * (width * across) + i % width;
    }

    // What a thread needs of four steps of a chunk.
    static __device__ __forceinline__ void load(float (&fragment)[4][per_thread], uint32 chunk,
                                                uint32 step, uint32 thread) {
        if constexpr (k_major) {
            const uint32 from = chunk + (thread * pitch + step) * 4;
#pragma unroll
            for (int i = 0; i < per_thread; ++i) {
                const float4 vector = ld_shared_v4(from + i * across * pitch * 4);
                fragment[0][i] = vector.x;
                fragment[1][i] = vector.y;
                fragment[2][i] = vector.z;
                fragment[3][i] = vector.w;
            }
        } else {
            const uint32 from = chunk + (step * pitch + thread * width) * 4;
#pragma unroll
            for (int s = 0; s < 4; ++s)
#pragma unroll
                for (int i = 0; i < per_thread; i += width)
                    load_neighbours(&fragment[s][i], from + (s * pitch + i * across) * 4);
        }
    }

   private:
    static __device__ __forceinline__ void load_neighbours(float* fragment, uint32 from) {
        if constexpr (width == 4) {
            const float4 vector = ld_shared_v4(from);
            fragment[0] = vector.x;
            fragment[1] = vector.y;
            fragment[2] = vector.z;
            fragment[3] = vector.w;
        } else {
            static_assert(width == 4 || width == 2, "float2 or float4");
            const float2 pair = ld_shared_v2(from);
            fragment[0] = pair.x;
            fragment[1] = pair.y;
        }
    }

    template <int size>
    __device__ __forceinline__ void copy_some(int wanted, uint32 target) const {
        if (left >= extent && wanted % 8 == 0)
            copy_whole<size>(wanted, target);
        else
            copy_pieces<size>(wanted, target);
    }

    // All that is wanted exists.
    template <int size>
    __device__ __forceinline__ void copy_whole(int wanted, uint32 target) const {
        constexpr int per_row = contiguous / size, at_once = 32 / per_row;
        static_assert(32 % per_row == 0 && strided % at_once == 0, "whole rows at once");
        const uint32 lane = threadIdx.x % 32, row = lane / per_row, place = lane % per_row * size;
        const float* from = source + offset(row, leading) + place;
        const uint32 to = target + (row * pitch + place) * 4;
        const uint64 stride = offset(at_once, leading);
#pragma unroll
        for (int first = 0; first < strided; first += at_once, from += stride)
            if ((int)(k_major ? place : row + first) < wanted)
                copy_piece<size>(to + first * pitch * 4, from);
    }
    template <int size>
    static __device__ __forceinline__ void copy_piece(uint32 to, const float* from) {
        if (size == 4)
            cp_async_cg_16(to, from);
        else if (size == 2)
            cp_async_ca_8(to, from, 8);
        else
            cp_async_ca_4(to, from);
    }

    // Some of it may lie beyond the matrix.
    template <int size>
    __device__ __forceinline__ void copy_pieces(int wanted, uint32 target) const {
        constexpr int per_row = contiguous / size, at_once = 32 / per_row;
        const int lane = threadIdx.x % 32, place = lane % per_row * size;
        const int steps_due = (wanted + 7) / 8 * 8;
        const float* from = source + offset(lane / per_row, leading) + place;
        const uint64 stride = offset(at_once, leading);
#pragma unroll(size == 1 ? 4 : 2)
        for (int first = 0; first < strided; first += at_once, from += stride) {
            const int number = first + lane / per_row;
            const int inside = k_major ? (number < left ? wanted - place : 0)
                                       : (number < wanted ? left - place : 0);
            const uint32 bytes = min(max(inside, 0), size) * 4;
            const uint32 to = target + (number * pitch + place) * 4;
            if ((k_major ? place : number) >= steps_due) continue;
            if (size == 4)
                cp_async_cg_16(to, from, bytes);
            else if (size == 2)
                cp_async_ca_8(to, from, bytes);
            else
                cp_async_ca_4(to, from, bytes);
        }
    }
};

// A warp's part of shared memory: a ring of chunks, and later its partial sums. Their rows are
// padded, so that eight lanes, with four float4 each of two rows, meet all banks.
template <class Tile>
struct WarpChunk {
    static constexpr int steps = Tile::bk / Tile::slices;
    using A = WarpOperand<steps, Tile::bm, Tile::tm, !Tile::trans_a>;
    using B = WarpOperand<steps, Tile::bn, Tile::tn, (bool)Tile::trans_b>;
    static constexpr uint32 b = A::floats * 4, bytes = (A::floats + B::floats) * 4;
    static constexpr uint32 ring = Tile::stages * bytes;
    static constexpr int pitch = Tile::bn + Constants::sums_padding;
    static constexpr uint32 sum_bytes = Tile::bm * pitch * 4;
    static constexpr uint32 buffer_bytes = ring > sum_bytes ? ring : sum_bytes;
};

// Row and column of a lane among those of its warp. Lanes 2i and 2i + 1 share their columns, lanes
// i and i + 2 (within 16) their rows: so the hardware serves 16 lanes of a 128-bit shared load at a
// time.
template <class Tile>
struct WarpPlace {
    static constexpr uint32 across = Tile::bn / Tile::tn, down = Tile::bm / Tile::tm;
    static_assert(across * down == 32 && down % 2 == 0, "a slice is a warp");
    const uint32 lane = threadIdx.x % 32;
    const uint32 row = lane / (2 * across) * 2 + lane % 2, column = lane / 2 % across;
};

// What a thread needs of four steps.
template <class Tile>
struct WarpFragments {
    float a[4][Tile::tm], b[4][Tile::tn];

    __device__ __forceinline__ void load(uint32 chunk, int step, const WarpPlace<Tile>& place) {
        WarpChunk<Tile>::A::load(a, chunk, step, place.row);
        WarpChunk<Tile>::B::load(b, chunk + WarpChunk<Tile>::b, step, place.column);
    }
    __device__ __forceinline__ void multiply(float (&accumulators)[Tile::tm][Tile::tn]) const {
#pragma unroll
        for (int s = 0; s < 4; ++s)
#pragma unroll
            for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
                for (int j = 0; j < Tile::tn; ++j)
                    accumulators[i][j] = fmaf(a[s][i], b[s][j], accumulators[i][j]);
    }
};

// accumulators += the first steps of a chunk, a multiple of eight: four are multiplied while the
// next four are loaded. At the end the last ones are loaded once too often, rather than asked for.
template <class Tile>
__device__ __forceinline__ void multiply_warp_chunk(float (&accumulators)[Tile::tm][Tile::tn],
                                                    uint32 chunk, int steps,
                                                    const WarpPlace<Tile>& place) {
    if (steps <= 0) return;
    WarpFragments<Tile> even, odd;
    even.load(chunk, 0, place);
#pragma unroll 1
    for (int step = 0; step < steps; step += 8) {
        odd.load(chunk, step + 4, place);
        even.multiply(accumulators);
        even.load(chunk, min(step + 8, steps - 8), place);
        odd.multiply(accumulators);
    }
}

template <class Tile>
__device__ __forceinline__ void store_in_buffer(const float (&accumulators)[Tile::tm][Tile::tn],
                                                const WarpPlace<Tile>& place, uint32 buffer) {
    using Chunk = WarpChunk<Tile>;
    constexpr int width = Tile::trans_b ? 1 : Chunk::B::width;
    static_assert(Tile::trans_b || width == 4, "float4 of columns");
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i) {
        const uint32 row = buffer + Chunk::A::element(place.row, i) * (Chunk::pitch * 4);
#pragma unroll
        for (int j = 0; j < Tile::tn; j += width) {
            const uint32 to = row + Chunk::B::element(place.column, j) * 4;
            const float* s = &accumulators[i][j];
            if (width == 4)
                st_shared_v4(to, {s[0], s[1], s[2], s[3]});
            else
                st_shared(to, s[0]);
        }
    }
}

// The elements of C that a thread adds up and writes: neighbours in neighbouring threads.
template <class Tile>
struct WarpResults {
    static constexpr int count = (Tile::bm * Tile::bn + Tile::threads - 1) / Tile::threads;
    static constexpr uint32 rows = Tile::threads / Tile::bn;  // between two of them
    static_assert(Tile::threads % Tile::bn == 0, "whole rows");
    float* c;
    float old[count];
    int left;  // rows of C from this thread's first one on; none beyond its last column
    uint64 stride;

    __device__ __forceinline__ void begin(float* C, int ldc, uint32 tile_row, uint32 tile_column,
                                          int m, int n, float beta, const Addend& addend) {
        const uint32 row = threadIdx.x / Tile::bn, column = tile_column + threadIdx.x % Tile::bn;
        const bool exists = column < (uint32)n && row < Tile::bm;
        left = exists ? (int)((uint32)m - tile_row - row) : 0;
        c = C + offset(tile_row + row, ldc) + column;
        stride = offset(rows, ldc);
        const float* const from = addend.at(tile_row + row, column);
#pragma unroll
        for (int i = 0; i < count; ++i) {
            old[i] = unread(beta);
            if (beta != 0.0f && (int)(i * rows) < left)
                old[i] = from[offset(i * rows, addend.leading)];
        }
    }

    // Adds the sums of all slices in their order.
    __device__ __forceinline__ void write(uint32 memory, float alpha, float beta) const {
        using Chunk = WarpChunk<Tile>;
        if (Tile::threads > Tile::bm * Tile::bn && threadIdx.x >= Tile::bm * Tile::bn) return;
        const uint32 from =
            memory + (threadIdx.x / Tile::bn * Chunk::pitch + threadIdx.x % Tile::bn) * 4;
        float partial_sums[Tile::slices][count];
#pragma unroll
        for (int slice = 0; slice < Tile::slices; ++slice)
#pragma unroll
            for (int i = 0; i < count; ++i)
                partial_sums[slice][i] =
                    ld_shared(from + slice * Chunk::buffer_bytes + i * rows * Chunk::pitch * 4);
#pragma unroll
        for (int i = 0; i < count; ++i) {
            float sum = partial_sums[0][i];
#pragma unroll
            for (int slice = 1; slice < Tile::slices; ++slice)
                sum = __fadd_rn(sum, partial_sums[slice][i]);
            if ((int)(i * rows) < left) c[i * stride] = blended(sum, alpha, beta, old[i]);
        }
    }
};

// accumulators += the products of a slice of k, of `left` steps. What is done meanwhile is done
// once, when the first copies are under way.
template <class Tile, bool is_whole, class Meanwhile>
__device__ __forceinline__ void multiply_slice(float (&accumulators)[Tile::tm][Tile::tn],
                                               typename WarpChunk<Tile>::A& a,
                                               typename WarpChunk<Tile>::B& b, int left,
                                               uint32 buffer, const WarpPlace<Tile>& place,
                                               Meanwhile meanwhile) {
    using Chunk = WarpChunk<Tile>;
    static_assert(Tile::stages > 1, "a chunk on its way beside the one that is multiplied");
    uint32 chunk = buffer, target = buffer;
    int ahead = left;               // steps that are not asked for yet
    int before = Tile::stages - 1;  // chunks to ask for before the first is awaited
#pragma unroll 1
    do {
        if (ahead > 0) {
            a.template copy<is_whole>(min(ahead, Chunk::steps), target);
            b.template copy<is_whole>(min(ahead, Chunk::steps), target + Chunk::b);
        }
        cp_async_commit_group();
        ahead -= Chunk::steps;
        target = target == buffer + Chunk::ring - Chunk::bytes ? buffer : target + Chunk::bytes;
        if (before == Tile::stages - 1) meanwhile();
        if (before-- > 0) continue;
        cp_async_wait_group<Tile::stages - 1>();
        __syncwarp();
        multiply_warp_chunk<Tile>(accumulators, chunk, min((left + 7) / 8 * 8, Chunk::steps),
                                  place);
        __syncwarp();
        left -= Chunk::steps;
        chunk = chunk == buffer + Chunk::ring - Chunk::bytes ? buffer : chunk + Chunk::bytes;
    } while (left > 0);
}

// The warps of a block may take either way, and meet where their sums do.
template <class Tile, bool is_whole, class Meanwhile>
__device__ __forceinline__ void compute_tile(typename WarpChunk<Tile>::A& a,
                                             typename WarpChunk<Tile>::B& b, int left,
                                             uint32 memory, Meanwhile find_results,
                                             const WarpResults<Tile>& results, float alpha,
                                             float beta) {
    const WarpPlace<Tile> place;
    const uint32 buffer = memory + threadIdx.x / 32 * WarpChunk<Tile>::buffer_bytes;
    float accumulators[Tile::tm][Tile::tn] = {};
    multiply_slice<Tile, is_whole>(accumulators, a, b, left, buffer, place, find_results);
    store_in_buffer<Tile>(accumulators, place, buffer);
    bar_sync<1, Tile::threads>();
    results.write(memory, alpha, beta);
}

template <class Tile>
__device__ __forceinline__ void warp_product(SGEMM_LIBRARY_PARAMETERS) {
    extern __shared__ __align__(16) float scratch[];
    skip_product_if_unused(k, alpha);
    const uint32 tile_row = blockIdx.y * Tile::bm, tile_column = blockIdx.x * Tile::bn;
    const uint32 slice = threadIdx.x / 32;
    const uint32 memory = cvta_to_shared(scratch);
    // Slices are multiples of eight steps of k, all equally long but for the last ones.
    const uint32 length = ((uint32)k + 8 * Tile::slices - 1) / (8 * Tile::slices) * 8;
    const uint32 begin = slice * length;
    const int left = min((int)length, k - (int)begin);
    const int64 product = blockIdx.z;
    typename WarpChunk<Tile>::A a(A + product * stride_a, lda, tile_row, m, begin);
    typename WarpChunk<Tile>::B b(B + product * stride_b, ldb, tile_column, n, begin);
    WarpResults<Tile> results;
    const auto find_results = [&] {
        results.begin(C + product * stride_c, ldc, tile_row, tile_column, m, n, beta,
                      SGEMM_ADDEND(product));
    };
    if (a.is_whole_and_aligned() & b.is_whole_and_aligned() & (left % 8 == 0))
        compute_tile<Tile, true>(a, b, left, memory, find_results, results, alpha, beta);
    else
        compute_tile<Tile, false>(a, b, left, memory, find_results, results, alpha, beta);
}
