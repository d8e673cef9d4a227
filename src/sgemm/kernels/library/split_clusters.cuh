// Blocks of a cluster that share their columns of B. See split.py.
//
// The blocks have neighbouring tiles of a column, at the same time, and the same steps of k. Each
// brings a part of every stage of B to all of them, and its own A to itself alone. So a stage may
// be filled again when the consumers of all blocks have read it, and they tell all producers.
#pragma once
#include "cluster_instructions.cuh"
#include "split_choice.cuh"

// What stands in front of an entry: defined with the tile where there are clusters.
#ifndef SGEMM_CLUSTER
#define SGEMM_CLUSTER
#endif

struct Cluster {
    enum : uint32 { blocks = Constants::cluster, all = (1u << blocks) - 1, is_shared = blocks > 1 };

    static __device__ __forceinline__ uint32 rank() { return is_shared ? cluster_ctarank() : 0; }
    static __device__ __forceinline__ uint32 number() { return blockIdx.x / blocks; }
    static __device__ __forceinline__ uint32 count() { return gridDim.x / blocks; }

    // All threads meet that have not ended.
    static __device__ __forceinline__ void meet() {
        if (!is_shared) return;
        barrier_cluster_arrive();
        barrier_cluster_wait();
    }
};

// The tile of a block among those of its cluster. Beyond the last row of tiles there may be none: the
// block then multiplies the last panel, and stores nothing.
template <class Parts>
struct ClusterTile {
    SplitTile tile;
    bool is_given, is_multiplied;  // to this arithmetic; or that of another block is

    __device__ __forceinline__ ClusterTile(const SplitTile& first, const SplitChoice& choice, int m)
        : tile(first) {
        is_multiplied = is_given = false;
        const uint32 rank = Cluster::rank();
#pragma unroll
        for (uint32 i = 0; i < Cluster::blocks; ++i) {
            const SplitTile each = {first.product, first.row + i * Tile::bm, first.column};
            const bool given = (!i || each.row < m) && choice.gives<Parts>(each);
            is_multiplied |= given;
            if (i == rank) {
                tile = each;
                is_given = given;
            }
        }
    }
};
