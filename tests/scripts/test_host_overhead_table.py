"""The tables in docs are those of the committed measurements of the host's time."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import host_overhead  # noqa: E402

from sgemm.bench.parquet import read_lines  # noqa: E402

RESULTS = ROOT / "results" / "h200"
PAGES = {"host_overhead": "library.md", "torch_overhead": "pytorch.md"}
"""Files of results, and the pages that have their tables."""


@pytest.mark.parametrize("name", PAGES)
def test_the_page_has_the_table_of_the_committed_file(name):
    page = (ROOT / "docs" / PAGES[name]).read_text()
    between = page.split(f"<!-- {name} -->")[1].split(f"<!-- /{name} -->")[0]
    assert between.strip() == host_overhead.table_of(RESULTS / f"{name}.parquet"), (
        "python3 scripts/host_overhead.py --table prints what belongs there"
    )


@pytest.mark.parametrize("name", PAGES)
def test_medians_are_those_of_the_samples(name):
    for line in read_lines(RESULTS / f"{name}.parquet")[1:]:
        samples = sorted(line["samples_us"])
        half = len(samples) // 2
        median = (samples[half] + samples[~half]) / 2
        assert abs(line["median_us"] - median) < 0.01


def test_measurements_are_not_replaced_unasked(tmp_path, monkeypatch, capsys):
    file = tmp_path / "host_overhead.parquet"
    kept = (RESULTS / "host_overhead.parquet").read_bytes()
    file.write_bytes(kept)
    monkeypatch.setattr(host_overhead, "contenders", lambda size: {"nothing": lambda: None})
    monkeypatch.setattr(sys, "argv", ["host_overhead", "--out", str(file)])
    assert host_overhead.main() == 2
    assert "holds measurements" in capsys.readouterr().err
    assert file.read_bytes() == kept
