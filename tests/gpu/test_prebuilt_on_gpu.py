"""Prebuilt kernels on a GPU: a new process multiplies without a compiler, and is right."""

import os
from pathlib import Path

import pytest

import sgemm
from programs import run_python
from sgemm.planning import plan
from sgemm.problem import Problem
from sgemm.toolchain import compiler, prebuilt
from sgemm.toolchain.prebuild import prebuild

SIZES = ((1024, 1024, 1024), (17, 1024, 512), (64, 64, 64), (300, 501, 77))

SCRIPT = f"""\
import sys
import numpy as np
import sgemm
random = np.random.default_rng(1)
for m, n, k in {SIZES}:
    a, b = (random.integers(-8, 9, shape).astype(np.float32) for shape in ((m, k), (k, n)))
    assert (sgemm.matmul(a, b, machine="cuda") == a @ b).all()  # whole numbers: no rounding
with open("/proc/self/maps") as maps:
    print("libnvrtc" in maps.read(), "cuda" in sys.modules)
"""


@pytest.mark.parametrize("is_installed", [True, False])
def test_a_new_process_needs_no_compiler(gpu, tmp_path, monkeypatch, is_installed):
    monkeypatch.setenv("SGEMM_CACHE_DIR", str(tmp_path / "cache"))
    compiler._build.cache_clear()
    kernels = list(dict.fromkeys(plan(Problem(*shape), gpu).kernel for shape in SIZES))
    if is_installed:
        for kernel in kernels:
            compiler.build(kernel, gpu.architecture)
        prebuild(kernels, gpu.architecture, tmp_path / "site" / prebuilt.MODULE)
    places = [str(Path(sgemm.__file__).parents[1]), str(tmp_path / "site")]
    ended = run_python(
        SCRIPT,
        timeout=300,
        PYTHONPATH=os.pathsep.join(places),
        SGEMM_CACHE_DIR=str(tmp_path / "other"),
        SGEMM_PREBUILT="on",
    )
    assert ended.stderr == ""
    assert ended.stdout == f"{not is_installed} {not is_installed}\n"
    compiler._build.cache_clear()
