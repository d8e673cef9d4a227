"""Kernels made ready before anything is timed: how far that is, and when it ends."""

import contextlib
import multiprocessing
import time
from types import SimpleNamespace

import pytest

from sgemm.bench import campaign, kernel_pool
from sgemm.bench.campaign import Job
from sgemm.bench.contenders import KernelContender
from sgemm.bench.fixture import Fixture
from sgemm.bench.kernel_pool import KernelPool
from sgemm.kernels.catalogue import find
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.toolchain.side_by_side import build_all

KERNELS = [find("naive"), find("coalesced"), find("shared_tile")]


@pytest.fixture
def pool(monkeypatch):
    """Return a pool that compiles nothing: what is built and loaded is the kernel itself."""
    machine = CpuMachine(threads=1)
    monkeypatch.setattr(kernel_pool, "build", lambda kernel, *_, **__: kernel)
    monkeypatch.setattr(kernel_pool, "is_kept", lambda *_: True)
    monkeypatch.setattr(machine, "load", lambda made: made)
    return KernelPool(machine)


@pytest.mark.parametrize(
    ("machine", "resources", "parts"),
    [
        ("cpu", True, {"ptx": True, "cubin": True}),
        ("cpu", False, {"ptx": True, "cubin": False}),
        ("cuda", True, {"ptx": False, "cubin": True}),
        ("cuda", False, {"ptx": False, "cubin": True}),
    ],
)
def test_what_is_built_is_what_runs_and_what_is_asked_for(monkeypatch, machine, resources, parts):
    """Where machine code is not wanted, no process compiles it beforehand either."""
    built, beforehand = [], []
    monkeypatch.setattr(kernel_pool, "build", lambda *_, **asked: built.append(asked))
    monkeypatch.setattr(kernel_pool, "build_all", lambda *_: beforehand.append(True))
    monkeypatch.setattr(kernel_pool, "is_kept", lambda *_: False)
    stand_in = SimpleNamespace(name=machine, architecture=90, load=lambda made: made)
    KernelPool(stand_in, resources=resources).prepare(KERNELS)
    assert built == [parts] * len(KERNELS)
    assert bool(beforehand) == parts["cubin"]


def test_at_its_deadline_nothing_more_is_compiled_or_loaded(pool, monkeypatch):
    clock, beforehand = [0.0], []
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(kernel_pool, "is_kept", lambda *_: False)
    monkeypatch.setattr(kernel_pool, "build_all", lambda *given: beforehand.append(given))

    def load(made):
        clock[0] += 1.0
        return made

    monkeypatch.setattr(pool.machine, "load", load)
    said = []
    pool.prepare(KERNELS, said.append, until=2.0)
    assert (beforehand[0][0], beforehand[0][-1]) == (KERNELS, 2.0)
    assert said == ["compiled naive", "compiled coalesced"]
    assert pool.missing(KERNELS) == KERNELS[2:]
    pool.prepare(KERNELS, said.append)
    assert said[2:] == ["compiled shared_tile"] and pool.missing(KERNELS) == []


def test_compilers_are_ended_at_their_deadline():
    done = []
    begin = time.monotonic()
    build_all(KERNELS, 90, done.append, until=begin)
    assert done == [] and multiprocessing.active_children() == []


def test_progress_is_of_the_kernels_that_are_not_loaded_yet(pool):
    fixture = Fixture(pool.machine, "cold L2", None, {})
    object.__setattr__(fixture, "kernel_pool", pool)
    problem, counts, said = Problem(8, 8, 8), [], []

    @contextlib.contextmanager
    def compiling(count):
        counts.append(count)
        yield said.append

    def jobs(kernels):
        contenders = [KernelContender(pool, kernel, None) for kernel in kernels]
        return [Job(problem, tuple(contenders), ())] * 2

    campaign.prepare_kernels(fixture, jobs(KERNELS[:2]), compiling=compiling)
    campaign.prepare_kernels(fixture, jobs(KERNELS), compiling=compiling)
    campaign.prepare_kernels(fixture, jobs(KERNELS), compiling=compiling)
    assert counts == [2, 1]
    assert said == [f"compiled {kernel.name}" for kernel in KERNELS]
