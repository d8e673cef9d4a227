"""Conversions between float32, FP16 and BF16, over every half and around every place to round."""

import numpy as np
import pytest
from differential import compiled, entry_of, run_on_copies
from numpy.typing import NDArray

START = """
    .reg .b16 %h<4>;
    .reg .f16 %half;
    ld.param.u64 %rd0, [input];
    ld.param.u64 %rd1, [output];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %ctaid.x;
    mad.lo.u32 %r2, %r1, 128, %r0;
    mul.wide.u32 %rd2, %r2, 8;
    add.u64 %rd0, %rd0, %rd2;
    add.u64 %rd1, %rd1, %rd2;
"""
"""Each thread has 8 bytes of input and of output."""

NARROW = """
    ld.global.v2.f32 {{%f0, %f1}}, [%rd0];
    cvt.{rounding}.{half}x2.f32 %r3, %f1, %f0;
    cvt.{rounding}.{half}.f32 {register}, %f0;
    mov.b16 %h0, {register};
    cvt.{rounding}.{half}.f32 %h1, %f1;
    mov.b32 %r4, {{%h0, %h1}};
    st.global.v2.b32 [%rd1], {{%r3, %r4}};"""
"""Two numbers to halves: as a pair, and one by one."""

WIDEN = """
    ld.global.b16 %h0, [%rd0];
    ld.global.b32 %r3, [%rd0];
    mov.b32 {{_, %h1}}, %r3;
    cvt.f32.{half} %f0, %h0;
    cvt.f32.{half} %f1, %h1;
    st.global.v2.f32 [%rd1], {{%f0, %f1}};"""
"""Two halves to numbers."""

HALVES = np.arange(2**16, dtype=np.uint32)


def converted(body: str, words: NDArray[np.uint32], *, lanes: int | None) -> NDArray[np.uint32]:
    """Return what the threads make of two words each; without ``lanes``, in checked mode."""
    threads = (128, 1, 1)
    how = {"lanes": lanes} if lanes else {"checked": True}
    ptx = entry_of(START + body, ".param .u64 input, .param .u64 output")
    native = compiled(ptx, threads, **how)
    blocks, rest = divmod(words.size, 256)
    assert not rest
    _, result = run_on_copies(native, words, np.empty_like(words), blocks=blocks)
    return result


def nan_free(words: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return words[~np.isnan(words.view(np.float32))]


def every_half(half: str) -> NDArray[np.uint32]:
    """Return the float32 number of each half but NaNs."""
    if half == "bf16":
        return nan_free(HALVES << 16)
    return nan_free(HALVES.astype(np.uint16).view(np.float16).astype(np.float32).view(np.uint32))


def floats_to_round(half: str) -> NDArray[np.uint32]:
    """Return numbers around every half and in the middle between neighbours, NaNs, and others."""
    numbers = every_half(half)
    positive = np.sort(numbers[numbers < 2**31]).view(np.float32).astype(np.float64)
    middles = (positive[:-1] + positive[1:]) / 2
    # The last is infinite: up to there a number of the same spacing follows the largest.
    middles[-1] = positive[-2] + (positive[-2] - positive[-3]) / 2
    middles = middles.astype(np.float32).view(np.uint32)
    rng = np.random.default_rng(1)
    parts = [numbers, middles, middles | 2**31]
    parts += [part + step for part in tuple(parts) for step in (1, 2**32 - 1)]
    for low, high in ((0, 2**32), (0x32000000, 0x48000000), (0x7F000000, 0x80000000)):
        parts.append(rng.integers(low, high, 2**16))
    parts.append(np.array([0x7F800001, 0xFF800001, 0x7FFFFFFF, 0xFFFFFFFF, 0xFFC00000]))
    parts.append(np.arange(0, 2**31, 2**23) - 1)
    words = np.concatenate(parts).astype(np.uint32)
    return np.resize(words, -(-words.size // 256) * 256)


def rounded(words: NDArray[np.uint32], half: str, rounding: str) -> NDArray[np.uint32]:
    """Return what the numbers become, by NumPy for FP16, by their upper bits for BF16."""
    values = words.view(np.float32)
    sign = words >> 16 & 0x8000
    magnitude = words & 0x7FFFFFFF
    if half == "bf16":
        upper, lower = magnitude >> 16, magnitude & 0xFFFF
        up = (lower > 0x8000) | ((lower == 0x8000) & (upper % 2 == 1))
        found = upper + (up if rounding == "rn" else 0)
    else:
        with np.errstate(over="ignore"):
            nearest = magnitude.view(np.float32).astype(np.float16)
        found = nearest.view(np.uint16).astype(np.uint32)
        if rounding == "rz":
            # One step back where it was rounded away from zero; to infinity, too.
            found = found - (nearest.astype(np.float32) > np.abs(values))
    return np.where(np.isnan(values), 0x7FFF, found | sign).astype(np.uint32)


@pytest.mark.parametrize("rounding", ["rn", "rz"])
@pytest.mark.parametrize("half", ["f16", "bf16"])
@pytest.mark.parametrize("lanes", [1, 16, 128, None])
def test_numbers_are_rounded_to_halves(half: str, rounding: str, lanes: int | None) -> None:
    words = floats_to_round(half)
    register = "%half" if half == "f16" else "%h0"
    body = NARROW.format(half=half, rounding=rounding, register=register)
    body = body.replace("mov.b16 %h0, %h0;", "")
    pairs, singles = converted(body, words, lanes=lanes).reshape(-1, 2).T
    expected = rounded(words, half, rounding)
    np.testing.assert_array_equal(pairs & 0xFFFF, expected[::2])
    np.testing.assert_array_equal(pairs >> 16, expected[1::2])
    np.testing.assert_array_equal(singles, pairs)


@pytest.mark.parametrize("half", ["f16", "bf16"])
@pytest.mark.parametrize("lanes", [1, 16, 128, None])
def test_every_half_becomes_its_number(half: str, lanes: int | None) -> None:
    # Each thread reads the first of its two words, with two halves in it.
    words = np.stack([HALVES[::2] | HALVES[1::2] << 16, np.zeros_like(HALVES[::2])], 1).ravel()
    found = converted(WIDEN.format(half=half), words, lanes=lanes)
    if half == "bf16":  # a shift, of NaNs too
        np.testing.assert_array_equal(found, HALVES << 16)
        return
    expected = HALVES.astype(np.uint16).view(np.float16).astype(np.float32).view(np.uint32)
    is_nan = np.isnan(expected.view(np.float32))
    np.testing.assert_array_equal(found, np.where(is_nan, 0x7FFFFFFF, expected))
