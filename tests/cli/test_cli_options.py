"""Options that commands share: numbers that are none, and what help says of the machine."""

from __future__ import annotations

import pytest

NUMBERS = (
    ("ladder", "--seconds"),
    ("bench", "--seconds"),
    ("bench", "--relative-error"),
    ("bench", "--time-limit"),
    ("bench", "--warm-up"),
    ("bench", "--sustain"),
    ("compare", "--fail-below"),
    ("compare", "--fail-change-below"),
    ("report", "--peak"),
    ("report", "--bandwidth"),
)


@pytest.mark.parametrize(("command", "option"), NUMBERS)
@pytest.mark.parametrize("word", ["nan", "inf"])
def test_infinity_and_nan_are_no_settings(refused, command, option, word):
    """NaN passes every range of Click's, and every later comparison is false."""
    words = refused(command, option, word)
    assert f"Invalid value for '{option}': " in words


@pytest.mark.parametrize("value", ["1e308", "0"])
def test_a_peak_that_no_hardware_has(refused, value):
    assert "is not in the range 0.0<x<=1000000.0" in refused("report", "--peak", value)


@pytest.mark.parametrize("command", ["compare", "export", "report"])
def test_commands_that_read_results_choose_a_machine_among_them(call, command):
    words = " ".join(call(command, "--help").stdout.split())
    assert "--machine [cpu|cuda] Take only what this machine measured." in words


@pytest.mark.parametrize("resume", [(), ("--resume",)])
def test_a_folder_is_no_file_of_results(refused, tmp_path, resume):
    words = refused("bench", "--sizes", 8, "--output", tmp_path, *resume)
    assert f"output = {str(tmp_path)!r} is a folder: name a file" in words


@pytest.mark.parametrize(
    "command", [("run", "naive", 1, 1, 1), ("verify", "naive"), ("ladder",), ("bench",)]
)
def test_what_commands_that_run_kernels_refuse(refused, command, no_gpu):
    assert "needs a GPU: no libcuda.so.1" in refused(*command, "--machine", "cuda")
    assert "--seed': -1 is not in the range" in refused(*command, "--seed", -1)
    assert "--threads': 0 is not in the range" in refused(*command, "--threads", 0)
