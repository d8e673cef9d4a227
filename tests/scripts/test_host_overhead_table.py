"""The table of docs/library.md is that of the committed measurement of the host's time."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import host_overhead  # noqa: E402

from sgemm.bench.parquet import read_lines  # noqa: E402

RESULT = ROOT / "results" / "h200" / "host_overhead.parquet"
BEGIN, END = "<!-- host_overhead -->", "<!-- /host_overhead -->"


def test_the_page_has_the_table_of_the_committed_file():
    page = (ROOT / "docs" / "library.md").read_text()
    between = page.split(BEGIN)[1].split(END)[0]
    assert between.strip() == host_overhead.table_of(RESULT), (
        "python3 scripts/host_overhead.py --table prints what belongs there"
    )


def test_medians_are_those_of_the_samples():
    for line in read_lines(RESULT)[1:]:
        samples = sorted(line["samples_us"])
        half = len(samples) // 2
        median = (samples[half] + samples[~half]) / 2
        assert abs(line["median_us"] - median) < 0.01


def test_measurements_are_not_replaced_unasked(tmp_path, monkeypatch, capsys):
    file = tmp_path / "host_overhead.parquet"
    file.write_bytes(RESULT.read_bytes())
    monkeypatch.setattr(host_overhead, "contenders", lambda size: {"nothing": lambda: None})
    monkeypatch.setattr(sys, "argv", ["host_overhead", "--out", str(file)])
    assert host_overhead.main() == 2
    assert "holds measurements" in capsys.readouterr().err
    assert file.read_bytes() == RESULT.read_bytes()
