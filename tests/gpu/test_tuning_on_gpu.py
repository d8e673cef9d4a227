"""A GPU that nobody measured: its figures, kernels as older GPUs have them, and its tuning."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from products_on_gpu import legal

from sgemm.bench import tuning
from sgemm.cli.main import main
from sgemm.kernels.catalogue import LIBRARY, find
from sgemm.kernels.kernel import Kernel
from sgemm.machines.cuda import CudaMachine
from sgemm.planning import known, plan, tuned
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.check import prepare, verify_case

OLDER = (75, 80, 86, 89)
SHAPES = (Problem(129, 257, 65), Problem(127, 130, 700, alpha=-1.5, beta=0.5), Problem(3, 300, 900))


def test_a_gpu_tells_figures_that_can_be(gpu: CudaMachine) -> None:
    figures = gpu.figures
    assert figures.multiprocessors == gpu.multiprocessors and figures.driver != "unknown"
    assert 300.0 < figures.clock_mhz < 5000.0 and 2**18 < figures.l2_bytes < 2**30
    assert figures.memory_gbytes == 0.0 or 50.0 < figures.memory_gbytes < 2e4
    assert plan(Problem(512, 512, 512), gpu).rates == known.rates_for(gpu).source


def of_older(kernel: Kernel, architectures: int) -> list[tuple[Kernel, int]]:
    """Return a kernel with the first of the older architectures that it runs on."""
    return [(kernel, each) for each in OLDER if kernel.runs_on(each)][:architectures]


FIRST_TILES, OTHER_TILES = (
    [
        each
        for kernel in map(find, LIBRARY)
        for tile in kernel.all_tiles[tiles]
        for each in of_older(kernel.specialised(tile=tile), architectures)
    ]
    for tiles, architectures in ((slice(1), len(OLDER)), (slice(1, None), 1))
)


@pytest.mark.parametrize(
    ("kernel", "architecture"),
    [
        # The proof runs those that a plan takes, about two of three; here are all of them.
        *(pytest.param(*each, marks=pytest.mark.sampled(4)) for each in OTHER_TILES),
        *FIRST_TILES,
    ],
)
def test_kernels_of_older_gpus_are_right(
    gpu: CudaMachine, kernel: Kernel, architecture: int
) -> None:
    """The driver compiles their PTX for the GPU that is here."""
    if architecture > gpu.architecture:
        pytest.skip(f"PTX of sm_{architecture} does not run on sm_{gpu.architecture}")
    loaded = gpu.load(build(kernel, architecture, cubin=False))
    for seed, shape in enumerate(SHAPES):
        verdict = verify_case(gpu, loaded, prepare(legal(kernel, shape), seed=seed))
        assert verdict.passed, verdict


@pytest.mark.usefixtures("gpu")
def test_a_short_tuning_measures_keeps_and_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SGEMM_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(tuning, "PROBLEMS", {"general": 4})
    monkeypatch.setattr(tuning, "ROUNDS", 1)
    known.forget()
    try:
        found: Any = json.loads(CliRunner().invoke(main, ["tune", "--json"]).stdout)
        assert found["left"] == 0 and found["tuned"]["times"] >= 4
        here = CudaMachine()
        assert tuned.find(here.figures).tuned is not None
        assert known.rates_for(here).source.startswith("tuned here on ")
    finally:
        known.forget()
