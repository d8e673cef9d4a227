#!/usr/bin/env python3
"""What each launch of a kernel takes that has several, on a GPU.

PYTHONPATH=src python3 scripts/launch_times.py --out FILE [--plans fp16x3,bf16x6]
    [--sizes 1024,2048,4096,8192] [--samples 30]

A kernel that splits or packs operands has launches before and after the main one. They are timed
together, and again without the last, without the last two and so on, then without those before the
main one: what a launch adds is the difference. (It can be less than it takes alone, since a launch
may begin before the one before it has ended.) A sample is the time between two events around five
such calls, in one stream, with a warm cache. Each round has one sample of every part, in an order
that changes.

A call takes the host some 20 us for each launch. So parts that take the GPU less show what the host
takes: for sizes from 2048 on they do not.

FILE gets a JSON object a line: the environment, then plan, size, part, its median and quartiles in
microseconds. Exit status 0 unless a plan cannot compute a size.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from sgemm.bench.environment import describe_environment
from sgemm.errors import SgemmError
from sgemm.kernels.launch import Launch
from sgemm.machines.call import bound_call
from sgemm.machines.interface import Machine
from sgemm.machines.select import select_machine
from sgemm.planning import plan
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build

CALLS = 5  # in a sample


def parts_of(launch: Launch, name: str) -> dict[str, Launch]:
    """Return the launch and what is left of it without its last, its last two and so on."""
    found = {}
    for count in range(len(launch.after), -1, -1):
        last = launch.after[count - 1].entry if count else name
        found[f"up to {last}"] = launch._replace(after=launch.after[:count])
    main = launch._replace(after=())
    for count in range(1, len(launch.before) + 1):
        first = launch.before[count].entry if count < len(launch.before) else name
        found[f"from {first} to {name}"] = main._replace(before=launch.before[count:])
    return found


def measured(machine: Machine, name: str, size: int, samples: int) -> Iterator[dict[str, object]]:
    """Yield what each part of a plan takes for a square product."""
    problem = Problem(size, size, size)
    chosen = plan(problem, machine, name)
    loaded = machine.load(build(chosen.kernel, machine.architecture, ptx=False, cubin=True))
    random_floats = np.random.default_rng(0).standard_normal((size, size), dtype=np.float32)
    with (
        machine.allocate(random_floats.nbytes) as a,
        machine.allocate(random_floats.nbytes) as b,
        machine.allocate(random_floats.nbytes) as c,
    ):
        machine.copy_in(a, random_floats)
        machine.copy_in(b, random_floats)
        where = (a.address, b.address, c.address)
        call = bound_call(machine, chosen.kernel, problem, *where, chosen.schedule)
        with call as (launch, arguments):
            parts = parts_of(launch, chosen.kernel.name)
            machine.launch(loaded, launch, arguments)  # so that the workspace is what it will be
            times: dict[str, list[float]] = {part: [] for part in parts}
            for _ in range(samples):
                for part in random.sample(list(parts), len(parts)):
                    machine.launch(loaded, parts[part], arguments)
                    begin = machine.record()
                    for _ in range(CALLS):
                        machine.launch(loaded, parts[part], arguments)
                    end = machine.record()
                    times[part].append(end.seconds_since(begin) / CALLS * 1e6)
            machine.synchronize()
    for part, found in times.items():
        lower, median, upper = statistics.quantiles(found, n=4)
        yield {
            "plan": name,
            "size": size,
            "part": part,
            "median_us": round(median, 3),
            "quartiles_us": [round(lower, 3), round(upper, 3)],
            "teraflops": round(problem.flops / median / 1e6, 2),
        }


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--plans", default="fp16x3,bf16x6")
    parser.add_argument("--sizes", default="1024,2048,4096,8192")
    parser.add_argument("--samples", type=int, default=30)
    arguments = parser.parse_args()
    if arguments.out.exists():
        parser.error(f"--out {arguments.out}: there is such a file; name another one")
    machine = select_machine("cuda")
    status = 0
    with arguments.out.open("w", encoding="utf-8") as file:
        print(json.dumps(dataclasses.asdict(describe_environment()), default=str), file=file)
        for size in map(int, arguments.sizes.split(",")):
            for name in arguments.plans.split(","):
                try:
                    for line in measured(machine, name, size, arguments.samples):
                        print(json.dumps(line), file=file, flush=True)
                        print(f"{name:24} {size:6} {line['part']:40} {line['median_us']:10} us")
                except SgemmError as error:
                    print(f"launch_times.py: {name} at {size}: {error}", file=sys.stderr)
                    status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
