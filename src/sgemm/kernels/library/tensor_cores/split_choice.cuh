// Which arithmetic a tile may have, by what the pre-kernels saw of its rows of A and columns of B.
// docs/split.md says why.
#pragma once
#include "split_scratch.cuh"

// The facts of some panels together: the worst of each.
__device__ __forceinline__ PanelFacts worst_of(const SplitOperand& operand, uint32 matrix,
                                               uint32 first_row, uint32 rows) {
    const uint32 first = first_row / panel_rows;
    const uint32 last = min(first + rows / panel_rows, operand.panels);
    const uint4* const of_matrix = reinterpret_cast<const uint4*>(operand.facts) +
                                   (uint64)matrix * operand.panels * facts_a_panel;
    PanelFacts worst = {};
#pragma unroll 2
    for (uint32 i = first * facts_a_panel; i < last * facts_a_panel; ++i) {
        const uint4 facts = of_matrix[i];
        worst.range = max(worst.range, facts.x);
        worst.has_zeros |= facts.y;
        worst.is_not_finite |= facts.z;
        worst.far = min(worst.far + facts.w, most_far);
    }
    return worst;
}

template <class Parts>
__device__ __forceinline__ bool is_suited(const PanelFacts& a, const PanelFacts& b) {
    if (a.is_not_finite | b.is_not_finite) return false;
    // The least that a product may be below the largest one: only where no element is zero is
    // there one for every element of the other side.
    constexpr uint32 unknown = 1u << 16;
    const uint32 narrower = min(a.has_zeros ? unknown : a.range, b.has_zeros ? unknown : b.range);
    if (Parts::is_bf16)
        return max(a.range, b.range) <= Constants::most_range &&
               min(narrower, a.range + b.range) <= Constants::most_product_range;
    const uint32 far = a.far + b.far;
    const uint32 doublings = far > 1 ? 32 - __clz(far - 1) : 0;
    return far == 0 || narrower + doublings <= Constants::sum_limit;
}

// Whether any panel is uncommon, as the first launches counted it, or what was prepared says; the
// main one notes it.
__device__ __forceinline__ bool noted_as_uncommon(SplitNotes* notes, const uint32* counted,
                                                  const unsigned char* prepared_a,
                                                  const unsigned char* prepared_b) {
    uint32 is_uncommon = *counted;
    if (prepared_a) is_uncommon |= reinterpret_cast<const SplitNotes*>(prepared_a)->is_uncommon;
    if (prepared_b) is_uncommon |= reinterpret_cast<const SplitNotes*>(prepared_b)->is_uncommon;
    if (blockIdx.x == 0 && threadIdx.x == 0) notes->is_uncommon = is_uncommon;
    return is_uncommon;
}

// One tile of one product of a batch.
struct SplitTile {
    uint32 product, row, column;
};

// Tiles are numbered down groups of rows of tiles, so that those that are computed at the same time
// share panels of A and B.
struct SplitTiles {
    const uint32 down, across, products;

    __device__ __forceinline__ SplitTiles(int m, int n, int batch)
        : down(divided(m, Tile::bm)), across(divided(n, Tile::bn)), products(batch) {}

    __device__ __forceinline__ uint32 count() const { return down * across * products; }
    __device__ __forceinline__ SplitTile operator[](uint32 number) const {
        constexpr uint32 most = Constants::rows_of_tiles;
        const uint32 of_product = down * across, product = number / of_product;
        const uint32 left = number % of_product, group = left / (most * across);
        const uint32 in_group = left % (most * across), high = min(most, down - group * most);
        return {product, (group * most + in_group % high) * Tile::bm, in_group / high * Tile::bn};
    }
};

// Who computes a tile: halves where they are suited, else thirds, else multiply-adds.
struct SplitChoice {
    const SplitOperand &a, &b;
    const bool is_uncommon;

    template <class Parts>
    __device__ __forceinline__ SplitChoice(const SplitOperands<Parts>& operands, bool is_uncommon)
        : a(operands.a), b(operands.b), is_uncommon(is_uncommon) {}

    template <class Parts>
    __device__ __forceinline__ bool gives(const SplitTile& tile) const {
        constexpr bool has_halves = Constants::has_halves;
        if (!is_uncommon) return has_halves != Parts::is_bf16;
        const PanelFacts of_a = worst_of(a, a.matrix_of(tile.product), tile.row, Tile::bm);
        const PanelFacts of_b = worst_of(b, b.matrix_of(tile.product), tile.column, Tile::bn);
        const bool by_halves = has_halves && is_suited<Halves>(of_a, of_b);
        return Parts::is_bf16 ? !by_halves && is_suited<Thirds>(of_a, of_b) : by_halves;
    }

    // Whether any tile takes these parts of a panel; asked by the split threads.
    template <class Parts, class Slab>
    __device__ __forceinline__ bool wants(const Slab& slab, const SplitTiles& tiles) const {
        const bool of_a = &slab.operand == &a;
        const uint32 others = of_a ? tiles.across : tiles.down;
        const bool is_shared = slab.operand.matrices == 1;
        bool wanted = false;
        for (uint32 i = threadIdx.x; i < others * (is_shared ? tiles.products : 1);
             i += split_threads) {
            const uint32 product = is_shared ? i / others : slab.matrix, other = i % others;
            const uint32 own = slab.first_row;
            wanted |= gives<Parts>(
                of_a ? SplitTile{product, own / Tile::bm * Tile::bm, other * Tile::bn}
                     : SplitTile{product, other * Tile::bm, own / Tile::bn * Tile::bn});
        }
        return any_split_thread(wanted);
    }
};
