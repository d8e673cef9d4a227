// The main loop of rungs 13 and 14, whose readers differ, and their way of writing C: shared memory
// by address, fragments one step ahead of the arithmetic, results regrouped for coalesced stores.
#pragma once
#include "fragments.cuh"
#include "instructions.cuh"
#include "lanes.cuh"

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
};

// What one step needs: pieces of four rows of A and four columns of B. Addresses are those of the
// thread's first row and column in the buffers.
template <class Tile>
__device__ __forceinline__ void load_fragments(float (&a)[Tile::tm], float (&b)[Tile::tn], int step,
                                               uint32 a_address, uint32 b_address) {
    using Layout = Buffers<Tile>;
#pragma unroll
    for (int i = 0; i < Tile::tm; i += 4) {
        const float4 quad =
            ld_shared_v4(a_address + (step * Layout::a_pitch + i / 4 * row_gap) * 4);
        a[i + 0] = quad.x;
        a[i + 1] = quad.y;
        a[i + 2] = quad.z;
        a[i + 3] = quad.w;
    }
#pragma unroll
    for (int j = 0; j < Tile::tn; j += 4) {
        const float4 quad =
            ld_shared_v4(b_address + (step * Layout::b_pitch + j / 4 * column_gap) * 4);
        b[j + 0] = quad.x;
        b[j + 1] = quad.y;
        b[j + 2] = quad.z;
        b[j + 3] = quad.w;
    }
}

// sums += A*B for a block tile. A reader fetches the blocks that start at the steps it is given, in
// order, into registers (zeros beyond k), and stores them to shared memory where it is told.
template <class Tile, class Reader>
__device__ __forceinline__ void add_blocks(float (&sums)[Tile::tm][Tile::tn], Reader reader,
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
            add_outer_product(sums, a[now], b[now]);
        }
    }
}

// C := alpha*sums + beta*C. A warp puts one piece of 16 rows and 32 columns after the other into
// its part of shared memory and takes it out again row by row, so that each access to C is to 32
// neighbours. Rows are 36 elements apart: eight lanes that store together, two rows of four, then
// meet 32 banks.
template <class Tile>
__device__ __forceinline__ void store_coalesced(const float (&sums)[Tile::tm][Tile::tn],
                                                uint32 memory, int m, int n, float alpha,
                                                float beta, float* C, int ldc) {
    constexpr int pitch = column_gap + 4, warps_across = Tile::bn / Tile::wn;
    static_assert(Tile::threads / 32 * row_gap * pitch * 4 <= Buffers<Tile>::bytes, "it fits");
    const BlockOrigin origin = block_origin<Tile>(anew(n));
    const uint32 thread = tid_x(), warp = thread / 32, lane = thread % 32;
    const Position place = position_in_warp_tile<Tile>(lane);
    const uint32 part = memory + warp * (row_gap * pitch * 4);
    const uint32 row = origin.row + warp / warps_across * Tile::wm;
    const uint32 column = origin.column + warp % warps_across * Tile::wn + lane;
#pragma unroll
    for (int i = 0; i < Tile::tm; i += 4)
#pragma unroll
        for (int j = 0; j < Tile::tn; j += 4) {
            __syncthreads();
#pragma unroll
            for (int r = 0; r < 4; ++r) {
                const float* s = &sums[i + r][j];
                st_shared_v4(part + ((place.row + r) * pitch + place.column) * 4,
                             {s[0], s[1], s[2], s[3]});
            }
            __syncthreads();
            const uint32 c_row = row + i / 4 * row_gap, c_column = column + j / 4 * column_gap;
            float* c = C + offset(c_row, ldc) + c_column;
            const int rows = c_column < n ? min(left_of(m, c_row), row_gap) : 0;
#pragma unroll 4
            for (int r = 0; r < rows; ++r, c += ldc)
                store_result(c, ld_shared(part + (r * pitch + lane) * 4), alpha, beta);
        }
}
