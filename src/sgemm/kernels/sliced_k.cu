// Rung 22: the warps of a block share the steps of a stage. See sliced_k.py.
#include "streamed_product.cuh"
#include "tile.cuh"

// An operand whose rows lie along k has to be transposed, which a bulk copy can't.
template <bool along_k, int width, int pitch>
struct FillerFor {
    using type = BulkFiller<width, pitch, Tile::bk>;
};
template <int width, int pitch>
struct FillerFor<true, width, pitch> {
    using type = TransposingFiller<width, pitch, Tile::bk, Tile::producers>;
};

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    sliced_k(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
             const __grid_constant__ TensorMap map_b) {
    streamed_product<Tile, FillerFor<!Tile::trans_a, Tile::bm, Stage<Tile>::a_pitch>::type,
                     FillerFor<Tile::trans_b, Tile::bn, Stage<Tile>::b_pitch>::type>(
        SGEMM_EXTENDED_ARGUMENTS, &map_a, &map_b);
}
