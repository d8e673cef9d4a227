"""Tables: the same cells on a terminal and as Markdown; numbers that people read."""

import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from sgemm.report.tables import Column, format_bytes, significant, table_of, time_unit

TABLE = table_of("># | name | ~idea", [("1", "naive", "one | two [bold]"), ["10", "yes", "NO"]])


def drawn(table, **options):
    console = Console(file=io.StringIO(), width=60, markup=False, **options)
    console.print(table.to_rich())
    return console.file.getvalue()


def test_markdown():
    assert TABLE.to_markdown() == (
        "| # | name | idea |\n"
        "|--:|---|---|\n"
        "| 1 | naive | one \\| two [bold] |\n"
        "| 10 | yes | NO |\n"
    )


def test_terminal():
    lines = [line.rstrip() for line in drawn(TABLE).splitlines()]
    assert lines[0].split() == ["#", "name", "idea"]
    assert lines[2] == " 1  naive  one | two [bold]"
    assert lines[3] == "10  yes    NO"


def test_colours_only_on_a_terminal():
    assert "\x1b[1;31m" in drawn(TABLE, force_terminal=True, color_system="standard")
    assert "\x1b" not in drawn(TABLE)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (0.012345, "0.0123"),
        (0.99951, "1.000"),
        (1.0, "1.00"),
        (12.345, "12.3"),
        (-12.345, "-12.3"),
        (1234.5, "1234"),
        (51198.2, "51198"),
        (1.23e-7, "1.23e-07"),
        (1e12, "1.00e+12"),
        (math.inf, "inf"),
    ],
)
def test_significant_digits(value, text):
    assert significant(value) == text


@given(st.floats(1e-3, 1e8))
def test_significant_digits_stay_within_rounding(value):
    assert float(significant(value)) == pytest.approx(value, rel=0.5e-2)
    assert float(significant(value, 6)) == pytest.approx(value, rel=0.5e-5)


@pytest.mark.parametrize(
    ("seconds", "unit"), [(0.0, "us"), (9.9e-4, "us"), (1e-3, "ms"), (0.99, "ms"), (1.0, "s")]
)
def test_time_unit(seconds, unit):
    name, factor = time_unit(seconds)
    assert name == unit
    assert factor == {"us": 1e6, "ms": 1e3, "s": 1.0}[unit]


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 B"), (37248, "37248 B"), (2**20, "1.0 MiB"), (2**31, "2.0 GiB")]
)
def test_bytes(count, text):
    assert format_bytes(count) == text


def test_columns_by_their_headers():
    expected = (Column("#", right=True), Column("name"), Column("idea", wraps=True))
    assert TABLE.columns == table_of([">#", "name", "~idea"], []).columns == expected
