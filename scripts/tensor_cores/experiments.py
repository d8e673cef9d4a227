"""Experiments that decide, one by one, what a tensor core does.

An experiment is a list of single dot products, each with a label. Its raw results are kept, and
compared with the model.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tensor_cores.inputs import SMALLEST, SPECIALS, encode
from tensor_cores.instructions import Device, Instruction
from tensor_cores.model import FP32, Bits, Words, multiply_add

BIG = 20  # an exponent that leaves even FP16 some forty binades below, without subnormals
FAR = -10  # so far below the big one that nothing can be left
LARGEST = float(np.finfo(np.float32).max)
TRIPLES = 2000
SHOWN = 160

Element = float | int  # a number, or the bits of a word
Products = Mapping[int, tuple[Element, Element]]  # place along k -> elements of A and B


def power(exponent: int, sign: float = 1.0) -> tuple[float, float]:
    """Return two numbers whose product is a power of two."""
    return sign * 2.0 ** (exponent // 2), 2.0 ** (exponent - exponent // 2)


@dataclasses.dataclass(frozen=True)
class Case:
    """One dot product: D = sum of products + c."""

    label: str
    products: Products
    c: Element = 0.0


@dataclasses.dataclass
class Outcome:
    """One experiment with its results."""

    name: str
    labels: list[str]
    a: Bits  # (cases, 1, k)
    b: Bits  # (cases, k, 1)
    c: Words  # (cases, 1, 1)
    d: Words  # (cases, 1, 1)
    alike: bool  # whether all elements of each tile came out the same


def experiments(at: Instruction) -> Iterator[tuple[str, list[Case]]]:
    """Yield the experiments for an instruction, by name."""
    form, k = at.form, at.k
    is_half = form.exponent_bits == 5
    up, down = power(BIG), power(BIG, -1.0)
    below = range(1, 45)
    yield (
        "bits kept of a product",
        [Case(f"2^{-j}", {0: up, 1: down, 2: power(BIG - j)}) for j in below],
    )
    yield (
        "bits kept of the accumulator",
        [Case(f"2^{-j}", {0: up, 1: down}, 2.0 ** (BIG - j)) for j in below],
    )
    yield (
        "bits kept below the accumulator",
        [Case(f"2^{-j}", {0: down, 2: power(BIG - j)}, 2.0**BIG) for j in below],
    )
    yield "bits lost", list(bits_lost())
    yield "groups along k", list(groups(at))
    yield (
        "where the accumulator comes in",
        [
            Case(f"-1 at {i}, small at {j}", {i: down, j: power(FAR)}, 2.0**BIG)
            for i, j in itertools.permutations(range(min(k, 2 * at.depth)), 2)
        ],
    )
    yield (
        "products of 2 and more",
        [
            Case(f"{m} squared, 2^{-j}", {0: (x, x), 1: (-x, x), 2: power(BIG - j)})
            for m in (1.0, 1.25, 1.5, 1.9375)
            for x in [m * 2.0 ** (BIG // 2)]
            for j in range(20, 31)
        ],
    )
    yield "subnormal inputs", list(subnormal_inputs(at))
    zero = form.largest_exponent + form.least_exponent
    largest = 2.0**form.largest_exponent
    yield (
        "exponents of zeros",
        [
            Case(f"{c} + {a} * {b} + 2^{zero - j}", {0: (a, b), 2: power(zero - j)}, c)
            for a, b in ((0.0, largest), (largest, 0.0), (-0.0, largest))
            for j in range(20, 30)
            for c in (0.0, 2.0**-40)
        ],
    )
    yield (
        "rounding",
        [
            Case(f"{c} + {m} * 2^-25", {0: (m * 2.0**-12, 2.0**-13)}, c)
            for size in (1.0, 1 + 2.0**-23, 1 + 2.0**-22, 2 - 2.0**-23)
            for c in (size, -size)
            for m in range(-8, 9)
        ],
    )
    yield (
        "rounding many small ones",
        [
            Case(f"{c} + {n} * {sign} * 2^-24", {i: power(-24, sign) for i in range(n)}, c)
            for n in sorted({1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, at.depth, k})
            if n <= k
            for c in (1.0, -1.0)
            for sign in (1.0, -1.0)
        ],
    )
    if k > at.depth:
        yield (
            "rounding between instructions",
            [
                Case(
                    f"{c} + {sign} * 2^{e} a step",
                    {i: power(e, sign) for i in range(0, k, at.depth)},
                    c,
                )
                for e in range(-28, -22)
                for c in (1.0, -1.0)
                for sign in (1.0, -1.0)
            ],
        )
    yield (
        "subnormal accumulators",
        [
            Case(f"{n} * 2^-149 {text}", products, n * SMALLEST)
            for n in (1, -1, 2, 3, 2**22, 2**23 - 1, -(2**23) + 1, 2**23, 2**23 + 1)
            for text, products in (("alone", {}), ("and zeros", {0: (0.0, 1.0)}))
        ],
    )
    yield "large sums", list(large_sums(is_half))
    yield "small sums", list(small_sums(at)) if not is_half else []
    yield "signs of zero", list(signs_of_zero(k, is_half))
    yield "infinities and NaN", list(infinities(at))
    if form.ignored_bits:
        yield (
            "ignored bits",
            [
                Case(f"{word:#x} as {name}", {0: pair}, c)
                for word in (0x3F801FFF, 0x3F801000, 0xBF801001, 0x00001FFF, 0x00003FFF, 0x7F7FFFFF)
                for word in (word, word ^ 0x80000000)
                for name, pair in (("a", (word, 1.0)), ("b", (1.0, word)))
                for c in (0.0, -1.0)
            ]
            + [
                Case(f"{word:#x} as {name}", {0: pair})
                for word in (0x7F800001, 0x7F801FFF, 0xFF800001, 0x7F802000)
                for name, pair in (("a", (word, 1.0)), ("b", (1.0, word)))
            ],
        )
    yield "permutations along k", list(permutations(at))


def bits_lost() -> Iterator[Case]:
    """Yield quarters of the last bit that may be kept, as a product and as the accumulator."""
    up, down = power(BIG), power(BIG, -1.0)
    for kept in range(22, 29):
        for m in (1, 2, 3, 5, 6, 7, 9, 11, -1, -2, -3, -5, -6, -7, -9, -11):
            term = m * 2.0 ** (BIG - kept - 2)
            factors = m * 2.0**-6, 2.0 ** (BIG - kept + 4)
            yield Case(f"{m}/4 * 2^-{kept} as product", {0: up, 1: down, 2: factors})
            yield Case(f"{m}/4 * 2^-{kept} as accumulator", {0: up, 1: down}, term)
            yield Case(f"{m}/4 * 2^-{kept} beside accumulator", {0: down, 2: factors}, 2.0**BIG)


def groups(at: Instruction) -> Iterator[Case]:
    """Yield a big term, its negative and a small one: the small one survives in another group."""
    places = itertools.permutations(range(at.k), 3)
    every = [each for each in places if each[0] < each[1]]
    if len(every) > TRIPLES:
        chosen = np.random.default_rng(3).permutation(len(every))[:TRIPLES]
        every = [every[i] for i in sorted(chosen)]
    for i, j, small in every:
        products = {i: power(BIG), j: power(BIG, -1.0), small: power(FAR)}
        yield Case(f"1 at {i}, -1 at {j}, small at {small}", products)


def subnormal_inputs(at: Instruction) -> Iterator[Case]:
    """Yield subnormals alone, and against terms at the last bit below their exponent."""
    form = at.form
    least = 2.0 ** (form.least_exponent - form.fraction_bits)
    top = 14 if form.exponent_bits == 5 else 100
    for text, x in (("least", least), ("largest", 2.0**form.least_exponent - least)):
        for other in (1.0, -1.0, 2.0**top, x):
            yield Case(f"{text} subnormal * {other}", {0: (x, other)})
            yield Case(f"{other} * {text} subnormal", {0: (other, x)})
        for first, second in ((x, 2.0**top), (2.0**top, x)):
            for j in range(10, 45):
                exponent = form.least_exponent + top - j
                if exponent >= 2 * form.least_exponent:
                    products = {0: (first, second), 1: (-first, second), 2: power(exponent)}
                    yield Case(f"{first} * {second} beside 2^{exponent}", products)


def large_sums(is_half: bool) -> Iterator[Case]:
    """Yield sums around the largest float32."""
    if is_half:
        for c in (LARGEST, -LARGEST):
            yield Case(f"{c} + 2^30", {0: power(30)}, c)
        return
    for sign in (1.0, -1.0):
        for exponent in (*range(100, 106), 127, 128, 129, 200, 252, 254):
            term = power(exponent, sign)
            for c in (LARGEST * sign, -LARGEST * sign, 2.0**127 * sign, 0.0, 1.0):
                yield Case(f"{c} + {sign} * 2^{exponent}", {0: term}, c)
            both = {0: term, 1: power(exponent, -sign)}
            yield Case(f"{sign} * 2^{exponent} cancelled", both, 1.0)
            yield Case(f"{sign} * 2^{exponent} cancelled, a half", {**both, 2: power(exponent - 1)})
            yield Case(f"{sign} * 2^{exponent} twice", {0: term, 1: term})


def small_sums(at: Instruction) -> Iterator[Case]:
    """Yield sums below the smallest normal float32."""
    for exponent in range(-166, -140):
        for sign in (1.0, -1.0):
            one = power(exponent, sign)
            for c in (0.0, -0.0, SMALLEST, -SMALLEST, 2.0**-126, -(2.0**-126)):
                yield Case(f"{c} + {sign} * 2^{exponent}", {0: one}, c)
            yield Case(
                f"{at.depth} times {sign} * 2^{exponent}", dict.fromkeys(range(at.depth), one)
            )
            factors = 1.5 * sign * 2.0 ** (exponent // 2), 1.5 * 2.0 ** (exponent - exponent // 2)
            yield Case(f"2.25 * {sign} * 2^{exponent}", {0: factors})
            yield Case(
                f"2.25 * {sign} * 2^{exponent} three times", dict.fromkeys(range(3), factors)
            )


def signs_of_zero(k: int, is_half: bool) -> Iterator[Case]:
    """Yield sums that are zero."""
    kinds: dict[str, tuple[float, float]] = {
        "0 * 0": (0.0, 0.0),
        "-0 * 1": (-0.0, 1.0),
        "1 * -0": (1.0, -0.0),
        "-0 * -1": (-0.0, -1.0),
        "-0 * -0": (-0.0, -0.0),
    }
    for c in (0.0, -0.0):
        for text, pair in kinds.items():
            yield Case(f"{c} + all {text}", dict.fromkeys(range(k), pair), c)
            yield Case(f"{c} + {text} and 0 * 0", {0: pair}, c)
        negative = dict.fromkeys(range(k), (-0.0, 1.0))
        yield Case(f"{c} + 1 - 1", {0: (1.0, 1.0), 1: (-1.0, 1.0)}, c)
        yield Case(f"{c} + 1 - 1, and -0", {**negative, 0: (1.0, 1.0), 1: (-1.0, 1.0)}, c)
        if not is_half:
            yield Case(f"{c} - 2^-170, and -0", {**negative, 0: power(-170, -1.0)}, c)
            yield Case(f"{c} - 2^-150, and -0", {**negative, 0: power(-150, -1.0)}, c)
    for c in (1.0, -1.0):
        yield Case(f"{c} - {c}", {0: (-c, 1.0)}, c)
        yield Case(f"{c} - {c}, and -0", {**negative, 0: (-c, 1.0)}, c)


def infinities(at: Instruction) -> Iterator[Case]:
    """Yield infinities and NaN, which meet numbers, zeros and each other."""
    words = SPECIALS[at.form.name]
    most = 2.0**at.form.largest_exponent
    for word in words:
        for other in (1.0, -1.0, 0.0, -0.0, most, 2.0**at.form.least_exponent, *words):
            yield Case(f"{_text(word)} * {_text(other)}", {0: (word, other)})
            yield Case(f"{_text(other)} * {_text(word)}", {0: (other, word)})
        for c in SPECIALS["f32"]:
            yield Case(f"{_text(word)} * 1 + {_text(c)}", {0: (word, 1.0)}, c)
            yield Case(f"{_text(word)} * 1 last + {_text(c)}", {at.k - 1: (word, 1.0)}, c)
        for second in words:
            for place in {1, at.k - 1}:
                products = {0: (word, 1.0), place: (second, 1.0)}
                yield Case(f"{_text(word)} + {_text(second)} at {place}", products)
        yield Case(f"{_text(word)} * 1 - big", {0: (word, 1.0), 1: (-most, most)})
    for c in SPECIALS["f32"]:
        yield Case(f"0 + {_text(c)}", {}, c)
        yield Case(f"-big + {_text(c)}", {0: (-most, most)}, c)


def permutations(at: Instruction) -> Iterator[Case]:
    """Yield random dot products of wide exponents, each with k in several orders."""
    rng = np.random.default_rng(5)
    for number in range(40):
        pairs = rng.uniform(1, 2, (at.k, 2)) * rng.choice([-1, 1], (at.k, 2))
        pairs *= 2.0 ** rng.integers(-7, 8, (at.k, 2))
        c = float(np.float32(rng.uniform(-1, 1) * 2.0 ** rng.integers(-20, 10)))
        for trial, order in enumerate(
            [np.arange(at.k), *(rng.permutation(at.k) for _ in range(5))]
        ):
            products = {i: (pairs[j, 0], pairs[j, 1]) for i, j in enumerate(order)}
            yield Case(f"sum {number}, order {trial}", products, c)


def _text(element: Element) -> str:
    return f"{element:#x}" if isinstance(element, int) else str(element)


def encoded(at: Instruction, cases: list[Case]) -> tuple[Bits, Bits, Words]:
    """Return the bits of A, B and C of some cases, each a dot product."""
    shape = len(cases), at.k
    values = {name: np.zeros(shape) for name in "ab"}
    places: dict[str, list[tuple[int, int, int]]] = {"a": [], "b": []}
    values_c, words_c = np.zeros(len(cases)), {}
    for number, case in enumerate(cases):
        for place, pair in case.products.items():
            for name, element in zip("ab", pair, strict=True):
                if isinstance(element, int):
                    places[name].append((number, place, element))
                else:
                    values[name][number, place] = element
        if isinstance(case.c, int):
            words_c[number] = case.c
        else:
            values_c[number] = case.c
    found = []
    with np.errstate(over="ignore"):
        for name in "ab":
            bits = encode(at.form, values[name])
            for number, place, word in places[name]:
                bits[number, place] = word
            found.append(bits)
        c = encode(FP32, values_c)
    for number, word in words_c.items():
        c[number] = word
    return found[0][:, np.newaxis], found[1][:, :, np.newaxis], c[:, np.newaxis, np.newaxis]


def perform(at: Instruction, device: Device, name: str, cases: list[Case]) -> Outcome:
    """Run one experiment: a whole tile for each case, whose rows and columns are all the same."""
    a, b, c = encoded(at, cases)
    tiles = len(cases)
    d = device.run(
        np.ascontiguousarray(np.broadcast_to(a, (tiles, at.m, at.k))),
        np.ascontiguousarray(np.broadcast_to(b, (tiles, at.k, at.n))),
        np.ascontiguousarray(np.broadcast_to(c, (tiles, at.m, at.n))),
    )
    alike = bool((d == d[:, :1, :1]).all())
    return Outcome(name, [case.label for case in cases], a, b, c, d[:, :1, :1].copy(), alike)


def report(at: Instruction, outcome: Outcome) -> dict[str, Any]:
    """Return what an experiment gave, beside what the model says of it."""
    expected = multiply_add(at.form, outcome.a, outcome.b, outcome.c).ravel()
    found = outcome.d.ravel()
    wrong = np.flatnonzero(found != expected)
    shown = np.arange(len(found))[:SHOWN] if len(found) <= SHOWN else wrong[:SHOWN]
    return {
        "experiment": outcome.name,
        "results": len(found),
        "explained": int(len(found) - len(wrong)),
        "same_all_over_the_tile": outcome.alike,
        "cases": {
            outcome.labels[i]: f"{found[i]:08x}"
            + (f" and not {expected[i]:08x}" if found[i] != expected[i] else "")
            for i in shown
        },
    }
