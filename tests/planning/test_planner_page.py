"""The equations of docs/planner.md, as its block of Python has them, are those of the model."""

import ast
import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planning_target import Target
from sgemm.kernels.catalogue import FUSED, LIBRARY, SPLIT_BEFORE, find
from sgemm.kernels.gpus import H100
from sgemm.kernels.schedule import Schedule
from sgemm.planning import model
from sgemm.planning.candidates import candidates
from sgemm.planning.known import base_for
from sgemm.planning.rates import SHIPPED, SPEEDS, Rates
from sgemm.problem import FLOAT32, Problem

PAGE = (Path(__file__).parents[2] / "docs" / "planner.md").read_text()

CONSTANTS = (
    (model.ADDING_LAUNCH, "P_r = 4 + 6"),
    (model.ADDED_AGAIN, "4 + 6 \\,"),
    (model.SPARED, "0.4"),
    (model.READ_WAIT, "o = 0.3"),
    (model.READ_AT_ONCE, "{16 \\, \\tau}"),
    (model.READ_BY_ONE, "l is 1.2"),
    (model.READ_BY_SEVERAL, "0.85 for others"),
    (model.READ_BY_PLAIN_LOADS, "l′ is 1.4"),
    (model.SKEWED_ALONE, "\\left( 4 \\; \\mathrm{if}"),
    (model.HEATED, "+ 0.3 \\, \\frac{W^2}"),
    (model.HALF_HEATED, "W + 30000"),
    (model.LOAD_WAIT, "2.8 \\, u"),
    (model.PREPARED, "δ is 4"),
    (model.TWO_PRODUCTS, "both rates count 0.77"),
    (model.TWO_AS_READ, "0.85 where the large operand is split as it is read"),
    (model.DEFAULT.launch, "L is 8"),
    (SPEEDS.packed / 1e6, "3.4 TB/s"),
    (SPEEDS.split / 1e6, "4.0 TB/s"),
)


def equations():
    """Return the page's function, without the examples after it."""
    (program,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    tree = ast.parse(program)
    tree.body = [each for each in tree.body if not isinstance(each, ast.For)]
    names = {}
    exec(compile(tree, "docs/planner.md", "exec"), names)
    return names["equations"]


EQUATIONS = equations()
TABLES = {"H200": SHIPPED, "H100": base_for(H100)}


def compare(problem, kernel, schedule, table, rates=None):
    rates = rates or model.rates_of(kernel, table)
    tiled = model.tiling_of(kernel, problem, model.traffic(problem, None, table.speeds))
    found = model.predict_tiling(tiled, schedule, rates, 132)
    expected = EQUATIONS(problem, kernel, schedule, 132, rates, table.speeds)
    assert expected == pytest.approx(found, rel=1e-9, abs=1e-9), (problem, kernel.name, schedule)
    return found


sizes = st.one_of(st.integers(0, 40), st.integers(40, 600), st.integers(600, 20000))


@st.composite
def problems(draw):
    """Draw problems of any layout, types, batch and distance of rows."""
    m, n, k = (draw(sizes) for _ in range(3))
    trans_a, trans_b = draw(st.booleans()), draw(st.booleans())
    batch = draw(st.sampled_from([1, 1, 3, 2000]))
    of_a = draw(st.sampled_from([FLOAT32, FLOAT32, "float16"]))
    return Problem(
        *(m, n, k),
        beta=draw(st.sampled_from([0.0, 1.0])),
        lda=max(1, m if trans_a else k) + draw(st.integers(0, 5)),
        ldb=max(1, k if trans_b else n) + draw(st.integers(0, 5)),
        trans_a=trans_a,
        trans_b=trans_b,
        batch=batch,
        stride_a=draw(st.sampled_from([None, 0])),
        type_a=of_a,
        prepared_b=draw(st.booleans()),
    )


@given(problems(), st.sampled_from(sorted(TABLES)))
def test_the_equations_are_those_of_the_model(problem, of):
    table, names = TABLES[of], LIBRARY + SPLIT_BEFORE + FUSED
    for kernel, schedule in candidates(problem, Target(), names=names, table=table)[0]:
        compare(problem, kernel, schedule, table)


RATES = Rates(5.0, 0.4, 0.3, 1.0, 0.5, 2.0, 0.1, 1.5, 1.0, 0.05, 3.0, 4.0, 0.1, 0.5, 3)


@pytest.mark.parametrize(
    ("name", "problem", "schedule"),
    [
        ("any_layout", Problem(2000, 1501, 701), Schedule()),
        ("split_k", Problem(200, 300, 9001, beta=1.0), Schedule(splits=40)),
        ("stream_k_cp_async", Problem(4096, 4096, 1000, beta=1.0), Schedule(blocks=132)),
        ("stream_k_cp_async", Problem(2000, 1500, 3000), Schedule(blocks=132, stream_k_tiles=60)),
        ("stream_k_cp_async", Problem(1000, 999, 9000), Schedule(blocks=128, stream_k_tiles=64)),
        ("stream_k_cp_async", Problem(256, 128, 90000), Schedule(blocks=132, stream_k_tiles=2)),
        ("skinny", Problem(1, 8192, 8192), Schedule()),
        ("tiny_batched", Problem(12, 12, 13, batch=100000), Schedule(blocks=264)),
    ],
)
def test_every_term_counts_with_rates_that_are_not_zero(name, problem, schedule):
    found = compare(problem, find(name), schedule, SHIPPED, RATES)
    assert found.work > 0.0 and math.isfinite(found.total)


@pytest.mark.parametrize(("name", "part"), [("fp16x3", 0.77), ("fp16x3_skinny", 0.85)])
def test_two_products_count_where_there_are_two(name, part):
    types = ("bfloat16", FLOAT32)
    kernel = next(each for each in find(name).specialisations() if model.is_fitted(each))
    floats, found = model.rates_of(kernel), model.rates_of(kernel.specialised(types=types))
    assert (found.step, found.busy) == pytest.approx((part * floats.step, part * floats.busy))


def test_the_page_has_the_models_constants():
    for number, words in CONSTANTS:
        assert f"{number:g}" in words.replace("4.0", "4") and words in PAGE, words


def test_the_page_names_every_rate():
    known = set(re.findall(r"`(\w+)`|\\mathrm\{(\w+)\}", PAGE))
    assert set(Rates._fields) <= {name for pair in known for name in pair}
