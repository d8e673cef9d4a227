"""Random kernels: the executor's generated code against the reference interpreter, bit for bit.

The programs follow from their seeds, so that every run tests the same ones. A failure shows the
whole program, the way it was run and where the results differ; ``program_of(maker, seed)`` makes
it again. To search on, run this file with a first seed and a number of programs::

    python tests/executor/test_differential.py 1000 500
"""

import random
import sys

import pytest
from differential import RunMode, compare, input_bytes, lane_counts_for
from program_base import Program
from program_forms import FORMS, make_forms_program
from program_generator import make_program
from program_graph import make_graph_program
from program_warps import make_warp_program

MAKERS = {"structured": make_program, "graph": make_graph_program, "warps": make_warp_program}
PROGRAMS_A_TEST = 3
PARTS_OF_ALL_FORMS = 16


def program_of(maker: str, seed: int) -> tuple[Program, list[RunMode]]:
    """Return the program of a seed, and the ways to run it."""
    rng = random.Random(f"{maker} {seed}")
    program = MAKERS[maker](rng, rng.randint(2, 9))
    if maker == "warps":
        # Most of these need lane groups of one thread, which the plan finds out.
        return program, [RunMode(None, workers=rng.choice([1, 2])), RunMode(None, checked=True)]
    lanes = lane_counts_for(program.threads)
    if program.has_diverged_warps:
        lanes = [count for count in lanes if count <= 32]
    # All programs together meet every number of lanes; each meets two.
    modes = [
        RunMode(count, workers=rng.choice([1, 2]))
        for count in rng.sample(lanes, min(2, len(lanes)))
    ]
    modes.append(rng.choice([RunMode(None), RunMode(None, checked=True)]))
    return program, modes


def check(maker: str, seed: int) -> None:
    program, modes = program_of(maker, seed)
    try:
        compare(program, input_bytes(seed % 5), modes)
    except BaseException as error:
        error.add_note(f"program_of({maker!r}, {seed})")
        raise


@pytest.mark.parametrize("batch", range(8))
@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.sampled(3)
def test_random_kernels_run_as_the_interpreter_runs_them(maker: str, batch: int) -> None:
    for seed in range(batch * PROGRAMS_A_TEST, (batch + 1) * PROGRAMS_A_TEST):
        check(maker, seed)


@pytest.mark.parametrize("part", range(PARTS_OF_ALL_FORMS))
def test_every_form_of_arithmetic(part: int) -> None:
    program = make_forms_program(random.Random(part), part, PARTS_OF_ALL_FORMS)
    assert program.ptx.count("st.global") == len(FORMS[part::PARTS_OF_ALL_FORMS])
    compare(program, input_bytes(part % 5), [RunMode(1), RunMode(None, checked=part % 2 == 1)])


if __name__ == "__main__":
    first, count = (int(argument) for argument in sys.argv[1:3])
    for seed in range(first, first + count):
        for maker in MAKERS:
            check(maker, seed)
    print(f"{len(MAKERS) * count} programs agree")
