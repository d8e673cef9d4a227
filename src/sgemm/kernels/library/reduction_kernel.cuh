// The reduction kernel of the stream-K family, where tiles have many parts: adds them, and
// writes C.
//
// Each thread has one float4 of a tile and the parts of one node, up to `fan` neighbours, all of
// which it loads at once; then one of them adds such sums, `fan` neighbours at a time again,
// until one is left. So the order of summation is a tree, and the same whatever the number of
// threads. A block has as many rows of threads as there are nodes, up to eight: the fewer, the more
// blocks at once.
#pragma once
#include "launch_instructions.cuh"
#include "library_parameters.cuh"
#include "slice_reduction.cuh"
#include "stream_k_fixup.cuh"
#include "thread_layout.cuh"

constexpr uint32 vectors_of_block = Constants::reduction_vectors;
constexpr uint32 most_nodes = Constants::reduction_rows;
constexpr uint32 reduction_threads = vectors_of_block * most_nodes, reduction_blocks = 4;

// Sums of nodes on their way to the root. Each level holds a sum of what has come to its node.
class ReductionTree {
   public:
    // The next node of the lowest level.
    __device__ __forceinline__ void put(float4 sum) {
#pragma unroll
        for (int level = 0; level < levels; ++level) {
            totals[level] = filled[level] ? added(totals[level], sum) : sum;
            if (++filled[level] < fan) return;
            sum = totals[level];
            filled[level] = 0;
        }
    }
    // The sum of all, when there are no more.
    __device__ __forceinline__ float4 root() {
        float4 sum = {};
        bool any = false;
#pragma unroll
        for (int level = 0; level < levels; ++level) {
            if (any && filled[level]) sum = added(totals[level], sum);
            if (!any && filled[level]) sum = totals[level];
            any = any || filled[level];
        }
        return sum;
    }

   private:
    static constexpr int levels = 5;  // enough for the nodes of 2^16 parts
    float4 totals[levels];
    uint32 filled[levels] = {};
};

// Parts of one node, in ascending order. There is at least one.
template <class Tile>
__device__ __forceinline__ float4 sum_of_node(const PartialSums<Tile>& parts, uint32 begin,
                                              uint32 count) {
    float4 part[fan];
#pragma unroll
    for (uint32 i = 0; i < fan; ++i) {
        part[i] = {no_sum, no_sum, no_sum, no_sum};
        if (begin + i < count) part[i] = *parts.at(begin + i);
    }
#pragma unroll
    for (uint32 i = 1; i < fan; ++i) part[0] = added(part[0], part[i]);
    return part[0];
}

// The grid has blocks for all float4 of a tile, and as many rows of them as there are stream-K
// tiles.
template <class Tile>
__device__ __forceinline__ void reduce_tile(int m, int n, int k, float alpha, float beta, float* C,
                                            int ldc, int64 stride_c, const Addend& addend,
                                            int64 stride_addend, int batch, float* workspace,
                                            uint32 blocks, int stream_k_tiles) {
    __shared__ float4 nodes[most_nodes][vectors_of_block];
    const uint32 nodes_of_block = blockDim.y;
    const uint32 vector = blockIdx.x * vectors_of_block + threadIdx.x, node = threadIdx.y;
    const StreamKWork<Tile, PrimaryLaunch> work(m, n, k, batch, stream_k_tiles,
                                                PrimaryLaunch{blocks});
    StreamKItem item;
    item.tile = blockIdx.y;
    const uint32 first = work.first_block(item.tile);
    const uint32 count = work.last_block(item.tile) - first + 1;
    const PartialSums<Tile> parts(workspace, vector, first, work.begins_before(first, item.tile));
    wait_for_primary_launch();
    if (count == 1) return;  // a block has had all of it
    ReductionTree tree;
#pragma unroll 1
    for (uint32 begin = 0; begin < count; begin += fan * nodes_of_block) {
        if (begin + node * fan < count)
            nodes[node][threadIdx.x] = sum_of_node<Tile>(parts, begin + node * fan, count);
        __syncthreads();
        if (node == 0)
            for (uint32 i = 0; i < nodes_of_block && begin + i * fan < count; ++i)
                tree.put(nodes[i][threadIdx.x]);
        __syncthreads();
    }
    if (node != 0) return;

    const float4 sum = tree.root();
    const float accumulators[4] = {sum.x, sum.y, sum.z, sum.w};
    work.locate(item);
    const uint32 thread = vector % Tile::consumers, place = vector / Tile::consumers * 4;
    const Position own = position_in_stage<Tile>(thread);
    const uint32 row = item.row + own.row + row_of_thread<Tile>(place / Tile::tn);
    const uint32 column = item.column + own.column + place % Tile::tn / 4 * column_stride<Tile>;
    const int left = row < m ? left_of(n, column) : 0;
    const Position first_of_c = position_in_c({row, column});
    float* const c =
        C + item.product * stride_c + offset(first_of_c.row, ldc) + first_of_c.column;
    const float* const from =
        addend.at(first_of_c.row, first_of_c.column) + item.product * stride_addend;
    const uint64 stride = is_swapped ? offset(1, ldc) : 1;
    const uint64 from_stride = is_swapped ? offset(1, addend.leading) : 1;
#pragma unroll
    for (int j = 0; j < 4; ++j)
        if (j < left)
            c[j * stride] = scaled(accumulators[j], alpha, beta, from + j * from_stride);
}

// What threads hold of a tile once the sums of its slices, if there are some, are added.
template <class Tile, bool has_slices>
struct Added {
    using type = Tile;
};
template <class Tile>
struct Added<Tile, true> {
    using type = ReducedTile<Tile>;
};

// The launch before had so many blocks as `splits` says.
template <class Tile>
__device__ __forceinline__ void reduce_tiles(SGEMM_LIBRARY_PARAMETERS) {
    reduce_tile<typename Added<Tile, (Tile::slices > 1)>::type>(
        m, n, k, alpha, beta, C, ldc, stride_c, SGEMM_ADDEND(0), stride_addend, batch, workspace,
        splits, stream_k_tiles);
}
