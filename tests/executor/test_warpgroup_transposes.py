"""wgmma of matrices that are stored along m or n: by tensor_cores/model.py."""

import dataclasses

import numpy as np
import pytest
from numpy.typing import NDArray
from tensor_cores.model import BF16, FP16, Format, multiply_add
from test_matrix_instructions import random_tiles
from warpgroup_frame import COMMIT, FENCE, run, wait

M, K, STEPS = 64, 32, 2
AT_B, REGISTERS, C, D = 4096, 8192, 12288, 28672  # bytes: in shared memory, or in global memory


@dataclasses.dataclass(frozen=True)
class Along:
    """A matrix stored along m or n: 8 elements of a column together, then the next column."""

    span: int  # bytes that a swizzle permutes; 16: there is none
    rows_first: bool  # whether the next rows come before the next 8 columns

    def places(self, rows: int) -> tuple[int, int]:
        """Return how far the next rows, and the next 8 columns, are."""
        here = 8 * self.span  # 8 columns of as many rows as lie together
        groups = rows * 2 // self.span
        return (here, groups * here) if self.rows_first else (K // 8 * here, here)

    def descriptor(self, rows: int) -> int:
        """Return the descriptor but for the address."""
        next_rows, next_columns = self.places(rows)
        swizzle = {128: 1, 64: 2, 32: 3, 16: 0}[self.span]
        leading, stride = (next_rows, next_columns) if swizzle else (next_columns, next_rows)
        return leading >> 4 << 16 | stride >> 4 << 32 | swizzle << 62

    def step(self, rows: int) -> int:
        """Return what 16 columns add to a descriptor."""
        return 2 * self.places(rows)[1] >> 4

    def image(self, matrix: NDArray[np.uint16]) -> NDArray[np.uint8]:
        """Return what is in shared memory for a matrix of rows of k."""
        rows = len(matrix)
        row, k = np.indices(matrix.shape)
        next_rows, next_columns = self.places(rows)
        part, together = row // 8, self.span // 16
        place = part % together * 16 + part // together * next_rows
        place += k % 8 * self.span + k // 8 * next_columns + row % 8 * 2
        place ^= place // 128 % together * 16
        found = np.zeros(rows * K, np.uint16)
        found[place // 2] = matrix
        return found.view(np.uint8)


@dataclasses.dataclass(frozen=True)
class Across:
    """A matrix stored along k, swizzled by 64 bytes."""

    def descriptor(self, rows: int) -> int:
        """Return the descriptor but for the address."""
        return 512 >> 4 << 32 | 2 << 62

    def step(self, rows: int) -> int:
        """Return what 16 columns add to a descriptor."""
        return 2

    def image(self, matrix: NDArray[np.uint16]) -> NDArray[np.uint8]:
        """Return what is in shared memory for a matrix of rows of k."""
        row, k = np.indices(matrix.shape)
        place = row * 64 + k * 2
        place ^= place // 128 % 4 * 16
        found = np.zeros(matrix.size, np.uint16)
        found[place // 2] = matrix
        return found.view(np.uint8)


Layout = Along | Across
LAYOUTS = [Along(span, first) for span in (16, 32, 64, 128) for first in (False, True)]


def product(
    form: Format,
    a: NDArray[np.uint16],
    b: NDArray[np.uint16],
    c: NDArray[np.uint32],
    layouts: tuple[Layout, Layout],
    from_registers: bool = False,
    checked: bool = True,
) -> NDArray[np.uint32]:
    """Return D of a block; A has rows of k, and so has B."""
    n = len(b)
    lane, i = np.arange(128)[:, np.newaxis], np.arange(n // 2)
    rows = lane // 32 * 16 + lane % 32 // 4 + i // 2 % 2 * 8
    columns = lane % 4 * 2 + i // 4 * 8 + i % 2
    given = np.zeros(D, np.uint8)
    for place, image in ((0, layouts[0].image(a)), (AT_B, layouts[1].image(b))):
        given[place : place + image.size] = image
    held = np.empty((128, 8), np.uint32)  # of A: four registers for each step
    for number in range(8):
        row = lane[:, 0] // 32 * 16 + lane[:, 0] % 32 // 4 + number % 2 * 8
        k = number // 4 * 16 + number % 4 // 2 * 8 + lane[:, 0] % 4 * 2
        held[:, number] = a[row, k] | a[row, k + 1].astype(np.uint32) << 16
    given[REGISTERS : REGISTERS + held.nbytes] = held.view(np.uint8).ravel()
    mine = np.ascontiguousarray(c[rows, columns])
    given[C : C + mine.nbytes] = mine.view(np.uint8).ravel()

    lines = ["mad.lo.u32 %r10, %r0, 16, %r1; mul.wide.u32 %rd10, %r0, 16;"]
    lines.append("add.s64 %rd10, %rd0, %rd10;")
    for place in range(0, 8192, 2048):
        lines.append(f"ld.global.v4.u32 {{%r11, %r12, %r13, %r14}}, [%rd10+{place}];")
        lines.append(f"st.shared.v4.u32 [%r10+{place}], {{%r11, %r12, %r13, %r14}};")
    lines.append("fence.proxy.async.shared::cta; bar.sync 0;")
    lines.append("mul.wide.u32 %rd11, %r0, 32; add.s64 %rd11, %rd0, %rd11;")
    lines += [f"ld.global.b32 %a{j}, [%rd11+{REGISTERS + 4 * j}];" for j in range(8)]
    lines.append(f"mul.wide.u32 %rd12, %r0, {2 * n}; add.s64 %rd12, %rd0, %rd12;")
    lines += [f"ld.global.f32 %f{j}, [%rd12+{C + 4 * j}];" for j in range(n // 2)]
    for name, place, layout, count in (("%rd13", 0, layouts[0], M), ("%rd14", AT_B, layouts[1], n)):
        lines.append(f"cvt.u64.u32 {name}, %r1; add.s64 {name}, {name}, {place};")
        lines.append(f"shr.u64 {name}, {name}, 4;")
        lines.append(f"or.b64 {name}, {name}, {layout.descriptor(count):#x};")
    accumulators = "{" + ", ".join(f"%f{j}" for j in range(n // 2)) + "}"
    flags = [int(isinstance(each, Along)) for each in layouts][from_registers:]
    lines.append(FENCE)
    for step in range(STEPS):
        own = "{" + ", ".join(f"%a{4 * step + j}" for j in range(4)) + "}"
        lines.append(
            f"wgmma.mma_async.sync.aligned.m64n{n}k16.f32.{form.name}.{form.name} {accumulators}, "
            f"{own if from_registers else '%rd13'}, %rd14, 1, 1, 1, "
            f"{', '.join(map(str, flags))};"
        )
        lines.append(f"add.s64 %rd13, %rd13, {layouts[0].step(M)};")
        lines.append(f"add.s64 %rd14, %rd14, {layouts[1].step(n)};")
    lines += [COMMIT, wait()]
    lines += [f"st.global.f32 [%rd12+{D + 4 * j}], %f{j};" for j in range(n // 2)]
    found = run("\n".join(lines), checked=checked, given=given)
    result = np.empty((M, n), np.uint32)
    result[rows, columns] = found[D // 4 :][: 64 * n].reshape(128, n // 2)
    return result


def tiles(
    form: Format, n: int, seed: int
) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint32]]:
    """Return A and B by rows of k, and C."""
    a, b, c = random_tiles(form, K, M // 16 * (n // 8), seed)
    of_b = b[: n // 8].transpose(0, 2, 1).reshape(n, K)
    of_c = c.reshape(M // 16, n // 8, 16, 8).transpose(0, 2, 1, 3).reshape(M, n)
    return a[: M // 16].reshape(M, K), np.ascontiguousarray(of_b), of_c


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_transposed_matrices(layout: Along) -> None:
    a, b, c = tiles(FP16, 64, layout.span)
    right = multiply_add(FP16, a[np.newaxis], b.T[np.newaxis], c[np.newaxis])[0]
    found = product(FP16, a, b, c, (layout, Across()))
    np.testing.assert_array_equal(found, right)
    found = product(FP16, a, b, c, (Across(), layout), from_registers=True)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
@pytest.mark.parametrize("form", [FP16, BF16], ids=lambda form: form.name)
def test_both_matrices_transposed(form: Format, checked: bool) -> None:
    a, b, c = tiles(form, 16, 1)
    right = multiply_add(form, a[np.newaxis], b.T[np.newaxis], c[np.newaxis])[0]
    layouts = Along(128, True), Along(32, False)
    np.testing.assert_array_equal(product(form, a, b, c, layouts, checked=checked), right)
