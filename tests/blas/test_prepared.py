"""Preparations: what they depend on, and that they are found again."""

import pytest

from numpy_machine import NumpyMachine
from sgemm.blas.geometry import packed_stack
from sgemm.blas.prepared import kind_of, prepared
from sgemm.kernels.kernel import Alignment
from sgemm.machines import resident
from sgemm.machines.resident import residency

A, B, C = packed_stack((8, 4)), packed_stack((4, 6)), packed_stack((8, 6))


def alignment(stacks, addresses, alpha=1.0):
    return kind_of(stacks, addresses, alpha, 0.0, "auto").alignment


def test_alignment_is_what_is_left_of_the_addresses():
    assert alignment((A, B, C), (256, 260, 264)) == Alignment(0, 4, 8)


def test_alignment_goes_with_the_operands_that_are_exchanged():
    by_columns = packed_stack((6, 8)).transposed()
    assert alignment((A, B, by_columns), (256, 260, 264)) == Alignment(4, 0, 8)


def test_launches_that_start_at_different_places_count_as_aligned_to_elements():
    a, b = packed_stack((2, 1, 3, 1)), packed_stack((1, 2, 1, 6))
    c = packed_stack((2, 2, 3, 6))
    assert alignment((a, b, c), (256, 256, 256)) == Alignment(0, 4, 4)


def test_what_is_not_read_is_aligned_to_everything():
    assert alignment((A, B, C), (1, 2, 264), alpha=0.0) == Alignment(0, 0, 8)


def test_preparations_are_kept_and_the_oldest_let_go(monkeypatch):
    machine = NumpyMachine()
    monkeypatch.setattr(resident, "KEPT_PREPARATIONS", 2)

    def made(alpha):
        return prepared(machine, "naive", (A, B, C), (0, 0, 0), alpha, 0.0)

    first, second = made(1.0), made(2.0)
    assert made(1.0) is first
    assert made(2.0) is second
    assert first is not second
    made(3.0)
    assert len(residency(machine).prepared) == 2
    assert made(2.0) is second
    assert made(1.0) is not first
    assert machine.loads == ["naive"]


def test_a_forked_process_has_a_residency_of_its_own(monkeypatch):
    machine = NumpyMachine()
    before = residency(machine)
    assert residency(machine) is before
    with monkeypatch.context() as patch:
        patch.setattr(resident.os, "getpid", lambda: -1)
        other = residency(machine)
        assert other is not before
        assert residency(machine) is other


@pytest.mark.parametrize("number", [0, 1])
def test_each_gpu_has_one_machine(monkeypatch, number):
    made = []

    def select(name, **options):
        made.append((name, options))
        machine = NumpyMachine(device=(2, options.get("device", 0)))
        machine.name = name
        return machine

    monkeypatch.setattr(resident, "_kept", resident._Kept())
    monkeypatch.setattr(resident, "select_machine", select)
    first = resident.resident_gpu(number)
    assert resident.resident_gpu(number) is first
    assert first.device == (2, number)
    assert len(made) == 1
    assert (resident.resident_machine("cuda") is first) == (number == 0)
