"""What scripts/torch_sums.py writes, with graphs and times that a stand-in has."""

import json
import sys

import pytest
import torch
import torch_sums


def run(monkeypatch, *options):
    monkeypatch.setattr(sys, "argv", ["torch_sums.py", *options])
    return torch_sums.main()


@pytest.fixture
def stand_in(monkeypatch):
    """Compute on the CPU; a graph is the name of its contender, and takes as long as that says."""
    monkeypatch.setattr(torch_sums, "DEVICE", "cpu")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "a stand-in")
    named = {add: name for name, add in torch_sums.contenders().items()}

    def captured(add, calls):
        return named.get(add, "sgemm"), [add(*call) for call in calls]

    monkeypatch.setattr(torch_sums, "captured", captured)
    monkeypatch.setattr(torch_sums, "sample", lambda name, *_: {"torch": 3.0, "sgemm": 2.0}[name])


OPTIONS = ("--shapes", "7x5x3", "--rounds", "4", "--copies", "0.001")


def test_each_sum_has_both_contenders(monkeypatch, tmp_path, stand_in):
    file = tmp_path / "sums.jsonl"
    assert run(monkeypatch, "--out", str(file), *OPTIONS) == 0
    first, *lines = map(json.loads, file.read_text().splitlines())
    assert first["device"] == "a stand-in"
    found = [(line["adds"], line["contender"], line["median_us"]) for line in lines]
    assert found == [
        (adds, contender, microseconds)
        for adds in ("bias", "matrix")
        for contender, microseconds in (("torch", 3.0), ("sgemm", 2.0))
    ]
    assert all(line["is_right"] and len(line["samples_us"]) == 4 for line in lines)
    assert all((line["m"], line["n"], line["k"]) == (7, 5, 3) for line in lines)


def test_wrong_results_are_noticed(monkeypatch, tmp_path, capsys, stand_in):
    wrong = {"torch": torch.addmm, "sgemm": lambda c, a, b: torch.mm(a, b)}
    monkeypatch.setattr(torch_sums, "contenders", lambda: wrong)
    assert run(monkeypatch, "--out", str(tmp_path / "sums.jsonl"), *OPTIONS) == 1
    assert "WRONG" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "value"), [("--shapes", "4x4"), ("--shapes", "4x0x4"), ("--rounds", "1")]
)
def test_bad_options_are_named(monkeypatch, tmp_path, capsys, option, value):
    assert run(monkeypatch, "--out", str(tmp_path / "t.jsonl"), option, value) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"torch_sums.py: {option} = ") and value in error
