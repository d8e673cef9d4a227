// The pre-kernel of packed operands: each block packs a piece of A or of B, or computes some
// elements of C that are left over beside whole tiles.
#pragma once
#include "launch_instructions.cuh"
#include "library_parameters.cuh"
#include "packed_layout.cuh"

constexpr uint32 packing_threads = Constants::packing_threads;
constexpr uint32 square = Constants::square;  // rows and steps of a piece that is transposed
constexpr uint32 wide = Constants::wide, high = Constants::high;  // elements, steps of another
constexpr uint32 scratch_floats = square * (square + 1);

__device__ __forceinline__ uint32 pieces(uint32 size, uint32 piece) {
    return (size + piece - 1) / piece;
}

// One operand: k steps of so many elements, rows of A or columns of B.
template <bool k_major>
struct PackedOperand {
    const float* const source;
    const uint32 leading, elements, steps;
    float* const target;
    const uint32 target_leading;

    static constexpr uint32 width = k_major ? square : wide, depth = k_major ? square : high;

    __device__ __forceinline__ uint32 blocks() const {
        return pieces(elements, width) * pieces(steps, depth);
    }
    __device__ __forceinline__ void pack(uint32 number, float* scratch) const {
        // Neighbouring blocks read neighbouring pieces of rows.
        const uint32 across = k_major ? pieces(steps, depth) : pieces(elements, width);
        const uint32 near = number % across, far = number / across;
        if (k_major)
            transpose(far * width, near * depth, scratch);
        else
            copy(near * width, far * depth);
    }

   private:
    // Rows of equal k stay what they are. All loads of a thread are under way before it stores.
    __device__ __forceinline__ void copy(uint32 first, uint32 step) const {
        const uint32 element = first + threadIdx.x;
        if (element >= elements) return;
        const float* from = source + offset(step, leading) + element;
        float* to = target + offset(step, target_leading) + element;
        float values[high];
#pragma unroll
        for (uint32 i = 0; i < high; ++i, from += leading)
            if (step + i < steps) values[i] = *from;
#pragma unroll
        for (uint32 i = 0; i < high; ++i, to += target_leading)
            if (step + i < steps) *to = values[i];
    }

    // K-major rows become rows of equal k by way of shared memory with an odd pitch: neighbours in
    // either direction lie in different banks.
    __device__ __forceinline__ void transpose(uint32 first, uint32 step, float* scratch) const {
        constexpr uint32 at_once = packing_threads / square;
        const uint32 near = threadIdx.x % square, far = threadIdx.x / square;
        const float* from = source + offset(first + far, leading) + step + near;
        float values[square / at_once];
#pragma unroll
        for (uint32 i = 0; i < square / at_once; ++i, from += offset(at_once, leading))
            if (step + near < steps && first + far + i * at_once < elements) values[i] = *from;
#pragma unroll
        for (uint32 i = 0; i < square / at_once; ++i)
            scratch[near * (square + 1) + far + i * at_once] = values[i];
        __syncthreads();
        if (first + near >= elements) return;
        float* to = target + offset(step + far, target_leading) + first + near;
#pragma unroll
        for (uint32 i = 0; i < square / at_once; ++i, to += offset(at_once, target_leading))
            if (step + far + i * at_once < steps)
                *to = scratch[(far + i * at_once) * (square + 1) + near];
    }
};

// Up to four columns of C, or rows: products of all rows of A with those columns of B, or of all
// columns of B with those rows of A. "Large" is the operand that counts.
template <bool k_major>
struct LeftOver {
    const float* const large;
    const uint32 leading, elements;  // of the large operand
    const float* const small;
    const uint64 to_next_step, to_next;  // of the small one, in elements
    const uint32 count;
    float* const c;
    const uint64 down, across;  // in C: from one element of the large operand to the next, and of
                                // the small one
    const float* const addend;
    const uint64 addend_down, addend_across;

    // Where the large operand is K-major, a warp has one of them and its lanes every 32nd
    // step; else 16 threads have neighbours, and every 16th step. So each thread has a chain.
    // Elements of a block.
    static constexpr uint32 each =
        k_major ? Constants::elements_k_major : Constants::elements_mn_major;
    static constexpr uint32 chains = packing_threads / each;
    static constexpr uint32 loads = Constants::loads_at_once;  // of a thread under way

    __device__ __forceinline__ uint32 blocks() const { return count ? pieces(elements, each) : 0; }

    // All of what a block needs of the small operand goes to shared memory, if it fits.
    __device__ __forceinline__ void multiply(uint32 number, uint32 k, float alpha, float beta,
                                             float* scratch) const {
        const uint32 thread = threadIdx.x;
        const uint32 chain = k_major ? thread % chains : thread / each;
        const uint32 element = number * each + (k_major ? thread / chains : thread % each);
        const uint32 depth =
            count == 1 ? scratch_floats / 32 * 32 : scratch_floats / most_left_over / 32 * 32;
        float accumulators[most_left_over] = {};
#pragma unroll 1
        for (uint32 first = 0; first < k; first += depth) {
            const uint32 end = min(depth, k - first);
            uint32 step = chain;
            float values[loads];
            load(values, element, first, step, end);  // nobody waits for these yet
            bring_small(first, end, depth, scratch);
#pragma unroll 1
            while (step < end) {
                add(accumulators, values, scratch + step, depth, end - step);
                step += loads * chains;
                load(values, element, first, step, end);
            }
        }
        if (k_major)
            add_lanes(accumulators);
        else
            add_threads(accumulators, scratch);
        if (element >= elements || chain) return;
#pragma unroll
        for (uint32 j = 0; j < most_left_over; ++j)
            if (j < count)
                c[element * down + j * across] =
                    scaled(accumulators[j], alpha, beta,
                           addend + element * addend_down + j * addend_across);
    }

   private:
    __device__ __forceinline__ void load(float (&values)[loads], uint32 element, uint32 first,
                                         uint32 step, uint32 end) const {
#pragma unroll
        for (uint32 i = 0; i < loads; ++i) {
            const uint32 own = step + i * chains;
            values[i] = 0.0f;
            if (own < end && element < elements)
                values[i] = k_major ? large[offset(element, leading) + first + own]
                                    : large[offset(first + own, leading) + element];
        }
    }
    // Some steps of the small operand, for the whole block.
    __device__ __forceinline__ void bring_small(uint32 first, uint32 end, uint32 depth,
                                                float* scratch) const {
        __syncthreads();
        for (uint32 j = 0; j < count; ++j)
#pragma unroll 4
            for (uint32 step = threadIdx.x; step < end; step += packing_threads)
                scratch[j * depth + step] = small[(first + step) * to_next_step + j * to_next];
        __syncthreads();
    }
    __device__ __forceinline__ void add(float (&accumulators)[most_left_over],
                                        const float (&values)[loads], const float* scratch,
                                        uint32 depth, uint32 left) const {
#pragma unroll
        for (uint32 j = 0; j < most_left_over; ++j)
            if (j < count) {
#pragma unroll
                for (uint32 i = 0; i < loads; ++i)
                    if (i * chains < left)
                        accumulators[j] =
                            __fmaf_rn(values[i], scratch[j * depth + i * chains], accumulators[j]);
            }
    }
    static __device__ __forceinline__ void add_lanes(float (&accumulators)[most_left_over]) {
#pragma unroll
        for (uint32 j = 0; j < most_left_over; ++j)
#pragma unroll
            for (uint32 mask = 16; mask; mask /= 2)
                accumulators[j] =
                    __fadd_rn(accumulators[j], __shfl_xor_sync(0xFFFFFFFFu, accumulators[j], mask));
    }
    static __device__ __forceinline__ void add_threads(float (&accumulators)[most_left_over],
                                                       float* scratch) {
        __syncthreads();
#pragma unroll
        for (uint32 j = 0; j < most_left_over; ++j)
            scratch[j * packing_threads + threadIdx.x] = accumulators[j];
        __syncthreads();
        const float* own = scratch + threadIdx.x % each;
#pragma unroll
        for (uint32 j = 0; j < most_left_over; ++j, own += packing_threads) {
            accumulators[j] = own[0];
#pragma unroll
            for (uint32 other = 1; other < chains; ++other)
                accumulators[j] = __fadd_rn(accumulators[j], own[other * each]);
        }
    }
};

// Blocks that compute what is left over come first: they take longest.
template <class Tile>
__device__ __forceinline__ void pack_and_multiply_edges(SGEMM_LIBRARY_PARAMETERS) {
    __shared__ float scratch[scratch_floats];
    launch_dependents();
    using Places = PackedLayout<Tile>;
    const Places places(m, n, k, lda, ldb, stride_a, stride_b, batch);
    skip_product_if_unused(k, alpha);
    const uint32 product = blockIdx.y;
    const float* const a = A + product * stride_a;
    const float* const b = B + product * stride_b;
    float* const c = C + product * stride_c;
    const Addend added = SGEMM_ADDEND(product);
    uint32 number = blockIdx.x;

    constexpr bool a_k_major = Places::a_k_major, b_k_major = Places::b_k_major;
    const uint64 a_to_next = a_k_major ? lda : 1, a_to_next_step = a_k_major ? 1 : lda;
    const uint64 b_to_next = b_k_major ? ldb : 1, b_to_next_step = b_k_major ? 1 : ldb;
    const LeftOver<a_k_major> columns = {/*large=*/a,
                                         /*leading=*/(uint32)lda,
                                         /*elements=*/(uint32)m,
                                         /*small=*/b + places.columns * b_to_next,
                                         /*to_next_step=*/b_to_next_step,
                                         /*to_next=*/b_to_next,
                                         /*count=*/n - places.columns,
                                         /*c=*/c + places.columns,
                                         /*down=*/(uint64)ldc,
                                         /*across=*/1,
                                         /*addend=*/added.at(0, places.columns),
                                         /*addend_down=*/(uint64)ld_addend,
                                         /*addend_across=*/1};
    if (number < columns.blocks()) return columns.multiply(number, k, alpha, beta, scratch);
    number -= columns.blocks();
    const LeftOver<b_k_major> rows = {/*large=*/b,
                                      /*leading=*/(uint32)ldb,
                                      /*elements=*/places.columns,
                                      /*small=*/a + places.rows * a_to_next,
                                      /*to_next_step=*/a_to_next_step,
                                      /*to_next=*/a_to_next,
                                      /*count=*/m - places.rows,
                                      /*c=*/c + offset(places.rows, ldc),
                                      /*down=*/1,
                                      /*across=*/(uint64)ldc,
                                      /*addend=*/added.at(places.rows, 0),
                                      /*addend_down=*/1,
                                      /*addend_across=*/(uint64)ld_addend};
    if (number < rows.blocks()) return rows.multiply(number, k, alpha, beta, scratch);
    number -= rows.blocks();

    if (k == 0) return;
    if (places.packs_a) {
        const PackedOperand<a_k_major> packed = {a,
                                                 (uint32)lda,
                                                 places.rows,
                                                 (uint32)k,
                                                 workspace + product * places.a_stride,
                                                 places.a_leading};
        if (number < packed.blocks()) {
            if (product == 0 || stride_a) packed.pack(number, scratch);
            return;
        }
        number -= packed.blocks();
    }
    if (places.packs_b && (product == 0 || stride_b)) {
        const PackedOperand<b_k_major> packed = {
            b,
            (uint32)ldb,
            places.columns,
            (uint32)k,
            workspace + places.a_floats + product * places.b_stride,
            places.b_leading};
        if (number < packed.blocks()) packed.pack(number, scratch);
    }
}
