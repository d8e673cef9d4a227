"""How commands write: JSON, whole files, and tables that are never cut off."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from sgemm.bench.timing import Samples
from sgemm.cli import limits
from sgemm.cli.output import check_writable, print_table, print_text, to_json, write_files
from sgemm.errors import ArgumentError, MachineError
from sgemm.problem import Problem
from sgemm.report.tables import Column, Table


def test_json_has_no_infinities():
    value = {"a": [math.inf, -math.inf], "b": (math.nan, 1.5), 3: Samples((1.0,))}
    assert to_json(value) == {
        "a": ["Infinity", "-Infinity"],
        "b": ["NaN", 1.5],
        "3": {"seconds": [1.0], "complete": True},
    }


def test_files_replace_older_ones(tmp_path):
    folder = tmp_path / "new" / "below"
    write_files(folder, {"a": b"1", "b": b"2"})
    write_files(folder, {"a": b"3"})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"a": b"3", "b": b"2"}


def test_no_file_is_replaced_where_one_cannot_be_written(empty_folder):
    write_files(empty_folder, {"a": b"old"})
    with pytest.raises(MachineError, match="cannot be written to"):
        write_files(empty_folder, {"a": b"new", "no/such": b"2"})
    assert {path.name: path.read_bytes() for path in empty_folder.iterdir()} == {"a": b"old"}


def test_a_working_folder_that_was_removed_has_no_place_for_files(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(ArgumentError, match=r"output = 'output': no file can be written there"):
        check_writable(Path("output"))


def test_looking_whether_a_folder_can_be_written_leaves_no_trace(empty_folder):
    check_writable(empty_folder)
    check_writable(empty_folder / "not" / "here")
    assert list(empty_folder.iterdir()) == []
    (empty_folder / "file").write_bytes(b"")
    with pytest.raises(ArgumentError, match="no file can be written there"):
        check_writable(empty_folder / "file" / "below")


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
    with pytest.raises(ArgumentError, match=r"10x10x10 needs about .* choose smaller sizes"):
        limits.check_memory(Problem(10, 10, 10))
