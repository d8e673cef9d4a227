"""wgmma of matrices that are stored along m or n: by tensor_cores/model.py."""

import dataclasses

import pytest
from tensor_cores.model import BF16, FP16, Format
from test_warpgroup_matrices import Layout, Places, check

ROW_BYTES = 64  # 32 columns, two instructions along k
ACROSS = Layout(ROW_BYTES)


@dataclasses.dataclass(frozen=True)
class Along(Layout):
    """A matrix stored along m or n: 8 elements of a column together, then the next column."""

    row_bytes: int = ROW_BYTES
    span: int = 16  # bytes that a swizzle permutes; 16: there is none

    is_transposed = True

    def strides(self, rows: int) -> tuple[int, int]:
        """Return how far the next rows, and the next 8 columns, are."""
        here = 8 * self.span  # 8 columns of as many rows as lie together
        groups = rows * 2 // self.span
        return (here, groups * here) if self.rows_first else (ROW_BYTES // 16 * here, here)

    def descriptor(self, rows: int) -> int:
        """Return the descriptor but for the address."""
        next_rows, next_columns = self.strides(rows)
        swizzle = {128: 1, 64: 2, 32: 3, 16: 0}[self.span]
        leading, stride = (next_rows, next_columns) if swizzle else (next_columns, next_rows)
        return leading >> 4 << 16 | stride >> 4 << 32 | swizzle << 62

    def step(self, rows: int) -> int:
        """Return what 16 columns add to a descriptor."""
        return 2 * self.strides(rows)[1] >> 4

    def places(self, rows: int, row: Places, byte: Places) -> Places:
        """Return where bytes of rows lie, two of an element."""
        next_rows, next_columns = self.strides(rows)
        (part, k), together = (row // 8, byte // 2), self.span // 16
        place = part % together * 16 + part // together * next_rows
        place += k % 8 * self.span + k // 8 * next_columns + row % 8 * 2 + byte % 2
        return place ^ place // 128 % together * 16


@pytest.mark.parametrize("rows_first", [False, True])
@pytest.mark.parametrize("span", [16, 32, 64, 128])
def test_transposed_matrices(span: int, rows_first: bool) -> None:
    layout = Along(span=span, rows_first=rows_first)
    check(FP16, 64, layout, False, ACROSS, checked=True)
    check(FP16, 64, ACROSS, True, layout, checked=True)


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
@pytest.mark.parametrize("form", [FP16, BF16], ids=lambda form: form.name)
def test_both_matrices_transposed(form: Format, checked: bool) -> None:
    of_a, of_b = Along(span=128, rows_first=True), Along(span=32)
    check(form, 16, of_a, False, of_b, checked=checked)
