"""Which function of cuBLAS is called with what: row-major problems as column-major ones."""

import contextlib

import pytest

from sgemm.bench import cublas as module
from sgemm.bench.cublas import CublasBaseline
from sgemm.errors import MachineError
from sgemm.problem import Problem


class Library:
    """Notes every call, with its arguments as the types of the parameters leave them."""

    def __init__(self):
        self.calls = []

    def __getattr__(self, name):
        def function(*arguments):
            self.calls.append((name, tuple(map(plain, function.argtypes, arguments))))
            return 0

        setattr(self, name, function)
        return function


def plain(kind, argument):
    reference = getattr(argument, "_obj", argument)
    return reference.value if hasattr(reference, "value") else kind(reference).value


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
    monkeypatch.setattr(module, "_load_library", lambda: made)
    return made


def called(library, problem, method="multiply"):
    with CublasBaseline(Machine()) as baseline:
        library.calls.clear()
        getattr(baseline, method)(problem, 10, 20, 30)
        (call,) = library.calls
    return call


def test_a_refusal_says_which_status_it_was(library):
    with CublasBaseline(Machine()) as baseline:
        library.cublasSgemm_v2 = lambda *_: 13
        library.cublasGetStatusName = lambda status: b"FAILED_%d" % status.value
        library.cublasGetStatusString = lambda _: None
        with pytest.raises(MachineError, match="cublasSgemm_v2 returned FAILED_13: status 13"):
            baseline.multiply(Problem(1, 1, 1), 10, 20, 30)


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


@pytest.mark.parametrize(
    ("batch", "function", "strides"),
    [
        (1, "cublasDgemm_v2", ((), (), ())),
        (6, "cublasDgemmStridedBatched", ((20,), (15,), (12, 6))),
    ],
)
def test_references_are_the_same_in_double_precision(library, batch, function, strides):
    problem = Problem(3, 4, 5, trans_a=True, batch=batch)
    name, arguments = called(library, problem, "multiply_double")
    assert name == function
    of_b, of_a, of_c = strides
    operands = (20, 4, *of_b, 10, 3, *of_a, 0.0, 30, 4, *of_c)
    assert arguments[1:] == (0, 1, 4, 3, 5, 1.0, *operands)
