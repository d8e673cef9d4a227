"""The table of operations."""

import re

import pytest

import sgemm.executor.lower
from sgemm.executor.lower import table
from sgemm.executor.lower.operands import elementwise
from sgemm.executor.lower.table import CONTROL, expand, lowers, parse_operands


def test_a_registration_says_operands() -> None:
    for register in (lowers, elementwise):
        with pytest.raises(TypeError, match="operands"):
            register("movmatrix.sync", "foo")  # type: ignore[call-arg]


@pytest.mark.parametrize("word", ["u33x", "<u32", "[u32", "u32]", "4", ">", "?", "shard"])
def test_a_registration_with_an_unknown_operand_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=rf"'{re.escape(word)}' is no kind of operand"):
        parse_operands(f">u32 {word}")


def test_operations_are_whole_and_have_one_row() -> None:
    assert sgemm.executor.lower
    # Rows of several opcodes are registered for each.
    rows = {each for rows in table._ROWS_OF.values() for each in rows}
    found = [operation for row in rows for operation in expand(row.pattern)]
    known = set(found)
    assert len(found) == len(known)
    assert {"fma.rn.f32", "ld.global.nc.v4.f32", "cp.async.wait_all"} <= known
    assert known.isdisjoint(CONTROL)
    assert all(".." not in name and not name.endswith(".") for name in known)
