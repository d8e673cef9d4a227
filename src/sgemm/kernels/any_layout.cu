// Rung 20: every layout, batches and shared tiles with what GPUs before asynchronous copies have.
// See any_layout.py.
#include "common.cuh"
#include "instructions.cuh"
#include "partial_sums.cuh"
#include "tile.cuh"
#include "work_items.cuh"

// One operand's way through registers into shared memory, where it lies step by step whatever its
// layout. `extent` is how many rows of A or columns of B a block has; lines are rows of the matrix
// as it is stored.
template <class Tile, int extent, bool along_k>
struct CarriedOperand {
    static constexpr int pitch = extent + 4, floats = Tile::bk * pitch;
    static constexpr int line = along_k ? Tile::bk : extent;
    static constexpr int share = extent * Tile::bk / Tile::threads;
    static constexpr int rows = Tile::threads / line;  // lines between a thread's elements

    const float* source;  // of the thread's first element in the next block
    const int leading;
    const uint32 row = threadIdx.x / line, place = threadIdx.x % line;
    const uint32 left;  // rows or columns from the tile's first to the matrix's end
    float carried[share];

    __device__ __forceinline__ CarriedOperand(const float* matrix, int leading, uint32 first,
                                              uint32 total, uint32 step)
        : leading(leading), left(total - first) {
        source = matrix + (along_k ? offset(first + row, leading) + step + place
                                   : offset(step + row, leading) + first + place);
    }

    // Takes the next block, which begins at step `start`; zeros from step `end` on.
    __device__ __forceinline__ void load(uint32 start, uint32 end) {
        const uint32 lines = along_k ? left : end - start, elements = along_k ? end - start : left;
#pragma unroll
        for (int i = 0; i < share; ++i)
            carried[i] = ld_global_nc(source + offset(i * rows, leading),
                                      start < end && place < elements && row + i * rows < lines);
        source += along_k ? Tile::bk : offset(Tile::bk, leading);
    }

    __device__ __forceinline__ void store(uint32 block) const {
#pragma unroll
        for (int i = 0; i < share; ++i) {
            const uint32 number = row + i * rows;
            const uint32 at = along_k ? place * pitch + number : number * pitch + place;
            st_shared(block + at * 4, carried[i]);
        }
    }
};

template <class Tile>
__device__ __forceinline__ void multiply_part(SGEMM_EXTENDED_PARAMETERS) {
    static_assert(Tile::tm == 4 && Tile::tn == 4, "operands of a step come in one load each");
    using CarriedA = CarriedOperand<Tile, Tile::bm, !Tile::trans_a>;
    using CarriedB = CarriedOperand<Tile, Tile::bn, (bool)Tile::trans_b>;
    constexpr int operands = CarriedA::floats + CarriedB::floats;
    constexpr int results = SliceSums<Tile>::floats;
    __shared__ __align__(16) float memory[operands > results ? operands : results];
    skip_product_if_unused(k, alpha);

    const WorkItem item = work_item<Tile>(m, n, splits);
    const Range range = steps_of_part<Tile>(item.part, splits, k);
    CarriedA carried_a(A + item.product * stride_a, lda, item.row, m, range.first);
    CarriedB carried_b(B + item.product * stride_b, ldb, item.column, n, range.first);
    constexpr uint32 across = Tile::bn / Tile::tn;
    const uint32 row = threadIdx.x / across * Tile::tm, column = threadIdx.x % across * Tile::tn;
    const uint32 block_a = cvta_to_shared(memory), block_b = block_a + CarriedA::floats * 4;
    float sums[Tile::tm][Tile::tn] = {};

    carried_a.load(range.first, range.end);
    carried_b.load(range.first, range.end);
#pragma unroll 1
    for (uint32 start = range.first; start < range.end; start += Tile::bk) {
        __syncthreads();
        carried_a.store(block_a);
        carried_b.store(block_b);
        __syncthreads();
        // The next block is on its way while this one is multiplied.
        carried_a.load(start + Tile::bk, range.end);
        carried_b.load(start + Tile::bk, range.end);
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step) {
            const float4 quad_a = ld_shared_v4(block_a + (step * CarriedA::pitch + row) * 4);
            const float4 quad_b = ld_shared_v4(block_b + (step * CarriedB::pitch + column) * 4);
            const float a[4] = {quad_a.x, quad_a.y, quad_a.z, quad_a.w};
            const float b[4] = {quad_b.x, quad_b.y, quad_b.z, quad_b.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sums[i][j] = fmaf(a[i], b[j], sums[i][j]);
        }
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Tile::tm; ++i)
        st_shared_v4(block_a + ((row + i) * SliceSums<Tile>::pitch + column) * 4,
                     {sums[i][0], sums[i][1], sums[i][2], sums[i][3]});
    __syncthreads();
    write_tile<Tile>(block_a, item, m, n, alpha, beta, C + item.product * stride_c, ldc, workspace,
                     counters, splits);
}

extern "C" __global__ void __launch_bounds__(Tile::threads, 2) any_layout(SGEMM_EXTENDED_PARAMETERS) {
    multiply_part<Tile>(SGEMM_EXTENDED_ARGUMENTS);
}
