// Operands split into half-precision parts for tensor cores, and where these lie in the workspace.
// split.py has the host's side of it.
//
// A panel is 64 rows of A, or 64 columns of B. For each 32 steps of k it has a block for each part,
// of 4096 bytes: 64 rows of 64 bytes, in which 16-byte pieces are permuted as a 64-byte swizzle
// does. So a block is what wgmma reads from shared memory, and is copied there as it lies. What is
// missing of the last panel, and of k up to a multiple of 64, is zeros.
#pragma once
#include "common.cuh"
#include "constants.cuh"
#include "divided.cuh"
#include "library_parameters.cuh"
#include "split_notes.cuh"
#include "stored_elements.cuh"
#include "tile.cuh"

// The parameters of all launches. What was prepared of an operand lies there; 0 where nothing was.
#define SPLIT_PARAMETERS \
    SGEMM_LIBRARY_PARAMETERS, unsigned char *prepared_a, unsigned char *prepared_b
#define SPLIT_ARGUMENTS SGEMM_LIBRARY_ARGUMENTS, prepared_a, prepared_b

// What elements are split into. Two halves: the nearest FP16 to a scaled element, and that to
// low_factor times what it leaves. Elements of FP16 and BF16 are one FP16 number as they are.
//
// The products that are taken stand in their order, as numbers whose hexadecimal digits are parts
// of A and of B. Small ones come first: a tensor core cuts off what lies far below the largest of
// its terms. By wgmma they are summed for a slot of k, and divided by low_factor. Then come those
// that are promoted, interval by interval of the slot.
struct Halves {
    static constexpr bool is_bf16 = false;
    static constexpr uint32 stages = Tile::stages, interval = Tile::bk, slot = 64;
    static __device__ constexpr uint32 parts(int32 type) { return type == float32 ? 2 : 1; }
    static constexpr bool splits_a = Constants::a_type == float32;
    static constexpr bool splits_b = Constants::b_type == float32;
    static_assert(splits_a || splits_b, "one operand is of float32");
    static constexpr uint32 products = 1 + splits_a + splits_b, small_products = products - 1;
    static constexpr uint32 parts_of_a = !splits_a ? 0x00 : splits_b ? 0x100 : 0x10;
    static constexpr uint32 parts_of_b = !splits_b ? 0x00 : splits_a ? 0x010 : 0x10;
    // The exponent to which a row's largest element is scaled; rows of FP16 are not scaled.
    static __device__ constexpr int32 top(int32 type) {
        return type == float16 ? Constants::top_of_float16 : Constants::top_of_halves;
    }
    static constexpr float low_factor = Constants::low_factor;
};
// Three BF16 numbers, each the nearest to what those before it leave.
struct Thirds {
    static constexpr bool is_bf16 = true;
    static constexpr uint32 stages = Constants::stages_of_thirds, interval = 32, slot = 32;
    static __device__ constexpr uint32 parts(int32) { return 3; }
    static constexpr uint32 products = 6, small_products = 0;
    static constexpr uint32 parts_of_a = 0x210100, parts_of_b = 0x012010;
    static __device__ constexpr int32 top(int32) { return Constants::top_of_thirds; }
    static constexpr float low_factor = 1;
};
template <class Parts>
constexpr uint32 a_parts = Parts::parts(Constants::a_type);
template <class Parts>
constexpr uint32 b_parts = Parts::parts(Constants::b_type);

// What operands are split into before the main launch.
template <bool has_halves>
struct PartsBefore {
    using Parts = Halves;
};
template <>
struct PartsBefore<false> {
    using Parts = Thirds;
};
using FirstParts = PartsBefore<(bool)Constants::has_halves>::Parts;

template <class Parts>
__device__ __forceinline__ constexpr uint32 part_of_a(uint32 product) {
    return Parts::parts_of_a >> 4 * (Parts::products - 1 - product) & 15;
}
template <class Parts>
__device__ __forceinline__ constexpr uint32 part_of_b(uint32 product) {
    return Parts::parts_of_b >> 4 * (Parts::products - 1 - product) & 15;
}

constexpr uint32 panel_rows = 64, block_steps = 32;
constexpr uint32 whole_rows = 8;  // of a block that splits rows as wholes, where k is short enough
constexpr uint32 facts_a_panel = panel_rows / whole_rows;
constexpr uint32 block_bytes = panel_rows * block_steps * 2;
constexpr uint32 padded_steps = 64;

// What decides which arithmetic the products of a panel may have: of each eight rows that were
// split as wholes, or else, beside the first eight, of the whole panel.
struct PanelFacts {
    uint32 range;  // binades from the smallest element of a row to its largest, zeros apart
    uint32 has_zeros, is_not_finite;
    uint32 far;  // how many elements lie more than far_binades below the largest of their row
};

// More far elements than any tile may have where halves are suited; sums of such cannot overflow.
constexpr uint32 most_far = 1u << 30;

// What a slab of k shows of a row: the bits of its largest element without the sign, with a zero
// noted in the sign's place, and those of its smallest that is not zero, less 1.
struct SlabFacts {
    uint32 largest_or_zero, least;
};

// One operand: rows of A or columns of B, whichever way it is stored.
struct SplitOperand {
    uint32 rows, steps, matrices;
    uint32 panels, blocks;     // of a matrix; of a panel
    uint32 slabs, slab_steps;  // parts of k that are looked at side by side
    unsigned char* data;       // [matrix][panel][block][part]
    int32* exponents;          // [matrix][row]: of its largest element
    PanelFacts* facts;         // [matrix][panel][eight rows]
    SlabFacts* seen;           // [matrix][slab][row]

    __device__ __forceinline__ uint64 padded_rows() const { return (uint64)panels * panel_rows; }
    __device__ __forceinline__ uint64 data_bytes(uint32 parts) const {
        return (uint64)matrices * panels * blocks * parts * block_bytes;
    }
    // How many slabs of so many rows there are: of a panel, parts of k or, of fewer rows, wholes.
    template <uint32 slab_rows>
    __device__ __forceinline__ uint32 slabs_a_panel() const {
        return slab_rows == panel_rows ? slabs : panel_rows / slab_rows;
    }
    template <uint32 slab_rows>
    __device__ __forceinline__ uint32 all_slabs() const {
        return matrices * panels * slabs_a_panel<slab_rows>();
    }
    // Of a matrix of the batch, a panel, the block of some steps of k in so many parts.
    __device__ __forceinline__ unsigned char* block(uint32 parts, uint32 matrix, uint32 panel,
                                                    uint32 number) const {
        return data + (((uint64)matrix * panels + panel) * blocks + number) * (parts * block_bytes);
    }
    // Of a product of the batch; where all share one matrix, that one.
    __device__ __forceinline__ uint32 matrix_of(uint32 product) const {
        return matrices > 1 ? product : 0;
    }
};

// Thirds lie where halves lay: they are made when halves have been multiplied.
//
// What was prepared of an operand lies in memory of its own: notes, halves and facts, as here. Its
// thirds lie in the workspace.
template <class Parts>
struct SplitOperands {
    SplitOperand a, b;
    SplitNotes* notes;
    float* partial_sums;  // of tiles whose k is cut

    __device__ __forceinline__ SplitOperands(int m, int n, int k, int64 stride_a, int64 stride_b,
                                             int batch, float* workspace, unsigned char* prepared_a,
                                             unsigned char* prepared_b) {
        a = sized(m, k, stride_a ? batch : 1);
        b = sized(n, k, stride_b ? batch : 1);
        unsigned char* at = reinterpret_cast<unsigned char*>(workspace);
        notes = reinterpret_cast<SplitNotes*>(taken(at, notes_bytes));
        a.data = at;
        b.data = at + a.data_bytes(a_parts<Parts>);
        at += a.data_bytes(Thirds::parts(0)) + b.data_bytes(Thirds::parts(0));
        place(a, at, prepared_a, Halves::parts(Constants::a_type));
        place(b, at, prepared_b, Halves::parts(Constants::b_type));
        partial_sums = reinterpret_cast<float*>(at);
    }
    __device__ __forceinline__ uint32 slabs() const {
        return a.all_slabs<panel_rows>() + b.all_slabs<panel_rows>();
    }

   private:
    static __device__ __forceinline__ SplitOperand sized(uint32 rows, uint32 steps,
                                                         uint32 matrices) {
        SplitOperand made;
        made.rows = rows;
        made.steps = steps;
        made.matrices = matrices;
        made.panels = divided(rows, panel_rows);
        made.blocks = divided(steps, padded_steps) * (padded_steps / block_steps);
        const uint32 sixteenth = divided(divided(steps, Constants::most_slabs), padded_steps);
        made.slab_steps = max(sixteenth * padded_steps, (uint32)Constants::least_slab);
        made.slabs = divided(steps, made.slab_steps);
        return made;
    }
    static __device__ __forceinline__ unsigned char* taken(unsigned char*& at, uint64 bytes) {
        unsigned char* const found = at;
        at += bytes;
        return found;
    }
    // Places what is known of rows: in the workspace, or after the halves that were prepared.
    static __device__ __forceinline__ void place(SplitOperand& operand, unsigned char*& at,
                                                 unsigned char* prepared, uint32 parts) {
        if (!prepared) return place_facts(operand, at);
        unsigned char* const halves = prepared + notes_bytes;
        if (!Parts::is_bf16) operand.data = halves;
        unsigned char* facts = halves + operand.data_bytes(parts);
        place_facts(operand, facts);
    }
    static __device__ __forceinline__ void place_facts(SplitOperand& operand, unsigned char*& at) {
        const uint64 matrices = operand.matrices;
        operand.facts = reinterpret_cast<PanelFacts*>(
            taken(at, matrices * operand.panels * facts_a_panel * sizeof(PanelFacts)));
        operand.seen = reinterpret_cast<SlabFacts*>(
            taken(at, matrices * operand.slabs * operand.padded_rows() * sizeof(SlabFacts)));
        operand.exponents =
            reinterpret_cast<int32*>(taken(at, matrices * operand.padded_rows() * sizeof(int32)));
    }
};
