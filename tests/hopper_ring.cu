// A product through a ring of bulk copies: one producer warp, eight that multiply. See
// hopper_cases.py.
#include "hopper_cases.cuh"

constexpr int bm = 128, bn = 256, bk = 16, stages = 4;
constexpr uint32 a_bytes = bm * bk * 4, b_bytes = bn * bk * 4, stage_bytes = a_bytes + b_bytes;

extern "C" __global__ void __launch_bounds__(288)
    ring_product(float* C, int m, int n, int k, const __grid_constant__ TensorMap a_map,
                 const __grid_constant__ TensorMap b_map) {
    extern __shared__ __align__(1024) char memory[];
    const uint32 start = shared_address(memory), barriers = start + stages * stage_bytes;
    if (threadIdx.x == 0) {
        for (int i = 0; i < stages; ++i) {
            init(barriers + 8 * i, 1);
            init(barriers + 8 * (stages + i), 8);
        }
        asm volatile("prefetch.tensormap [%0];" ::"l"(&a_map) : "memory");
    }
    make_barriers_seen();
    const int tile_columns = (n + bn - 1) / bn, tiles = (m + bm - 1) / bm * tile_columns;
    uint32 stage = 0, turn = 0;
    if (threadIdx.x >= 256) {
        if (elect()) {
            for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
                for (int step = 0; step < k; step += bk) {
                    const uint32 full = barriers + 8 * stage, empty = full + 8 * stages;
                    const uint32 target = start + stage * stage_bytes;
                    wait(empty, turn ^ 1);
                    expect(full, stage_bytes);
                    copy_box_3d(target, a_map, tile / tile_columns * bm, step, 0, full);
                    copy_box_3d(target + a_bytes, b_map, tile % tile_columns * bn, step, 0, full);
                    stage = stage + 1 == stages ? 0 : stage + 1;
                    turn ^= stage == 0;
                }
            }
        }
        return;
    }
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int row = warp / 2 * 32 + lane / 16 * 16, column = warp % 2 * 128 + lane % 16 * 8;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        float sums[16][8] = {};
        for (int step = 0; step < k; step += bk) {
            const uint32 full = barriers + 8 * stage, empty = full + 8 * stages;
            const float* a_rows = reinterpret_cast<const float*>(memory + stage * stage_bytes);
            const float* b_rows = a_rows + bm * bk;
            wait(full, turn);
#pragma unroll
            for (int i = 0; i < bk; ++i) {
                float a[16], b[8];
#pragma unroll
                for (int j = 0; j < 16; j += 4)
                    *(float4*)&a[j] = *(const float4*)&a_rows[i * bm + row + j];
#pragma unroll
                for (int j = 0; j < 8; j += 4)
                    *(float4*)&b[j] = *(const float4*)&b_rows[i * bn + column + j];
#pragma unroll
                for (int y = 0; y < 16; ++y)
#pragma unroll
                    for (int x = 0; x < 8; ++x) sums[y][x] = fmaf(a[y], b[x], sums[y][x]);
            }
            __syncwarp();
            if (lane == 0) arrive(empty);
            stage = stage + 1 == stages ? 0 : stage + 1;
            turn ^= stage == 0;
        }
        const int first_row = tile / tile_columns * bm + row;
        const int first_column = tile % tile_columns * bn + column;
#pragma unroll
        for (int y = 0; y < 16; ++y)
#pragma unroll
            for (int x = 0; x < 8; ++x)
                if (first_row + y < m && first_column + x < n)
                    C[(long long)(first_row + y) * n + first_column + x] = sums[y][x];
    }
}
