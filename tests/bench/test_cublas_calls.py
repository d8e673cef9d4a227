"""Which function of cuBLAS is called with what: row-major problems as column-major ones."""

from __future__ import annotations

import contextlib
import ctypes

import pytest

from sgemm.bench import cublas as module
from sgemm.bench.cublas import CublasBaseline
from sgemm.bench.task import make_task
from sgemm.problem import Problem


class Library:
    """Notes every call, with the values of its arguments."""

    def __init__(self):
        self.calls = []

    def __getattr__(self, name):
        def function(*arguments):
            self.calls.append((name, tuple(map(plain, arguments))))
            return 0

        return function


def plain(argument):
    reference = getattr(argument, "_obj", argument)
    return getattr(reference, "value", reference)


class Machine:
    stream_handle = 1

    @contextlib.contextmanager
    def calling(self, what):
        yield

    @contextlib.contextmanager
    def allocate(self, nbytes):
        yield type("Memory", (), {"address": 4096, "nbytes": nbytes})()

    def synchronize(self):
        pass


@pytest.fixture
def library(monkeypatch):
    made = Library()
    monkeypatch.setattr(module, "_load_library", lambda: (made, "libcublas"))
    return made


def called(library, problem):
    with CublasBaseline(Machine()) as baseline:
        library.calls.clear()
        baseline.multiply(problem, 10, 20, 30)
        (call,) = library.calls
    return call


@pytest.mark.parametrize(
    ("transposed", "operations"),
    [((False, False), (0, 0)), ((True, False), (0, 1)), ((False, True), (1, 0))],
)
def test_one_product(library, transposed, operations):
    left, right = transposed
    problem = Problem(3, 4, 5, 2.0, 0.5, 7, 8, 9, left, right)
    name, arguments = called(library, problem)
    assert name == "cublasSgemm_v2"
    # B before A, n before m.
    assert arguments[1:] == (*operations, 4, 3, 5, 2.0, 20, 8, 10, 7, 0.5, 30, 9)


def test_a_batch(library):
    problem = Problem(3, 4, 5, trans_b=True, batch=6, stride_a=0, stride_b=2**33, stride_c=100)
    name, arguments = called(library, problem)
    assert name == "cublasSgemmStridedBatched"
    assert arguments[1:] == (1, 0, 4, 3, 5, 1.0, 20, 5, 2**33, 10, 5, 0, 0.0, 30, 4, 100, 6)


def test_strides_are_of_64_bits(library, monkeypatch):
    kinds = []
    monkeypatch.setattr(
        module.ctypes, "c_longlong", lambda value: kinds.append(value) or ctypes.c_int64(value)
    )
    called(library, Problem(3, 4, 5, batch=2))
    assert kinds == [20, 15, 12]


def test_a_task(library):
    with CublasBaseline(Machine()) as baseline:
        library.calls.clear()
        baseline.multiply(make_task((3, 4, 5), "tt", batch=2).problem, 10, 20, 30)
    assert library.calls[0][0] == "cublasSgemmStridedBatched"
    assert library.calls[0][1][1:3] == (1, 1)
