"""GPUs that only tell figures, and rates that were tuned for them, for tests."""

import dataclasses

from sgemm.kernels.gpus import H200, Figures
from sgemm.planning.rates import RATES, SPEEDS
from sgemm.planning.tuned import Tuned
from sgemm.version import __version__

HERE = H200._replace(driver="580.1")
A10 = Figures("NVIDIA A10", 86, 72, 1695.0, 600.0, 6 * 2**20, "580.1")


@dataclasses.dataclass(frozen=True)
class Gpu:
    """A target that plans are made for."""

    figures: Figures = HERE
    name: str = "cuda"

    @property
    def architecture(self):
        return self.figures.architecture

    @property
    def multiprocessors(self):
        return self.figures.multiprocessors


def tuned_for(figures=HERE, rates=RATES, **more):
    """Return rates as sgemm tune keeps them."""
    fields = {"version": __version__, "date": "2026-11-24", "problems": 40, "times": 300}
    fields |= {"marks": (), "speeds": SPEEDS, "rates": rates}
    return Tuned(figures=figures, **fields | more)
