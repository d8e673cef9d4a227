"""The dispatch cache: calls that it serves, and calls that have to be validated."""

import numpy as np
import pytest

from array_fakes import FakeDevice, Parameter, Tensor, unlike
from in_place_samples import exact, whole
from sgemm import ArgumentError, gemm, matmul, plan, sgemm
from sgemm.blas import dispatch, functions, tracing


class TestDispatch:
    """A call like an earlier one goes straight to the launch, and no other does."""

    @pytest.fixture
    def closed(self, monkeypatch):
        """Let no call be validated or recorded any more, after some were made."""

        def close():
            monkeypatch.setattr(functions, "validated", None)
            monkeypatch.setattr(tracing, "functions_of", None)

        return close

    @pytest.mark.parametrize("library", ["torch", "cupy"])
    def test_calls_alike(self, torch, cupy, gpu, closed, library):
        make = {"torch": torch.tensor, "cupy": cupy.array}[library]
        arrays = [whole(8, 12), whole(12, 8, seed=1).T.copy().T]
        out = np.empty((8, 8), np.float32)
        matmul(*map(make, arrays), alpha=2.0)
        matmul(*map(make, arrays), out=make(out))
        closed()
        others = [aligned_like(array) for array in arrays]
        found = matmul(*map(make, others), alpha=2.0)
        np.testing.assert_array_equal(found.array, 2 * exact(*others))
        matmul(*map(make, others), out=make(out))
        np.testing.assert_array_equal(out, exact(*others))
        with pytest.raises(TypeError):  # another alpha
            matmul(*map(make, arrays), alpha=3.0)

    @pytest.mark.parametrize("library", ["torch", "cupy"])
    @pytest.mark.parametrize("is_a", [True, False])
    def test_half_precision_is_widened_again(self, torch, cupy, closed, library, is_a):
        make = {"torch": torch.tensor, "cupy": cupy.array}[library]

        def operands(seed):
            a, b = whole(8, 12, seed=seed), whole(12, 8, seed=seed + 1)
            a, b = map(aligned_like, (a.astype("half"), b) if is_a else (a, b.astype("half")))
            return exact(a, b), make(a), make(b)

        c = make(whole(8, 8, seed=7))
        out = make(np.empty((8, 8), np.float32))

        def results(seed):
            expected, a, b = operands(seed)
            yield expected, matmul(a, b)
            yield expected, gemm(a, b, out=out)
            yield expected + 2.0 * c.array, gemm(a, b, c, beta=2.0)

        for _ in results(1):
            pass
        closed()
        for expected, found in results(3):
            np.testing.assert_array_equal(found.array, expected)

    @pytest.mark.parametrize("library", ["torch", "cupy"])
    @pytest.mark.parametrize("is_a", [True, False])
    def test_a_result_over_half_precision_is_refused_again(self, torch, cupy, library, is_a):
        """What is launched has a copy of that operand, which overlaps nothing."""
        make = {"torch": torch.tensor, "cupy": cupy.array}[library]
        halves = np.zeros((16, 8), np.float16)
        half, other = halves[:8], whole(8, 8, seed=1)
        half[...] = whole(8, 8)
        pair = (half, other) if is_a else (other, half)
        operands = [make(each) for each in pair]
        apart, over = np.empty((8, 8), np.float32), halves.view(np.float32).reshape(8, 8)
        np.testing.assert_array_equal(matmul(*operands, out=make(apart)).array, exact(*pair))
        with pytest.raises(ArgumentError, match=f"^out shares memory with {'ba'[is_a]}"):
            matmul(*operands, out=make(over))
        np.testing.assert_array_equal(half, whole(8, 8))

    def test_calls_that_could_not_be_found_again_are_not_kept(self, torch, gpu):
        a, out = torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8))
        known = len(dispatch._launches)
        for _ in range(3):
            gemm(a, a, out, beta=float("nan"), out=out)
        assert len(dispatch._launches) == known

    @pytest.mark.parametrize("trans_a", [False, True])
    @pytest.mark.parametrize("trans_b", [False, True])
    def test_gemm_over_c(self, torch, closed, trans_a, trans_b):
        a, b, c = whole(8, 8), whole(8, 8, seed=1), whole(8, 8, seed=2)
        flags = {"trans_a": trans_a, "trans_b": trans_b}
        expected = exact(a.T if trans_a else a, b.T if trans_b else b)
        left, right, out = torch.tensor(a), torch.tensor(b), torch.tensor(c.copy())
        gemm(left, right, **flags)
        gemm(left, right, out, beta=2.0, out=out, **flags)
        closed()
        np.testing.assert_array_equal(gemm(left, right, **flags).array, expected)
        out.array[...] = c
        assert gemm(left, right, out, beta=2.0, out=out, **flags) is out
        np.testing.assert_array_equal(out.array, expected + 2 * c)
        for different in (
            {"beta": 2.0, "out": out},
            {"beta": 1.0, "out": out, "c": out},
            {"beta": 2.0, "out": out, "c": torch.tensor(c)},
            {"c": torch.tensor(c)},
            {"trans_a": not trans_a},
            {"trans_a": int(trans_a)},
            {"beta": np.zeros(2)},
        ):
            with pytest.raises(TypeError, match="not callable"):
                gemm(left, right, **flags | different)

    def test_sums_read_c_where_it_is(self, torch, gpu, closed):
        """Into a new result, and into an out; not where they overlap or no kernel can read it."""
        a, b, c = whole(8, 8), whole(8, 8, seed=1), whole(1, 8, seed=2)
        left, right = torch.tensor(a), torch.tensor(b)
        row = torch.tensor(np.broadcast_to(c, (8, 8)))
        storage = np.empty((12, 8), np.float32)
        out, result = torch.tensor(storage[:8]), exact(a, b)
        gemm(left, right, row, beta=2.0)
        gemm(left, right, row, beta=2.0, out=out)
        gemm(left, right, torch.tensor(a), beta=2.0, out=out)
        transposed = torch.tensor(a.T)
        np.testing.assert_array_equal(
            gemm(left, right, transposed, beta=2.0).array, result + 2 * a.T
        )
        closed()
        launches = len(gpu.launches)
        np.testing.assert_array_equal(gemm(left, right, row, beta=2.0).array, result + 2 * c)
        assert gemm(left, right, row, beta=2.0, out=out) is out
        np.testing.assert_array_equal(out.array, result + 2 * c)
        gemm(left, right, torch.tensor(b), beta=2.0, out=out)
        np.testing.assert_array_equal(out.array, result + 2 * b)
        assert len(gpu.launches) == launches + 3
        for what, added in {
            "a row of another alignment": np.broadcast_to(np.zeros(9, np.float32)[1:], (8, 8)),
            "a matrix by columns": a.T,
            "rows that overlap the result": storage[1:9],
            "the result itself": storage[:8],
            "beta": None,
        }.items():
            call = {"beta": 2.0} if added is not None else {"beta": 1.0}
            with pytest.raises(TypeError, match="not callable"):
                gemm(left, right, torch.tensor(c if added is None else added), out=out, **call)
                pytest.fail(what)

    def test_calls_of_other_forms_are_other_calls(self, torch):
        """What is kept of one function is nothing to another one, which means something else."""
        a, b = whole(8, 8), whole(8, 8, seed=1)
        vector = torch.tensor(whole(8))
        for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
            dispatch._launches.clear()
            for function in (order[place] for place in (0, 1, 2, 0, 1, 2)):
                if function == 0:
                    found = matmul(torch.tensor(a), torch.tensor(b)).array
                elif function == 1:
                    found = sgemm(1.0, torch.tensor(a), torch.tensor(b)).array
                else:
                    found = gemm(torch.tensor(a), torch.tensor(b), trans_a=True).array
                expected = exact(a.T if function == 2 else a, b)
                np.testing.assert_array_equal(found, expected)
                assert found.flags.f_contiguous == (function == 1)
        for _ in range(2):
            matmul(vector, torch.tensor(b))
            with pytest.raises(ArgumentError, match=r"^a has 1 dimension"):
                gemm(vector, torch.tensor(b))

    def test_calls_that_differ_are_validated(self, torch, closed):
        a, b = torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8, seed=1))
        out = torch.tensor(np.empty((8, 8), np.float32))
        matmul(a, b)
        matmul(a, b, out=out)
        closed()
        matmul(a, b)
        matmul(a, b, out=out)
        different = {what: {"a": other, "b": b} for what, other in unlike(torch, a).items()} | {
            "overlap with a": {"a": a, "b": b, "out": a},
            "overlap with b": {"a": a, "b": b, "out": torch.tensor(b.array)},
            "another plan": {"a": a, "b": b, "plan": "naive"},
            "a whole alpha": {"a": a, "b": b, "alpha": 1},
            "a stream": {"a": a, "b": b, "stream": 5},
        }
        for what, call in different.items():
            first, second = call.pop("a"), call.pop("b")
            with pytest.raises(TypeError, match="not callable"):
                pytest.fail(f"{what}: {matmul(first, second, **call)}")

    def test_a_result_of_another_alignment(self, torch, closed):
        a = torch.tensor(whole(8, 8))
        matmul(a, a)
        closed()
        storage = np.zeros(65, np.float32)
        torch.empty = lambda shape, dtype, device: Tensor(storage[1:].reshape(shape), device)
        with pytest.raises(TypeError, match="not callable"):
            matmul(a, a)

    def test_parameters_without_gradients(self, torch, closed):
        a = torch.tensor(whole(8, 8))
        weight = Parameter(whole(8, 8, seed=1), FakeDevice("cuda"), requires_grad=True)
        torch.records_gradients = False
        matmul(a, weight)
        closed()
        found = matmul(a, weight)
        assert type(found) is Tensor
        np.testing.assert_array_equal(found.array, exact(a.array, weight.array))
        torch.records_gradients = True
        with pytest.raises(TypeError, match="not callable"):
            matmul(a, weight)

    def test_few_are_remembered(self, torch, monkeypatch):
        monkeypatch.setattr(dispatch, "KEPT", 3)
        for n in range(1, 9):
            matmul(torch.tensor(whole(4, 4)), torch.tensor(whole(4, n)))
        assert len(dispatch._launches) == 3
        for n in range(41, 49):
            matmul(torch.tensor(whole(40, 4).astype("half")), torch.tensor(whole(4, n)))
        assert len(dispatch._launches) == len(dispatch._widened) == 3
        kept = dict(dispatch._widened)
        for n in range(48, 44, -1):  # the first three are kept, and the last one is no half
            a = torch.tensor(whole(40, 4).astype("half" if n > 45 else "f4"))
            matmul(a, torch.tensor(whole(4, n)))
        assert dispatch._widened == kept

    @pytest.mark.parametrize("step", [None, 1, 2])
    def test_what_was_written_is_counted(self, torch, step):
        if step is not None:  # with 2, it is none to be trusted
            torch.with_quick_counter(step)
        out = torch.tensor(np.empty((8, 8), np.float32))
        for versions in (1, 2, 3):
            matmul(torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8)), out=out)
            assert out.versions == versions
        if step is None:
            out.is_for_inference = True
            with torch.inference_mode(True):
                matmul(torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8)), out=out)
            assert out.versions == 3

    def test_what_was_made_for_inference_is_not_written_to_elsewhere(self, torch, gpu):
        a, b = torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8))
        out = torch.tensor(np.zeros((8, 8), np.float32))
        out.is_for_inference = True
        with torch.inference_mode(True):
            planned = plan(a, b, out=out)
            for _ in range(2):
                matmul(a, b, out=out)
                planned.run(a, b, out=out)
        out.array[...] = 0
        for call in (matmul, planned.run):
            with pytest.raises(ArgumentError, match=r"out was made under torch\.inference_mode"):
                call(a, b, out=out)
        assert not out.array.any()
        plan(a, b, out=out)  # that writes nothing


def aligned_like(array):
    """Return other numbers that lie in other memory in the same way."""
    other = np.empty_like(array)
    while other.__array_interface__["data"][0] % 16 != array.__array_interface__["data"][0] % 16:
        other = np.empty_like(array)
    other[...] = array + 1
    return other


def refused(result):
    raise TypeError


WRONG = {
    "by columns": lambda result: Tensor(result.array.T.copy().T, result.device),
    "differentiated": lambda result: Tensor(result.array, result.device, requires_grad=True),
    "elsewhere": lambda result: Tensor(result.array, FakeDevice("cpu")),
    "refused": refused,
}
"""What an allocation can do to a tensor that is not as it should be."""


class TestNewResults:
    """They are made by what PyTorch's compiled code calls, where that does what it should."""

    def made(self, torch, change=lambda result: result):
        def make(shape, strides, dtype):
            shapes.append(shape)
            assert (type(shape), type(strides), dtype) == (tuple, tuple, torch.float32)
            return change(torch.tensor(np.full(shape, np.nan, np.float32)))

        shapes = []
        return make, shapes

    @pytest.mark.parametrize(("gpus", "current", "quick"), [(1, 0, 2), (2, 0, 2), (2, 1, 0)])
    def test_they_lie_on_the_gpu_of_the_operands(self, torch, gpu, gpus, current, quick):
        make, shapes = self.made(torch)
        torch.with_quick_allocation(make, gpus)
        a, b = torch.tensor(whole(8, 12)), torch.tensor(whole(12, 6, seed=1))
        matmul(a, b)
        del shapes[:]
        torch.gpu = current
        for _ in range(2):
            np.testing.assert_array_equal(matmul(a, b).array, exact(a.array, b.array))
        assert shapes == [(8, 6)] * quick

    @pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
    def test_what_makes_other_tensors_is_not_used(self, torch, gpu, change):
        make, shapes = self.made(torch, change)
        torch.with_quick_allocation(make)
        a, b = torch.tensor(whole(8, 12)), torch.tensor(whole(12, 6, seed=1))
        for _ in range(3):
            np.testing.assert_array_equal(matmul(a, b).array, exact(a.array, b.array))
        assert len(shapes) == 1

    def test_calls_that_a_transformation_sees_are_recorded(self, torch, gpu, operators):
        torch.with_quick_allocation(self.made(torch)[0])
        a, out = torch.tensor(whole(8, 8)), torch.tensor(np.empty((8, 8), np.float32))
        for options in ({}, {"out": out}):
            matmul(a, a, **options)
            torch.is_transformed = True
            matmul(a, a, **options)
            assert operators.pop() == (a, a)
            torch.is_transformed = False
