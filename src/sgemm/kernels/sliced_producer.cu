// Rung 23: the sliced pipeline of rung 22 filled element by element, for any alignment. See
// sliced_producer.py.
#include "streamed_product.cuh"
#include "tile.cuh"

template <bool along_k, int width, int pitch>
struct FillerFor {
    using type = RowFiller<width, pitch, Tile::bk, Tile::producers>;
};
template <int width, int pitch>
struct FillerFor<true, width, pitch> {
    using type = TransposingFiller<width, pitch, Tile::bk, Tile::producers>;
};

extern "C" __global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    sliced_producer(SGEMM_EXTENDED_PARAMETERS) {
    streamed_product<Tile, FillerFor<!Tile::trans_a, Tile::bm, Stage<Tile>::a_pitch>::type,
                     FillerFor<Tile::trans_b, Tile::bn, Stage<Tile>::b_pitch>::type>(
        SGEMM_EXTENDED_ARGUMENTS, nullptr, nullptr);
}
