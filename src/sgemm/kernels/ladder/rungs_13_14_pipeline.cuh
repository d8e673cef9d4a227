// The mainloop of ptx_pipeline and texture_loads, whose readers differ: shared memory by address,
// fragments one step ahead of the arithmetic.
#pragma once
#include "instructions.cuh"
#include "rungs_10_15_warp_tile.cuh"
#include "rungs_13_15_regrouped_store.cuh"
#include "store_instructions.cuh"

// Two buffers for A, then two for B. A buffer's size is a power of two, so that one XOR changes
// from either to the other; of an offset from the array's start, as the array itself is nowhere
// aligned to more than 1 KiB on sm_80 and later.
template <class Tile>
struct Buffers {
    static constexpr int a_pitch = Tile::bm + Tile::padding;  // elements from one step to the next
    static constexpr int b_pitch = Tile::bn;
    static __device__ constexpr uint32 power_of_two(uint32 size) {
        uint32 power = 1;
        while (power < size) power *= 2;
        return power;
    }
    static constexpr uint32 a_bytes = power_of_two(Tile::bk * a_pitch * 4);
    static constexpr uint32 b_bytes = power_of_two(Tile::bk * b_pitch * 4);
    static constexpr uint32 b_offset = 2 * a_bytes;  // of the first buffer for B
    static constexpr uint32 bytes = 2 * a_bytes + 2 * b_bytes;
    static_assert(b_offset % (2 * b_bytes) == 0, "one XOR changes the buffer for B");
    static_assert(bytes >= regrouping_bytes<Tile>, "results are regrouped in the same memory");
};

// Where a thread's float4 of A and its float4 of B go in their buffers, in bytes: consecutive
// threads along a row, A transposed. Between a warp's two float4 from each of 16 rows of A there
// are 4 * 132 elements, which is 16 banks: its 32 lanes meet 32 banks.
template <class Tile>
__device__ __forceinline__ uint32 a_vector_target(uint32 thread) {
    constexpr int vectors = Tile::bk / 4;
    return (thread % vectors * 4 * Buffers<Tile>::a_pitch + thread / vectors) * 4;
}
__device__ __forceinline__ uint32 b_vector_target(uint32 thread) { return thread * 16; }
template <class Tile>
__device__ __forceinline__ void store_vectors(uint32 a_address, const float4& a, uint32 b_address,
                                              const float4& b) {
    constexpr int pitch = Buffers<Tile>::a_pitch * 4;
    st_shared(a_address + 0 * pitch, a.x);
    st_shared(a_address + 1 * pitch, a.y);
    st_shared(a_address + 2 * pitch, a.z);
    st_shared(a_address + 3 * pitch, a.w);
    st_shared_v4(b_address, b);
}

// What one step needs: pieces of four rows of A and four columns of B. Addresses are those of the
// thread's first row and column in the buffers.
template <class Tile>
__device__ __forceinline__ void load_fragments(float (&a)[Tile::tm], float (&b)[Tile::tn], int step,
                                               uint32 a_address, uint32 b_address) {
    using Layout = Buffers<Tile>;
#pragma unroll
    for (int i = 0; i < Tile::tm; i += 4)
        unpack(&a[i], ld_shared_v4(a_address + (step * Layout::a_pitch + i / 4 * row_stride) * 4));
#pragma unroll
    for (int j = 0; j < Tile::tn; j += 4)
        unpack(&b[j],
               ld_shared_v4(b_address + (step * Layout::b_pitch + j / 4 * column_stride) * 4));
}

// accumulators += a * b^T column by column, every other column upwards. Neighbouring instructions
// then share an operand also where a column ends, and find it in the multiplier's reuse cache
// instead of a register bank. Which order meets the fewest bank conflicts is a matter of how the
// assembler allots registers: of four orders this was the fastest on an H200, for ptx_pipeline and
// texture_loads.
template <int rows, int columns>
__device__ __forceinline__ void add_outer_product_by_columns(float (&accumulators)[rows][columns],
                                                             const float (&a)[rows],
                                                             const float (&b)[columns]) {
#pragma unroll
    for (int j = 0; j < columns; ++j)
#pragma unroll
        for (int step = 0; step < rows; ++step) {
            const int i = j % 2 ? rows - 1 - step : step;
            accumulators[i][j] = fmaf(a[i], b[j], accumulators[i][j]);
        }
}

// accumulators += A*B for a block tile. A reader fetches the blocks that start at the steps it is
// given, in order, into registers (zeros beyond k), and stores them to shared memory at the
// addresses given.
template <class Tile, class Reader>
__device__ __forceinline__ void add_blocks(float (&accumulators)[Tile::tm][Tile::tn], Reader reader,
                                           uint32 k, uint32 memory) {
    using Layout = Buffers<Tile>;
    const Position place = position_in_warp_tile<Tile>(threadIdx.x);
    uint32 a_buffer = 0, b_buffer = Layout::b_offset;
    float a[2][Tile::tm], b[2][Tile::tn];

    reader.read(0);
    reader.store(memory + a_buffer, memory + b_buffer);
    __syncthreads();
    load_fragments<Tile>(a[0], b[0], 0, memory + a_buffer + place.row * 4,
                         memory + b_buffer + place.column * 4);
    for (uint32 start = 0; start < k; start += Tile::bk) {
        reader.read(start + Tile::bk);
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step) {
            if (step == Tile::bk - 1) {
                // All of this block is in registers. The other buffer is free: its last fragments
                // were loaded before the previous barrier.
                a_buffer ^= Layout::a_bytes;
                b_buffer ^= Layout::b_bytes;
                reader.store(memory + a_buffer, memory + b_buffer);
                __syncthreads();
            }
            const int now = step % 2, next = 1 - now;
            load_fragments<Tile>(a[next], b[next], (step + 1) % Tile::bk,
                                 memory + a_buffer + place.row * 4,
                                 memory + b_buffer + place.column * 4);
            add_outer_product_by_columns(accumulators, a[now], b[now]);
        }
    }
}
