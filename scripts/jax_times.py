#!/usr/bin/env python3
"""What products under jax.jit take: by JAX, and by sgemm.jax, in turns.

PYTHONPATH=src python3 scripts/jax_times.py --out FILE [--force] [--shapes 4096x4096x4096,...]
    [--rounds 20] [--seconds 0.03] [--budget 600]

For each shape, M x N x K, there is a product, with a weight stored K x N, and a step of training:
loss and gradients of three layers of the shape's sizes. JAX's own products have the precision
HIGHEST, which is float32 on a GPU. Those of sgemm are IEEE, or split for tensor cores where the GPU
has them.

A sample is the time of so many runs of a compiled program as take the seconds, the last result
awaited, divided by their number; so the cache is warm. Each round has one sample of every
contender, in an order that changes. After the budget, in seconds, no further shape is begun.

FILE gets a JSON object a line: the environment; then the program, the contender, median and
quartiles in microseconds, and all samples. Exit status 1 if a contender's results are wrong, 2 if
an option is.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from in_turns import Line, environment, finished, parser_of, run, shapes_of, timed

from sgemm.bench.files import Output
from sgemm.bench.sizes import Shape

SHAPES = "128x128x128,1024x1024x1024,4096x4096x4096,512x4096x4096,64x4096x4096,2048x768x3072"
MOST_OFF = 1e-3  # of the largest element, between contenders

Program = Callable[[], Any]


def products() -> dict[str, Callable[..., Any]]:
    """Return dot_general of each contender, the baseline first."""
    import jax

    import sgemm.jax

    def by_jax(lhs: Any, rhs: Any, numbers: Any, **_: Any) -> Any:
        return jax.lax.dot_general(lhs, rhs, numbers, precision=jax.lax.Precision.HIGHEST)

    def split(lhs: Any, rhs: Any, numbers: Any, **_: Any) -> Any:
        return sgemm.jax.dot_general(lhs, rhs, numbers, precision="split_or_ieee")

    return {"jax": by_jax, "sgemm": sgemm.jax.dot_general, "sgemm, split": split}


def programs(m: int, n: int, k: int, dot: Callable[..., Any]) -> Iterator[tuple[str, Program]]:
    """Yield a product and a step of training, compiled, by their names."""
    import jax
    import jax.numpy as jnp

    keys = jax.random.split(jax.random.key(0), 4)
    x = jax.random.normal(keys[0], (m, k), jnp.float32)
    sizes = ((k, n), (n, k), (k, n))
    weights = [
        jax.random.normal(key, size, jnp.float32) / size[0] ** 0.5
        for key, size in zip(keys[1:], sizes, strict=True)
    ]

    def product(x: Any, w: Any) -> Any:
        return dot(x, w, (((1,), (0,)), ((), ())))

    def loss(weights: Any, x: Any) -> Any:
        for w in weights:
            x = jnp.tanh(product(x, w))
        return (x * x).mean()

    multiply, step = jax.jit(product), jax.jit(jax.value_and_grad(loss))
    yield f"{m}x{n}x{k}", lambda: multiply(x, weights[0])
    yield f"a step of {m}x{n}x{k}", lambda: step(weights, x)


def sample(program: Program, runs: int) -> float:
    """Return microseconds of one run, of so many."""
    import jax

    start = time.perf_counter()
    for _ in range(runs):
        found = program()
    jax.block_until_ready(found)
    return (time.perf_counter() - start) / runs * 1e6


def is_close(found: Any, expected: Any) -> bool:
    """Whether all results are as the baseline's."""
    import jax

    pairs = zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True)
    return all(
        np.abs(np.asarray(own) - np.asarray(other)).max() <= MOST_OFF * np.abs(other).max()
        for own, other in pairs
    )


def measured(shape: Shape, rounds: int, seconds: float) -> Iterator[Line]:
    """Yield what each contender takes for the programs of a shape."""
    import jax

    by_name: dict[str, dict[str, Program]] = {}
    for contender, dot in products().items():
        for name, program in programs(*shape, dot):
            by_name.setdefault(name, {})[contender] = program
    for name, contenders in by_name.items():
        results = {each: jax.block_until_ready(run()) for each, run in contenders.items()}
        samples_of = {
            each: functools.partial(sample, run, max(1, round(seconds * 1e6 / sample(run, 1))))
            for each, run in contenders.items()
        }
        found = timed(samples_of, rounds)
        for each, line in found.items():
            yield {
                **{"program": name, "contender": each},
                "of_jax": line["median_us"] / found["jax"]["median_us"],
                "is_right": is_close(results[each], results["jax"]),
                **line,
            }


def measure(options: argparse.Namespace, target: Output) -> int:
    """Measure, write, and tell what was found."""
    import jax

    lines = [environment(jax=jax.__version__, device=jax.devices()[0].device_kind)]
    shapes = shapes_of(options)
    end = time.monotonic() + options.budget
    for shape in shapes:
        if time.monotonic() > end:
            print(f"no time was left for {'x'.join(map(str, shape))}")
            continue
        for line in measured(shape, options.rounds, options.seconds):
            print(
                f"{line['program']:30} {line['contender']:14} {line['median_us']:10.1f} us "
                f"{line['of_jax']:6.3f} of jax{'' if line['is_right'] else '  WRONG'}",
                flush=True,
            )
            lines.append(line)
    return finished(lines, target)


def main() -> int:
    """Read the options, and measure."""
    parser = parser_of(__doc__, SHAPES, rounds=20, seconds=0.03)
    parser.add_argument("--budget", type=float, default=600.0)
    return run(measure, parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
