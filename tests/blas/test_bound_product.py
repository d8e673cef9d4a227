"""Bound products: what their key depends on, and that they are found again."""

import numpy as np
import pytest

import sgemm
from numpy_machine import NumpyMachine
from sgemm import planning
from sgemm.arrays.view import packed_view
from sgemm.blas import bound_product
from sgemm.blas.batching import plan_key
from sgemm.blas.bound_product import find_or_bind
from sgemm.errors import RequirementError
from sgemm.kernels.kernel import Alignment
from sgemm.machines import resident
from sgemm.machines.resident import residency

A, B, C = packed_view((8, 4)), packed_view((4, 6)), packed_view((8, 6))


@pytest.mark.parametrize(
    ("views", "addresses", "alpha", "expected"),
    [
        ((A, B, C), (256, 260, 264), 1.0, Alignment(0, 4, 8)),
        # A result by columns exchanges the operands.
        ((A, B, packed_view((6, 8)).mT), (256, 260, 264), 1.0, Alignment(4, 0, 8)),
        # Several launches that start at different places count as aligned to elements.
        (
            (packed_view((2, 1, 3, 1)), packed_view((1, 2, 1, 6)), packed_view((2, 2, 3, 6))),
            (256, 256, 256),
            1.0,
            Alignment(0, 4, 4),
        ),
        # What is not read is aligned to everything.
        ((A, B, C), (1, 2, 264), 0.0, Alignment(0, 0, 8)),
    ],
)
def test_alignment_is_that_of_the_addresses_modulo_16(views, addresses, alpha, expected):
    placed = (view._replace(address=at) for view, at in zip(views, addresses, strict=True))
    assert plan_key(*placed, None, alpha, 0.0, "auto").alignment == expected


def test_what_was_bound_is_kept_and_the_oldest_let_go(monkeypatch):
    machine = NumpyMachine()
    monkeypatch.setattr(resident, "KEPT_PRODUCTS", 2)

    def made(alpha):
        return find_or_bind(machine, plan_key(A, B, C, None, alpha, 0.0, "naive"))

    first, second = made(1.0), made(2.0)
    assert made(1.0) is first
    assert made(2.0) is second
    assert first is not second
    made(3.0)
    assert len(residency(machine).products) == 2
    assert made(2.0) is second
    assert made(1.0) is not first
    assert machine.loads == ["naive"]


def test_that_no_kernel_is_right_is_looked_for_once(monkeypatch):
    planned = []

    def make_plan(problem, *others):
        planned.append(problem.types)
        return planning.plan(problem, *others)

    monkeypatch.setattr(bound_product, "make_plan", make_plan)
    machine, half, b = NumpyMachine(), np.ones((40, 4), np.float16), np.ones((4, 36), np.float32)
    for _ in range(3):
        assert (sgemm.matmul(half, b, machine=machine) == 4.0).all()
    assert planned == [("float16", "float32"), ("float32", "float32")]
    key = plan_key(A, B, C, None, 1.0, 0.0, "stream_k_tma")  # rows of B are 24 bytes long
    words = []
    for _ in range(2):
        with pytest.raises(RequirementError) as found:
            find_or_bind(machine, key)
        words.append(str(found.value))
    assert words[0] == words[1] and len(planned) == 3
    kept = residency(machine).products[key]
    assert kept is not found.value and kept.__traceback__ is None


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
