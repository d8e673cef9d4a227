"""The table of operations."""

import pytest

import sgemm.executor.lower
from sgemm.executor.lower.table import CONTROL, expand, lowers, operations


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
