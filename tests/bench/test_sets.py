"""Each named set is recognised from the problem, and from nothing else."""

import dataclasses
from pathlib import Path

import pytest

from results_maker import judged, measured
from sgemm.bench.sets import (
    MEASURABLE,
    RANDOM_LARGEST,
    Setting,
    problems_of,
    random_shapes,
    set_of,
)
from sgemm.bench.sizes import read_shapes
from sgemm.errors import ArgumentError
from sgemm.problem import Problem

SHAPES = Path(__file__).parents[2] / "results" / "shapes"


def found(problem: Problem | int, **more: object) -> str:
    return set_of(Setting.of(measured("naive", problem, 1.0, **more)))


def test_stored_rows_of_transposed_operands() -> None:
    # A as stored has rows of m, B rows of k.
    setting = Setting.of(measured("x", Problem(3, 4, 5), 1.0, layout="tt", leading=(3, 5, 4)))
    assert setting.is_tight
    padded = measured("x", Problem(3, 4, 5), 1.0, layout="tt", leading=(4, 5, 4))
    assert not Setting.of(padded).is_tight


@pytest.mark.parametrize(
    ("problem", "more"),
    [
        *((Problem(size, size, size), {}) for size in (896, 1100, 1025, 12928)),
        (Problem(2048, 2048, 2048, alpha=2.0), {}),
        (Problem(2048, 2048, 2048, beta=1.0), {}),
        (Problem(2048, 2048, 2048, lda=2052), {}),
        (Problem(2048, 2048, 2048), {"verification": judged(True, "zeros")}),
        (Problem(2048, 2048, 2048), {"layout": "tn", "leading": (2056, 2048, 2048)}),
        (Problem(2048, 2048, 2048, batch=2), {}),
        # Neither the irregular set nor the batches hold transposed operands.
        (Problem(100000, 64, 64, trans_a=True, trans_b=True), {}),
        (Problem(64, 64, 64, batch=8, trans_a=True), {}),
        (Problem(64, 64, 64, batch=8, stride_a=0), {}),
        (Problem(64, 64, 64, batch=9), {}),
        (Problem(64, 64, 65, batch=8), {}),
    ],
    ids=str,
)
def test_what_is_in_no_set(problem: Problem, more: dict[str, object]) -> None:
    assert found(problem, **more) == "other"


def test_sustained() -> None:
    assert found(12800, protocol="sustained") == "sustained"
    padded = Problem(12800, 12800, 12800, lda=12804)
    assert found(padded, protocol="sustained") == "other"
    assert found(12800, protocol="replays-by-size, cold L2") == "squares_nn"


def test_random_shapes_are_what_they_are_said_to_be() -> None:
    shapes = random_shapes()
    sizes = [size for shape in shapes for size in shape]
    assert len(set(shapes)) == 256
    assert min(sizes) >= 1
    assert max(sizes) <= RANDOM_LARGEST
    assert any(all(size % 2 for size in shape) for shape in shapes)
    # Log-uniform: as many below the geometric middle as above it, within three deviations.
    below = sum(size * size < RANDOM_LARGEST for size in sizes)
    assert abs(below - len(sizes) / 2) < 3 * (len(sizes) / 4) ** 0.5
    # The seed is part of the set: these may never change.
    larger = problems_of("random_16384")
    assert [problem.layout for problem in larger[:5]] == ["nn", "nt", "tn", "tt", "nn"]
    assert (larger[0].m, larger[0].n, larger[0].k) == (1517, 6058, 575)
    assert 8192 < max(max(p.m, p.n, p.k) for p in larger) <= 16384
    assert shapes[:2] == ((1126, 3, 35), (2, 179, 1965))
    problems = [Problem(*shape) for shape in shapes]
    inside = [found(each) for each in problems if each not in problems_of("irregular")]
    assert set(inside) == {"random"}


@pytest.mark.parametrize("name", ["irregular", "random"])
def test_files_of_shapes_are_the_sets(name: str) -> None:
    shapes = read_shapes(SHAPES / f"{name}.txt")
    assert tuple(Problem(*shape) for shape in shapes) == problems_of(name)


@pytest.mark.parametrize("name", MEASURABLE)
def test_the_problems_of_a_set_belong_to_it(name: str) -> None:
    problems = problems_of(name)
    assert len(set(problems)) == len(problems) > 0
    protocol = name if name in ("sustained", "accuracy") else "cold L2"
    for problem in problems:
        assert found(problem, protocol=protocol) == name, problem


def test_layers_have_weights_as_they_are_stored() -> None:
    problems = problems_of("layers")
    assert all(problem.layout == "nt" and problem.ldb == problem.k for problem in problems)
    assert {problem.m for problem in problems} == {2**power for power in range(13)}
    # What results know as a square stays one.
    assert found(Problem(4096, 4096, 4096), layout="nt") == "squares_nt"


def test_what_is_slender_has_one_long_size_or_one_row() -> None:
    for problem in problems_of("slender"):
        short, middle, long = sorted((problem.m, problem.n, problem.k))
        assert short == 1 or (middle <= 100 and long >= 1000 * min(middle, 100)), problem


def test_what_is_tiny_comes_in_thousands() -> None:
    for problem in problems_of("tiny_batches"):
        assert max(problem.m, problem.n, problem.k) <= 64
        assert problem.batch >= 1000
        assert 5e5 <= 4 * sum(problem.elements) <= 1.1e9, problem


def test_what_accumulates_is_of_the_other_sets_or_has_short_k() -> None:
    for problem in problems_of("accumulate"):
        assert problem.beta == 1.0
        overwritten = dataclasses.replace(problem, beta=0.0)
        is_known = set_of(Setting.of(measured("naive", overwritten, 1.0))) != "other"
        assert is_known or problem.k <= 256, problem
        twice = dataclasses.replace(problem, beta=2.0)
        assert set_of(Setting.of(measured("naive", twice, 1.0))) == "other"


def test_no_such_set() -> None:
    for name in ("squares_xx", "other", "nothing"):
        with pytest.raises(ArgumentError, match=f"set = '{name}': there are squares_nn, "):
            problems_of(name)


def test_rows_of_another_type_lie_close_too_but_are_no_plain_problem() -> None:
    setting = Setting.of(measured("x", Problem(64, 64, 64, type_a="bfloat16"), 1.0))
    assert setting.is_tight and not setting.is_plain
    assert found(Problem(12800, 12800, 12800, prepared_b=True), protocol="sustained") == "other"
