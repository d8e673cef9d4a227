"""The program called in this process, as a user calls it, in an empty folder."""

import dataclasses
import importlib
import json
import os
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

import tuning_fakes
from sgemm.bench import campaign, tuning
from sgemm.cli.main import main
from sgemm.kernels import catalogue
from sgemm.machines import select
from sgemm.machines.probe import DriverStatus
from sgemm.planning import candidates, known

ABSENT = DriverStatus((), None, "no libcuda.so.1: no NVIDIA driver is installed")

Call = Callable[..., Result]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    """Run every test in an empty folder, so that what it leaves there shows."""
    folder = tmp_path / "empty"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))  # of a quiet computer
    return folder


@pytest.fixture
def call():
    """Return what calls the program and checks its status.

    No result may have colours or a traceback in it.
    """

    def run(*arguments, status=0):
        result = CliRunner().invoke(main, [str(argument) for argument in arguments])
        assert result.exit_code == status, result.output
        assert "\x1b" not in result.output
        assert "Traceback" not in result.output
        return result

    return run


@pytest.fixture
def said(call):
    """Return what calls the program and gives its words without the breaks between lines."""
    return lambda *arguments, status=0: " ".join(call(*arguments, status=status).stdout.split())


@pytest.fixture
def document(call):
    """Return what calls the program with --json and reads its one document, strictly."""

    def refuse(word):
        raise AssertionError(f"{word} is not JSON")

    def run(*arguments, status=0):
        return json.loads(call(*arguments, "--json", status=status).stdout, parse_constant=refuse)

    return run


@pytest.fixture
def refused(call, empty_folder):
    """Return what calls the program and expects one line on standard error, and no new file."""

    def run(*arguments, status=2):
        before = sorted(empty_folder.rglob("*"))
        result = call(*arguments, status=status)
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        assert result.stderr.endswith("\n")
        assert "this is a bug" not in result.stderr
        assert sorted(empty_folder.rglob("*")) == before
        return result.stderr

    return run


@pytest.fixture
def no_gpu(monkeypatch):
    """Hide the GPU, if there is one."""
    for module in ("sgemm.cli.ladder", "sgemm.cli.doctor"):
        monkeypatch.setattr(importlib.import_module(module), "driver_status", lambda: ABSENT)
    monkeypatch.setattr(select, "driver_status", lambda: ABSENT)


def forget_kernels():
    """Let catalogue and planning read the kernels again."""
    for table in (catalogue.kernels, candidates.runnable, candidates.shipped):
        table.cache_clear()


@pytest.fixture
def gpu(monkeypatch, tmp_path):
    """Have ``sgemm tune`` find a GPU that only tells figures, and a folder for what it keeps."""
    found = tuning_fakes.Gpu()
    monkeypatch.setenv("SGEMM_DATA_DIR", str(tmp_path / "data"))
    for place in ("options", "explain"):  # which has a name of its own for it
        monkeypatch.setattr(f"sgemm.cli.{place}.make_machine", lambda *_: found.machine)
    monkeypatch.setattr("sgemm.cli.tune.open_fixture", found.open_fixture)
    monkeypatch.setattr("sgemm.cli.tune.IDLE_SECONDS", 0.0)
    monkeypatch.setattr(campaign, "run", found.run)
    monkeypatch.setattr(tuning, "prepare_kernels", lambda *_: None)
    monkeypatch.setattr(tuning, "PROBLEMS", {"general": 18, "long_k": 2})
    monkeypatch.setattr(tuning, "ROUNDS", 2)
    monkeypatch.setattr(tuning, "refitted", tuning_fakes.refitted)
    known.forget()
    yield found
    known.forget()


@pytest.fixture
def change_rung(monkeypatch, tmp_path):
    """Return what edits the source of a rung, so that what runs is really another kernel."""

    def change(name, old, new):
        module = catalogue.module_of(name)
        kernel = module.KERNEL
        text = kernel.source.read_text()
        assert old in text
        source = tmp_path / kernel.source.name
        source.write_text(text.replace(old, new))
        monkeypatch.setattr(module, "KERNEL", dataclasses.replace(kernel, source=source))
        forget_kernels()

    yield change
    monkeypatch.undo()
    forget_kernels()


@pytest.fixture
def wrong_ptx_naive(change_rung):
    """Let a rung begin its sums at 1."""
    old, new = "mov.f32                 %sum, 0f00000000", "mov.f32 %sum, 0f3F800000"
    change_rung("ptx_naive", old, new)
