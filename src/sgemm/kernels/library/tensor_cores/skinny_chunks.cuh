// Tiles of fp16x3_skinny and fp16x3_tall, and their chunks of k, in which each row of A and each
// column of B is scaled by a power of two of its own.
#pragma once
#include "constants.cuh"
#include "element_types.cuh"
#include "tile.cuh"
#include "wgmma_instructions.cuh"

constexpr uint32 chunk_steps = Tile::bk, k_blocks = chunk_steps / wgmma_steps;
constexpr uint32 warps = Tile::threads / lanes;

// 1 where a block has a multiprocessor for itself. Then it reads the next chunk of columns and
// begins to multiply the next 16 steps while tensor cores still multiply. Two blocks fill each
// other's gaps, and have half of the registers.
constexpr uint32 works_ahead = Tile::blocks == 1;

// With few columns what is computed has the transposed tile, and B in the place of A.
constexpr bool few_columns = Constants::few_columns;
constexpr uint32 tile_rows = few_columns ? Tile::bn : Tile::bm;
constexpr uint32 tile_columns = few_columns ? Tile::bm : Tile::bn;
constexpr bool few_k_major = few_columns ? Tile::trans_b : !Tile::trans_a;
constexpr bool many_k_major = few_columns ? !Tile::trans_a : Tile::trans_b;
constexpr int32 few_type = few_columns ? Constants::b_type : Constants::a_type;
constexpr int32 many_type = few_columns ? Constants::a_type : Constants::b_type;

static_assert(tile_columns == 16 * warps && Tile::threads % warpgroup == 0, "a warp has 16 columns");

// Whether halves of one half each hold an operand exactly: then no low ones are multiplied.
constexpr bool few_are_halves = few_type != float32, many_are_halves = many_type != float32;

// Whether all rows of a matrix begin at multiples of some bytes.
__device__ __forceinline__ bool is_aligned(const void* matrix, int leading, uint32 item_bytes,
                                           uint32 bytes) {
    return ((uint64)matrix | (uint64)leading * item_bytes) % bytes == 0;
}

// The largest and the least magnitude of some elements as bits; the latter of those that are not
// zero, less 1.
struct Magnitudes {
    uint32 largest = 0, least = ~0u;

    __device__ __forceinline__ void add(float element) {
        const uint32 bits = __float_as_uint(element) & 0x7fffffff;
        largest = max(largest, bits);
        least = min(least, bits - 1);
    }
    // Those of so many neighbouring lanes together.
    template <uint32 neighbours>
    __device__ __forceinline__ void combine() {
#pragma unroll
        for (uint32 mask = 1; mask < neighbours; mask *= 2) {
            largest = max(largest, __shfl_xor_sync(~0u, largest, mask));
            least = min(least, __shfl_xor_sync(~0u, least, mask));
        }
    }
    // Whether halves would lose digits of some: the least lies far below the largest; or that is
    // infinite, NaN, or so large or small that powers of two for it may not be normal numbers.
    __device__ __forceinline__ bool are_far() const {
        const uint32 exponent = largest >> 23;
        const bool is_rare = exponent - Constants::least_exponent >
                             Constants::most_exponent - Constants::least_exponent;
        // No && or ||, which branch.
        return largest != 0 & (is_rare | (least + 1 >> 23) + Constants::far_binades < exponent);
    }
    // The power of two that scales the largest to the exponent `top_of_halves`, and its inverse.
    __device__ __forceinline__ float scale() const {
        return __uint_as_float((254 + Constants::top_of_halves - exponent()) << 23);
    }
    __device__ __forceinline__ float inverse() const {
        return __uint_as_float((exponent() - Constants::top_of_halves) << 23);
    }

   private:
    __device__ __forceinline__ uint32 exponent() const {
        return largest ? largest >> 23 : 127 + Constants::top_of_halves;
    }
};
