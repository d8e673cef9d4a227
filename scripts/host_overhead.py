#!/usr/bin/env python3
"""What a call costs the host: sgemm, PyTorch, CuPy and a bare launch, in turns in one process.

PYTHONPATH=src python3 scripts/host_overhead.py --out FILE [--force] [--rounds 200] [--calls 100]
    [--size 64]
python3 scripts/host_overhead.py --table FILE

The product is small, so that the GPU keeps up and the host is what is timed. A sample is the time
of so many calls one after the other, divided by their number, without waiting for the GPU; it is
waited for between samples. In each round every contender has one sample, in an order that changes;
the last group, about enable(), has rounds of its own.

FILE gets one JSON object a line: first the environment, then for each contender its name, median
and quartiles in microseconds, and all samples. The contenders:

- torch.mm, torch.mm(out=), cupy.matmul: others;
- sgemm.matmul on PyTorch and CuPy arrays, with a new result and with out=;
- plan.run with out=: a kernel with plain arguments, one with tensor maps (for one address, and for
  200 in turns), one with a workspace;
- cuda.core.launch of the kernel with plain arguments, its arguments made beforehand;
- by PyTorch, and under sgemm.torch.enable(): torch.mm taken over, of transposed views too, and
  handed on to PyTorch (float64); a linear layer with its bias; torch.mm with a gradient that is
  recorded, and sgemm.matmul with one; and a step of a perceptron of 8 layers, 64 samples and width
  128, forward and backward.

Exit status 0 if the targets hold: sgemm.matmul costs no more than torch.mm, plan.run no more than
1.3 times the bare launch, and torch.mm under enable() no more than 1.2 times torch.mm; else 1. With
--table, two tables are printed: that of docs/results.md, and that of docs/pytorch.md.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import itertools
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from in_turns import environment, run, write

from sgemm.bench.files import Output
from sgemm.bench.parquet import read_lines

PLAIN, MAPPED, SPLIT = "any_layout", "stream_k_tma", "split_k:splits=2"
MOST_TIMES_A_LAUNCH = 1.3
MOST_TIMES_PYTORCH = 1.2  # of torch.mm, taken over

Call = Callable[[], object]

ENABLED = "enabled: "
"""How names begin of what runs under sgemm.torch.enable()."""

STEP = "a step of 8 layers"
CALLS_IN_A_STEP = 50
"""As many calls fewer make a sample of steps."""

BARE = "cuda.core.launch(...)"
"""The last contender before those about enable()."""


def contenders(size: int) -> dict[str, Call]:
    """Return what is timed, by name; each has been called, so that nothing is made any more."""
    import cupy
    import torch

    import sgemm

    a, b = (torch.ones(size, size, device="cuda") for _ in range(2))
    out = torch.empty(size, size, device="cuda")
    doubles, leaf = a.double(), a.clone().requires_grad_()
    left, right = (cupy.ones((size, size), dtype=cupy.float32) for _ in range(2))
    target = cupy.empty((size, size), dtype=cupy.float32)
    plain, mapped, split = (sgemm.plan(a, b, plan=name) for name in (PLAIN, MAPPED, SPLIT))
    turns = itertools.cycle(torch.ones(200, size, size, device="cuda").unbind())
    bias = torch.ones(size, device="cuda")
    linear, step = torch.nn.functional.linear, step_of_perceptron()
    found: dict[str, Call] = {
        "torch.mm(a, b)": lambda: torch.mm(a, b),
        "torch.mm(a, b, out=c)": lambda: torch.mm(a, b, out=out),
        "cupy.matmul(a, b)": lambda: cupy.matmul(left, right),
        "sgemm.matmul(a, b), PyTorch": lambda: sgemm.matmul(a, b),
        "sgemm.matmul(a, b, out=c), PyTorch": lambda: sgemm.matmul(a, b, out=out),
        "sgemm.matmul(a, b), CuPy": lambda: sgemm.matmul(left, right),
        "sgemm.matmul(a, b, out=c), CuPy": lambda: sgemm.matmul(left, right, out=target),
        "plan.run(a, b, out=c), PyTorch": lambda: plain.run(a, b, out=out),
        "the same with tensor maps": lambda: mapped.run(a, b, out=out),
        "the same with tensor maps, 200 addresses": lambda: mapped.run(a, next(turns), out=out),
        "the same with a workspace": lambda: split.run(a, b, out=out),
        "plan.run(a, b, out=c), CuPy": lambda: plain.run(left, right, out=target),
        BARE: bare_launch(plain, a, b, out),
        f"{ENABLED}torch.mm(a, b)": lambda: torch.mm(a, b),
        f"{ENABLED}torch.mm(a, b, out=c)": lambda: torch.mm(a, b, out=out),
        "torch.mm of transposed views": lambda: torch.mm(a.T, b.T),
        f"{ENABLED}torch.mm of transposed views": lambda: torch.mm(a.T, b.T),
        "linear with a bias": lambda: linear(a, b, bias),
        f"{ENABLED}linear with a bias": lambda: linear(a, b, bias),
        "torch.mm of float64": lambda: torch.mm(doubles, doubles),
        f"{ENABLED}torch.mm of float64": lambda: torch.mm(doubles, doubles),
        "torch.mm, a gradient recorded": lambda: torch.mm(leaf, b),
        f"{ENABLED}torch.mm, a gradient recorded": lambda: torch.mm(leaf, b),
        "sgemm.matmul, a gradient recorded": lambda: sgemm.matmul(leaf, b),
        STEP: step,
        f"{ENABLED}{STEP}": step,
    }
    for name, call in found.items():
        with around(name):
            for _ in range(20):
                call()
    torch.cuda.synchronize()
    if not bool((sgemm.matmul(a, b) == size).all()):
        raise SystemExit("host_overhead.py: a product is wrong")
    return found


def step_of_perceptron() -> Call:
    """Return a step of a small model, without its optimizer."""
    import torch

    layers = (layer for _ in range(8) for layer in (torch.nn.Linear(128, 128), torch.nn.ReLU()))
    model = torch.nn.Sequential(*layers).cuda()
    inputs = torch.ones(64, 128, device="cuda")

    def step() -> None:
        model.zero_grad()
        model(inputs).sum().backward()

    return step


@contextlib.contextmanager
def around(name: str) -> Iterator[None]:
    """Let the library compute PyTorch's products, where a name says so."""
    if not name.startswith(ENABLED):
        yield
        return
    import sgemm.torch

    with sgemm.torch.enabled():
        yield


def bare_launch(plan: Any, a: Any, b: Any, out: Any) -> Call:
    """Return the launch of a plan's kernel through cuda-core, on PyTorch's stream."""
    import cuda.core
    import torch

    from sgemm.machines.call import bound_arguments
    from sgemm.machines.cuda_objects import CudaKernel
    from sgemm.machines.interface import Addresses
    from sgemm.machines.resident import residency

    machine = plan.machine
    loaded = residency(machine).loaded(machine, plan.plan.kernel)
    if not isinstance(loaded, CudaKernel):
        raise SystemExit("host_overhead.py: a GPU is needed")
    kernel = cuda.core.Kernel.from_handle(loaded.handle)
    addresses = Addresses(a.data_ptr(), b.data_ptr(), out.data_ptr())
    where = (machine, plan.plan.kernel, plan.problem, addresses, plan.plan.schedule)
    with bound_arguments(*where) as (launch, arguments):
        pass
    configuration = cuda.core.LaunchConfig(
        grid=launch.grid, block=launch.block, shmem_size=launch.shared_bytes
    )
    stream = cuda.core.Stream.from_handle(torch.cuda.current_stream().cuda_stream)
    return lambda: cuda.core.launch(stream, configuration, kernel, *arguments)


def sample(call: Call, calls: int, wait: Call) -> float:
    """Return microseconds of the host for one call."""
    start = time.perf_counter_ns()
    for _ in range(calls):
        call()
    spent = time.perf_counter_ns() - start
    wait()
    return spent / calls / 1e3


def measure(options: argparse.Namespace, target: Output) -> int:
    """Measure, write and compare."""
    import cuda.core
    import cupy
    import torch

    found = contenders(options.size)
    samples: dict[str, list[float]] = {name: [] for name in found}
    # What enables and disables comes last: it changes PyTorch's dispatcher in each round.
    names = list(found)
    first_of_others = names.index(BARE) + 1
    shuffled = random.Random(1)
    gc.disable()
    for order in (names[:first_of_others], names[first_of_others:]):
        for _ in range(options.rounds):
            shuffled.shuffle(order)
            for name in order:
                calls = options.calls
                if name.endswith(STEP):
                    calls = max(1, calls // CALLS_IN_A_STEP)
                with around(name):
                    spent = sample(found[name], calls, torch.cuda.synchronize)
                samples[name].append(spent)
    gc.enable()
    head = {"size": options.size, "calls": options.calls, "rounds": options.rounds}
    head |= {"torch": torch.__version__, "cupy": cupy.__version__}
    lines = [environment(**head, **{"cuda-core": cuda.core.__version__})]
    for name, values in samples.items():
        quartiles = statistics.quantiles(values, n=4)
        line = {
            "name": name,
            "median_us": round(statistics.median(values), 3),
            "quartiles_us": [round(quartiles[0], 3), round(quartiles[2], 3)],
            "samples_us": [round(value, 3) for value in values],
        }
        lines.append(line)
    write(lines, target)
    print(*tables(lines), sep="\n\n")
    medians = {name: statistics.median(values) for name, values in samples.items()}
    limit = MOST_TIMES_A_LAUNCH * medians[BARE]
    is_met = (
        medians["sgemm.matmul(a, b), PyTorch"] <= medians["torch.mm(a, b)"]
        and medians["plan.run(a, b, out=c), PyTorch"] <= limit
        and medians[f"{ENABLED}torch.mm(a, b)"] <= MOST_TIMES_PYTORCH * medians["torch.mm(a, b)"]
    )
    print("targets met" if is_met else "targets missed")
    return 0 if is_met else 1


def tables(lines: Sequence[dict[str, Any]]) -> tuple[str, str]:
    """Return the medians as two tables in Markdown: of the library, and of enable()."""
    rows = []
    for line in lines[1:]:
        low, high = line["quartiles_us"]
        rows.append(f"| `{line['name']}` | {line['median_us']:.2f} | {low:.2f} ... {high:.2f} |")
    head = ["| call | median, us | quartiles, us |", "|---|--:|---|"]
    first_of_enabled = next(at for at, row in enumerate(rows, start=1) if BARE in row)
    mm = [row for row in rows if row.startswith("| `torch.mm(")]
    library, pytorch = rows[:first_of_enabled], mm + rows[first_of_enabled:]
    return "\n".join(head + library), "\n".join(head + pytorch)


def main() -> int:
    """Measure, or print a table."""
    parser = argparse.ArgumentParser(description="What a call costs the host.")
    parser.add_argument("--out")
    parser.add_argument("--force", action="store_true", help="replace measurements")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--calls", type=int, default=100)
    parser.add_argument("--size", type=int, default=64)
    options = parser.parse_args()
    if options.table is not None:
        print(*tables(read_lines(options.table)), sep="\n\n")
        return 0
    if options.out is None:
        parser.error("--out FILE or --table FILE is needed")
    return run(measure, options)


if __name__ == "__main__":
    sys.exit(main())
