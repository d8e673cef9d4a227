"""Workspaces: one for each order of work, freed only when nothing can be using them."""

import multiprocessing
import os
import threading

import pytest

from numpy_machine import NumpyMachine
from sgemm.errors import MachineError
from sgemm.kernels.schedule import Workspace
from sgemm.machines import workspaces
from sgemm.machines.workspaces import Workspaces

SIZE = Workspace(100, 10)


@pytest.fixture
def machine():
    return NumpyMachine()


def test_streams_and_graphs_have_their_own(machine):
    kept = Workspaces()
    first = kept.addresses(machine, SIZE, 77)
    assert kept.addresses(machine, SIZE, 88) != first
    assert kept.addresses(machine, SIZE, 77) == first
    assert kept.addresses(machine, Workspace(50, 5), 77) == first
    machine.graphs = {77: 1}
    captured = kept.addresses(machine, SIZE, 77)
    assert captured != first
    machine.graphs = {}
    assert kept.addresses(machine, SIZE, 77) == first
    assert kept.addresses(machine, SIZE, None) not in (first, captured)
    assert machine.waits == []


def test_a_reserved_one_goes_to_the_first_that_asks(machine):
    kept = Workspaces()
    kept.reserve(machine, SIZE)
    reserved = set(machine.live)
    assert set(kept.addresses(machine, SIZE, 77)) == reserved
    assert set(kept.addresses(machine, SIZE, 88)).isdisjoint(reserved)
    kept.reserve(machine, Workspace())
    assert len(machine.live) == 4


def test_growing_waits_for_the_machine_and_has_a_reserve(machine):
    kept = Workspaces()
    small = kept.addresses(machine, SIZE, 77)
    large = kept.addresses(machine, Workspace(101, 11), 77)
    assert machine.waits == [None]
    assert set(machine.live) == set(large)
    assert small != large
    assert kept.addresses(machine, Workspace(128, 16), 77) == large


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        (0, 1, 1),
        (5, 5, 5),
        (9, 3, 9),
        (100, 101, 128),
        (1, 2**24 - 1, 2**24),
        (2**24, 2**24 + 1, 2**25),
        (2**25, 5 * 2**24 - 3, 5 * 2**24),
    ],
)
def test_large_workspaces_are_not_doubled(old, new, kept):
    assert workspaces._grown(old, new) == kept


def test_nothing_is_freed_while_a_graph_is_captured_or_may_run(machine):
    kept = Workspaces()
    machine.graphs = {77: 1}
    first = kept.addresses(machine, SIZE, 77)
    second = kept.addresses(machine, Workspace(1000, 10), 77)
    assert machine.waits == []
    machine.graphs = {}
    kept.addresses(machine, SIZE, 77)
    kept.addresses(machine, Workspace(1000, 10), 77)
    assert set(first) | set(second) <= set(machine.live)


def test_what_cannot_be_waited_for_is_freed_later(machine, monkeypatch):
    kept = Workspaces()
    kept.addresses(machine, SIZE, 77)

    def refuse(stream):
        raise MachineError("a graph is being captured")

    with monkeypatch.context() as patch:
        patch.setattr(machine, "wait", refuse)
        kept.addresses(machine, Workspace(1000, 10), 77)
        assert len(machine.live) == 4
    kept.addresses(machine, Workspace(5000, 10), 77)
    assert len(machine.live) == 2


def test_the_workspace_that_was_used_longest_ago_goes_first(machine, monkeypatch):
    monkeypatch.setattr(workspaces, "MOST_STREAMS", 2)
    kept = Workspaces()
    busy, idle = (kept.addresses(machine, SIZE, stream) for stream in (77, 88))
    assert kept.addresses(machine, SIZE, 77) == busy
    kept.addresses(machine, SIZE, 99)
    assert set(busy) <= set(machine.live)
    assert set(idle).isdisjoint(machine.live)


def test_closing_frees_everything(machine):
    kept, other = Workspaces(), Workspaces()
    kept.addresses(machine, SIZE, 77)
    kept.reserve(machine, SIZE)
    other.addresses(machine, SIZE, 77)
    kept.take_over(other)
    assert len(machine.live) == 6
    kept.close(machine)
    assert machine.live == {}
    other.close(machine)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_has_workspaces_and_locks_of_its_own(machine):
    kept = Workspaces()
    before = kept.addresses(machine, SIZE, 77)

    def work():
        with kept.lock:
            after = kept.addresses(machine, SIZE, 77)
        # What the other process was computing has left counters that are not zero.
        os._exit(0 if set(after).isdisjoint(before) and set(before) < set(machine.live) else 1)

    child = multiprocessing.get_context("fork").Process(target=work)
    holds, forked = threading.Event(), threading.Event()

    def hold():
        with kept.lock:
            holds.set()
            forked.wait(60)

    thread = threading.Thread(target=hold)
    thread.start()
    holds.wait(60)
    child.start()
    forked.set()
    thread.join()
    child.join(60)
    if child.is_alive():
        child.kill()
        child.join()
    assert child.exitcode == 0
    assert kept.addresses(machine, SIZE, 77) == before
