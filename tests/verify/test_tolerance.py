"""The tolerance lets every single-precision result pass, and no result of a shorter format."""

import dataclasses
import functools
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kernels.summation import added, chain, finished, finished_apart, unfused
from sequential_loop import sequential_fma
from sgemm.problem import Problem
from sgemm.verify.error import Error, measure
from sgemm.verify.inputs import INPUT_CLASSES, Operands, make_operands
from sgemm.verify.reference import Reference, reference
from sgemm.verify.tolerance import NORMAL_RMS, WANDERING_RMS, Tolerance, gamma, tolerance

CLASSES = sorted(INPUT_CLASSES)
SCALARS = ((1.0, 0.0), (-1.5, 0.0), (1.0, 1.0), (0.75, -2.0))


def objection(problem: Problem, name: str, result: np.ndarray, wanted: Reference) -> str | None:
    found = measure(result, wanted)
    return tolerance(problem, INPUT_CLASSES[name], found.elements).objection(found)


ORDERS = (
    lambda A, B: chain(A, B, range(A.shape[1])),
    lambda A, B: chain(A, B, reversed(range(A.shape[1]))),
    lambda A, B: added([chain(A, B, range(start, A.shape[1], 4)) for start in range(4)]),
    lambda A, B: unfused(A, B, range(A.shape[1])),
    lambda A, B: np.ascontiguousarray(A) @ np.ascontiguousarray(B),
)
"""Ways to compute A*B."""


@pytest.mark.parametrize("name", CLASSES)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.floats(0, 10).map(lambda power: int(2**power)),
    st.integers(1, 12),
    st.integers(1, 12),
    st.sampled_from(SCALARS),
    st.sampled_from(ORDERS),
    st.sampled_from((finished, finished_apart)),
    st.integers(0, 2**32),
)
def test_single_precision_passes_in_any_order(name, k, m, n, scalars, order, end, seed) -> None:
    problem = Problem(m, n, k, *scalars)
    operands = make_operands(problem, name, seed)
    with np.errstate(all="ignore"):
        result = end(operands, order(operands.A, operands.B))
    assert objection(problem, name, result, reference(problem, operands)) is None


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("k", [3, 8, 40])
def test_many_elements_pass_together_and_each_alone(name: str, k: int) -> None:
    problem = Problem(200, 210, k)
    operands = make_operands(problem, name, 0)
    result, wanted = sequential_fma(problem, operands), reference(problem, operands)
    assert objection(problem, name, result, wanted) is None
    alone = tolerance(problem, INPUT_CLASSES[name], elements=1)
    assert measure(result, wanted).maximum <= alone.maximum


@pytest.mark.parametrize(
    ("name", "factor"),
    [("normal", WANDERING_RMS), ("uniform_signed", WANDERING_RMS), ("uniform", NORMAL_RMS)],
)
def test_bounds_start_from_the_error_that_sums_have(name: str, factor: float) -> None:
    problem = Problem(200, 210, 40)
    operands = make_operands(problem, name, 0)
    found = measure(sequential_fma(problem, operands), reference(problem, operands)).rms
    expected = tolerance(problem, INPUT_CLASSES[name], elements=10**12).rms / factor
    assert found == pytest.approx(expected, rel=0.08)


@pytest.mark.parametrize("name", ["normal", "uniform", "wide_1", "wide_2", "bad_mantissa"])
@pytest.mark.sampled(3)
def test_the_longest_sums_pass(name: str) -> None:
    problem = Problem(8, 8, 65536)
    operands = make_operands(problem, name, 0)
    result = sequential_fma(problem, operands)
    assert objection(problem, name, result, reference(problem, operands)) is None


def to_shorter(values: np.ndarray, dropped: int) -> np.ndarray:
    """Round float32 to nearest even with fewer mantissa bits; infinity and NaN stay."""
    bits = np.ascontiguousarray(values).view(np.uint32).astype(np.uint64)
    bits += (1 << (dropped - 1)) - 1 + (bits >> dropped & 1)
    rounded = (bits >> dropped << dropped).astype(np.uint32).view(np.float32)
    return np.where(np.isfinite(values), rounded, values)


def to_tf32_truncated(values: np.ndarray) -> np.ndarray:
    cut = (np.ascontiguousarray(values).view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)
    return np.where(np.isfinite(values), cut, values)


FORMATS = {
    "tf32": functools.partial(to_shorter, dropped=13),
    "tf32, truncated": to_tf32_truncated,
    "bf16": functools.partial(to_shorter, dropped=16),
    "fp16": lambda values: values.astype(np.float16).astype(np.float32),
}


def with_shorter_inputs(problem: Problem, operands: Operands, shorten) -> np.ndarray:
    """The result of exact arithmetic on rounded inputs: the best that the format can give."""
    A, B = (shorten(x).astype(np.float64) for x in (operands.A, operands.B))
    total = problem.alpha * (A @ B)
    if problem.beta != 0.0:
        total = total + problem.beta * operands.C.astype(np.float64)
    return total.astype(np.float32)


def rejected(name: str, k: int, scalars: tuple[float, float], short: str, seed: int) -> bool:
    problem = Problem(12, 12, k, *scalars)
    operands = make_operands(problem, name, seed)
    with np.errstate(all="ignore"):
        result = with_shorter_inputs(problem, operands, FORMATS[short])
    return objection(problem, name, result, reference(problem, operands)) is not None


@pytest.mark.parametrize("name", CLASSES)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_shorter_formats_never_pass(name, data) -> None:
    longest = INPUT_CLASSES[name].separates_to
    k = int(2 ** data.draw(st.floats(0, math.log2(longest))))
    scalars = data.draw(st.sampled_from(((1.0, 0.0), (-1.5, 0.0), (1.0, 1.0))))
    short = data.draw(st.sampled_from([*FORMATS]))
    assert rejected(name, k, scalars, short, data.draw(st.integers(0, 2**32)))


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("short", FORMATS)
def test_shorter_formats_do_not_pass_at_the_ends(name, short) -> None:
    for k in (1, 2, INPUT_CLASSES[name].separates_to):
        assert rejected(name, k, (1.0, 0.0), short, 1)


@pytest.mark.parametrize("name", CLASSES)
def test_grows_at_most_linearly_and_never_above_the_bound_of_all_orders(name: str) -> None:
    entry = INPUT_CLASSES[name]
    assert tolerance(Problem(5, 5, 7, alpha=0.0), entry).maximum == 0.0
    for scalars in SCALARS:
        for k in (0, 1, 2, 3, 10, 100, 4096, 65536, 2**24):
            for size in (1, 10, 4000):
                bounds = tolerance(Problem(size, size, k, *scalars), entry)
                roundings = k + (scalars[0] not in (1.0, -1.0) and k > 0) + (scalars[1] != 0.0)
                assert 0 <= bounds.rms <= bounds.maximum <= gamma(roundings)
                if k >= 100:
                    assert bounds.maximum <= k


FINE = Error(100, 0.1, 0.5, 0.0, 0.4, (3, 4))
ALLOWED = Tolerance(rms=1.0, maximum=5.0)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "None"),
        ({"maximum": 6.0}, "C[3, 4] is 6 units of 2^-24*|A||B|, and 5 are allowed"),
        ({"rms": 1.5}, "root-mean-square error is 1.5"),
        ({"maximum": math.nan}, "is nan units"),
        ({"rms": math.nan}, "error is nan"),
    ],
)
def test_objections_in_words(changes: dict[str, float], words: str) -> None:
    assert words in str(ALLOWED.objection(dataclasses.replace(FINE, **changes)))
