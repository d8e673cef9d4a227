"""The round of measurements on a GPU: what it would call, which is found out without one."""

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from sgemm.bench.sets import MEASURABLE
from sgemm.cli import bench

SCRIPT = Path(__file__).parents[2] / "scripts/gpu_bench.sh"


@pytest.fixture
def called(tmp_path):
    """Return what runs the script with a stand-in for Python, and reads its command lines."""
    log, stand_in = tmp_path / "log", tmp_path / "python"
    stand_in.write_text(f'#!/bin/sh\necho "$*" >> {shlex.quote(str(log))}\nexit ${{STATUS:-0}}\n')
    stand_in.chmod(0o755)

    def run(*arguments, status=0, **variables):
        log.unlink(missing_ok=True)
        command = [str(SCRIPT), str(tmp_path / "out"), *map(str, arguments)]
        environment = {**os.environ, "PYTHON": str(stand_in), **variables}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == status, done.stderr
        return [line.split() for line in log.read_text().splitlines()] if log.exists() else []

    return run


def options_of(words):
    assert words[:3] == ["-m", "sgemm", "bench"]
    return bench.command.make_context("bench", words[3:]).params


def test_every_part_is_a_call_of_bench(called):
    found = {}
    for words in called(4000):
        options = options_of(words)
        assert options["resume"] and options["machine"] == "cuda"
        assert options["budget"] > 0
        found[Path(options["output"]).stem] = options
    assert set(MEASURABLE) < set(found)
    for name in MEASURABLE:
        assert found[name]["sets"] == (name,)
        assert "cublas" not in (found[name]["contenders"] or "")
    assert list(found)[-3:] == ["ladder", "replays_by_size", "sweep"]
    for name in list(found)[-3:]:
        assert found[name]["contenders"].startswith("cublas,")
    # The last part gets the rest.
    assert found["sweep"]["budget"] > 3900 > sum(found[name]["budget"] for name in MEASURABLE)


def test_what_fails_and_what_has_no_time(called):
    assert len(called(PARTS="random ladder", STATUS="1", status=1)) == 2
    assert called(10, status=1) == []
