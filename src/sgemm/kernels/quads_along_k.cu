// Rung 21: A in bulk copies, kept along k and read in quads. See quads_along_k.py.
#include "streamed_product.cuh"
#include "tile.cuh"

// B across k comes in bulk as well. Along k it has to be turned, which a bulk copy can't.
template <bool along_k, int width, int pitch>
struct FillerForB {
    using type = BulkFiller<width, pitch, Tile::bk>;
};
template <int width, int pitch>
struct FillerForB<true, width, pitch> {
    using type = TransposingFiller<width, pitch, Tile::bk, Tile::producers>;
};

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    quads_along_k(SGEMM_EXTENDED_PARAMETERS, const __grid_constant__ TensorMap map_a,
                  const __grid_constant__ TensorMap map_b) {
    streamed_product<Tile, BulkFillerAlongK<Tile::bm, Tile::bk, Tile::slices>,
                     FillerForB<Tile::trans_b, Tile::bn, Stage<Tile>::b_pitch>::type>(
        SGEMM_EXTENDED_ARGUMENTS, &map_a, &map_b);
}
