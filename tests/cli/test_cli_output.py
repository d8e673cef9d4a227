"""How commands write: JSON, whole files, and tables that are never cut off."""

import pytest

from sgemm.cli import limits
from sgemm.cli.output import print_table, print_text
from sgemm.errors import ArgumentError
from sgemm.problem import Problem
from sgemm.report.tables import Column, Table


def test_a_wide_table_is_not_cut_off(capsys):
    words = "wide " * 30
    print_table(Table((Column("a"), Column("b")), ((words.strip(), "x" * 60),)))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert words.strip() in lines[-1]
    assert "x" * 60 in lines[-1]


def test_prose_in_a_table_is_wrapped(capsys):
    print_table(Table((Column("a"), Column("b", wraps=True)), (("name", "word " * 60),)))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 100
    assert sum(line.count("word") for line in lines) == 60


def test_text_is_not_markup(capsys):
    print_text("pip install 'sgemm[gpu]' :smile: [bold]")
    assert capsys.readouterr().out == "pip install 'sgemm[gpu]' :smile: [bold]\n"


def test_memory_limits_of_system_and_container(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(limits, "CGROUP", tmp_path)
    assert limits.available_bytes() is None
    limits.check_memory(Problem(2**20, 2**20, 2**20))
    (tmp_path / "meminfo").write_text("MemTotal: 9 kB\nMemAvailable:   2048 kB\n")
    assert limits.available_bytes() == 2**21
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("5\n")
    assert limits.available_bytes() == 2**21
    (tmp_path / "memory.max").write_text("1005\n")
    assert limits.available_bytes() == 1000
    monkeypatch.setattr(limits, "available_bytes", lambda: 2**30)
    words = "needs about 17.0 GiB of memory to run and verify, and 1.0 GiB .* choose smaller sizes"
    with pytest.raises(ArgumentError, match=f"16384x16384x8 {words}"):
        limits.check_memory(Problem(16384, 16384, 8))
