"""prepare(): operands that are split once, on the cpu machine and on a GPU that NumPy plays."""

import copy
import gc
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sgemm
from in_place_samples import assert_same_bits, exact, normal, whole
from sgemm import ArgumentError, RequirementError
from sgemm.blas import functions
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.resident import residency
from split_rates import fitted, of_smallest


def _packed(matrix):
    return matrix if matrix.flags.f_contiguous else np.ascontiguousarray(matrix)


@given(
    *(st.integers(1, 140) for _ in range(2)),
    st.integers(1, 300),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["C", "F", "slice"]),
)
@settings(max_examples=20)
def test_the_bits_are_those_of_the_matrix(machine, m, n, k, is_left, trans, order):
    """Short sums too, which are not split. The machine's copy of a slice is packed as it lies."""
    wanted = (m, k) if is_left else (k, n)
    matrix = normal(*(wanted[::-1] if trans else wanted))
    matrix = np.asfortranarray(matrix) if order == "F" else matrix
    if order == "slice":
        matrix = np.pad(matrix, 3)[3:-3, 3:-3]
    other = normal(*((k, n) if is_left else (m, k)), seed=1)
    side, flag = ("left", "trans_a") if is_left else ("right", "trans_b")
    prepared = sgemm.prepare(matrix, side=side, trans=trans, machine=machine)
    options = {flag: trans, "precision": "split", "machine": machine}
    both, plain = (prepared, other), (_packed(matrix), other)
    if not is_left:
        both, plain = both[::-1], plain[::-1]
    expected = sgemm.gemm(*plain, **options)
    assert_same_bits(sgemm.gemm(*both, **options), expected)
    # By name, since auto would take another kernel for each example, and compile it.
    ieee = options | {"precision": "ieee", "plan": "any_layout"}
    assert_same_bits(sgemm.gemm(*both, **ieee), sgemm.gemm(*plain, **ieee))
    with sgemm.plan(*both, **options) as plan:
        assert_same_bits(plan.run(*both), expected)


@pytest.mark.parametrize("is_transposed", [False, True])
def test_both_operands_and_other_paths(machine, is_transposed):
    """Of which one alone has what makes tiles uncommon, and infinity."""
    a, b = normal(150, 200), normal(200, 70, seed=1)
    a[140, 3], a[5, 66] = 2.0**-60, np.inf
    b[9] = 0
    if is_transposed:
        a, b = b.T.copy(), a.T.copy()
    options = {"precision": "split", "machine": machine}
    expected = sgemm.matmul(a, b, **options)
    left, right = (
        sgemm.prepare(a, side="left", machine=machine),
        sgemm.prepare(b, machine=machine),
    )
    for both in ((left, right), (left, b), (a, right)):
        assert_same_bits(sgemm.matmul(*both, **options), expected)
    plan = sgemm.plan(left, right, **options)
    assert_same_bits(plan.run(left, right), expected)
    assert all(plan.tiles().values())
    batch = np.stack([a, 2 * a])
    assert_same_bits(sgemm.matmul(batch, right, **options), sgemm.matmul(batch, b, **options))
    half = a.astype(np.float16)
    assert_same_bits(sgemm.matmul(half, right, **options), sgemm.matmul(half, b, **options))


def test_a_change_of_the_host_counts_after_an_update(machine):
    a, b = normal(70, 130), normal(130, 66, seed=1)
    options = {"precision": "split", "machine": machine}
    prepared = sgemm.prepare(b, machine=machine)
    before = sgemm.matmul(a, prepared, **options)
    b *= 2
    assert_same_bits(sgemm.matmul(a, prepared, **options), before)
    prepared.update()
    assert_same_bits(sgemm.matmul(a, prepared, **options), 2 * before)


def test_plans_are_for_one_prepared_operand(machine):
    a, b = normal(70, 130), normal(130, 66, seed=1)
    options = {"precision": "split", "machine": machine}
    first, second = (sgemm.prepare(b, machine=machine) for _ in range(2))
    plan = sgemm.plan(a, first, **options)
    for other in (b, second):
        with pytest.raises(ArgumentError, match=r"^b = .*the plan is for <PreparedOperand"):
            plan.run(a, other)
    with pytest.raises(ArgumentError, match=r"^b = .*the plan is for an array"):
        sgemm.plan(a, b, **options).run(a, first)
    first.close()
    with pytest.raises(ArgumentError, match="was closed: prepare it again"):
        plan.run(a, first)


def test_a_copy_which_would_free_the_memory_is_refused(machine):
    prepared = sgemm.prepare(normal(20, 30), machine=machine)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a prepared operand cannot be copied or pickled"):
            copied(prepared)


class TestOnAGpu:
    """Calls that are like earlier ones are dispatched; changes of tensors are noticed."""

    @pytest.fixture(autouse=True)
    def rates(self):
        with fitted(of_smallest("fp16x3"), for_small=True):
            yield

    def test_later_calls_are_dispatched(self, torch, gpu, monkeypatch):
        a, b = torch.tensor(whole(70, 64)), torch.tensor(whole(64, 66, seed=1))
        first, second = sgemm.prepare(b), sgemm.prepare(b)
        expected = exact(a.array, b.array)
        for _ in range(2):
            for prepared in (first, second, b):
                found = sgemm.matmul(a, prepared, precision="split")
                np.testing.assert_array_equal(found.array, expected)
        monkeypatch.setattr(functions, "validated", None)
        for prepared in (first, second, b):
            sgemm.matmul(a, prepared, precision="split")

    def test_changes_are_noticed(self, torch, gpu):
        a, b = torch.tensor(whole(70, 64)), torch.tensor(whole(64, 66, seed=1))
        prepared, out = sgemm.prepare(b), torch.tensor(np.zeros((70, 66), np.float32))
        plan = sgemm.plan(a, prepared, precision="split")
        calls = (
            lambda: sgemm.matmul(a, prepared, precision="split"),
            lambda: plan.run(a, prepared, out=out),
        )
        for call in calls * 2:
            call()
        b.versions += 1
        for call in calls * 2:
            with pytest.raises(ArgumentError, match=r"^b was changed since it was prepared"):
                call()
        prepared.update()
        for call in calls:
            np.testing.assert_array_equal(call().array, exact(a.array, b.array))

    def test_memory_that_was_exchanged_is_noticed(self, torch, gpu):
        """As ``tensor.data = other`` does, which PyTorch counts as no change."""
        a, b = torch.tensor(whole(70, 64)), torch.tensor(whole(64, 66, seed=1))
        prepared = sgemm.prepare(b)
        sgemm.matmul(a, prepared, precision="split")
        b.array = whole(64, 66, seed=5)
        with pytest.raises(ArgumentError, match=r"^b was changed since it was prepared"):
            sgemm.matmul(a, prepared, precision="split")
        prepared.update()
        assert prepared.on_machine.address == b.data_ptr()
        found = sgemm.matmul(a, prepared, precision="split")
        np.testing.assert_array_equal(found.array, exact(a.array, b.array))
        b.array = whole(66, 64).T
        with pytest.raises(ArgumentError, match=r"b has shape \(64, 66\) .* prepare it again"):
            prepared.update()

    @pytest.mark.parametrize("closes", [True, False])
    def test_memory_is_given_back_once_the_machine_is_waited_for(self, torch, gpu, closes):
        before, prepared = len(gpu.live), sgemm.prepare(torch.tensor(whole(64, 66)))
        assert len(gpu.live) > before
        if closes:
            prepared.close()
        del prepared
        gc.collect()
        residency(gpu).workspaces.close(gpu)
        assert len(gpu.live) == before

    def test_a_parameter_may_require_a_gradient(self, torch, gpu):
        b = torch.tensor(whole(64, 66, seed=1))
        b.requires_grad = True
        assert sgemm.prepare(b).shape == (64, 66)


def test_what_is_refused(machine):
    a, b = normal(70, 130), normal(130, 66)
    for bad, words in (
        (b[0], r"b has shape \(66,\): one matrix with elements is needed"),
        (b[:, :0], r"b has shape \(130, 0\): one matrix"),
        (b.astype(np.float16), "b has dtype float16: float32 is needed"),
        (b.tolist(), "b is of type list"),
    ):
        with pytest.raises(ArgumentError, match=f"^{words}"):
            sgemm.prepare(bad, machine=machine)
    for options, words in (
        ({"side": "top"}, "side = 'top': one of left, right is needed"),
        ({"side": 1}, "side = 1: one of"),
        ({"trans": "N"}, "trans = 'N': True or False"),
    ):
        with pytest.raises(ArgumentError, match=f"^{words}"):
            sgemm.prepare(b, machine=machine, **options)
    for architecture, has_other in ((75, False), (80, True)):
        words = rf"need sm_90, and this is sm_{architecture}: .* precision = 'split_or_ieee'"
        with pytest.raises(RequirementError, match=words) as caught:
            sgemm.prepare(b, machine=CpuMachine(architecture=architecture))
        assert ("plan='fp16x3_mma'" in str(caught.value)) == has_other
    prepared = sgemm.prepare(b, machine=machine)
    with pytest.raises(ArgumentError, match="b was prepared for products that sum along its axis"):
        sgemm.gemm(a, prepared, trans_b=True, machine=machine)
    with pytest.raises(ArgumentError, match="a was prepared for products that sum along its axis"):
        sgemm.matmul(prepared, b.T, machine=machine)
    with pytest.raises(ArgumentError, match="b was prepared on"):
        sgemm.matmul(a, prepared, machine=CpuMachine(threads=1))
    with pytest.raises(ArgumentError, match=r"c is of type .*PreparedOperand"):
        sgemm.gemm(a, b, prepared, beta=1.0, machine=machine)


def test_memory_is_given_back_for_the_next_operand(machine):
    """At the end of a block at once; where the garbage collector comes, when it is needed again."""
    weights = normal(256, 256)
    sgemm.prepare(weights, machine=machine).close()
    before = machine._allocations.nbytes
    for _ in range(3):
        with sgemm.prepare(weights, machine=machine) as prepared:
            assert machine._allocations.nbytes > before
            assert prepared.nbytes > 8 * weights.size
            assert prepared.shape == weights.shape
        assert machine._allocations.nbytes == before
        assert prepared.nbytes == 0
    for _ in range(3):
        kept = sgemm.prepare(weights, machine=machine)
        held = machine._allocations.nbytes
        del kept
        gc.collect()
    again = sgemm.prepare(weights, machine=machine)
    assert machine._allocations.nbytes == held
    again.close()


def test_a_matrix_of_another_shape_is_noticed(machine):
    matrix = normal(128, 64)
    prepared = sgemm.prepare(matrix, machine=machine)
    matrix.shape = (64, 128)
    with pytest.raises(ArgumentError, match=r"^b was changed since it was prepared"):
        sgemm.gemm(normal(8, 64), prepared, machine=machine)
    with pytest.raises(ArgumentError, match="prepare it again"):
        prepared.update()


def test_another_machine_like_it_is_said_to_be_another(machine):
    prepared = sgemm.prepare(normal(16, 16), machine=machine)
    with pytest.raises(ArgumentError, match="computed on another machine of that description"):
        sgemm.gemm(normal(4, 16), prepared, machine=CpuMachine(threads=machine.threads))
