"""Splits, sums and the choice that docs/split.md describes, and the lines that it rests on."""

import csv
import gzip
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import split_errors
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from publish import split
from split_products import choice, parts, sums
from tensor_cores.model import BF16, FP16, TF32, multiply_add

from sgemm.bench.result_set import load_part
from sgemm.verify.inputs import INPUT_CLASSES

ROOT = Path(__file__).parents[2]

FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False)
ROWS = arrays.arrays(np.float32, st.tuples(st.just(2), st.integers(1, 12)), elements=FLOATS)


def words(form, values):
    """Return values as the words of a format, which has them."""
    if form is FP16:
        return values.astype(np.float16).view(np.uint16)
    bits = values.astype(np.float32).view(np.uint32)
    return (bits >> np.uint32(16)).astype(np.uint16) if form is BF16 else bits


def seen(x):
    found = choice.see(x, 1)
    return found, (found.top - found.low)[:, None]


@given(ROWS)
def test_three_bf16_parts_are_the_float_where_rows_are_not_too_wide(x):
    _, width = seen(x)
    scaled, exponents = parts.scaled(x, 1, parts.TOP_OF_BF16)
    found = parts.thirds(scaled)
    for each in found:
        assert np.array_equal(words(BF16, each.values).astype(np.uint32) << 16,
                              each.values.astype(np.float32).view(np.uint32))  # fmt: skip
    total = sum(each.values for each in found)
    is_narrow = np.broadcast_to(width <= choice.RANGE_OF_BF16, x.shape)
    assert np.array_equal(np.ldexp(total, exponents)[is_narrow], x.astype(np.float64)[is_narrow])


@pytest.mark.parametrize("alternate", [False, True])
@given(x=ROWS)
def test_two_halves_lose_one_bit_at_most_near_the_largest_of_a_row(alternate, x):
    scaled, _ = parts.scaled(x, 1, parts.TOP_OF_HALF)
    high, low = parts.halves(scaled, 1, alternate=alternate)
    assert all(np.isfinite(words(FP16, each.values).view(np.float16)).all() for each in (high, low))
    lost = np.abs(scaled - high.values - low.values * 2.0**-parts.LOW_SHIFT)
    own_bit = np.ldexp(1.0, np.frexp(scaled)[1] - 1 - 23)
    # Ties go both ways by a factor of 1 +- 2^-20. Of a remainder that FP16 has as a subnormal
    # number alone, that can move what is no tie: by 2^-45 at most, for a bit of 2^-37.
    moved = 1.0 + alternate * 2.0**-8
    assert (lost <= moved * np.maximum(own_bit, 2.0 ** (parts.TOP_OF_HALF - 51))).all()
    # That is a bit of the element itself down to RANGE_OF_HALVES below the largest.
    assert 2.0 ** (parts.TOP_OF_HALF - 51) == 2.0 ** (
        parts.TOP_OF_HALF - choice.RANGE_OF_HALVES - 23
    )


@pytest.mark.parametrize("form", [FP16, BF16, TF32], ids=lambda form: form.name)
@pytest.mark.parametrize("spread", [0, 3, 12])
def test_chains_are_the_sums_of_tensor_cores(form, spread):
    generator = np.random.default_rng(spread)
    x, y = (np.exp(spread * generator.standard_normal(s)) * generator.standard_normal(s)
            for s in ((6, 90), (90, 7)))  # fmt: skip
    top = {FP16: 10, BF16: -70, TF32: -70}[form]  # sums of BF16 and TF32 become subnormal
    (left, _), (right, _) = (parts.scaled(each.astype(np.float32), axis, top)
                             for axis, each in ((1, x), (0, y)))  # fmt: skip
    split = {FP16: lambda v, axis: parts.halves(v, axis, 0), BF16: lambda v, axis: parts.thirds(v),
             TF32: lambda v, axis: parts.of_tf32(v)}[form]  # fmt: skip
    a, b, pairs, interval = split(left, 1), split(right, 0), ((1, 0), (0, 1), (0, 0)), 32
    begin = np.float32(2.0 ** (2 * top) * generator.standard_normal((3, 6, 7))).astype(np.float64)
    found = sums.chains(form, a, b, pairs, interval, begin)
    for at in range(3):
        some = slice(interval * at, interval * (at + 1))
        d = begin[at].astype(np.float32).view(np.uint32)[None]
        for i, j in pairs:
            d = multiply_add(form, words(form, a[i].values[:, some])[None],
                             words(form, b[j].values[some])[None], d)  # fmt: skip
        assert np.array_equal(found[at].astype(np.float32).view(np.uint32), d[0])


def lost_by_halves(A, B):
    """Return the error of a product of what halves hold, in units of 2^-24 * (|A||B|)."""
    held = []
    for matrix, axis in ((A, 1), (B, 0)):
        scaled, power = parts.scaled(matrix, axis, parts.TOP_OF_HALF)
        high, low = (each.values for each in parts.halves(scaled, axis))
        values = (high + low * 2.0**-parts.LOW_SHIFT).ravel()
        held.append([Fraction(value) * Fraction(2) ** int(power.item()) for value in values])
    exact = [[Fraction(float(value)) for value in matrix.ravel()] for matrix in (A, B)]
    error = abs(sum(p * q - r * s for p, q, r, s in zip(*exact, *held, strict=True)))
    magnitude = sum(abs(p * q) for p, q in zip(*exact, strict=True))
    return error * 2**24 / magnitude if magnitude else error


def may_be_halves(A, B):
    return choice.paths(choice.see(A, 1), choice.see(B, 0), 4096).item() == "fp16x3"


# Two bits, one of each factor, and an eighth for what lies lower; their product is far less.
MOST_LOST = 4 + Fraction(1, 8) + Fraction(1, 10**6)


@settings(max_examples=300)
@given(st.data())
def test_what_is_chosen_for_halves_is_held_by_them(data):
    k = data.draw(st.integers(1, 10))
    exponents = st.integers(-60, 60) if data.draw(st.booleans()) else st.integers(-14, 14)
    elements = st.builds(
        lambda m, e, s: float(np.float32(s * np.ldexp(m, e - 23))),
        st.integers(2**23, 2**24 - 1), exponents, st.sampled_from([-1, 1, 1, 0]),
    )  # fmt: skip
    x, y = (np.array(data.draw(st.lists(elements, min_size=k, max_size=k)), np.float32)
            for _ in range(2))  # fmt: skip
    A, B = x[None], y[:, None]
    assume(may_be_halves(A, B))
    assert lost_by_halves(A, B) <= MOST_LOST


@pytest.mark.parametrize("far", [1, 16, 64])
def test_elements_too_small_for_halves_are_left_to_them_only_where_they_do_not_count(far):
    found = set()
    for distance in range(40):
        # The largest element of A meets the smallest of B, and what is lost the largest ones.
        A = np.float32([[1.0, *[1.75 * 2.0**-52] * far]])
        B = np.float32([2.0**-distance, *[1.5] * far])[:, None]
        lost = lost_by_halves(A, B)
        if may_be_halves(A, B):
            assert lost <= Fraction(1, 8)  # all else is exact
            found.add("held")
        elif lost > Fraction(1, 8):
            found.add("lost")
    assert found == {"held", "lost"}


def test_the_choice():
    def chosen(name, k=256):
        A, B, _ = INPUT_CLASSES[name].generate(np.random.default_rng(0), 32, 32, k)
        return choice.paths(choice.see(A, 1), choice.see(B, 0), k)

    for name in ("normal", "uniform", "subnormal", "near_overflow", "overflow", "bad_mantissa"):
        assert (chosen(name) == "fp16x3").all(), name
    assert (chosen("wide_rows") == "bf16x6").all()
    assert (chosen("normal", choice.LEAST_K - 1) == "ffma").all()
    found = chosen("nan_in_a") == "ffma"
    assert found.sum() == 32 and found.all(axis=1).sum() == 1
    assert (chosen("infinity_in_b") == "ffma").all(axis=0).sum() == 1


with gzip.open(ROOT / "results" / "split-errors.csv.gz", "rt", newline="") as source:
    ROWS_OF_FILE = list(csv.DictReader(source))


def test_lines_of_the_file_come_out_again():
    rows = {tuple(row[name] for name in split_errors.FIELDS): row for row in ROWS_OF_FILE}
    jobs = [job for job in split_errors.jobs() if job.k == 64 or job.inputs.startswith("below")]
    for job in jobs[:: len(jobs) // 12]:
        assert split_errors.line(job) == rows[job.key]


def errors_of(method, order, interval):
    """Return rms and maximum by class, size and k."""
    found = {}
    for row in ROWS_OF_FILE:
        every = "never" if interval >= int(row["k"]) else str(interval)
        if (row["method"], row["sums"], row["interval"]) == (method, order, every):
            key = row["inputs"], row["m"], int(row["k"])
            found[key] = float(row["rms"]), float(row["maximum"])
    return found


def no_larger(errors, others):
    return all(x <= y for x, y in zip(errors, others, strict=True))


SHARES = {
    (row["inputs"], int(row["k"])): float(row["fp16x3"])
    for row in ROWS_OF_FILE
    if row["method"] == split_errors.CHOICE
}


def test_what_is_chosen_has_smaller_errors_than_one_chain():
    chain = errors_of("ffma", "one chain", 10**6)
    compared = set()
    for interval, order, least_k in (
        (16, "scaled, chunks", 64),
        (32, "scaled, chunks", 64),
        (64, "scaled", 256),
    ):
        halves = errors_of("fp16x3", order, interval)
        for key in halves.keys() & chain.keys():
            if key[2] >= least_k and SHARES[key[0], key[2]] > 0:
                compared.add((no_larger(halves[key], chain[key]), key))
    bf16 = errors_of("bf16x6", "before", 64)
    for key in bf16.keys() & chain.keys():
        if key[2] >= 64 and SHARES[key[0], key[2]] < 1:
            compared.add((no_larger(bf16[key], chain[key]), key))
    assert len({key for _, key in compared}) >= 100
    assert [key for is_smaller, key in compared if not is_smaller] == []


def test_with_chunks_errors_are_no_larger_than_those_of_cublas():
    gpu, part = split.MEASURED
    found = split.cublas_errors(load_part(ROOT / "results" / gpu, part))
    halves, bf16 = (
        errors_of("fp16x3", "scaled, chunks", 16),
        errors_of("bf16x6", "before, chunks", 64),
    )
    compared = 0
    for name, m, k in sorted(bf16):
        if (name, m, str(k)) not in found:
            continue
        chosen = halves if SHARES[name, k] == 1 else bf16
        for own, other in zip(chosen[name, m, k], found[name, m, str(k)], strict=False):
            assert own <= other * 1.001, (name, m, k)  # figures of the file are rounded
            compared += 1
    assert compared == 2 * 2 * len(split_errors.CLASSES)
