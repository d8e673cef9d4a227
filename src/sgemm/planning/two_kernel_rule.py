"""The planner rule of document 000, section 6: a 128x128x8 kernel below 2500, 128x256x8 from there.

The document states it for square C, m = n. What decides is how many blocks C is cut into (small
tiles fill a GPU sooner, large ones read less for each operation), and that depends on the number
of elements of C; so a C of any shape counts as the square one with as many elements: m*n is
compared with 2500*2500. The depth k changes the length of every block alike and does not matter.
The document says "below" for the smaller kernel, so m = n = 2500 has the larger one.

The smaller kernel reads through textures where that is legal, else through plain guarded loads.
The larger one needs the asynchronous copies of sm_80; older GPUs have the smaller one throughout.
"""

from __future__ import annotations

from sgemm.kernels.catalogue import find
from sgemm.kernels.gpus import Target
from sgemm.kernels.kernel import Alignment
from sgemm.planning.plan import Plan, Refusal, none_legal, planned, refusals
from sgemm.problem import Problem

NAME = "two_kernel_rule"

SMALLER = ("texture_loads", "ptx_pipeline")

THRESHOLD = 2500  # side of the square C from which on the larger kernel is used


def two_kernel_rule(problem: Problem, target: Target, alignment: Alignment | None = None) -> Plan:
    """Choose between the 128x128x8 and the 128x256x8 kernel by the size of C: the first legal."""
    elements = problem.m * problem.n
    is_small = elements < THRESHOLD**2
    reason = f"m*n = {elements} {'<' if is_small else '>='} {THRESHOLD}*{THRESHOLD}"
    passed_over: list[Refusal] = []
    for name in SMALLER if is_small else ("async_copy", *SMALLER):
        kernel = find(name)
        found = refusals(kernel, problem, target, alignment)
        if not found:
            why = "; ".join([reason, *map(str, passed_over)])
            return planned(NAME, kernel, problem, target, why, alignment=alignment)
        passed_over.append(Refusal(kernel, tuple(found)))
    raise none_legal(NAME, problem, target, passed_over)
