"""What scripts/jax_times.py writes, on the CPU."""

import json
import sys

import jax_times
import pytest


def run(monkeypatch: pytest.MonkeyPatch, *options: str) -> int:
    monkeypatch.setattr(sys, "argv", ["jax_times.py", *options])
    return jax_times.main()


def test_each_program_has_each_contender(monkeypatch, tmp_path):
    file = tmp_path / "times.jsonl"
    options = ("--shapes", "7x5x3", "--rounds", "2", "--seconds", "0.001")
    assert run(monkeypatch, "--out", str(file), *options) == 0
    first, *lines = map(json.loads, file.read_text().splitlines())
    assert first["device"] == "cpu"
    found = {(line["program"], line["contender"]): line for line in lines}
    contenders = ("jax", "sgemm", "sgemm, split")
    assert list(found) == [(p, c) for p in ("7x5x3", "a step of 7x5x3") for c in contenders]
    assert all(line["is_right"] and len(line["samples_us"]) == 2 for line in lines)


def test_after_the_budget_no_shape_is_begun(monkeypatch, tmp_path, capsys):
    file = tmp_path / "times.jsonl"
    options = ("--shapes", "7x5x3", "--budget", "-1")
    assert run(monkeypatch, "--out", str(file), *options) == 0
    assert len(file.read_text().splitlines()) == 1
    assert "no time was left for 7x5x3" in capsys.readouterr().out


def test_wrong_results_are_noticed(monkeypatch, tmp_path, capsys):
    correct = jax_times.products

    def twice():
        by_jax = correct()["jax"]
        return {"jax": by_jax, "wrong": lambda *operands, **_: 2 * by_jax(*operands)}

    monkeypatch.setattr(jax_times, "products", twice)
    options = ("--shapes", "4", "--rounds", "2", "--seconds", "0.001")
    assert run(monkeypatch, "--out", str(tmp_path / "times.jsonl"), *options) == 1
    assert "WRONG" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "value"), [("--shapes", "4x4"), ("--shapes", "4x0x4"), ("--rounds", "1")]
)
def test_bad_options_are_named(monkeypatch, tmp_path, capsys, option, value):
    assert run(monkeypatch, "--out", str(tmp_path / "t.jsonl"), option, value) == 2
    error = capsys.readouterr().err
    assert f"{option} = " in error and value in error
    assert not list(tmp_path.iterdir())
