"""Time the first calls of new processes: with prebuilt kernels, a full cache, and an empty one.

    make kernels ARCHITECTURES=90
    python scripts/first_call.py --out results/first-call.csv
    python scripts/first_call.py --gpu --out results/h200/first-call.csv
    python scripts/first_call.py --sizes results/prebuilt.csv

Without ``--gpu`` a stand-in takes the place of an H200: it loads, copies and launches nothing. So
the times are those of the library alone, from the arrays to the driver. With ``--gpu`` PyTorch and
a GPU are needed: PyTorch multiplies first, so that CUDA's own start is over, and a time ends when
the product is there.

Each row is one step of processes that do the same: ``import`` (of what ``sgemm.matmul`` takes, with
NumPy or PyTorch there already), or a call, by its sizes, the first of its kind unless it is called
``again``. Given are the medians over the processes, of elapsed time and of processor time (all
threads of the process), which other programs disturb less. Mainloops have been compared before, but
with an empty cache. ``nvrtc`` says whether the compiler had been loaded by then: with ``--gpu`` it
tells nothing, since PyTorch loads NVRTC itself.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import importlib
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import sgemm  # and nothing of it: that is what is timed

ROOT = Path(__file__).resolve().parents[1]
KERNELS = ROOT / "packages" / "sgemm-kernels" / "src"

COLUMNS = (
    "machine", "processor", "case", "step", "kernel", "processes",
    "elapsed_ms", "processor_ms", "nvrtc",
)  # fmt: skip
SIZES = (
    (4096, 4096, 4096), (17, 4096, 4096), (1000, 1000, 1000), (64, 64, 64),
    (1, 4096, 4096), (300, 5000, 77), (2048, 512, 333),
)  # fmt: skip
MULTIPROCESSORS = 132


class StandIn:
    """Passes for an H200 whose driver does nothing, at once."""

    name = "cuda"
    description = "a stand-in"
    architecture = 90
    multiprocessors = MULTIPROCESSORS
    device = (1, 0)

    @property
    def figures(self) -> Any:
        """Return an H200's: its rates are read as they would be there."""
        from sgemm.kernels.gpus import H200

        return H200

    @contextlib.contextmanager
    def allocate(self, nbytes: int) -> Iterator[Any]:
        """Give an address of nothing."""
        yield types.SimpleNamespace(address=256, nbytes=nbytes)

    def load(self, build: Any) -> Any:
        """Keep the build."""
        return types.SimpleNamespace(build=build)

    def bind(self, *_: Any) -> Callable[..., None]:
        """Launch nothing."""
        return self.launch

    def tensor_map(self, *_: Any) -> Any:
        """Describe nothing."""
        from sgemm.machines.interface import TensorMap

        return TensorMap(bytes(128))

    def launch(self, *_: Any, **__: Any) -> None:
        """Do nothing, as all that follows."""

    copy_in = copy_out = synchronize = wait = launch

    def workspace_key(self, _: int | None) -> tuple[int, int]:
        """Name the only stream."""
        return (0, 0)

    @contextlib.contextmanager
    def outside_captures(self) -> Iterator[None]:
        """Nothing is captured."""
        yield


def arrays_of_torch() -> tuple[Callable[..., Any], Callable[[], None], dict[str, Any]]:
    """Return what makes tensors on the GPU, what waits, and what matmul is given, CUDA started."""
    import torch

    started = torch.ones(64, 64, device="cuda")
    torch.mm(started, started)
    torch.cuda.synchronize()
    return lambda *shape: torch.ones(*shape, device="cuda"), torch.cuda.synchronize, {}


def arrays_of_numpy() -> tuple[Callable[..., Any], Callable[[], None], dict[str, Any]]:
    """Return the same of NumPy, for the stand-in."""
    import numpy as np

    options = {"machine": StandIn()}
    return lambda *shape: np.zeros(shape, np.float32), lambda: None, options


def steps(on_gpu: bool) -> list[dict[str, Any]]:
    """Import the library and make the calls, in this process, and return what each took."""
    make, wait, options = arrays_of_torch() if on_gpu else arrays_of_numpy()
    found: list[dict[str, Any]] = []

    def timed(step: str, function: Callable[[], Any]) -> None:
        wait()
        elapsed, used = time.perf_counter(), time.process_time()
        function()
        wait()
        took = time.perf_counter() - elapsed, time.process_time() - used
        found.append({"step": step, "elapsed": took[0], "processor": took[1], "nvrtc": has_nvrtc()})

    # A GPU's machine is imported when it is first asked for; the stand-in is none.
    timed("import", lambda: (sgemm.matmul, importlib.import_module("sgemm.machines.cuda")))
    for m, n, k in (*SIZES, SIZES[-1]):
        a, b, out = make(m, k), make(k, n), make(m, n)
        again = " again" if len(found) > len(SIZES) else ""

        def call(a: Any = a, b: Any = b, out: Any = out) -> None:
            sgemm.matmul(a, b, out=out, **options)

        timed(f"{m}x{n}x{k}{again}", call)
    return found


def has_nvrtc() -> bool:
    """Whether this process has loaded the compiler."""
    return "libnvrtc" in Path("/proc/self/maps").read_text()


def in_new_process(on_gpu: bool, cache: Path, kernels: Path | None) -> list[dict[str, Any]]:
    """Return the steps of a process with a cache, and with prebuilt kernels or without."""
    places = [str(Path(sgemm.__file__).parents[1]), *([] if kernels is None else [str(kernels)])]
    environment = os.environ | {
        "SGEMM_CACHE_DIR": str(cache),
        "SGEMM_PREBUILT": "off" if kernels is None else "on",
        "PYTHONPATH": os.pathsep.join(places),
    }
    # Installed packages have their byte code.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, __file__, "--child", *(["--gpu"] if on_gpu else [])]
    ended = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, text=True, timeout=600, check=True
    )
    return list(json.loads(ended.stdout))


def write_sizes(kernels: Path, out: Path) -> None:
    """Write how large the prebuilt kernels of each architecture are."""
    columns = ("architecture", "kernels", "nvrtc", "files", "bytes")
    with out.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for manifest in sorted(kernels.glob("sgemm_kernels/sm_*/manifest.json")):
            about = json.loads(manifest.read_text())
            sizes = [each.stat().st_size for each in manifest.parent.rglob("*") if each.is_file()]
            named = (about["architecture"], len(about["sources"]), about["compiler"])
            writer.writerow((*named, len(sizes), sum(sizes)))


def kernels_of_steps(on_gpu: bool) -> dict[str, str]:
    """Return the kernel of each step, by the plan for whole arrays without gaps."""
    gpu = sgemm.select_machine("cuda") if on_gpu else StandIn()
    return {
        "x".join(map(str, shape)): sgemm.explain(sgemm.Problem(*shape), gpu).kernel.name
        for shape in SIZES
    }


def main() -> None:
    """Read the command line, measure, and write the file."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--gpu", action="store_true", help="on the GPU here, with PyTorch")
    options.add_argument("--kernels", type=Path, default=KERNELS, help="folder of sgemm_kernels")
    options.add_argument("--processes", type=int, default=9, help="new processes of each case")
    options.add_argument("--out", type=Path, help="the CSV to write")
    options.add_argument("--sizes", type=Path, help="write the sizes on disk to this CSV instead")
    options.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.child:
        print(json.dumps(steps(chosen.gpu)))
        return
    if not list(chosen.kernels.glob("sgemm_kernels/sm_*/manifest.json")):
        options.error(f"no prebuilt kernels in {chosen.kernels}: make kernels first")
    if chosen.sizes is not None:
        write_sizes(chosen.kernels, chosen.sizes)
        return
    if chosen.out is None:
        options.error("--out is needed")
    if chosen.gpu and importlib.util.find_spec("torch") is None:
        options.error("--gpu needs PyTorch")
    from sgemm.machines.probe import processor_name

    rows = []
    with tempfile.TemporaryDirectory(prefix="sgemm-first-call-") as folder:
        cache, verdicts = Path(folder, "cache"), Path(folder, "verdicts")
        cases: list[tuple[str, list[list[dict[str, Any]]]]] = []
        # The first process compiles; the others find what it left.
        cases.append(("empty cache", [in_new_process(chosen.gpu, cache, None)]))
        again = [in_new_process(chosen.gpu, cache, None) for _ in range(chosen.processes)]
        cases.append(("full cache", again))
        cases.append(("prebuilt, mainloops not compared yet", []))
        for _ in range(chosen.processes):
            with tempfile.TemporaryDirectory(dir=folder) as empty:
                cases[-1][1].append(in_new_process(chosen.gpu, Path(empty), chosen.kernels))
        in_new_process(chosen.gpu, verdicts, chosen.kernels)
        found = [in_new_process(chosen.gpu, verdicts, chosen.kernels) for _ in again]
        cases.append(("prebuilt", found))
    kernels = kernels_of_steps(chosen.gpu)
    machine = sgemm.select_machine("cuda").description if chosen.gpu else "stand-in"
    processor = processor_name()
    for case, processes in cases:
        for same in zip(*processes, strict=True):
            step = same[0]["step"]
            elapsed, used = (
                f"{1e3 * statistics.median(each[what] for each in same):.2f}"
                for what in ("elapsed", "processor")
            )
            nvrtc = any(each["nvrtc"] for each in same)
            kernel = kernels.get(step.removesuffix(" again"), "")
            row = (machine, processor, case, step, kernel, len(same), elapsed, used, nvrtc)
            rows.append(dict(zip(COLUMNS, row, strict=True)))
            print(", ".join(map(str, row[2:])))
    with chosen.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
