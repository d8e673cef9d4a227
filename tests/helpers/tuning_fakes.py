"""The surroundings of sgemm tune without a GPU: one that tells figures, and times that are made up.

What it would have measured comes from rates that the command does not know.
"""

import contextlib
import math

from sgemm.bench import campaign, refitting
from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import Measurement, Samples, Trace
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import model, tuned
from sgemm.planning.rates import SPEEDS, RateTable, rates_key
from tuned_rates import HERE, RATES

FASTER = {name: rates._replace(step=rates.step / 4, busy=rates.busy / 4)
          for name, rates in RATES.items() if name.startswith("any_layout ")}  # fmt: skip
TRUE = RateTable(lambda kernel: (RATES | FASTER)[rates_key(kernel)], SPEEDS, "the truth")
"""By these rates any_layout is far faster than on an H200."""


class FakeGpu(CpuMachine):
    """An H200 as far as plans are concerned."""

    name = "cuda"
    figures = HERE


class Gpu:
    """The command's surroundings: its machine, and what is measured instead of times."""

    def __init__(self):
        self.machine, self.measured, self.stop_after = FakeGpu(threads=1), [], math.inf
        self.throttling = ""
        self.nvml = None

    @contextlib.contextmanager
    def open_fixture(self, machine):
        yield Fixture(machine, "cold L2", None, {}, nvml=self.nvml)

    def run(self, fixture, jobs, settings, file, *, until, progress=None):
        """Stand in for campaign.run: the same lines, with times that the true rates give."""
        for job in jobs:
            if len(self.measured) >= self.stop_after:
                raise KeyboardInterrupt
            self.measured.append(job.problem)
            lines = tuple(self.line(fixture, job, settings, each) for each in job.contenders)
            file.add(lines, (Trace("x", (1.0,), *((1.0,),) * 4, (self.throttling,)),))
            yield campaign.Outcome(job.problem, lines)

    def line(self, fixture, job, settings, contender):
        chosen = contender.planned(job.problem)
        parts = chosen.kernel, chosen.schedule, 132
        seconds = model.predict(job.problem, *parts, table=TRUE).total * 1e-6
        return Measurement(
            job.problem, contender.name, "cuda", Samples((seconds,) * 5), None,
            tile=chosen.kernel.tile, schedule=chosen.schedule,
            protocol=settings.label(fixture.protocol),
        )  # fmt: skip


FITTED = {}
"""What was fitted to the same measurements before: most tests here measure the same."""


def refitted(rows, kernels, known_rates, multiprocessors):
    key = (tuple(rows), tuple(map(known_rates.find, kernels)), multiprocessors)
    if key not in FITTED:
        FITTED[key] = refitting.refitted(rows, kernels, known_rates, multiprocessors)
    return dict(FITTED[key])


def results_file():
    return tuned.measured_beside(tuned.place_of(HERE))
