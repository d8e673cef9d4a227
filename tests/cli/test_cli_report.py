"""``sgemm report``: one file, or one line that says why not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import synthetic_results as synthetic


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    return synthetic.write_cpu_results(tmp_path / "results.jsonl")


def refused(call: Any, *arguments: object) -> str:
    """Return the one line of a refusal."""
    result = call("report", *arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return str(line)


def test_it_writes_one_file_and_says_what_was_found(
    call: Any, measured: Path, empty_folder: Path
) -> None:
    result = call("report", measured, "-o", "new/report.html", "--title", "Mine")
    assert result.exit_code == 0, result.output
    assert "rung 13 ptx_pipeline" in " ".join(result.output.split())
    assert "report: new/report.html (" in result.output
    assert [path.name for path in empty_folder.rglob("*") if path.is_file()] == ["report.html"]
    page = Path("new/report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "<title>Mine</title>" in page


def test_an_older_report_is_replaced(call: Any, measured: Path) -> None:
    Path("report.html").write_text("old", encoding="utf-8")
    assert call("report", measured, "-o", "report.html").exit_code == 0
    assert Path("report.html").stat().st_size > 100_000


def test_json_is_one_document(document: Any, measured: Path) -> None:
    found = document("report", measured, "-o", "report.html")
    assert found["file"] == "report.html"
    assert found["bytes"] == Path("report.html").stat().st_size
    (place,) = found["places"]
    assert place["machine"] == "cpu" and place["measurements"] == len(synthetic.SHARES) + 1


def test_damage_stops_unless_it_is_to_be_skipped(call: Any, document: Any, measured: Path) -> None:
    lines = measured.read_bytes().splitlines(keepends=True)
    measured.write_bytes(b"".join([*lines[:3], b"{oh\n", *lines[3:]]))
    assert "results.jsonl:4: the line is not JSON" in refused(call, measured, "-o", "x.html")
    result = call("report", measured, "-o", "x.html", "--skip-damaged")
    assert result.exit_code == 0, result.output
    assert "results.jsonl:4" in "".join(result.stdout.split())
    found = document("report", measured, "-o", "x.html", "--skip-damaged")
    (words,) = found["skipped"]
    assert "results.jsonl:4" in words
    assert found["places"][0]["measurements"] == len(synthetic.SHARES) + 1


def test_the_peak_can_be_given(call: Any, measured: Path) -> None:
    asked = ("--peak", 0.25, "--bandwidth", 12)
    assert call("report", measured, "-o", "report.html", *asked).exit_code == 0
    page = Path("report.html").read_text(encoding="utf-8")
    assert "0.250 TFLOP/s as given" in page and "12.0 GB/s of memory" in page


def test_unknown_files_and_wrong_arguments_are_one_line(call: Any, measured: Path) -> None:
    assert "missing.jsonl" in refused(call, "missing.jsonl", "-o", "r.html")
    assert "RESULTS" in refused(call, "-o", "r.html")
    assert "--output" in refused(call, measured)
    assert "--peak" in refused(call, measured, "-o", "r.html", "--peak", 0)
    assert "machine = 'cuda'" in refused(call, measured, "-o", "r.html", "--machine", "cuda")
    assert list(Path().iterdir()) == []


def test_results_of_a_newer_schema_are_refused(call: Any, measured: Path) -> None:
    lines = measured.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[1] = json.dumps(json.loads(lines[1]) | {"schema": 99}) + "\n"
    measured.write_text("".join(lines), encoding="utf-8")
    words = refused(call, measured, "-o", "r.html")
    assert "results.jsonl:2" in words and "schema 99" in words
    assert not Path("r.html").exists()


def test_empty_results_are_refused(call: Any, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert "empty.jsonl" in refused(call, empty, "-o", "r.html")
    assert not Path("r.html").exists()


def test_what_cannot_be_written_is_refused_and_leaves_nothing(call: Any, measured: Path) -> None:
    Path("folder").mkdir()
    Path("file").write_text("kept", encoding="utf-8")
    assert "is a folder" in refused(call, measured, "-o", "folder")
    assert "file" in refused(call, measured, "-o", "file/report.html")
    assert Path("file").read_text(encoding="utf-8") == "kept"
    assert list(Path("folder").iterdir()) == []


def test_without_pygments_it_says_what_to_install(
    call: Any, measured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pygments", None)
    assert "pip install 'sgemm[report]'" in refused(call, measured, "-o", "r.html")
    assert not Path("r.html").exists()
