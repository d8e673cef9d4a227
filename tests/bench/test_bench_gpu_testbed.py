"""Inputs, reference and judge of a GPU, whose kernels run on the cpu machine here."""

import contextlib

import numpy as np
import pytest
from scripted_contenders import matrices, view
from stand_in_gpu import double_product

from inputs_of_gpu import uniform_signed
from sgemm.bench.gpu.buffer_pool import BufferPool
from sgemm.bench.gpu.testbed import gpu_testbed
from sgemm.bench.sizes import make_problem
from sgemm.errors import MachineError
from sgemm.verify.check import Case, judge
from sgemm.verify.inputs import Operands
from sgemm.verify.reference import reference
from sgemm.verify.tolerance import Tolerance


def bits(x):
    return np.ascontiguousarray(x).view(np.uint32)


@pytest.mark.parametrize("layout", ["nn", "tt"])
def test_inputs_are_those_of_the_host_bit_by_bit(tools, layout):
    problem = make_problem((20, 24, 17), layout, beta=1.0, padding=(3, 0, 2))
    with gpu_testbed(tools, problem, 5, double_product) as testbed:
        for seed in (5, 6):
            testbed.renew(seed)
            A, B, C = matrices(testbed)
            stored = (A.T, B.T) if layout == "tt" else (A, B)
            for index, found in enumerate((*stored, C)):
                assert np.array_equal(bits(found), bits(uniform_signed(seed, index, *found.shape)))


def test_inputs_are_uniform_and_differ():
    one = uniform_signed(0, 0, 300, 300)
    assert one.min() >= -1.0 and one.max() < 1.0
    assert abs(one.mean()) < 0.01
    assert one.std() == pytest.approx(1 / np.sqrt(3), rel=0.01)
    for other in (uniform_signed(0, 1, 300, 300), uniform_signed(1, 0, 300, 300)):
        assert np.mean(one == other) < 0.001
        assert abs(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < 0.02


@pytest.mark.parametrize(("alpha", "beta"), [(1.0, 0.0), (-1.5, 0.5), (0.0, 2.0), (0.0, 0.0)])
def test_the_judge_agrees_with_the_one_on_the_host(tools, alpha, beta):
    problem = make_problem((33, 41, 29), "nn", alpha, beta, (1, 2, 3))
    with gpu_testbed(tools, problem, 3, double_product) as testbed:
        A, B, C = matrices(testbed)
        testbed.restore()
        before = C.copy()
        operands = operands_of(testbed)
        operands.C[...] = before
        case = Case(operands, "uniform_signed", 3, reference(problem, operands))
        result = np.float32(beta) * before if beta else np.zeros_like(before)
        if alpha:
            result = result + np.float32(alpha) * (A @ B)
        C[...] = result
        testbed.snapshot()
        found = testbed.judged()
        storage = operands.c.copy()
        Operands(problem, operands.a, operands.b, storage).C[...] = result
        expected = judge(case, storage)
    assert found.passed and expected.passed
    for name in ("elements", "rms", "maximum", "mean", "percentile"):
        one, other = getattr(found.error, name), getattr(expected.error, name)
        assert one == pytest.approx(other, rel=1e-6, abs=1e-12), name
    assert (found.error.worst, found.tolerance) == (expected.error.worst, expected.tolerance)


@pytest.mark.parametrize("layout", ["nn", "nt", "tn", "tt"])
def test_the_judge_sees_every_product_of_a_batch(tools, layout):
    problem = make_problem((9, 11, 7), layout, padding=(1, 0, 3), batch=3)
    with gpu_testbed(tools, problem, 2, double_product) as testbed:
        operands = operands_of(testbed)
        products = [one.A @ one.B for one in operands.products()]
        C = matrices(testbed)[2].reshape(3, 9, 11)
        testbed.restore()
        stale = C.copy()
        C[...] = products
        testbed.snapshot()
        found = testbed.judged()
        assert found.passed, found.reason
        assert found.error.elements == 3 * 9 * 11
        # The products in another order.
        C[...] = products[::-1]
        testbed.snapshot()
        assert not testbed.judged().passed
        # The last one was left out.
        C[...] = [*products[:2], stale[2]]
        testbed.snapshot()
        assert "99 of 297 elements of C still hold" in testbed.judged().reason
        C[...] = products
        operands.a[-1] += 1
        testbed.snapshot()
        assert "changed its input A" in testbed.judged().reason


@pytest.mark.parametrize(
    ("which", "place", "words"),
    [
        (2, -500, "it wrote before C, 500 elements before its first"),
        (2, 16 * 19 + 2000, "it wrote past the end of C, first 2003 after it"),
        (0, -1, "it changed its input A, first at element -1"),
        (1, 16 * 16 + 9, "it changed its input B, first at element 265"),
    ],
)
def test_writes_around_the_matrices_are_seen(tools, which, place, words):
    problem = make_problem((16, 16, 16), padding=(0, 0, 3))
    with gpu_testbed(tools, problem, 0, double_product) as testbed:
        A, B, C = matrices(testbed)
        C[...] = A @ B
        testbed.snapshot()
        assert testbed.judged().passed
        view(testbed.addresses[which] + 4 * place, (1, 1), 1)[...] = 7.0
        testbed.snapshot()
        assert words in testbed.judged().reason


def operands_of(testbed):
    """A and B as they lie in a testbed, and a C of zeros."""
    problem = testbed.problem
    parts = zip(testbed.addresses[:2], problem.elements, strict=False)
    a, b = (view(address, (1, count), count)[0] for address, count in parts)
    return Operands(problem, a, b, np.zeros(problem.elements[2], np.float32))


def test_another_tolerance(tools):
    problem = make_problem((16, 16, 16))
    with gpu_testbed(tools, problem, 0, double_product) as testbed:
        A, B, C = matrices(testbed)
        C[...] = (A @ B) * np.float32(1 + 2.0**-12)
        testbed.snapshot()
        assert not testbed.judged().passed
        assert testbed.judged(Tolerance(2.0**15, 2.0**15)).passed
        C[0, 0] = np.inf
        testbed.snapshot()
        assert not testbed.judged(Tolerance(2.0**15, 2.0**15)).passed


def test_percentiles_of_large_results_come_from_some_of_them(tools, monkeypatch):
    from sgemm.bench.gpu import testbed as module

    monkeypatch.setattr(module, "MOST_KEPT", 50)
    problem = make_problem((30, 31, 8))
    with gpu_testbed(tools, problem, 0, double_product) as testbed:
        A, B, C = matrices(testbed)
        C[...] = A @ B
        testbed.snapshot()
        error = testbed.judged().error
    assert error.elements == 930
    assert 0.0 < error.percentile <= error.maximum


class Block:
    def __init__(self, address, nbytes):
        self.address, self.nbytes = address, nbytes


class Memory:
    """A machine with little memory, which notes what is allocated."""

    def __init__(self, free):
        self.free = free
        self.alive = {}
        self.made = 0

    @contextlib.contextmanager
    def allocate(self, nbytes):
        if sum(self.alive.values()) + nbytes > self.free:
            raise MachineError(f"no memory for {nbytes} bytes")
        self.made += 1
        number = self.made
        self.alive[number] = nbytes
        try:
            yield Block(number, nbytes)
        finally:
            del self.alive[number]


def test_buffers_stay_and_only_grow():
    memory = Memory(1000)
    with contextlib.closing(BufferPool(memory)) as pool:
        first = pool.buffers((10, 20))
        assert [one.nbytes for one in first] == [10, 20]
        assert pool.buffers((5, 20)) == first
        assert [one.nbytes for one in pool.buffers((5, 30, 1))] == [10, 30, 1]
        assert memory.made == 4
        assert sorted(memory.alive.values()) == [1, 10, 30]
    assert not memory.alive


def test_what_earlier_problems_left_makes_space():
    memory = Memory(100)
    with contextlib.closing(BufferPool(memory)) as pool:
        pool.buffers((80, 10))
        assert [one.nbytes for one in pool.buffers((10, 90))] == [10, 90]
        with pytest.raises(MachineError, match="no memory for 101"):
            pool.buffers((101,))
    assert not memory.alive
