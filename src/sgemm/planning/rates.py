"""The numbers of the planner's model, fitted to measurements on an H200.

Written by scripts/fit_model.py from results/h200/tiles; the lines between the marks are not edited
by hand. A kernel without numbers here has the default ones, which keep it behind all others.
"""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class Rates:
    """Microseconds of one kernel in one tile and layout.

    Parameters
    ----------
    launch : float
        An empty launch.
    step : float
        One block of bk steps, of a block that has a multiprocessor for itself.
    crowded : float
        The same for each of several blocks on a multiprocessor.
    tile : float
        Beginning and ending a tile.
    overlap : float
        What of that each further block on the same multiprocessor costs: 1 all, 0 nothing.
    join, part : float
        Counting in, and adding one part, where a tile's k is shared.
    moved : float
        How often operands go through memory, in effect.
    """

    launch: float
    step: float
    crowded: float
    tile: float
    overlap: float
    join: float
    part: float
    moved: float


DEFAULT = Rates(8.0, 4.0, 4.0, 4.0, 1.0, 4.0, 1.0, 2.0)

RATES = {
    # fitted: begin
    "async_producer nn 128x128x16": Rates(8.964, 1.449, 0.7015, 1.332, 0.5, 2.828, 0.3587, 2.217),
    "async_producer nt 128x128x16": Rates(8.677, 1.449, 0.7015, 1.422, 0.5, 2.302, 0.3587, 2.241),
    "async_producer tn 128x128x16": Rates(8.677, 1.449, 0.7015, 1.422, 0.5, 2.302, 0.3587, 2.241),
    "async_producer tt 128x128x16": Rates(8.677, 1.449, 0.7015, 1.422, 0.5, 2.302, 0.3587, 2.241),
    "async_producer nn 128x256x16": Rates(7.336, 2.787, 1.356, 3.978, 0.5, 6.407, 0.7174, 1),
    "async_producer nt 128x256x16": Rates(7.416, 2.772, 1.356, 4.11, 0.5, 5.875, 0.7573, 1),
    "async_producer tn 128x256x16": Rates(7.416, 2.772, 1.356, 4.11, 0.5, 5.875, 0.7573, 1),
    "async_producer tt 128x256x16": Rates(7.416, 2.772, 1.356, 4.11, 0.5, 5.875, 0.7573, 1),
    "async_producer nn 256x128x16": Rates(7.537, 2.819, 1.364, 3.914, 0.5, 5.388, 0.7697, 1),
    "async_producer nt 256x128x16": Rates(7.702, 2.788, 1.364, 4.132, 0.5, 4.861, 0.8214, 1),
    "async_producer tn 256x128x16": Rates(7.702, 2.788, 1.364, 4.132, 0.5, 4.861, 0.8214, 1),
    "async_producer tt 256x128x16": Rates(7.702, 2.788, 1.364, 4.132, 0.5, 4.861, 0.8214, 1),
    "skinny nn 128x16x32": Rates(4, 0.6351, 0.6351, 1.824, 0.003906, 2.404, 0.02078, 1.262),
    "skinny nt 128x16x32": Rates(4, 0.649, 0.649, 1.747, 0.003906, 2.457, 0.02067, 1.262),
    "skinny tn 128x16x32": Rates(4, 0.649, 0.649, 1.747, 0.003906, 2.457, 0.02067, 1.262),
    "skinny tt 128x16x32": Rates(4, 0.649, 0.649, 1.747, 0.003906, 2.457, 0.02067, 1.262),
    "skinny nn 128x4x32": Rates(3.513, 0.498, 0.4847, 1.602, 0.4893, 2.089, 0.01979, 1.183),
    "skinny nt 128x4x32": Rates(3.513, 0.6493, 0.6493, 1.304, 0.484, 1.895, 0.02001, 1),
    "skinny tn 128x4x32": Rates(3.513, 0.6493, 0.6493, 1.304, 0.484, 1.895, 0.02001, 1),
    "skinny tt 128x4x32": Rates(3.513, 0.6493, 0.6493, 1.304, 0.484, 1.895, 0.02001, 1),
    "skinny nn 16x128x32": Rates(4, 0.6107, 0.6107, 1.747, 0.003906, 2.828, 0.0365, 1.269),
    "skinny nt 16x128x32": Rates(4, 0.6241, 0.6241, 1.691, 0.003906, 2.813, 0.0371, 1.255),
    "skinny tn 16x128x32": Rates(4, 0.6241, 0.6241, 1.691, 0.003906, 2.813, 0.0371, 1.255),
    "skinny tt 16x128x32": Rates(4, 0.6241, 0.6241, 1.691, 0.003906, 2.813, 0.0371, 1.255),
    "skinny nn 16x16x64": Rates(3.936, 0.4326, 0.26, 0.7711, 0.922, 1.7, 0.02681, 1.947),
    "skinny nt 16x16x64": Rates(3.936, 0.4302, 0.2586, 0.7628, 0.922, 1.737, 0.02637, 1),
    "skinny tn 16x16x64": Rates(3.936, 0.4302, 0.2586, 0.7628, 0.922, 1.737, 0.02637, 1),
    "skinny tt 16x16x64": Rates(3.936, 0.4302, 0.2586, 0.7628, 0.922, 1.737, 0.02637, 1),
    "skinny nn 32x4x128": Rates(4.458, 0.5423, 0.4204, 0.6345, 1, 1.461, 0.03874, 1.262),
    "skinny nt 32x4x128": Rates(4.458, 0.5394, 0.4092, 0.6957, 1, 1.399, 0.03874, 1.414),
    "skinny tn 32x4x128": Rates(4.458, 0.5394, 0.4092, 0.6957, 1, 1.399, 0.03874, 1.414),
    "skinny tt 32x4x128": Rates(4.458, 0.5394, 0.4092, 0.6957, 1, 1.399, 0.03874, 1.414),
    "skinny nn 4x128x32": Rates(4.022, 0.483, 0.3868, 0.9946, 0.7837, 1.968, 0.03086, 1.12),
    "skinny nt 4x128x32": Rates(4.022, 0.4856, 0.3868, 0.968, 0.7923, 2.011, 0.03069, 1.318),
    "skinny tn 4x128x32": Rates(4.022, 0.4856, 0.3868, 0.968, 0.7923, 2.011, 0.03069, 1.318),
    "skinny tt 4x128x32": Rates(4.022, 0.4856, 0.3868, 0.968, 0.7923, 2.011, 0.03069, 1.318),
    "skinny nn 4x32x128": Rates(4.338, 0.5592, 0.4085, 0.5819, 1, 1.936, 0.02182, 1.228),
    "skinny nt 4x32x128": Rates(4.338, 0.5592, 0.4019, 0.6011, 1, 1.936, 0.02089, 1.332),
    "skinny tn 4x32x128": Rates(4.338, 0.5592, 0.4019, 0.6011, 1, 1.936, 0.02089, 1.332),
    "skinny tt 4x32x128": Rates(4.338, 0.5592, 0.4019, 0.6011, 1, 1.936, 0.02089, 1.332),
    "split_k nn 128x64x16": Rates(4.941, 0.9489, 0.8242, 1.164, 0.9892, 4.941, 0.1032, 2.404),
    "split_k nt 128x64x16": Rates(6.8, 0.9696, 0.8423, 2.123, 1, 2.566, 0.06915, 1),
    "split_k tn 128x64x16": Rates(9.881, 0.4693, 0.7317, 2.217, 0.7033, 0.03597, 0.2351, 1),
    "split_k tt 128x64x16": Rates(6.069, 0.9235, 0.7808, 2.552, 1, 2.753, 0.1084, 1),
    "split_k nn 16x32x64": Rates(4.68, 0.5, 0.3386, 0.7465, 0.9786, 1.628, 0.03293, 1.576),
    "split_k nt 16x32x64": Rates(4.68, 0.5, 0.3404, 0.7505, 1, 1.593, 0.03275, 1.526),
    "split_k tn 16x32x64": Rates(4.68, 0.5, 0.3404, 0.7505, 1, 1.593, 0.03275, 1.526),
    "split_k tt 16x32x64": Rates(4.68, 0.5, 0.3404, 0.7505, 1, 1.593, 0.03275, 1.526),
    "split_k nn 32x16x64": Rates(4.531, 0.4944, 0.3258, 0.9576, 0.8687, 1.61, 0.0302, 1.477),
    "split_k nt 32x16x64": Rates(4.506, 0.4971, 0.333, 0.9946, 0.864, 1.542, 0.03086, 1.534),
    "split_k tn 32x16x64": Rates(4.506, 0.4971, 0.333, 0.9946, 0.864, 1.542, 0.03086, 1.534),
    "split_k tt 32x16x64": Rates(4.506, 0.4971, 0.333, 0.9946, 0.864, 1.542, 0.03086, 1.534),
    "split_k nn 32x32x32": Rates(4.68, 0.3841, 0.2745, 0.8009, 1, 1.719, 0.02485, 1.957),
    "split_k nt 32x32x32": Rates(4.63, 0.382, 0.276, 0.8364, 1, 1.709, 0.02471, 1.947),
    "split_k tn 32x32x32": Rates(4.63, 0.382, 0.276, 0.8364, 1, 1.709, 0.02471, 1.947),
    "split_k tt 32x32x32": Rates(4.63, 0.382, 0.276, 0.8364, 1, 1.709, 0.02471, 1.947),
    "split_k nn 32x64x32": Rates(4.731, 0.6131, 0.4754, 0.7226, 1, 2.47, 0.02279, 1.414),
    "split_k nt 32x64x32": Rates(4, 0.6198, 0.4991, 1.354, 1, 1.602, 0.0006709, 1.682),
    "split_k tn 32x64x32": Rates(4.605, 0.584, 0.4627, 1.17, 1, 1.453, 4.573e-05, 1.414),
    "split_k tt 32x64x32": Rates(4.531, 0.6131, 0.4831, 1.133, 1, 1.576, 0.000382, 1.728),
    "split_k nn 64x128x16": Rates(4.941, 0.9288, 0.7981, 1.108, 1, 5.131, 0.1317, 2.694),
    "split_k nt 64x128x16": Rates(6.037, 0.9858, 0.8334, 2.694, 1, 2.938, 0.04089, 2.538),
    "split_k tn 64x128x16": Rates(10.72, 0.4495, 0.7519, 6.104e-05, 0.5, 0.1378, 0.5903, 2.538),
    "split_k tt 64x128x16": Rates(5.972, 0.9237, 0.781, 2.511, 1, 2.859, 0.131, 2.538),
    "split_k nn 64x64x16": Rates(4.757, 0.5673, 0.4446, 0.5542, 0.9946, 3.169, 0.08004, 1.795),
    "split_k nt 64x64x16": Rates(7.416, 0.4848, 0.4422, 2.033, 0.5542, 0.1341, 0.008144, 1.804),
    "split_k tn 64x64x16": Rates(7.871, 0.4099, 0.3883, 2.011, 0.5109, 0.0464, 0.01109, 1.804),
    "split_k tt 64x64x16": Rates(8.131, 0.477, 0.4189, 1.559, 0.7109, 0.06318, 0.005885, 1.804),
    "split_k nn 64x64x32": Rates(4.41, 1.004, 0.8767, 1.318, 1, 2.922, 0.05162, 2.158),
    "split_k nt 64x64x32": Rates(5.875, 0.9876, 0.891, 1.376, 1, 1.567, 0.2339, 2.158),
    "split_k tn 64x64x32": Rates(5.718, 0.9254, 0.7996, 1.096, 1, 1.737, 0.4063, 2.158),
    "split_k tt 64x64x32": Rates(6.691, 0.9105, 0.8486, 1.493, 1, 1.576, 0.1275, 2.158),
    "tma_pipeline nn 128x128x16": Rates(7.179, 1.366, 0.6541, 1.34, 0.5, 4.914, 0.3726, 2.077),
    "tma_pipeline nt 128x128x16": Rates(7.179, 1.366, 0.6541, 1.399, 0.5, 4.269, 0.3646, 2.089),
    "tma_pipeline tn 128x128x16": Rates(7.179, 1.366, 0.6541, 1.399, 0.5, 4.269, 0.3646, 2.089),
    "tma_pipeline tt 128x128x16": Rates(7.179, 1.366, 0.6541, 1.399, 0.5, 4.269, 0.3646, 2.089),
    "tma_pipeline nn 128x256x16": Rates(6.987, 2.69, 1.281, 3.589, 0.5, 5.781, 0.702, 1),
    "tma_pipeline nt 128x256x16": Rates(7.063, 2.675, 1.281, 3.708, 0.5, 5.596, 0.7213, 1),
    "tma_pipeline tn 128x256x16": Rates(7.063, 2.675, 1.281, 3.708, 0.5, 5.596, 0.7213, 1),
    "tma_pipeline tt 128x256x16": Rates(7.063, 2.675, 1.281, 3.708, 0.5, 5.596, 0.7213, 1),
    "tma_pipeline nn 256x128x16": Rates(7.296, 2.726, 1.277, 3.957, 0.5, 5.076, 0.7213, 1),
    "tma_pipeline nt 256x128x16": Rates(10.54, 2.697, 1.277, 4, 0.5, 0.0004883, 0.9611, 1),
    "tma_pipeline tn 256x128x16": Rates(10.54, 2.697, 1.277, 4, 0.5, 0.0004883, 0.9611, 1),
    "tma_pipeline tt 256x128x16": Rates(10.54, 2.697, 1.277, 4, 0.5, 0.0004883, 0.9611, 1),
    # fitted: end
}
