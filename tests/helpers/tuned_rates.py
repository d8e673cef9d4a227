"""GPUs that only tell figures, and rates that were tuned for them, for tests."""

from planning_target import Target
from sgemm.kernels.gpus import H200, Figures
from sgemm.planning.rates import SPEEDS, shipped_for
from sgemm.planning.tuned import Tuned
from sgemm.version import __version__

RATES = shipped_for(H200)

HERE = H200._replace(driver="580.1")
A10 = Figures("NVIDIA A10", 86, 72, 1695.0, 600.0, 6 * 2**20, "580.1")


def target_with(figures=HERE):
    """Return a target that plans are made for."""
    return Target(figures.architecture, figures.multiprocessors, figures=figures)


def tuned_for(figures=HERE, rates=RATES, **more):
    """Return rates as sgemm tune keeps them."""
    fields = {"version": __version__, "date": "2026-11-24", "problems": 40, "times": 300}
    fields |= {"marks": (), "speeds": SPEEDS, "rates": rates}
    return Tuned(figures=figures, **fields | more)
