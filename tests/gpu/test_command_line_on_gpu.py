"""The command line on a GPU: cuBLAS as the baseline, cold caches, and no notice about times."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sgemm.cli.main import main

RUNGS = ("naive", "texture_loads", "ptx_naive")


def document(*arguments: object) -> Any:
    result = CliRunner().invoke(main, [str(argument) for argument in (*arguments, "--json")])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.usefixtures("gpu")
def test_ladder(tmp_path: Path) -> None:
    options = ("--size", "256,129x65x70", "--rungs", ",".join(RUNGS), "--seconds", 0)
    found = document("ladder", *options, "--output", tmp_path)
    assert found["machine"]["name"] == "cuda"
    assert found["notice"] is None
    assert found["protocol"] == "cold L2"
    assert [row["name"] for row in found["baselines"]] == ["cublas fp32"] * 2
    assert all(row["verified"] for row in found["baselines"])
    outcomes = [(rung["name"], rung["verified"]) for rung in found["rungs"]]
    assert outcomes[:3] == [(name, True) for name in RUNGS]
    assert outcomes[3:] == [("naive", True), ("texture_loads", None), ("ptx_naive", True)]
    assert all(rung["baseline_ratio"] > 0 for rung in found["rungs"][:3])
    assert (tmp_path / "results.jsonl").stat().st_size > 0


@pytest.mark.usefixtures("gpu")
def test_run_and_verify() -> None:
    found = document("run", "5", 130, 70, 50, "--alpha", 2, "--beta", 0.5, "--ldc", 75)
    assert found["verified"] is True
    assert found["baseline"]["verified"] is True
    assert document("verify", "5", "ptx_naive", "--quick")["holds"] is True


@pytest.mark.usefixtures("gpu")
def test_doctor() -> None:
    findings = {finding["name"]: finding for finding in document("doctor")["findings"]}
    assert findings["GPU"]["present"] is True
    assert findings["cuda machine"]["present"] is True
