"""A step of the sequential loop against exact rational arithmetic."""

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from executor.reference_floats import fused, to_float
from sequential_loop import fused_multiply_add

FLT_MAX = float(np.finfo(np.float32).max)


any_bits = st.integers(0, 2**32 - 1)
SPECIAL = [
    *(0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x00800000, 0x80800000),
    *(0x3F800000, 0xBF800000, 0x3F7FFFFF, 0x3F800001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F000000),
    *(0x7F800000, 0xFF800000, 0x7FC00000, 0x33800000, 0x4B800000, 0x20000000, 0x1F800000),
]
number = st.one_of(any_bits, st.sampled_from(SPECIAL)).map(lambda bits: to_float(bits, 32))


@st.composite
def near_tie(draw: st.DrawFn) -> tuple[float, float, float]:
    """A product and an addend whose exact sum is at, or a hair beside, a float32 tie."""
    x = float(draw(st.integers(1, 2**24 - 1)))
    y = float(draw(st.integers(1, 2**24 - 1)))
    scale = 2.0 ** draw(st.integers(-149, 40))
    sign = draw(st.sampled_from((1.0, -1.0)))
    # The product has up to 48 bits; an addend of far smaller or larger size shifts them.
    z = draw(st.sampled_from((1.0, -1.0))) * 2.0 ** draw(st.integers(-149, 100))
    with np.errstate(all="ignore"):
        return float(np.float32(sign * x * scale)), y, float(np.float32(z))


@settings(max_examples=400, deadline=None)
@given(st.lists(st.one_of(st.tuples(number, number, number), near_tie()), min_size=1, max_size=30))
@example([(24929.0, 673.0, 2.0**-40)])
@example([(24929.0, 673.0, -(2.0**-40))])
@example([(-24929.0, 673.0, 2.0**-40)])
@example([(24929.0, 673.0, 3 * 2.0**-30), (-24929.0, 673.0, -3 * 2.0**-30)])
@example([(2.0**-75, 2.0**-75, 2.0**-149), (2.0**-75, -(2.0**-75), 2.0**-149)])
@example([(2.0**-149, 2.0**-149, 0.0), (2.0**-149, -(2.0**-149), 0.0)])
@example([(2.0**64, 2.0**63, 2.0**103), (2.0**64, 2.0**63, FLT_MAX)])
@example([(0.0, -1.0, -0.0), (0.0, 1.0, -0.0), (3.0, 1.0, -3.0)])
def test_one_step_is_exactly_rounded(triples: list[tuple[float, float, float]]) -> None:
    columns = [np.array(column, dtype=np.float32) for column in zip(*triples, strict=True)]
    found = fused_multiply_add(*columns)
    bits = np.stack([column.view(np.uint32) for column in columns], axis=1).tolist()
    expected = np.array([fused(*triple, 32) for triple in bits], np.uint32).view(np.float32)
    # Any NaN is as good as another.
    assert np.array_equal(np.isnan(found), np.isnan(expected))
    is_number = ~np.isnan(expected)
    assert np.array_equal(found[is_number].view(np.uint32), expected[is_number].view(np.uint32))
