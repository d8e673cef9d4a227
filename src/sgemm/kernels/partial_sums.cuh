// From the sums of a block's slices, in shared memory, to C: the slices are added, then the parts
// of k that different blocks have computed, and C is written in whole rows.
//
// Parts meet in a tree. A block leaves its sums in the workspace and counts itself in at its node;
// the last of up to `fan` to arrive adds the parts in ascending order of k, whatever their order
// of arrival, and goes on to the next level with the result. No block waits for another, and the
// same call gives the same bits. The fan is wide where a tile is small: then a level costs little
// but the way to memory and back; with large tiles what one block reads is what costs.
#pragma once
#include "common.cuh"
#include "instructions.cuh"
#include "work_items.cuh"

// One or four neighbours in a row of a tile.
template <int width>
struct Neighbours {
    float value[width];
};

// Adds nothing to any number, -0 included.
constexpr float nothing = -0.0f;

// The sums of one slice in shared memory: rows lie 16 elements apart in addition, so that lanes of
// neighbouring rows store into different banks.
template <class Tile>
struct SliceSums {
    static constexpr int pitch = Tile::bn + 16;
    static constexpr int floats = Tile::bm * pitch;
};

template <class Tile>
struct Fan {
    static constexpr uint32 elements = Tile::bm * Tile::bn;
    static constexpr uint32 value = elements >= 8192 ? 8 : elements >= 2048 ? 16 : 32;
};

// Where the parts of one tile lie in the workspace, level after level, and its counters.
template <class Tile>
struct Tree {
    float* parts;
    uint32* counters;

    __device__ __forceinline__ Tree(float* workspace, uint32* all_counters, uint32 tile,
                                    uint32 splits) {
        uint32 saved = 0, nodes = 0;
        for (uint32 count = splits; count > 1;) {
            saved += count;
            count = (count + Fan<Tile>::value - 1) / Fan<Tile>::value;
            nodes += count;
        }
        parts = workspace + (uint64)tile * saved * Fan<Tile>::elements;
        counters = all_counters + (uint64)tile * nodes;
    }
};

// Counts this block in at a node, after all that its threads have written, and tells all of them
// whether it is the last of `members`. That one sees what the others have written, and has set the
// counter back to zero for the next launch.
__device__ __forceinline__ bool arrives_last(uint32* counter, uint32 members, bool* answer) {
    __syncthreads();
    if (threadIdx.x == 0) {
        fence_acq_rel_gpu();
        *answer = atom_add_relaxed_gpu(counter, 1) == members - 1;
        if (*answer) *counter = 0;
        fence_acq_rel_gpu();
    }
    __syncthreads();
    return *answer;
}

// What the threads of a block do with a tile's elements: each has `width` neighbours, then those
// threads * width further on, and so on; `rounds` of them at a time.
template <class Tile, int width>
struct TileWriter {
    using Elements = Neighbours<width>;
    static constexpr uint32 elements = Tile::bm * Tile::bn;
    static constexpr uint32 stride = Tile::threads * width;
    static constexpr int rounds = (elements + stride - 1) / stride < 4
                                      ? (elements + stride - 1) / stride
                                      : 4;
    static constexpr int loads = 16;                  // under way at once in each thread
    static constexpr int batch = loads / rounds < 8 ? loads / rounds : 8;

    static __device__ __forceinline__ Elements loaded(const float* source) {
        Elements found;
        if (width == 4) {
            const float4 quad = *reinterpret_cast<const float4*>(source);
            found.value[0] = quad.x;
            found.value[width / 4] = quad.y;
            found.value[width / 2] = quad.z;
            found.value[width - 1] = quad.w;
        } else {
            found.value[0] = *source;
        }
        return found;
    }
    static __device__ __forceinline__ void store(float* target, const Elements& given) {
        if (width == 4)
            *reinterpret_cast<float4*>(target) = {given.value[0], given.value[width / 4],
                                                  given.value[width / 2], given.value[width - 1]};
        else
            *target = given.value[0];
    }

    // sums[r] := what belongs to element `first` + r * stride in `count` tiles, one behind the
    // other and each of rows that lie `pitch` apart, added in their order.
    template <int at_once, int pitch>
    static __device__ __forceinline__ void add(Elements (&sums)[rounds], const float* tiles,
                                               uint32 count, uint32 first) {
#pragma unroll
        for (int r = 0; r < rounds; ++r)
#pragma unroll
            for (int v = 0; v < width; ++v) sums[r].value[v] = nothing;
#pragma unroll 1
        for (uint32 start = 0; start < count; start += at_once) {
            Elements parts[at_once][rounds];
#pragma unroll
            for (int i = 0; i < at_once; ++i)
#pragma unroll
                for (int r = 0; r < rounds; ++r) {
                    const uint32 element = first + r * stride;
#pragma unroll
                    for (int v = 0; v < width; ++v) parts[i][r].value[v] = nothing;
                    const uint32 place = element / Tile::bn * pitch + element % Tile::bn;
                    if (start + i < count && element < elements)
                        parts[i][r] = loaded(tiles + (start + i) * (Tile::bm * pitch) + place);
                }
#pragma unroll
            for (int i = 0; i < at_once; ++i)
#pragma unroll
                for (int r = 0; r < rounds; ++r)
#pragma unroll
                    for (int v = 0; v < width; ++v)
                        sums[r].value[v] = __fadd_rn(sums[r].value[v], parts[i][r].value[v]);
        }
    }

    // Calls use(sums, first) for all of this thread's elements, `rounds` at a time.
    template <int at_once, int pitch, class Use>
    static __device__ __forceinline__ void for_sums(const float* tiles, uint32 count, Use use) {
#pragma unroll 1
        for (uint32 first = threadIdx.x * width; first < elements; first += rounds * stride) {
            Elements sums[rounds];
            add<at_once, pitch>(sums, tiles, count, first);
            use(sums, first);
        }
    }

    static __device__ __forceinline__ void save(float* target, const Elements (&sums)[rounds],
                                                uint32 first) {
#pragma unroll
        for (int r = 0; r < rounds; ++r)
            if (first + r * stride < elements) store(target + first + r * stride, sums[r]);
    }

    // C := alpha*sums + beta*C. `corner` is the tile's first element of C, of which `rows` rows
    // and `columns` columns are left.
    static __device__ __forceinline__ void finish(const Elements (&sums)[rounds], uint32 first,
                                                  float* corner, int ldc, uint32 rows,
                                                  uint32 columns, float alpha, float beta) {
        Elements old[rounds];
        float* target[rounds];
        uint32 left[rounds];
#pragma unroll
        for (int r = 0; r < rounds; ++r) {
            const uint32 element = first + r * stride;
            const uint32 row = element / Tile::bn, column = element % Tile::bn;
            const bool inside = element < elements && row < rows && column < columns;
            left[r] = inside ? columns - column : 0;
            target[r] = corner + offset(row, ldc) + column;
#pragma unroll
            for (int v = 0; v < width; ++v) old[r].value[v] = unread(beta);
            if (beta != 0.0f) {
                if (left[r] >= width) old[r] = loaded(target[r]);
#pragma unroll
                for (int v = 0; v < width - 1; ++v)
                    if (left[r] < width && v < left[r]) old[r].value[v] = target[r][v];
            }
        }
#pragma unroll
        for (int r = 0; r < rounds; ++r) {
            Elements result;
#pragma unroll
            for (int v = 0; v < width; ++v)
                result.value[v] = blended(sums[r].value[v], alpha, beta, old[r].value[v]);
            if (left[r] >= width) store(target[r], result);
#pragma unroll
            for (int v = 0; v < width - 1; ++v)
                if (left[r] < width && v < left[r]) target[r][v] = result.value[v];
        }
    }

    // All of it, for the sums of Tile::slices slices at `slices` in shared memory.
    static __device__ __forceinline__ void write(const float* slices, const WorkItem& item, int m,
                                                 int n, float alpha, float beta, float* C, int ldc,
                                                 float* workspace, uint32* counters,
                                                 uint32 splits) {
        __shared__ bool is_last;
        float* const corner = C + offset(item.row, ldc) + item.column;
        const uint32 rows = m - item.row, columns = n - item.column;
        constexpr int slices_at_once = Tile::slices < batch ? Tile::slices : batch;
        if (splits == 1) {
            for_sums<slices_at_once, SliceSums<Tile>::pitch>(
                slices, Tile::slices, [&](const Elements(&sums)[rounds], uint32 first) {
                    finish(sums, first, corner, ldc, rows, columns, alpha, beta);
                });
            return;
        }
        Tree<Tile> tree(workspace, counters, item.tile, splits);
        uint32 part = item.part, count = splits;
        for_sums<slices_at_once, SliceSums<Tile>::pitch>(slices, Tile::slices,
                                 [&](const Elements(&sums)[rounds], uint32 first) {
                                     save(tree.parts + (uint64)part * elements, sums, first);
                                 });
        for (;;) {
            const uint32 node = part / Fan<Tile>::value, start = node * Fan<Tile>::value;
            const uint32 nodes = (count + Fan<Tile>::value - 1) / Fan<Tile>::value;
            const uint32 members = min(Fan<Tile>::value, count - start);
            if (!arrives_last(tree.counters + node, members, &is_last)) return;
            const float* const parts = tree.parts + (uint64)start * elements;
            if (nodes == 1) {
                for_sums<batch, Tile::bn>(parts, members, [&](const Elements(&sums)[rounds], uint32 first) {
                    finish(sums, first, corner, ldc, rows, columns, alpha, beta);
                });
                return;
            }
            tree.parts += (uint64)count * elements;
            tree.counters += nodes;
            for_sums<batch, Tile::bn>(parts, members, [&](const Elements(&sums)[rounds], uint32 first) {
                save(tree.parts + (uint64)node * elements, sums, first);
            });
            part = node;
            count = nodes;
        }
    }
};

// C := alpha*(sum of the slices and of all parts of k) + beta*C for the tile of a work item.
// `slices` are Tile::slices tiles of bm x bn sums in shared memory, complete for all threads.
template <class Tile>
__device__ __forceinline__ void write_tile(const float* slices, const WorkItem& item, int m, int n,
                                           float alpha, float beta, float* C, int ldc,
                                           float* workspace, uint32* counters, uint32 splits) {
    // Quads only where all rows of C start at one; single elements of a warp lie side by side, so
    // that it writes whole lines also where no row is aligned.
    if (((uint64)C / 4 | (uint32)ldc) % 4 == 0)
        TileWriter<Tile, 4>::write(slices, item, m, n, alpha, beta, C, ldc, workspace, counters,
                                   splits);
    else
        TileWriter<Tile, 1>::write(slices, item, m, n, alpha, beta, C, ldc, workspace, counters,
                                   splits);
}
