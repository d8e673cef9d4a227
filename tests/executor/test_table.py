"""The table of operations."""

import re

import pytest

import sgemm.executor.lower
from sgemm.executor.lower import table
from sgemm.executor.lower.operands import elementwise
from sgemm.executor.lower.table import (
    CONTROL,
    Due,
    expand,
    lowers,
    parse_operands,
)


def operations() -> set[str]:
    """Return every operation that has a row, all written out."""
    found: set[str] = set()
    # Rows of several opcodes are registered for each.
    for rows in {rows for each in table._ROWS_OF.values() for rows in each}:
        for operation in expand(rows.pattern):
            assert operation not in found, f"two rows for {operation}"
            found.add(operation)
    return found


def test_patterns_stand_for_all_their_choices() -> None:
    assert list(expand("mov.u32")) == ["mov.u32"]
    assert set(expand("(add|sub).(s32|u32)")) == {"add.s32", "add.u32", "sub.s32", "sub.u32"}
    assert list(expand("ld.global(|.nc).f32")) == ["ld.global.f32", "ld.global.nc.f32"]


def test_a_registration_says_operands() -> None:
    for register in (lowers, elementwise):
        with pytest.raises(TypeError, match="operands"):
            register("movmatrix.sync", "foo")  # type: ignore[call-arg]


@pytest.mark.parametrize("word", ["u33x", "<u32", "[u32", "u32]", "4", ">", "?", "shard"])
def test_a_registration_with_an_unknown_operand_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=rf"'{re.escape(word)}' is no kind of operand"):
        parse_operands(f">u32 {word}")


def test_operands_are_read_word_by_word() -> None:
    assert parse_operands(">b64? [u32] >4f32") == (
        Due("b64", True, False, True, 0),
        Due("u32", False, True, False, 0),
        Due("f32", True, False, False, 4),
    )
    assert parse_operands("") == ()


def test_operations_are_whole_and_have_one_row() -> None:
    assert sgemm.executor.lower
    known = operations()
    assert {"fma.rn.f32", "ld.global.nc.v4.f32", "cp.async.wait_all"} <= known
    assert known.isdisjoint(CONTROL)
    assert all(".." not in name and not name.endswith(".") for name in known)
