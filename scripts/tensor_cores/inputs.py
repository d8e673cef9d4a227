"""Classes of input tiles: random ones, and those made to show where arithmetic is cut off."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tensor_cores.model import FP32, TF32, Bits, Format, Words

Shape = tuple[int, ...]
Integers = NDArray[np.int64]
Tiles = tuple[Bits, Bits, Words]  # A, B and C

SMALLEST = 2.0**-149
SPECIALS = {
    # Infinities, quiet and signalling NaN of both signs, as float32.
    "f32": (0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7FFFFFFF, 0xFFC12345, 0x7F800001),
    "tf32": (0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7FFFE000, 0xFFC12000, 0x7F802000),
    "bf16": (0x7F80, 0xFF80, 0x7FC0, 0xFFC0, 0x7FFF, 0xFFC1, 0x7F81),
    "f16": (0x7C00, 0xFC00, 0x7E00, 0xFE00, 0x7FFF, 0xFE12, 0x7C01),
}


def encode(form: Format, values: NDArray[np.floating]) -> Bits:
    """Return numbers in a format, rounded to nearest."""
    if form.exponent_bits == 5:
        return values.astype(np.float16).view(np.uint16)
    words = values.astype(np.float32).view(np.uint32)
    dropped = np.uint32(23 - form.fraction_bits)
    if dropped:
        odd = (words >> dropped) & np.uint32(1)
        words = (words + (np.uint32(1) << (dropped - np.uint32(1))) - np.uint32(1) + odd) >> dropped
        words <<= dropped
    return (words >> np.uint32(32 - form.word_bits)).astype(form.word)


def compose(form: Format, negative: Integers, exponent: Integers, fraction: Integers) -> Bits:
    """Return numbers of given sign, exponent and fraction; subnormal below the least exponent."""
    field = np.clip(exponent - form.least_exponent + 1, 0, 2**form.exponent_bits - 2)
    above = form.fraction_bits + form.ignored_bits
    words = negative << (form.word_bits - 1) | field << above | fraction << form.ignored_bits
    return words.astype(form.word)


@dataclasses.dataclass(frozen=True)
class Maker:
    """Random numbers for tiles of one shape."""

    form: Format
    rng: np.random.Generator
    a: Shape  # (tiles, m, k)
    b: Shape  # (tiles, k, n)
    c: Shape  # (tiles, m, n)

    def chosen(self, shape: Shape, probability: float) -> NDArray[np.bool_]:
        """Return where something is to be, by chance."""
        return self.rng.random(shape, dtype=np.float32) < probability

    def numbers(self, form: Format, shape: Shape, low: int, high: int) -> Bits:
        """Return numbers of any sign and fraction, with exponents from low to high."""
        integers = self.rng.integers
        return compose(
            form,
            integers(0, 2, shape),
            integers(low, high + 1, shape),
            integers(0, 2**form.fraction_bits, shape),
        )

    def tiles(self, of_a: tuple[int, int], of_b: tuple[int, int], of_c: tuple[int, int]) -> Tiles:
        """Return tiles by the exponents of A, B and C."""
        return (
            self.numbers(self.form, self.a, *of_a),
            self.numbers(self.form, self.b, *of_b),
            self.numbers(FP32, self.c, *of_c),
        )

    def replaced(self, bits: Bits, probability: float, by: tuple[int, ...]) -> Bits:
        """Put some of a few words in random places."""
        words = self.rng.choice(np.array(by, dtype=bits.dtype), bits.shape)
        return np.where(self.chosen(bits.shape, probability), words, bits)


def uniform(maker: Maker) -> Tiles:
    """Uniform in [-1, 1), and normal accumulators."""
    draw, form = maker.rng.random, maker.form
    a, b = (draw(shape, dtype=np.float32) * 2 - 1 for shape in (maker.a, maker.b))
    c = maker.rng.standard_normal(maker.c, dtype=np.float32)
    return encode(form, a), encode(form, b), c.view(np.uint32)


def positive(maker: Maker) -> Tiles:
    """All positive, with larger accumulators, as in a long sum."""
    draw, form = maker.rng.random, maker.form
    a, b = (draw(shape, dtype=np.float32) for shape in (maker.a, maker.b))
    c = draw(maker.c, dtype=np.float32) * np.float32(1024)
    return encode(form, a), encode(form, b), c.view(np.uint32)


def no_accumulator(maker: Maker) -> Tiles:
    """Make normal numbers, with nothing to start from."""
    a, b = (maker.rng.standard_normal(shape, dtype=np.float32) for shape in (maker.a, maker.b))
    return encode(maker.form, a), encode(maker.form, b), np.zeros(maker.c, np.uint32)


def all_finite(maker: Maker) -> Tiles:
    """Every finite number of the format."""
    form = maker.form
    every = form.least_exponent - 1, form.largest_exponent
    if form.exponent_bits == 5:
        return maker.tiles(every, every, (-40, 40))
    # The exponents along k in A are about those in B with the other sign: few sums overflow.
    centre = maker.rng.integers(every[0], every[1] + 1, (maker.a[0], 1, maker.a[2]))
    a, b = (
        compose(
            form,
            maker.rng.integers(0, 2, shape),
            around + maker.rng.integers(-20, 21, shape),
            maker.rng.integers(0, 2**form.fraction_bits, shape),
        )
        for shape, around in ((maker.a, centre), (maker.b, -centre.transpose(0, 2, 1)))
    )
    return a, b, maker.numbers(FP32, maker.c, -60, 60)


def wide(maker: Maker) -> Tiles:
    """Exponents over some thirty binades: terms on both sides of the last bit kept."""
    return maker.tiles((-8, 8), (-8, 8), (-30, 30))


def cancelling(maker: Maker) -> Tiles:
    """Products that cancel in pairs, but for a last bit here and there; k permuted."""
    a, b, c = maker.tiles((-4, 4), (-4, 4), (-40, 0))
    half = a.shape[2] // 2
    form = maker.form
    a[:, :, half:] = a[:, :, :half] ^ form.word(1 << (form.word_bits - 1))
    b[:, half:] = b[:, :half]
    a ^= maker.chosen(a.shape, 0.05).astype(form.word) << form.word(form.ignored_bits)
    order = np.argsort(maker.rng.random((len(a), a.shape[2])), axis=1)
    a = np.take_along_axis(a, order[:, np.newaxis], axis=2)
    b = np.take_along_axis(b, order[:, :, np.newaxis], axis=1)
    return a, b, c


def huge_and_tiny(maker: Maker) -> Tiles:
    """One huge product or two in each row, the others around the last bit that it leaves."""
    huge = 12
    low = huge - 28
    a, b, c = maker.tiles((huge - 27, huge - 21), (-1, 1), (low, huge))
    peaks = maker.numbers(maker.form, maker.a, huge, huge)
    is_huge = maker.chosen(a.shape, 1.5 / a.shape[2])
    return np.where(is_huge, peaks, a), b, c


def ties(maker: Maker) -> Tiles:
    """Accumulators of one binade; products of two bits around half their last bit."""
    form, integers = maker.form, maker.rng.integers
    fraction = integers(0, 2, maker.a) << (form.fraction_bits - 1)
    a = compose(form, integers(0, 2, maker.a), integers(-14, -11, maker.a), fraction)
    b = compose(
        form, integers(0, 2, maker.b), integers(-13, -9, maker.b), 0 * integers(1, 2, maker.b)
    )
    return a, b, maker.numbers(FP32, maker.c, 0, 0)


def large_accumulators(maker: Maker) -> Tiles:
    """Accumulators far above the products."""
    return maker.tiles((-4, 4), (-4, 4), (14, 32))


def small_accumulators(maker: Maker) -> Tiles:
    """Accumulators far below the products."""
    return maker.tiles((-4, 4), (-4, 4), (-34, -14))


def subnormal_inputs(maker: Maker) -> Tiles:
    """Make inputs that are subnormal, close to it, or large enough to bring the product back."""
    form = maker.form
    least, most = form.least_exponent, form.largest_exponent
    found = []
    for shape in (maker.a, maker.b):
        subnormal = maker.numbers(form, shape, least - 1, least + 1)
        large = maker.numbers(form, shape, most // 3, most // 2)
        found.append(np.where(maker.chosen(shape, 0.6), subnormal, large))
    reach = (-40, 10) if form.exponent_bits == 5 else (-127, 100)
    c = maker.numbers(FP32, maker.c, *reach)
    return found[0], found[1], np.where(maker.chosen(c.shape, 0.3), np.uint32(0), c)


def subnormal_results(maker: Maker) -> Tiles:
    """Make sums around the smallest numbers of float32."""
    if maker.form.exponent_bits == 5:
        a, b, c = maker.tiles((-14, 14), (-14, 14), (-127, -120))
        return maker.replaced(a, 0.95, (0, 0x8000)), b, c
    a, b, c = maker.tiles((-80, -62), (-75, -62), (-127, -122))
    return a, b, np.where(maker.chosen(c.shape, 0.4), np.uint32(0), c)


def zeros(maker: Maker) -> Tiles:
    """Zeros of both signs, whole rows of them, and ones."""
    form = maker.form
    sign, one = 1 << (form.word_bits - 1), int(encode(form, np.array([1.0]))[0])
    a, b = (
        maker.rng.choice(
            np.array([0, sign, one, one | sign], form.word), shape, p=(0.3, 0.3, 0.2, 0.2)
        )
        for shape in (maker.a, maker.b)
    )
    signs = maker.rng.integers(0, 2, maker.b).astype(form.word) << form.word(form.word_bits - 1)
    # Rows of zeros, whose products are all -0 in some columns.
    rows = *a.shape[:2], 1
    zero = maker.chosen(rows, 0.5) * form.word(sign)
    a = np.where(maker.chosen(rows, 0.6), zero, a).astype(form.word)
    alike = maker.chosen((len(b), 1, b.shape[2]), 0.5)
    b = np.where(alike, (b & form.word(sign - 1)) | signs[:, :1], b).astype(form.word)
    ones = np.array([0, 0x80000000, 0, 0x80000000, 0x3F800000], np.uint32)
    return a, b, maker.rng.choice(ones, maker.c)


def specials(maker: Maker) -> Tiles:
    """Infinities and NaN of every sign here and there, and zeros that they meet."""
    form = maker.form
    given = SPECIALS[form.name]
    found = []
    for shape in (maker.a, maker.b):
        bits = maker.replaced(
            maker.numbers(form, shape, -8, 8), 0.05, (0, 1 << (form.word_bits - 1))
        )
        is_few = maker.chosen((shape[0], 1, 1), 0.7)
        few = maker.replaced(bits, 0.3 / shape[1], given[:2])
        found.append(np.where(is_few, few, maker.replaced(bits, 0.03, given)))
    c = maker.replaced(maker.numbers(FP32, maker.c, -8, 8), 0.1, SPECIALS["f32"])
    return found[0], found[1], c


def overflowing(maker: Maker) -> Tiles:
    """Products and sums around the largest numbers of float32."""
    if maker.form.exponent_bits == 5:
        return maker.tiles((8, 15), (8, 15), (116, 127))
    a, b, c = maker.tiles((60, 66), (58, 63), (120, 127))
    return a, b, np.where(maker.chosen(c.shape, 0.3), np.uint32(0x7F7FFFFF), c)


def whole_numbers(maker: Maker) -> Tiles:
    """Small whole numbers: everything is exact."""
    a, b, c = (maker.rng.integers(-8, 9, shape) for shape in (maker.a, maker.b, maker.c))
    form = maker.form
    return (
        encode(form, a.astype(np.float32)),
        encode(form, b.astype(np.float32)),
        c.astype(np.float32).view(np.uint32),
    )


def carries(maker: Maker) -> Tiles:
    """Significands of ones and products of one sign: the sum has the most bits that it can."""
    form, integers = maker.form, maker.rng.integers
    ones = 2**form.fraction_bits - 1
    sign_a, sign_b = integers(0, 2, (*maker.a[:2], 1)), integers(0, 2, (maker.b[0], 1, maker.b[2]))
    a = compose(form, sign_a, -integers(0, 2, maker.a), ones - integers(0, 2, maker.a))
    b = compose(form, sign_b, -integers(0, 2, maker.b), ones - integers(0, 2, maker.b))
    few = integers(0, 4, maker.c)
    c = compose(FP32, (sign_a ^ sign_b) ^ (few == 3), integers(-3, 5, maker.c), 2**23 - 1 - few)
    return a, b, c


def low_bits(maker: Maker) -> Tiles:
    """TF32 words with something in the bits that the format has no use for."""
    a, b, c = maker.tiles((-8, 8), (-8, 8), (-12, 12))
    if maker.form is TF32:
        a |= maker.rng.integers(0, 2**13, a.shape).astype(np.uint32)
        b |= maker.rng.integers(0, 2**13, b.shape).astype(np.uint32)
    return a, b, c


def least_results(maker: Maker) -> Tiles:
    """Make sums whose products are below the least exponent of an alignment, or just above."""
    if maker.form.exponent_bits == 5:
        return subnormal_results(maker)
    a, b, c = maker.tiles((-80, -68), (-80, -66), (-127, -127))
    return a, b, np.where(maker.chosen(c.shape, 0.9), np.uint32(0), c)


CLASSES: tuple[Callable[[Maker], Tiles], ...] = (
    uniform,
    positive,
    no_accumulator,
    all_finite,
    wide,
    cancelling,
    huge_and_tiny,
    ties,
    large_accumulators,
    small_accumulators,
    subnormal_inputs,
    subnormal_results,
    zeros,
    specials,
    overflowing,
    whole_numbers,
    carries,
    low_bits,
    least_results,
)


def make(
    make_class: Callable[[Maker], Tiles],
    form: Format,
    sizes: tuple[int, int, int],
    tiles: int,
    seed: int,
) -> Tiles:
    """Return tiles of a class, of sizes m, n, k; the same for the same seed."""
    m, n, k = sizes
    place = CLASSES.index(make_class)
    maker = Maker(
        form, np.random.default_rng((seed, place)), (tiles, m, k), (tiles, k, n), (tiles, m, n)
    )
    return make_class(maker)
