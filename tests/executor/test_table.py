"""The table of operations."""

from __future__ import annotations

import pytest

import sgemm.executor.lower
from sgemm.errors import UnsupportedInstructionError
from sgemm.executor.lower.table import CONTROL, expand, lowering_of, lowers, operations
from sgemm.ptx.syntax import Instruction, Location


def test_patterns_stand_for_all_their_choices() -> None:
    assert list(expand("mov.u32")) == ["mov.u32"]
    assert set(expand("(add|sub).(s32|u32)")) == {"add.s32", "add.u32", "sub.s32", "sub.u32"}
    assert list(expand("ld.global(|.nc).f32")) == ["ld.global.f32", "ld.global.nc.f32"]


def test_no_operation_has_two_rows() -> None:
    with pytest.raises(ValueError, match=r"two rows for add\.s32"):
        lowers("add.s32")(lambda emitter, instruction: None)


def test_operations_are_whole() -> None:
    assert sgemm.executor.lower
    known = operations()
    assert {"fma.rn.f32", "ld.global.nc.v4.f32", "cp.async.wait_all"} <= known
    assert not known & CONTROL
    assert all(".." not in name and not name.endswith(".") for name in known)


@pytest.mark.parametrize(
    ("operation", "text"),
    [
        ("fmb.rn.f32", "does not know the opcode fmb"),
        ("fma.rz.f32", "knows fma, but not with these modifiers"),
        ("bar.red", "knows bar, but not with these modifiers"),
    ],
)
def test_a_missing_row_is_an_error_with_its_place(operation: str, text: str) -> None:
    opcode, *modifiers = operation.split(".")
    where = Location("some.ptx", 17, f"{operation}  %f1,\n %f2;")
    instruction = Instruction(opcode, tuple(modifiers), (), None, where)
    with pytest.raises(UnsupportedInstructionError, match=text) as caught:
        lowering_of(instruction)
    assert str(caught.value).startswith("some.ptx:17: ")
    assert str(caught.value).endswith(f"'{operation} %f1, %f2;'")
