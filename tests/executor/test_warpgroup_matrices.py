"""wgmma on the executor: by tensor_cores/model.py."""

import dataclasses

import numpy as np
import pytest
from differential import compiled, entry_of, run_on_copies
from numpy.typing import NDArray
from tensor_cores.model import BF16, FP16, TF32, Format, multiply_add
from test_matrix_instructions import held, place_of, random_tiles

from sgemm.errors import MemoryAccessError, UnsupportedInstructionError
from sgemm.executor.compiler import NativeKernel

M, WARPS, THREADS, STEP = 64, 4, 128, 32  # STEP: bytes along k of one instruction
Bits = NDArray[np.unsignedinteger]
Places = NDArray[np.intp]
MODES = [{"lanes": lanes} for lanes in (None, 1, 64, 128)] + [{"checked": True}]


@dataclasses.dataclass(frozen=True)
class Layout:
    """How a matrix lies in shared memory: rows of so many bytes, permuted, or cut up along k."""

    row_bytes: int = 32
    swizzled: bool = True
    rows_first: bool = False  # where it is cut up: all rows of 16 bytes, then the next 16 of each

    is_transposed = False  # whether it is stored along m or n

    def strides(self, rows: int) -> tuple[int, int]:
        """Return the bytes to the next 16 of a row, where it is cut up, and to the next 8 rows."""
        if self.swizzled:
            return 0, 8 * self.row_bytes
        return (rows * 16, 128) if self.rows_first else (128, 8 * self.row_bytes)

    def descriptor(self, rows: int) -> int:
        """Return the descriptor but for the address."""
        leading, stride = self.strides(rows)
        swizzle = {128: 1, 64: 2, 32: 3}[self.row_bytes] if self.swizzled else 0
        return leading >> 4 << 16 | stride >> 4 << 32 | swizzle << 62

    def step(self, rows: int) -> int:
        """Return what the bytes of an instruction add to a descriptor."""
        return STEP >> 4

    def places(self, rows: int, row: Places, byte: Places) -> Places:
        """Return where bytes of rows lie."""
        leading, stride = self.strides(rows)
        if not self.swizzled:
            return row // 8 * stride + row % 8 * 16 + byte // 16 * leading + byte % 16
        place = row * self.row_bytes + byte
        # 16 bytes go where their number and that of their 128 bytes differ.
        return place ^ place // 128 % (self.row_bytes // 16) * 16


def image(layout: Layout, rows: Bits) -> NDArray[np.uint8]:
    """Return what is in shared memory for matrices, of shape (tiles, rows, k)."""
    data = np.ascontiguousarray(rows).view(np.uint8)
    found = np.zeros_like(data).reshape(len(data), -1)
    place = layout.places(data.shape[1], *np.indices(data.shape[1:]))
    found[:, place.ravel()] = data.reshape(len(data), -1)
    return found


LAYOUTS = [
    Layout(32),
    Layout(64),
    Layout(128),
    Layout(swizzled=False),
    Layout(swizzled=False, rows_first=True),
]


def names(kind: str, count: int) -> str:
    return "{" + ", ".join(f"%{kind}{i}" for i in range(count)) + "}"


def operation(form: Format, n: int) -> str:
    shape = f"m64n{n}k{STEP * 8 // form.word_bits}"
    return f"wgmma.mma_async.sync.aligned.{shape}.f32.{form.name}.{form.name}"


def kernel(
    form: Format,
    n: int,
    layout: Layout,
    from_registers: bool,
    adds: str = "1",
    of_b: Layout | None = None,
) -> str:
    """Copy images of A and B to shared memory, multiply step by step along k, store D."""
    of_b = of_b or layout
    bytes_a, bytes_b = M * layout.row_bytes, n * layout.row_bytes
    lines = []

    def pointer(name: str, stride: int, per_thread: int) -> None:
        """Put an address of this block and thread into %rd1."""
        lines.append(f"ld.param.u64 %rd1, [{name}]; mul.wide.u32 %rd2, %ctaid.x, {stride};")
        lines.append(f"mul.wide.u32 %rd3, %tid.x, {per_thread};")
        lines.append("add.s64 %rd1, %rd1, %rd2; add.s64 %rd1, %rd1, %rd3;")

    lines.append("mov.u32 %r0, tiles; mov.u32 %r1, %tid.x; shl.b32 %r1, %r1, 2;")
    lines.append("add.u32 %r2, %r0, %r1;")
    for name, start, size in (("a", 0, bytes_a), ("b", bytes_a, bytes_b)):
        pointer(name, size, 4)
        for place in range(0, size, 4 * THREADS):
            lines.append(f"setp.lt.u32 %p1, %r1, {size - place};")
            lines.append(f"@%p1 ld.global.b32 %r3, [%rd1+{place}];")
            lines.append(f"@%p1 st.shared.b32 [%r2+{start + place}], %r3;")
    lines.append("fence.proxy.async.shared::cta; bar.sync 0;")
    pointer("c", THREADS * n * 2, n * 2)
    lines += [f"ld.global.f32 %f{i}, [%rd1+{4 * i}];" for i in range(n // 2)]
    steps = layout.row_bytes // STEP
    pointer("registers", THREADS * steps * 16, steps * 16)
    lines += [f"ld.global.b32 %a{i}, [%rd1+{4 * i}];" for i in range(4 * steps)]
    lines.append("cvt.u64.u32 %rd4, %r0; shr.u64 %rd4, %rd4, 4;")
    lines.append(f"or.b64 %rd4, %rd4, {layout.descriptor(M):#x};")
    lines.append(f"cvt.u64.u32 %rd5, %r0; add.s64 %rd5, %rd5, {bytes_a}; shr.u64 %rd5, %rd5, 4;")
    lines.append(f"or.b64 %rd5, %rd5, {of_b.descriptor(n):#x};")
    flags = "" if form is TF32 else f", {of_b.is_transposed:d}"
    if flags and not from_registers:
        flags = f", {layout.is_transposed:d}{flags}"
    lines.append("wgmma.fence.sync.aligned;")
    for step in range(steps):
        registers = "{" + ", ".join(f"%a{4 * step + i}" for i in range(4)) + "}"
        a = registers if from_registers else "%rd4"
        lines.append(f"{operation(form, n)} {names('f', n // 2)}, {a}, %rd5, {adds}, 1, 1{flags};")
        lines.append(f"add.s64 %rd4, %rd4, {layout.step(M)}; add.s64 %rd5, %rd5, {of_b.step(n)};")
    lines.append("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;")
    pointer("d", THREADS * n * 2, n * 2)
    lines += [f"st.global.f32 [%rd1+{4 * i}], %f{i};" for i in range(n // 2)]
    parameters = ", ".join(f".param .u64 {name}" for name in ("a", "b", "c", "d", "registers"))
    tiles = f".shared .align 1024 .b8 tiles[{bytes_a + bytes_b}];"
    return entry_of("\n".join([*lines, "ret;"]), parameters, tiles)


def run(
    native: NativeKernel,
    form: Format,
    layout: Layout,
    tiles: tuple[Bits, ...],
    of_b: Layout | None = None,
) -> NDArray[np.uint32]:
    """Run a block for each tile; return D by tiles."""
    a, b, c = tiles
    count, n, depth = len(c), c.shape[2], STEP * 8 // form.word_bits
    images = image(layout, a), image(of_b or layout, b.swapaxes(1, 2))
    by_warps = a.reshape(count * WARPS, 16, -1)
    registers = [
        held(np.ascontiguousarray(by_warps[:, :, i : i + depth]), place_of(form, depth, "a"))
        for i in range(0, a.shape[2], depth)
    ]
    of_c = place_of(form, depth, "c")[:, :, 0]
    # Registers of a thread: four for each eight columns.
    row = of_c[:, :, 0][:, np.newaxis]
    column = of_c[:, :, 1][:, np.newaxis] + 8 * np.arange(n // 8)[:, np.newaxis]
    warps = np.ascontiguousarray(c.reshape(count * WARPS, 16, n)[:, row, column])
    given = *images, warps, np.empty_like(warps), np.stack(registers, axis=2)
    found = run_on_copies(native, *given, blocks=count, workers=2)[3]
    result = np.empty((count * WARPS, 16, n), np.uint32)
    result[:, row, column] = found
    return result.reshape(count, M, n)


def tiles_of(form: Format, n: int, layout: Layout, seed: int) -> tuple[Bits, ...]:
    """Return tiles of M by n, of all steps that a row has, from those of 16 by 8."""
    count, k = 2, layout.row_bytes * 8 // form.word_bits
    a, b, c = random_tiles(form, k, count * WARPS * (n // 8), seed)
    wide = c.reshape(count, WARPS, n // 8, 16, 8).transpose(0, 1, 3, 2, 4)
    return (
        a[: count * WARPS].reshape(count, M, k),
        b[: count * (n // 8)].reshape(count, n // 8, k, 8).swapaxes(1, 2).reshape(count, k, n),
        wide.reshape(count, M, n),
    )


def check(
    form: Format,
    n: int,
    layout: Layout,
    from_registers: bool,
    of_b: Layout | None = None,
    **mode: object,
) -> None:
    """Compare a product with the model's, which is held to what an H200 gave."""
    ptx = kernel(form, n, layout, from_registers, of_b=of_b)
    tiles = tiles_of(form, n, layout, n)
    found = run(compiled(ptx, (THREADS, 1, 1), **mode), form, layout, tiles, of_b)
    np.testing.assert_array_equal(found, multiply_add(form, *tiles))


CASES = [
    *((form, 24, layout, {}) for form in (FP16, BF16, TF32) for layout in LAYOUTS),
    (FP16, 256, LAYOUTS[0], {}),
    *((FP16, 16, Layout(64), mode) for mode in MODES),
    *((TF32, 8, Layout(32), mode) for mode in MODES),
]


@pytest.mark.parametrize("from_registers", [False, True], ids=["shared", "registers"])
@pytest.mark.parametrize(
    ("form", "n", "layout", "mode"), CASES, ids=lambda value: getattr(value, "name", str(value))
)
@pytest.mark.sampled(3)  # of both sources of A in turn
def test_results_are_those_of_the_model(
    form: Format, n: int, layout: Layout, mode: dict[str, object], from_registers: bool
) -> None:
    check(form, n, layout, from_registers, **mode)


@pytest.mark.parametrize("mode", [{}, {"lanes": 1}], ids=str)
def test_accumulators_can_start_from_nothing(mode: dict[str, object]) -> None:
    a, b, c = tiles_of(BF16, 16, Layout(32), 5)
    for adds, start in (("0", 0 * c), ("%p2", c), ("!%p2", 0 * c)):
        ptx = kernel(BF16, 16, Layout(32), False, adds)
        ptx = ptx.replace("bar.sync 0;", "bar.sync 0; setp.eq.u32 %p2, %r0, %r0;")
        found = run(compiled(ptx, (THREADS, 1, 1), **mode), BF16, Layout(32), (a, b, c))
        np.testing.assert_array_equal(found, multiply_add(BF16, a, b, start))


@pytest.mark.parametrize("signs", ["-1, 1", "1, -1", "-1, -1"])
@pytest.mark.parametrize("form", [FP16, BF16, TF32], ids=lambda form: form.name)
def test_matrices_can_be_negated(form: Format, signs: str) -> None:
    a, b, c = tiles_of(form, 8, Layout(64), 6)
    minus = form.word(0 if signs == "-1, -1" else 1 << form.word_bits - 1)
    right = multiply_add(form, a ^ minus, b, c)
    for from_registers in (False, True):
        ptx = kernel(form, 8, Layout(64), from_registers).replace(
            "%rd5, 1, 1, 1", f"%rd5, 1, {signs}"
        )
        found = run(compiled(ptx, (THREADS, 1, 1), checked=True), form, Layout(64), (a, b, c))
        np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("mode", [{}, {"lanes": 1}, {"checked": True}], ids=str)
@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ("or.b64 %rd5, %rd5, 0x2000000000000", "descriptor 0x.* has a base offset"),
        ("add.s64 %rd5, %rd5, 0x2000", "shared address 134144 is outside"),
        ("cvt.u64.u32 %rd7, %r1; or.b64 %rd5, %rd5, %rd7", "not the same in all threads"),
    ],
)
def test_a_wrong_descriptor_is_an_error(mode: dict[str, object], changed: str, text: str) -> None:
    ptx = kernel(FP16, 8, Layout(32), False).replace("wgmma.fence", f"{changed}; wgmma.fence", 1)
    native = compiled(ptx, (THREADS, 1, 1), **mode)
    tiles = tiles_of(FP16, 8, Layout(32), 1)
    with pytest.raises(MemoryAccessError, match=f"wgmma.*{text}"):
        run(native, FP16, Layout(32), tiles)


def test_checked_mode_sees_a_matrix_whose_copy_has_not_landed() -> None:
    copy = "ld.param.u64 %rd6, [b]; cp.async.ca.shared.global [%r2], [%rd6], 4;"
    ptx = kernel(FP16, 8, Layout(32), False).replace("wgmma.fence", f"{copy} wgmma.fence", 1)
    tiles = tiles_of(FP16, 8, Layout(32), 1)
    native = compiled(ptx, (THREADS, 1, 1), checked=True)
    with pytest.raises(MemoryAccessError, match="asynchronous copy that is under way"):
        run(native, FP16, Layout(32), tiles)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (", 1, 1, 1, 0, 0;", ", 1, 0, 1, 0, 0;", "operand 4 must be -1 or 1"),
        (", 1, 1, 1, 0, 0;", ", 1, 1, 1, 0, 2;", "operand 7 must be 0 or 1"),
        ("%rd4, %rd5, 1", "%r4, %rd5, 1", r"%r4 is of type \.b32"),
        ("{%f0, %f1, %f2, %f3}", "{%f0, %f1}", "4 registers of type .f32"),
        ("wait_group.sync.aligned 0", "wait_group.sync.aligned %r1", "a number of groups"),
        ("m64n8k16.f32", "m64n8k16.f16", "not with these modifiers"),
    ],
)
def test_what_does_not_fit_is_refused(old: str, new: str, text: str) -> None:
    ptx = kernel(FP16, 8, Layout(32), False)
    assert old in ptx
    with pytest.raises(UnsupportedInstructionError, match=text):
        compiled(ptx.replace(old, new), (THREADS, 1, 1))
