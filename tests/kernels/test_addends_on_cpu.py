"""What beta multiplies, another matrix than C or a row, by every kernel of the library."""

import dataclasses
import itertools

import pytest

from sgemm.kernels.catalogue import LIBRARY, TENSOR_CORES, find
from sgemm.kernels.schedule import Schedule
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.awkward import addend_problems
from sgemm.verify.survey import Check, survey

FORMS = 16  # of what is added, before they come again
LONG = Problem(70, 66, 600, beta=-0.5, ld_addend=0)  # tensor cores multiply from some k on
OF_MANY_PARTS = Schedule(blocks=24, stream_k_tiles=2)  # whose sums a launch of its own adds


def judged(checked, kernel, checks):
    loaded = checked.load(build(kernel, 90, cubin=False))
    tally = survey(checked, {kernel: loaded}, {kernel: checks})[kernel]
    assert tally.failures == []
    if kernel.name == "tiny_batched_tma":  # refuses the larger ones; its own tests have every form
        assert tally.passed > FORMS * 3 / 4
        return
    assert tally.passed == len(checks)


@pytest.mark.parametrize("name", LIBRARY + TENSOR_CORES)
def test_every_form_of_what_is_added(checked, name):
    """In the smallest tile, of which the problems need the most; all have the same source."""
    tile = min(find(name).all_tiles, key=lambda tile: tile.bm * tile.bn * tile.bk)
    kernel = find(name).specialised(tile=tile)
    trans_a, trans_b = ("t" in each for each in kernel.layout)
    problems = list(itertools.islice(addend_problems(kernel.layout), FORMS))
    problems += [
        dataclasses.replace(long, lda=0, ldb=0, trans_a=trans_a, trans_b=trans_b)
        for long in (LONG, dataclasses.replace(LONG, ld_addend=69))
    ]
    judged(checked, kernel, [Check(problem) for problem in problems])


@pytest.mark.parametrize("name", ["stream_k_cp_async", "stream_k_swap_ab"])
@pytest.mark.parametrize("leading", [0, 67])
def test_what_is_added_where_a_launch_adds_many_parts(checked, leading, name):
    """Also where that launch writes C^T."""
    kernel = find(name)
    trans_b = kernel.layout == "nt"
    problem = Problem(70, 66, 2000, beta=-0.5, ld_addend=leading, trans_b=trans_b)
    schedule = dataclasses.replace(
        OF_MANY_PARTS, stream_k_tiles=kernel.geometry.tiles(problem, kernel.tile)
    )
    assert kernel.launch(problem, schedule=schedule).after
    judged(checked, kernel, [Check(problem, schedule=schedule)])
