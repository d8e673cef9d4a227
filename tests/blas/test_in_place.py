"""Arrays on a GPU: used where they lie, copied once where they cannot be."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from array_fakes import FakeCapsule, Tensor
from in_place_samples import WAYS, exact, stored, whole
from sgemm import RequirementError, gemm, matmul, plan


def halves(*shape, seed=0):
    return whole(*shape, seed=seed).astype(np.float16)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_shape_stride_and_transpose(torch, gpu, data):
    m, n, k = (data.draw(st.integers(0, 6)) for _ in range(3))
    alpha, beta = (data.draw(st.sampled_from([0.0, 1.0, -1.0, 2.0])) for _ in range(2))
    trans_a, trans_b = data.draw(st.booleans()), data.draw(st.booleans())
    ways = [data.draw(st.sampled_from(WAYS)) for _ in range(4)]
    of_a, of_b = data.draw(st.sampled_from([(whole, whole), (halves, whole), (whole, halves)]))
    a = stored(*((k, m) if trans_a else (m, k)), ways[0], whole=of_a)
    b = stored(*((n, k) if trans_b else (k, n)), ways[1], seed=1, whole=of_b)
    c, target = stored(m, n, ways[2], seed=2), stored(m, n, ways[3], seed=3)
    out = data.draw(st.sampled_from(["none", "c", "new"]))
    tensor = torch.tensor(c)
    given_out = {"none": None, "c": tensor, "new": torch.tensor(target)}[out]
    expected = alpha * exact(a.T if trans_a else a, b.T if trans_b else b) + beta * c
    before = c.copy()
    for _ in range(2):
        if out == "c":
            c[...] = before
        options = {"alpha": alpha, "beta": beta, "trans_a": trans_a, "trans_b": trans_b}
        found = gemm(torch.tensor(a), torch.tensor(b), tensor, out=given_out, **options)
        np.testing.assert_array_equal(found.array, expected)
        assert found.shape == (m, n)
        assert type(found) is Tensor
    if out == "none":
        assert found.array.flags.c_contiguous
    else:
        assert found is given_out
    if out != "c":
        np.testing.assert_array_equal(c, before)
    assert gpu.copy_sizes == []
    assert gpu.live == {}


def test_layouts_need_no_copy_and_steps_one_each(torch, monkeypatch):
    made, clone = [], Tensor.clone
    monkeypatch.setattr(
        Tensor, "clone", lambda self, memory_format: made.append(1) or clone(self, memory_format)
    )
    for way, copies in (*((way, 0) for way in WAYS[:4]), ("steps", 2)):
        a, b = stored(20, 12, way), stored(12, 16, way, seed=1)
        found = matmul(torch.tensor(a), torch.tensor(b))
        np.testing.assert_array_equal(found.array, exact(a, b))
        assert len(made) == copies
    made.clear()
    b = torch.tensor(stored(12, 16, "column gaps"))
    matmul(torch.tensor(stored(20, 12, "columns")), b, plan="naive")
    assert len(made) == 2  # neither layouts nor gaps are for this rung


def test_transposed_matrices_for_a_kernel_that_reads_rows(torch):
    batch = torch.tensor(whole(2, 5, 4).swapaxes(1, 2))
    with pytest.raises(RequirementError, match=r"batch = 2"):  # of copies either
        matmul(batch, torch.tensor(whole(2, 5, 6)), plan="naive")
    a, b = whole(12, 8), whole(12, 6, seed=1)
    found = gemm(torch.tensor(a), torch.tensor(b), trans_a=True, plan="naive")
    np.testing.assert_array_equal(found.array, exact(a.T, b))
    with pytest.raises(RequirementError, match="layout tn"):  # a plan copies nothing
        plan(torch.tensor(a), torch.tensor(b), trans_a=True, plan="naive")


def test_operands_that_are_not_read_lie_anywhere(torch):
    storage, a = np.zeros(65, np.float32), torch.tensor(whole(8, 8))
    for start in (0, 1):
        b = torch.tensor(storage[start:][:64].reshape(8, 8))
        found = gemm(a, b, a, alpha=0.0, beta=2.0, plan="stream_k_tma")
        np.testing.assert_array_equal(found.array, 2 * a.array)


def test_an_axis_that_repeats_one_matrix_is_copied_once(gpu):
    machine, a, b = type(gpu)(), whole(8, 12), whole(3, 12, 6, seed=1)
    found = matmul(np.broadcast_to(a, (3, 8, 12)), b, machine=machine)
    np.testing.assert_array_equal(found, a @ b)
    assert machine.copy_sizes == [a.nbytes, b.nbytes, found.nbytes]


def test_tensors_of_the_host_are_copied(torch, gpu):
    machine = type(gpu)()
    a, b = whole(8, 12), whole(12, 6, seed=1)
    found = matmul(torch.tensor(a, device="cpu"), torch.tensor(b, device="cpu"), machine=machine)
    assert type(found) is Tensor
    assert found.device.type == "cpu"
    np.testing.assert_array_equal(found.array, exact(a, b))
    assert len(machine.copied_in) == 2
    host = (1, 0)
    out = FakeCapsule(np.empty((8, 6), np.float32), host, knows_versions=False)
    matmul(FakeCapsule(a, host), FakeCapsule(b, host), out=out, machine=machine)
    np.testing.assert_array_equal(out.array, exact(a, b))
