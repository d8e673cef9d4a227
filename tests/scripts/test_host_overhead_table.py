"""The tables in docs are those of the committed measurements of the host's time."""

import sys
from pathlib import Path

import host_overhead

from sgemm.bench.parquet import read_lines

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "results" / "h200"
FILE = RESULTS / "host_overhead.parquet"
PAGES = {"host_overhead": "results.md", "torch_overhead": "pytorch.md"}
"""Marks of the tables, and the pages that have them."""


def test_the_pages_have_the_tables_of_the_committed_file():
    tables = host_overhead.tables(read_lines(FILE))
    for (mark, name), table in zip(PAGES.items(), tables, strict=True):
        page = (ROOT / "docs" / name).read_text()
        between = page.split(f"<!-- {mark} -->")[1].split(f"<!-- /{mark} -->")[0]
        assert between.strip() == table, "host_overhead.py --table prints what belongs there"


def test_medians_are_those_of_the_samples():
    for line in read_lines(FILE)[1:]:
        samples = sorted(line["samples_us"])
        half = len(samples) // 2
        median = (samples[half] + samples[~half]) / 2
        assert abs(line["median_us"] - median) < 0.01


def test_measurements_are_not_replaced_unasked(tmp_path, monkeypatch, capsys):
    file = tmp_path / "host_overhead.parquet"
    kept = FILE.read_bytes()
    file.write_bytes(kept)
    monkeypatch.setattr(host_overhead, "contenders", lambda size: {"nothing": lambda: None})
    monkeypatch.setattr(sys, "argv", ["host_overhead", "--out", str(file)])
    assert host_overhead.main() == 2
    assert "holds measurements" in capsys.readouterr().err
    assert file.read_bytes() == kept
