// Every layout, batches and shared tiles with what GPUs before asynchronous copies have.
// See any_layout.py.
#include "addend_prefetch.cuh"
#include "carried_operand.cuh"
#include "common.cuh"
#include "constants.cuh"
#include "global_instructions.cuh"
#include "instructions.cuh"
#include "library_parameters.cuh"
#include "opaque.cuh"
#include "outer_product.cuh"
#include "pair_instructions.cuh"
#include "register_epilogue.cuh"
#include "thread_number.cuh"
#include "tile.cuh"
#include "work_items.cuh"

// `count` neighbours in shared memory.
template <int count>
__device__ __forceinline__ void load_neighbours(float (&values)[count], uint32 address) {
    static_assert(count % 4 == 0, "in float4");
#pragma unroll
    for (int i = 0; i < count; i += 4) {
        const float4 vector = ld_shared_v4(address + i * 4);
        values[i] = vector.x;
        values[i + 1] = vector.y;
        values[i + 2] = vector.z;
        values[i + 3] = vector.w;
    }
}

// Whether blocks may share the k of a tile. Where a thread has many accumulators, the tree in which
// parts meet would take registers from the product and, with short k, time for its instructions
// alone.
template <class Tile>
constexpr bool cuts_k = Constants::cuts_k;

// Whether a thread sums eight steps at a time, and adds these sums: it has registers for both, and
// errors grow with the root of the number of sums instead of that of steps.
template <class Tile>
constexpr bool sums_eights = Tile::tm * Tile::tn <= 8;

// Multiplies the blocks of a range step by step, and adds to the accumulators.
template <class Tile>
struct BlockProduct {
    using CarriedA = CarriedOperand<Tile, Tile::bm, !Tile::trans_a>;
    using CarriedB = CarriedOperand<Tile, Tile::bn, (bool)Tile::trans_b>;
    static constexpr int across = Across<Tile>::threads;

    // Some steps, from where the rows of A of the first one lie and the place in its columns of B.
    template <int steps>
    static __device__ __forceinline__ void add_steps(float (&accumulators)[Tile::tm][Tile::tn],
                                                     uint32 from_a, uint32 from_b, uint32 place) {
#pragma unroll
        for (int step = 0; step < steps; ++step) {
            float a[Tile::tm], b[Tile::tn];
            load_neighbours(a, from_a + step * (CarriedA::pitch * 4));
#pragma unroll
            for (int j = 0; j < Tile::tn; ++j) {
                const uint32 from =
                    from_b + (step * CarriedB::pitch + Across<Tile>::column_offset(place, j)) * 4;
                if (Across<Tile>::is_pair(j)) {
                    const float2 pair = ld_shared_v2(from);
                    b[j] = pair.x;
                    b[(j + 1) % Tile::tn] = pair.y;
                } else if (j == 0 || !Across<Tile>::is_pair(j - 1)) {
                    b[j] = ld_shared(from);
                }
            }
            add_row_by_row<Tile>(accumulators, a, b);
        }
    }

    static __device__ __forceinline__ void add(float (&accumulators)[Tile::tm][Tile::tn],
                                               const WorkItem& item, const Range& range, int m,
                                               int n, const float* A, int lda, const float* B,
                                               int ldb) {
        constexpr int stage = CarriedA::floats + CarriedB::floats;
        __shared__ __align__(16) float memory[Tile::stages * stage];
        CarriedA a(A, lda, item.row, m, range.first);
        CarriedB b(B, ldb, item.column, n, range.first);
        uint32 block = cvta_to_shared(memory), other = block + (Tile::stages - 1) * stage * 4;
        if (range.first < range.end) {
            a.load(range.first, range.end);
            b.load(range.first, range.end);
        }
#pragma unroll 1
        for (uint32 start = range.first; start < range.end; start += Tile::bk) {
            if (Tile::stages == 1 && start > range.first) __syncthreads();
            a.store(block);
            b.store(block + CarriedA::floats * 4);
            __syncthreads();
            // The next block is on its way while this one is multiplied.
            if (start + Tile::bk < range.end) {
                a.load(start + Tile::bk, range.end);
                b.load(start + Tile::bk, range.end);
            }
            const uint32 from_a = block + tid_x() / across * (Tile::tm * 4);
            const uint32 place = tid_x() % across;
            const uint32 from_b = block + CarriedA::floats * 4 + place * 4;
            const uint32 left = min(range.end - start, (uint32)Tile::bk);
#pragma unroll 1
            for (uint32 step = 0; step < left; step += 8) {
                const uint32 rows = from_a + step * (CarriedA::pitch * 4);
                const uint32 columns = from_b + step * (CarriedB::pitch * 4);
                if constexpr (sums_eights<Tile>) {
                    float eight[Tile::tm][Tile::tn] = {};
                    add_steps<8>(eight, rows, columns, place);
#pragma unroll
                    for (int i = 0; i < Tile::tm; ++i)
#pragma unroll
                        for (int j = 0; j < Tile::tn; ++j)
                            accumulators[i][j] = __fadd_rn(accumulators[i][j], eight[i][j]);
                } else {
                    add_steps<8>(accumulators, rows, columns, place);
                }
            }
            const uint32 current = block;
            block = other;
            other = current;
        }
    }
};

// One element a thread, whose operands come straight from memory, 16 steps of each at once. Four
// neighbouring steps have a sum of their own; these are added in pairs, and to the sum of all
// before.
template <class Tile>
__device__ __forceinline__ float product_of_element(const WorkItem& item, const Range& range, int m,
                                                    int n, const float* A, int lda, const float* B,
                                                    int ldb) {
    const uint32 row = item.row + threadIdx.x / Tile::bn;
    const uint32 column = item.column + threadIdx.x % Tile::bn;
    const int64 next_a = Tile::trans_a ? lda : 1, next_b = Tile::trans_b ? 1 : ldb;
    A += (Tile::trans_a ? row : offset(row, lda)) + range.first * next_a;
    B += (Tile::trans_b ? offset(column, ldb) : column) + range.first * next_b;
    float sum = 0.0f;
#pragma unroll 1
    for (int left = row < m && column < n ? range.end - range.first : 0; left > 0;
         left -= Tile::bk) {
        float a[Tile::bk], b[Tile::bk];
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step) {
            a[step] = ld_global_nc(A, step < left);
            b[step] = ld_global_nc(B, step < left);
            A += next_a;
            B += next_b;
        }
        static_assert(Tile::bk == 16, "four accumulators of four steps");
        float fours[4] = {};
#pragma unroll
        for (int step = 0; step < Tile::bk; ++step)
            fours[step / 4] = fmaf(a[step], b[step], fours[step / 4]);
        sum =
            __fadd_rn(sum, __fadd_rn(__fadd_rn(fours[0], fours[1]), __fadd_rn(fours[2], fours[3])));
    }
    return sum;
}

template <class Tile>
__device__ __forceinline__ void multiply_part(SGEMM_LIBRARY_PARAMETERS) {
    skip_product_if_unused(k, alpha);
    WorkItem item;
    if (Tile::stages > 0 && beta != 0.0f && splits == 1) {
        // The item is found again below: from here on it would occupy registers.
        item = whole_item<Tile>(opaque(m), opaque(n));
        prefetch_addend<Tile, Tile::threads>(SGEMM_ADDEND(item.product), item.row, item.column,
                                             tid_x(), m, n);
    }
    Range range{0, (uint32)k};
    if constexpr (cuts_k<Tile>) {
        item = work_item<Tile>(m, n, splits);
        range = steps_of_part<Tile>(item.part, splits, k);
    } else {
        item = whole_item<Tile>(m, n);
    }
    A += item.product * stride_a;
    B += item.product * stride_b;
    float accumulators[Tile::tm][Tile::tn] = {};
    if constexpr (Tile::stages == 0)
        accumulators[0][0] = product_of_element<Tile>(item, range, m, n, A, lda, B, ldb);
    else
        BlockProduct<Tile>::add(accumulators, item, range, m, n, A, lda, B, ldb);
    Accumulators<Tile> sums{accumulators};
    if (cuts_k<Tile> && !holds_whole_sum<Tile>(sums, item, workspace, counters, splits)) return;
    write_rows<Tile>(accumulators, item, m, n, alpha, beta, C + item.product * stride_c, ldc,
                     SGEMM_ADDEND(item.product));
}

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    any_layout(SGEMM_LIBRARY_PARAMETERS) {
    multiply_part<Tile>(SGEMM_LIBRARY_ARGUMENTS);
}
