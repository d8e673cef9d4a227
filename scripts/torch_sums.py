#!/usr/bin/env python3
"""What sums of products take on a GPU: by PyTorch's addmm, and by sgemm's, in turns.

PYTHONPATH=src python3 scripts/torch_sums.py --out FILE [--force] [--shapes 64x3072x768,...]
    [--rounds 12] [--seconds 0.004] [--copies 160]

For each shape, M x N x K, with the second operand stored N x K as a layer's weights, what is added
is a row ("bias", as nn.Linear has it) or a matrix ("matrix").

A sample is one run of a CUDA graph, divided by its calls. Each call has operands of its own, so
many that together they have --copies MB: so each is read from memory, and the host takes no part.
Each round has one sample of both, in an order that changes.

FILE gets a JSON object a line: the environment; then the sum, the shape, the contender, median and
quartiles in microseconds, and all samples. Exit status 1 if a contender's results are wrong, 2 if
an option is or there is no GPU.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable, Iterator
from typing import Any

from in_turns import Line, environment, finished, parser_of, run, shapes_of, timed

from sgemm.bench.files import Output
from sgemm.bench.sizes import Shape
from sgemm.errors import MachineError

LAYERS = ((768, 768), (2304, 768), (3072, 768), (768, 3072), (4096, 1024), (4096, 4096))
SHORT = ((1024, 512), (512, 512), (2048, 384), (384, 384), (1024, 256), (256, 256), (2048, 192))
SHORTER = ((512, 128), (128, 128), (1024, 64), (64, 64), (256, 32))
SHAPES = ",".join(
    f"{m}x{n}x{k}" for m in (16, 64, 256, 1024, 8192) for n, k in (*LAYERS, *SHORT, *SHORTER)
)
MOST_OFF = 1e-4  # of the largest element, between contenders
LEAST_CALLS, MOST_CALLS = 4, 400
DEVICE = "cuda"

Operands = tuple[Any, Any, Any]
Add = Callable[[Any, Any, Any], Any]


def contenders() -> dict[str, Add]:
    """Return what computes a sum, the baseline first."""
    import torch

    import sgemm.torch  # noqa: F401 - it registers the operators

    return {"torch": torch.addmm, "sgemm": torch.ops.sgemm.addmm}


def operands_of(shape: Shape, adds: str, copies: float) -> list[Operands]:
    """Return what is added, A and B of as many calls as have so many MB together."""
    import torch

    m, n, k = shape
    megabytes = 4e-6 * (m * k + n * k + m * n * (2 if adds == "matrix" else 1))
    count = min(MOST_CALLS, max(LEAST_CALLS, round(copies / megabytes)))
    size = (m, n) if adds == "matrix" else (n,)
    return [
        (
            torch.randn(size, device=DEVICE),
            torch.randn(m, k, device=DEVICE),
            torch.randn(n, k, device=DEVICE).T,
        )
        for _ in range(count)
    ]


def captured(add: Add, calls: list[Operands]) -> tuple[Any, list[Any]]:
    """Return a graph of all calls, and their results."""
    import torch

    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(2):
            add(*calls[0])
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        results = [add(*call) for call in calls]
    graph.replay()
    torch.cuda.synchronize()
    return graph, results


def sample(graph: Any, runs: int, calls: int) -> float:
    """Return microseconds of a call."""
    import torch

    first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    first.record()
    for _ in range(runs):
        graph.replay()
    last.record()
    last.synchronize()
    return float(first.elapsed_time(last)) * 1e3 / (runs * calls)


def measured(shape: Shape, adds: str, options: argparse.Namespace) -> Iterator[Line]:
    """Yield what each contender takes for a sum."""
    calls = operands_of(shape, adds, options.copies)
    graphs, results = {}, {}
    for name, add in contenders().items():
        graphs[name], results[name] = captured(add, calls)
    expected = results["torch"]
    is_right = {
        name: all(
            bool((one - other).abs().max() <= MOST_OFF * other.abs().max())
            for one, other in zip(found, expected, strict=True)
        )
        for name, found in results.items()
    }
    once = max(sample(graph, 1, 1) for graph in graphs.values())
    runs = max(1, round(options.seconds * 1e6 / once))
    samples_of = {
        name: functools.partial(sample, graph, runs, len(calls)) for name, graph in graphs.items()
    }
    m, n, k = shape
    for name, line in timed(samples_of, options.rounds).items():
        yield {
            **{"adds": adds, "m": m, "n": n, "k": k, "contender": name, "calls": len(calls)},
            **{"is_right": is_right[name]} | line,
        }


def measure(options: argparse.Namespace, target: Output) -> int:
    """Measure, write, and tell what was found."""
    import torch

    shapes = shapes_of(options)
    if not torch.cuda.is_available():
        raise MachineError("PyTorch sees no GPU: sums are timed on one")
    lines = [environment(torch=torch.__version__, device=torch.cuda.get_device_name())]
    for shape in shapes:
        for adds in ("bias", "matrix"):
            found = list(measured(shape, adds, options))
            lines += found
            by_torch, ours = (line["median_us"] for line in found)
            words = "" if all(line["is_right"] for line in found) else "  WRONG"
            size = "x".join(map(str, shape))
            print(f"{size:16} {adds:7} {by_torch:9.2f} {ours:9.2f} {by_torch / ours:6.3f}{words}")
    return finished(lines, target)


def main() -> int:
    """Read the options, and measure."""
    parser = parser_of(__doc__, SHAPES, rounds=12, seconds=0.004)
    parser.add_argument("--copies", type=float, default=160.0)
    return run(measure, parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
