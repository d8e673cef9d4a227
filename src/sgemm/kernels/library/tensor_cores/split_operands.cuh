// The pre-kernels of products on tensor cores. The first looks at every row of A and column of B;
// the second scales them by powers of two and splits them into parts. See split.py.
#pragma once
#include "launch_instructions.cuh"
#include "split_pair.cuh"
#include "split_scratch.cuh"
#include "stored_elements.cuh"

// So few that a thread has registers for eight loads at once.
constexpr uint32 scan_blocks = 3;
constexpr uint32 blocks_at_once = 4;  // blocks of 32 steps whose loads a thread has under way
constexpr uint32 magnitude = 0x7fffffff, infinity = 0x7f800000;

// The power of two with an exponent in -126 ... 127.
__device__ __forceinline__ float power_of_two(int32 exponent) {
    return __int_as_float((exponent + 127) << 23);
}

// The exponent of the leading bit of a float32 that is not zero, by its bits without the sign.
__device__ __forceinline__ int32 exponent_of(uint32 bits) {
    return bits >= 1u << 23 ? (int32)(bits >> 23) - 127 : -118 - __clz(bits);
}

// What has been seen of a row.
struct Seen {
    uint32 largest = 0, least = ~0u, smallest = ~0u;  // least: of those that are not zero, less 1

    __device__ __forceinline__ void add(float element) {
        const uint32 bits = __float_as_uint(element) & magnitude;
        largest = max(largest, bits);
        least = min(least, bits - 1);
        smallest = min(smallest, bits);
    }
    __device__ __forceinline__ void add(SlabFacts other) {
        largest = max(largest, other.largest_or_zero & magnitude);
        least = min(least, other.least);
        if (other.largest_or_zero & ~magnitude) smallest = 0;
    }
    __device__ __forceinline__ SlabFacts facts() const {
        return {largest | (smallest == 0 ? ~magnitude : 0), least};
    }
    // Rows of zeros alone have exponent 0.
    __device__ __forceinline__ int32 exponent() const { return largest ? exponent_of(largest) : 0; }
    __device__ __forceinline__ uint32 range() const {
        return largest ? exponent_of(largest) - exponent_of(least + 1) : 0;
    }
};

// What scales a row whose largest element has that exponent.
template <class Parts, int32 type>
__device__ __forceinline__ Scaling scaling_of(int32 exponent, bool exists) {
    const int32 shift = Parts::top(type) - exponent, half = shift / 2;
    // Elements below 2^(exponent - far_binades) are far.
    const int32 last = exponent - Elements<type>::far_binades;
    const uint32 bits = last >= -126   ? (uint32)(last + 127) << 23
                        : last >= -149 ? 1u << (last + 149)
                                       : 0;
    return {power_of_two(half), power_of_two(shift - half), bits && exists ? bits - 1 : 0};
}

// Where a block of a pre-kernel works: a panel of a matrix, a slab of its k, and its elements as
// they are stored. Or, with fewer rows than a panel's, these and all k.
template <bool k_major, int32 type, uint32 rows = panel_rows>
struct Slab {
    typedef ::Elements<type> Elements;
    typedef typename Elements::Stored Stored;
    static constexpr bool is_whole = rows != panel_rows;
    static constexpr uint32 steps_at_once =
        split_threads * 8 / rows;  // of which a thread has eight

    const SplitOperand& operand;
    const Stored* const source;
    const uint32 leading, matrix, panel, first_row, number, begin, end;

    __device__ __forceinline__ Slab(const SplitOperand& operand, const float* source,
                                    uint32 leading, int64 stride, uint32 block)
        : operand(operand),
          source(reinterpret_cast<const Stored*>(source) +
                 block / (operand.panels * slabs(operand)) * stride),
          leading(leading),
          matrix(block / (operand.panels * slabs(operand))),
          panel(block / slabs(operand) % operand.panels),
          first_row(panel * panel_rows + (is_whole ? block % slabs(operand) * rows : 0)),
          number(block % slabs(operand)),
          begin(is_whole ? 0 : number * operand.slab_steps),
          end(is_whole ? operand.steps : min(begin + operand.slab_steps, operand.steps)) {}
    static __device__ __forceinline__ uint32 slabs(const SplitOperand& operand) {
        return operand.slabs_a_panel<rows>();
    }

    // Indices are clamped to the last row: that changes no facts of its panel.
    __device__ __forceinline__ uint32 row(uint32 of_panel) const {
        return min(first_row + of_panel, operand.rows - 1);
    }
    __device__ __forceinline__ const Stored* element(uint32 row, uint32 step) const {
        return source + (k_major ? offset(row, leading) + step : offset(step, leading) + row);
    }
    __device__ __forceinline__ SlabFacts* seen(uint32 slab) const {
        return operand.seen + ((uint64)matrix * operand.slabs + slab) * operand.padded_rows() +
               first_row;
    }
    __device__ __forceinline__ PanelFacts* facts() const {
        return operand.facts + ((uint64)matrix * operand.panels + panel) * facts_a_panel;
    }
    __device__ __forceinline__ int32* exponents() const {
        return operand.exponents + matrix * operand.padded_rows() + first_row;
    }

    // Rows of FP16 are left as they are: theirs is that of the largest number there is.
    static __device__ __forceinline__ int32 noted_exponent(const Seen& all) {
        return type == float16 ? Constants::top_of_float16 : all.exponent();
    }
    // Notes elements that are far. One FP16 number has too few digits for any.
    __device__ __forceinline__ void add_far(PanelFacts* of_rows, uint32 far) const {
        if (type == float32)
            atomicAdd(&of_rows->far, far);
        else
            atomicMax(&of_rows->far, most_far);
    }

    // Looks at all elements: in rows that run along k a warp at eight rows, a lane at every 32nd
    // step; else a thread at one row, at every fourth step. Eight loads of a thread are under way
    // at once. What is missing of the last eight is the last step again, which shows nothing new.
    __device__ __forceinline__ void look() const {
        constexpr uint32 lanes = 32, rows_a_warp = panel_rows * lanes / split_threads;
        constexpr uint32 groups = split_threads / panel_rows;
        const uint32 thread = threadIdx.x;
        if (k_major) {
            const uint32 lane = thread % lanes, first = thread / lanes * rows_a_warp;
            Seen of_rows[rows_a_warp];
            uint64 places[rows_a_warp];
#pragma unroll
            for (uint32 i = 0; i < rows_a_warp; ++i) places[i] = offset(row(first + i), leading);
            for (uint32 step = begin; step < end; step += lanes) {
                float elements[rows_a_warp];
                const uint32 at = min(step + lane, end - 1);
#pragma unroll
                for (uint32 i = 0; i < rows_a_warp; ++i)
                    elements[i] = Elements::value(source[places[i] + at]);
#pragma unroll
                for (uint32 i = 0; i < rows_a_warp; ++i) of_rows[i].add(elements[i]);
            }
#pragma unroll
            for (uint32 i = 0; i < rows_a_warp; ++i) {
                Seen all;
                all.largest = __reduce_max_sync(~0u, of_rows[i].largest);
                all.least = __reduce_min_sync(~0u, of_rows[i].least);
                all.smallest = __reduce_min_sync(~0u, of_rows[i].smallest);
                if (lane == 0) seen(number)[first + i] = all.facts();
            }
        } else {
            __shared__ SlabFacts found[groups][panel_rows];
            const uint32 of_panel = thread % panel_rows, group = thread / panel_rows;
            Seen all;
            constexpr uint32 at_once = 8;
            for (uint32 step = begin + group; step < end; step += groups * at_once) {
                float elements[at_once];
#pragma unroll
                for (uint32 i = 0; i < at_once; ++i)
                    elements[i] =
                        Elements::value(*element(row(of_panel), min(step + i * groups, end - 1)));
#pragma unroll
                for (uint32 i = 0; i < at_once; ++i) all.add(elements[i]);
            }
            found[group][of_panel] = all.facts();
            __syncthreads();
            if (group == 0) {
#pragma unroll
                for (uint32 i = 1; i < groups; ++i) all.add(found[i][of_panel]);
                seen(number)[of_panel] = all.facts();
            }
        }
        if (number == 0 && thread < facts_a_panel) facts()[thread] = {};
    }

    // Splits all elements, by the split threads; for halves, counts those that are far below the
    // largest of their row.
    template <class Parts>
    __device__ __forceinline__ void split(uint32* is_uncommon, SplitScratch& scratch) const;

    // Loads eight elements of the steps at once from the given one on, zeros beyond the last row
    // and step: in rows that run along k, neighbours of a row; else, of a column, every fourth or,
    // of fewer rows, every 32nd.
    __device__ __forceinline__ void load(float (&values)[8], uint32 first) const;
    static constexpr uint32 scratch_floats = k_major    ? 1
                                             : is_whole ? rows * (steps_at_once * 9 / 8 + 4)
                                                        : steps_at_once * (rows + 1);
    // Makes neighbours of a row of them, by way of shared memory where they are not.
    __device__ __forceinline__ void arrange(float (&values)[8], float* scratch) const;
    // Splits and stores neighbours of a row, once they are scaled. Of halves, returns how many of
    // them are far.
    template <class Parts>
    __device__ __forceinline__ uint32 store(float (&values)[8], const Scaling& scaling,
                                            uint32 row, uint32 step) const;
    template <class Parts>
    __device__ __forceinline__ void store_scaled(const float (&values)[8], uint32 of_panel,
                                                 uint32 step) const;

   private:
    // Where an element lies in scratch, so that lanes meet 32 banks when they write and read.
    static __device__ __forceinline__ uint32 place(uint32 row, uint32 step) {
        return is_whole ? row * (steps_at_once * 9 / 8 + 4) + step + step / 8
                        : step * (rows + 1) + row;
    }
};

template <bool k_major, int32 type, uint32 rows>
__device__ __forceinline__ void Slab<k_major, type, rows>::load(float (&values)[8],
                                                                uint32 first) const {
    if (k_major) {
        constexpr uint32 threads = steps_at_once / 8;  // of a row
        const uint32 own = threadIdx.x / threads, step = first + threadIdx.x % threads * 8;
        const Stored* const from = element(row(own), step);
        const bool exists = first_row + own < operand.rows;
        constexpr uint32 vector = 16 / sizeof(Stored);
        const bool is_aligned = leading % vector == 0 && (uint64)source % 16 == 0;
        if (exists && step + 8 <= operand.steps && is_aligned)
            return Elements::load_eight(values, from);
#pragma unroll
        for (uint32 i = 0; i < 8; ++i)
            values[i] = exists && step + i < operand.steps ? Elements::value(from[i]) : 0.0f;
        return;
    }
    // Neighbouring lanes read neighbouring rows.
    const uint32 near = threadIdx.x % rows, far = threadIdx.x / rows;
#pragma unroll
    for (uint32 i = 0; i < 8; ++i) {
        const uint32 at = first + far + i * (split_threads / rows);
        const bool exists = first_row + near < operand.rows && at < operand.steps;
        values[i] = exists ? Elements::value(*element(first_row + near, at)) : 0.0f;
    }
}

template <bool k_major, int32 type, uint32 rows>
__device__ __forceinline__ void Slab<k_major, type, rows>::arrange(float (&values)[8],
                                                                   float* scratch) const {
    if (k_major) return;
    constexpr uint32 threads = steps_at_once / 8;
    const uint32 near = threadIdx.x % rows, far = threadIdx.x / rows;
    sync_split_threads();
#pragma unroll
    for (uint32 i = 0; i < 8; ++i)
        scratch[place(near, far + i * (split_threads / rows))] = values[i];
    sync_split_threads();
    const uint32 own = threadIdx.x / threads, piece = threadIdx.x % threads * 8;
#pragma unroll
    for (uint32 i = 0; i < 8; ++i) values[i] = scratch[place(own, piece + i)];
}

template <bool k_major, int32 type, uint32 rows>
template <class Parts>
__device__ __forceinline__ uint32 Slab<k_major, type, rows>::store(float (&values)[8],
                                                                   const Scaling& scaling,
                                                                   uint32 row, uint32 step) const {
    uint32 far = 0;
#pragma unroll
    for (uint32 i = 0; i < 8; ++i) {
        if (!Parts::is_bf16) far += (__float_as_uint(values[i]) & magnitude) - 1 < scaling.limit;
        values[i] = values[i] * scaling.first * scaling.second;
    }
    store_scaled<Parts>(values, first_row % panel_rows + row, step);
    return far;
}

template <bool k_major, int32 type, uint32 rows>
template <class Parts>
__device__ __forceinline__ void Slab<k_major, type, rows>::store_scaled(const float (&values)[8],
                                                                        uint32 of_panel,
                                                                        uint32 step) const {
    constexpr uint32 parts = Parts::parts(type);
    uint4 words[parts];
    uint32* const word = reinterpret_cast<uint32*>(words);
#pragma unroll
    for (uint32 i = 0; i < 4; ++i) {
        float2 left = {values[2 * i], values[2 * i + 1]};
        if constexpr (Parts::is_bf16) {
#pragma unroll
            for (uint32 part = 0; part < parts; ++part) {
                const uint32 pair = cvt_bf16x2(left.x, left.y);
                const float2 taken = cvt_float2_bf16x2(pair);
                left = {left.x - taken.x, left.y - taken.y};
                word[4 * part + i] = pair;
            }
        } else {
            const SplitPair pair(left);
            word[i] = pair.high;
            if constexpr (parts == 2) word[4 + i] = pair.low;
        }
    }
    // A 64-byte swizzle: the number of a 16-byte piece is changed by that of its pair of rows.
    const uint32 piece = step / 8 % 4 ^ of_panel / 2 % 4;
    unsigned char* const target =
        operand.block(parts, matrix, panel, step / block_steps) + of_panel * 64 + piece * 16;
#pragma unroll
    for (uint32 part = 0; part < parts; ++part)
        *reinterpret_cast<uint4*>(target + part * block_bytes) = words[part];
}

template <bool k_major, int32 type, uint32 rows>
template <class Parts>
__device__ __forceinline__ void Slab<k_major, type, rows>::split(uint32* is_uncommon,
                                                                 SplitScratch& scratch) const {
    static_assert(!is_whole, "see split_whole_rows");
    static_assert(scratch_floats <= SplitScratch::floats, "elements change threads there");
    const uint32 thread = threadIdx.x;
    const bool is_row = thread < panel_rows;
    // The first launch that splits leaves what the others need to know.
    constexpr bool is_first = Constants::has_halves != Parts::is_bf16;
    bool is_not_finite = false;
    if (is_first) {
        Seen all;
        if (is_row) {
            // All are asked for before the first is looked at. One may be there twice.
            SlabFacts found[Constants::most_slabs];
#pragma unroll
            for (uint32 i = 0; i < Constants::most_slabs; ++i)
                found[i] = seen(min(i, operand.slabs - 1))[thread];
#pragma unroll
            for (uint32 i = 0; i < Constants::most_slabs; ++i) all.add(found[i]);
            const int32 exponent = noted_exponent(all);
            scratch.scalings[thread] =
                scaling_of<Parts, type>(exponent, first_row + thread < operand.rows);
            if (number == 0) exponents()[thread] = exponent;
        }
        const bool has_zeros = any_split_thread(is_row && all.smallest == 0);
        is_not_finite = any_split_thread(is_row && all.largest >= infinity);
        if (number == 0) {
            if (is_row) {
                const uint32 range = __reduce_max_sync(~0u, all.range());
                if (thread % 32 == 0) scratch.ranges[thread / 32] = range;
            }
            sync_split_threads();
            if (thread == 0) {
                PanelFacts* const panel_facts = facts();
                const uint32 range = max(scratch.ranges[0], scratch.ranges[1]);
                panel_facts->range = range;
                panel_facts->has_zeros = has_zeros;
                panel_facts->is_not_finite = is_not_finite;
                if (is_not_finite || range > Constants::common_range) atomicOr(is_uncommon, 1u);
            }
        }
    } else {
        if (is_row)
            scratch.scalings[thread] =
                scaling_of<Parts, type>(exponents()[thread], first_row + thread < operand.rows);
        is_not_finite = any_split_thread(thread < facts_a_panel && facts()[thread].is_not_finite);
    }
    if (is_not_finite) return;  // no part is made of it, and none is read
    const uint32 of_panel = thread / 4, piece = thread % 4 * 8;
    const Scaling scaling = scratch.scalings[of_panel];
    uint32 far = 0;
    const uint32 last = number + 1 == operand.slabs ? operand.blocks * block_steps : end;
    // Memory is waited for once for several blocks.
    for (uint32 step = begin; step < last; step += blocks_at_once * block_steps) {
        float values[blocks_at_once][8];
#pragma unroll
        for (uint32 i = 0; i < blocks_at_once; ++i)
            if (step + i * block_steps < last) load(values[i], step + i * block_steps);
#pragma unroll
        for (uint32 i = 0; i < blocks_at_once; ++i) {
            if (step + i * block_steps >= last) break;
            arrange(values[i], scratch.elements);
            far += store<Parts>(values[i], scaling, of_panel, step + i * block_steps + piece);
        }
    }
    if (!Parts::is_bf16 && any_split_thread(far)) {
        far = __reduce_add_sync(~0u, far);
        if (thread % 32 == 0 && far) add_far(facts(), far);
    }
}

template <uint32 rows = panel_rows>
using SlabOfA = Slab<!Tile::trans_a, Constants::a_type, rows>;
template <uint32 rows = panel_rows>
using SlabOfB = Slab<(bool)Tile::trans_b, Constants::b_type, rows>;

// One of all slabs of so many rows: one of A's, or else one of B's; an operand that is left out has
// none.
template <uint32 rows = panel_rows, class Parts, class Work>
__device__ __forceinline__ void for_slab(const SplitOperands<Parts>& operands, const float* A,
                                         int lda, const float* B, int ldb, int64 stride_a,
                                         int64 stride_b, bool with_a, bool with_b, uint32 number,
                                         const Work& work) {
    const uint32 of_a = with_a ? operands.a.template all_slabs<rows>() : 0;
    if (number < of_a)
        work(SlabOfA<rows>(operands.a, A, lda, stride_a, number));
    else if (with_b)
        work(SlabOfB<rows>(operands.b, B, ldb, stride_b, number - of_a));
}
