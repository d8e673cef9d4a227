"""``sgemm report``: one file, or one line that says why not."""

import subprocess
import sys
from pathlib import Path

import pytest

import synthetic_results as synthetic


@pytest.fixture
def measured(tmp_path):
    return synthetic.write_cpu_results(tmp_path / "results.jsonl")


def test_it_writes_one_file_and_says_what_was_found(call, measured, empty_folder):
    (empty_folder / "new").mkdir()
    (empty_folder / "new/report.html").write_text("an older one is replaced")
    asked = ("--title", "Mine", "--peak", 0.25, "--bandwidth", 12)
    result = call("report", measured, "-o", "new/report.html", *asked)
    assert "rung 13 ptx_pipeline" in " ".join(result.output.split())
    assert "report: new/report.html (" in result.output
    assert [path.name for path in empty_folder.rglob("*") if path.is_file()] == ["report.html"]
    page = Path("new/report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "<title>Mine</title>" in page
    assert "0.250 TFLOP/s as given" in page and "12.0 GB/s of memory" in page


def test_results_are_read_without_numpy(measured, empty_folder):
    program = (
        "import sys\n"
        "sys.modules['numpy'] = None\n"
        "from sgemm.cli.main import main\n"
        f"main(['report', {str(measured)!r}, '-o', 'report.html'])\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    assert Path("report.html").stat().st_size


def test_json_is_one_document(document, measured):
    found = document("report", measured, "-o", "report.html")
    assert found["file"] == "report.html"
    assert found["bytes"] == Path("report.html").stat().st_size
    (place,) = found["places"]
    assert place["machine"] == "cpu" and place["measurements"] == len(synthetic.SHARES) + 1
    assert found["skipped"] == []


def test_what_cannot_be_done_is_one_line(refused, measured, monkeypatch):
    assert "RESULTS" in refused("report", "-o", "r.html")
    assert "--output" in refused("report", measured)
    assert "machine = 'cuda'" in refused("report", measured, "-o", "x", "--machine", "cuda")
    monkeypatch.setitem(sys.modules, "pygments", None)
    assert "pip install 'sgemm[report]'" in refused("report", measured, "-o", "r.html")
