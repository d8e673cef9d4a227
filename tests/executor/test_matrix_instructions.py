"""Matrix instructions on the executor: by tensor_cores/model.py, at every number of lanes."""

import numpy as np
import pytest
from differential import compiled, entry_of, run_on_copies
from measured_tensor_cores import measured
from numpy.typing import NDArray
from tensor_cores.model import BF16, FP16, TF32, Format, multiply_add

from sgemm.errors import DeadlockError
from sgemm.executor.compiler import NativeKernel

M, N, WARP = 16, 8, 32
SHAPES = [(FP16, 16), (FP16, 8), (BF16, 16), (BF16, 8), (TF32, 8), (TF32, 4)]
MODES = [{"lanes": lanes} for lanes in (None, 1, 32, 64, 128)] + [{"checked": True}]
START = """
    ld.param.u64 %rd1, [a];
    ld.param.u64 %rd2, [b];
    ld.param.u64 %rd3, [c];
    ld.param.u64 %rd4, [d];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mad.lo.u32 %r4, %r2, %r3, %r1;
"""


def in_frame(body: str) -> str:
    parameters = ", ".join(f".param .u64 {name}" for name in "abcd")
    return entry_of(f"{START}{body}\nret;", parameters, target="sm_80")


def operation(form: Format, k: int) -> str:
    return f"mma.sync.aligned.m16n8k{k}.row.col.f32.{form.name}.{form.name}.f32"


def counts(form: Format, k: int) -> tuple[int, int]:
    """Return how many registers of a thread hold A and B."""
    b = k * form.word_bits // 8 // 16
    return 2 * b, b


def registers(kind: str, first: int, count: int) -> str:
    return "{" + ", ".join(f"%{kind}{first + i}" for i in range(count)) + "}"


def kernel(form: Format, k: int, repeats: int = 1, between: str = "") -> str:
    """Load a thread's registers, one after the other in memory; multiply; store them."""
    of_a, of_b = counts(form, k)
    lines = []
    for pointer, count, kind, first in ((1, of_a, "r", 10), (2, of_b, "r", 20), (3, 4, "f", 10)):
        lines.append(f"mul.lo.u32 %r5, %r4, {4 * count};")
        lines.append(f"cvt.u64.u32 %rd10, %r5; add.s64 %rd11, %rd{pointer}, %rd10;")
        loads = (f"ld.global.b32 %{kind}{first + i}, [%rd11+{4 * i}];" for i in range(count))
        lines += [each.replace("b32", "f32") if kind == "f" else each for each in loads]
    both = registers("r", 10, of_a), registers("r", 20, of_b)
    d = registers("f", 10, 4)
    lines += [between, f"{operation(form, k)} {d}, {both[0]}, {both[1]}, {d};"] * repeats
    lines.append("mul.wide.u32 %rd10, %r4, 16; add.s64 %rd11, %rd4, %rd10;")
    lines += [f"st.global.f32 [%rd11+{4 * i}], %f{10 + i};" for i in range(4)]
    return in_frame("\n".join(lines))


def place_of(form: Format, k: int, matrix: str) -> NDArray[np.intp]:
    """Return the elements that each lane's registers hold, as the PTX manual lists them.

    An array of two places, of shape (lanes, registers, elements of a register, 2).
    """
    group, thread = np.divmod(np.arange(WARP), 4)
    elements = 32 // form.word_bits if matrix in "ab" else 1
    number = dict(zip("abc", (*counts(form, k), 4), strict=True))[matrix]
    found = np.empty((WARP, number, elements, 2), np.intp)
    for i in range(number):
        for e in range(elements):
            along = thread * elements + e
            places = {
                "a": (group + i % 2 * 8, along + i // 2 * 4 * elements),
                "b": (along + i * 4 * elements, group),
                "c": (group + i // 2 * 8, thread * 2 + i % 2),
            }
            found[:, i, e] = np.stack(places[matrix], axis=-1)
    return found


def held(tiles: NDArray[np.unsignedinteger], places: NDArray[np.intp]) -> NDArray[np.uint32]:
    """Return the registers of all warps: a tile each."""
    return np.ascontiguousarray(tiles[:, places[..., 0], places[..., 1]]).view(np.uint32)


def random_tiles(
    form: Format, k: int, tiles: int, seed: int
) -> tuple[NDArray[np.unsignedinteger], ...]:
    """Return tiles of any bits, most of them near 1, with zeros, infinities and NaN.

    In some, sums are around the smallest float32.
    """
    rng = np.random.default_rng(seed)
    is_tiny = (rng.random((tiles, 1, 1)) < 0.3) & (form.exponent_bits == 8)
    found = []
    for shape, of in (((tiles, M, k), form), ((tiles, k, N), form), ((tiles, M, N), None)):
        fields = of.exponent_bits if of else 8
        fraction = of.fraction_bits + of.ignored_bits if of else 23
        word = of.word_bits if of else 32
        bias, all_ones = 2 ** (fields - 1) - 1, 2**fields - 1
        field = bias + rng.integers(-12, 13, shape)
        any_field = rng.integers(0, all_ones, shape)
        kind = rng.random(shape)
        wild = rng.random((tiles, 1, 1)) < 0.3
        field = np.where(wild & (kind < 0.2), any_field, field)
        field = np.where(wild & (kind > 0.99), all_ones, np.where(kind < 0.02, 0, field))
        field = np.where(is_tiny, 52 + rng.integers(-4, 5, shape) if of else 0, field)
        bits = rng.integers(0, 2, shape) << (word - 1) | field << fraction
        bits |= np.where(rng.random(shape) < 0.02, 0, rng.integers(0, 2**fraction, shape))
        found.append(bits.astype(form.word if of else np.uint32))
    return tuple(found)


def run(
    native: NativeKernel,
    form: Format,
    k: int,
    tiles: tuple[NDArray[np.unsignedinteger], ...],
    blocks: int = 2,
) -> NDArray[np.uint32]:
    """Run a kernel with a warp for each tile; return D by tiles."""
    sources = [held(each, place_of(form, k, name)) for name, each in zip("abc", tiles, strict=True)]
    d = np.zeros((len(tiles[2]), WARP, 4), np.uint32)
    *_, d = run_on_copies(native, *sources, d, blocks=blocks, workers=2)
    result = np.empty_like(tiles[2])
    places = place_of(form, k, "c")[:, :, 0]
    result[:, places[..., 0], places[..., 1]] = d
    return result


@pytest.mark.parametrize("mode", MODES, ids=str)
@pytest.mark.parametrize(("form", "k"), SHAPES, ids=lambda each: getattr(each, "name", each))
@pytest.mark.sampled(5)  # each shape, and each mode, once or more
def test_results_are_those_of_the_model(form: Format, k: int, mode: dict[str, object]) -> None:
    native = compiled(kernel(form, k), (128, 1, 1), **mode)
    assert native.layout.lanes == (mode.get("lanes") or (1 if mode.get("checked") else 32))
    for seed in range(20):
        tiles = random_tiles(form, k, 8, seed)
        found = run(native, form, k, tiles)
        right = multiply_add(form, *tiles)
        np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize(("form", "k"), SHAPES, ids=lambda each: getattr(each, "name", each))
def test_results_are_those_of_an_h200(form: Format, k: int) -> None:
    native = compiled(kernel(form, k), (128, 1, 1))
    for instruction in (f"mma_m16n8k{k}_{form.name}", f"mma_m16n8k{k}_{form.name}_x4"):
        for name, (a, b, c, d) in measured(instruction):
            count = len(c) + -len(c) % 4
            tiles = [each[np.arange(count) % len(c)] for each in (a, b, c)]
            found = np.broadcast_to(tiles[2], (count, M, N))
            for start in range(0, a.shape[2], k):
                along = slice(start, start + k)
                factors = (
                    np.broadcast_to(tiles[0][:, :, along], (count, M, k)),
                    np.broadcast_to(tiles[1][:, along], (count, k, N)),
                )
                found = run(native, form, k, (*factors, found), count // 4)
            right = np.broadcast_to(d, (len(d), M, N))
            np.testing.assert_array_equal(found[: len(d)], right, name)


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_accumulators_go_from_one_to_the_next(mode: dict[str, object]) -> None:
    """In a loop, and with other collectives and barriers in between."""
    ptx = kernel(FP16, 16, 3, "bar.sync 0; shfl.sync.bfly.b32 %r10, %r10, 0, 31, -1;")
    loop = "mov.u32 %r30, 0;\n L: add.u32 %r30, %r30, 1;"
    ptx = ptx.replace("bar.sync 0;", f"{loop} bar.sync 0;", 1)
    end = "setp.lt.u32 %p1, %r30, 4; @%p1 bra L; mul.wide.u32 %rd10"
    ptx = ptx.replace("mul.wide.u32 %rd10", end)
    tiles = random_tiles(FP16, 16, 8, 1)
    found = run(compiled(ptx, (128, 1, 1), **mode), FP16, 16, tiles)
    right = tiles[2]
    for _ in range(12):
        right = multiply_add(FP16, *tiles[:2], right)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_registers_in_another_order(mode: dict[str, object]) -> None:
    """What one instruction leaves, the next ones take as C, in part or the other way round."""
    ptx = kernel(FP16, 8, 1)
    (first,) = (line for line in ptx.splitlines() if "mma" in line)
    backwards = first.replace("%f10, %f11, %f12, %f13};", "%f13, %f12, %f11, %f10};")
    mixed = first.replace("{%f10, %f11, %f12, %f13}", "{%f14, %f13, %f12, %f15}", 1)
    back = first.replace("{%f10, %f11, %f12, %f13}", "{%f12, %f10, %f13, %f11}", 1)
    ptx = ptx.replace(first, "\n".join((first, backwards, mixed, back.replace("%f11}", "%f15}"))))
    tiles = random_tiles(FP16, 8, 8, 2)
    found = run(compiled(ptx, (128, 1, 1), **mode), FP16, 8, tiles)
    right = run(compiled(ptx, (128, 1, 1), checked=True), FP16, 8, tiles)
    np.testing.assert_array_equal(found, right)
    assert not np.array_equal(found, run(compiled(kernel(FP16, 8), (128, 1, 1)), FP16, 8, tiles))


SUMS = 40


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_more_numbers_than_vector_registers_hold(mode: dict[str, object]) -> None:
    """Sums that lanes add to together and alone, over barriers and after some have ended."""
    sums = range(14, 14 + SUMS)
    add = "".join(f"fma.rn.f32 %f{i}, %f{10 + i % 4}, 0f{0x3F800000 + i:08X}, %f{i};" for i in sums)
    start = "".join(f"mov.f32 %f{i}, 0f{0x40000000 + i:08X};" for i in sums)
    body = f"""{start} mov.u32 %r30, 0;
    L:  add.u32 %r30, %r30, 1;
        {{}}
        {add}
        bar.sync 0;
        and.b32 %r31, %r1, %r30;
        setp.eq.u32 %p1, %r31, 1;
        @%p1 bra M;
        {add.replace("fma.rn.f32", "@!%p1 fma.rn.f32", 5)}
    M:  setp.lt.u32 %p1, %r30, 3;
        @%p1 bra L;
        setp.ge.u32 %p1, %r1, 100;
        @%p1 ret;
        bar.sync 0;
        {add}"""
    total = "".join(f"add.f32 %f{10 + i % 4}, %f{10 + i % 4}, %f{i};" for i in sums)
    ptx = kernel(FP16, 8, 1)
    (multiplies,) = (line for line in ptx.splitlines() if "mma" in line)
    ptx = ptx.replace(multiplies, body.format(multiplies) + total)
    tiles = random_tiles(FP16, 8, 8, 3)
    given = (tiles[0] * 0 + 0x3800, tiles[1] * 0 + 0x3400, tiles[2] & 0x81FFFFFF | 0x3E000000)
    native = compiled(ptx, (128, 1, 1), **mode)
    found = run(native, FP16, 8, given).view(np.float32)
    right = run(compiled(ptx, (128, 1, 1), checked=True), FP16, 8, given).view(np.float32)
    np.testing.assert_array_equal(found, right)
    assert np.isfinite(found).all() and len(np.unique(found)) > 100


@pytest.mark.parametrize("mode", MODES[1:], ids=str)
def test_registers_that_are_the_same_in_all_lanes(mode: dict[str, object]) -> None:
    """Kept as scalars, they make matrices all the same."""
    body = f"""
    mov.b32 %r10, 0x40003C00; mov.b32 %r11, 0x40003C00; mov.f32 %f10, 0f3F000000;
    {operation(FP16, 8)} {{%f10, %f11, %f12, %f13}}, {{%r10, %r11}}, {{%r10}},
        {{%f10, %f10, %f10, %f10}};
    mul.wide.u32 %rd10, %r4, 4; add.s64 %rd11, %rd4, %rd10;
    st.global.f32 [%rd11], %f13;"""
    native = compiled(in_frame(body), (128, 1, 1), **mode)
    unused = np.empty(1, np.uint32)
    *_, output = run_on_copies(native, unused, unused, unused, np.empty(128, np.float32))
    assert set(output.tolist()) == {4 * (1 + 4) + 0.5}


LINES = kernel(FP16, 8).splitlines()
APART = {
    "one_ended": ("setp.eq.u32 %p1, %r1, 5; @%p1 ret;", 1),
    "half_ended": ("setp.gt.u32 %p1, %r1, 15; @%p1 ret;", None),
    "at_different_instructions": (
        f"""setp.gt.u32 %p1, %r1, 15; @%p1 bra ELSE;
        {next(line for line in LINES if "mma" in line)}
        bra END; ELSE:""",
        None,
    ),
}


@pytest.mark.parametrize(("between", "lanes"), APART.values(), ids=APART)
def test_a_warp_without_all_its_lanes_cannot_multiply(between: str, lanes: int | None) -> None:
    ptx = kernel(FP16, 8, between=between).replace("mul.wide.u32 %rd10", "END: mul.wide.u32 %rd10")
    native = compiled(ptx, (32, 1, 1), lanes=lanes)
    with pytest.raises(DeadlockError, match=r"mma\.sync.*no warp can go on"):
        run(native, FP16, 8, random_tiles(FP16, 8, 2, 1))
