"""Products of half precision with float32, on the cpu machine and on a GPU that NumPy plays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sgemm
from in_place_samples import exact, normal, stored, whole
from sgemm import ArgumentError, ArgumentTypeError, Problem, RequirementError
from sgemm.machines.resident import residency


def halves(*shape, seed=0):
    return whole(*shape, seed=seed).astype(np.float16)


def test_split_multiplies_it_as_it_is_and_ieee_widens_it(machine):
    a, b = normal(70, 130).astype(np.float16), normal(130, 66, seed=1)
    plan = sgemm.plan(a, b, precision="split", machine=machine)
    assert plan.plan.kernel.types == ("float16", "float32")
    split = sgemm.matmul(a, b, precision="split", machine=machine)
    np.testing.assert_array_equal(plan.run(a, b), split)
    wide = a.astype(np.float32)
    three = sgemm.matmul(wide, b, precision="split", machine=machine)
    np.testing.assert_array_equal(split, three)  # the low halves of A are all zero
    assert (split != sgemm.matmul(wide, b, machine=machine)).any()
    by_default = sgemm.matmul(a, b, machine=machine)
    np.testing.assert_array_equal(by_default, sgemm.matmul(wide, b, machine=machine))
    plan = sgemm.plan(a, b, machine=machine)
    assert plan.plan.kernel.types == ("float32", "float32")
    np.testing.assert_array_equal(plan.run(a, b), by_default)


@given(
    *(st.integers(0, 70) for _ in range(2)),
    st.integers(0, 80),
    *(st.sampled_from(["rows", "columns", "gaps", "steps", "reversed"]) for _ in range(2)),
    st.booleans(),
)
@settings(max_examples=25)
def test_any_matrices_are_widened(machine, m, n, k, way_a, way_b, is_a):
    a, b = stored(m, k, way_a), stored(k, n, way_b, seed=1)
    mixed = (a.astype(np.float16), b) if is_a else (a, b.astype(np.float16))
    found = sgemm.matmul(*mixed, machine=machine)
    np.testing.assert_array_equal(found, exact(a, b))


def test_batches_transposes_and_c(machine):
    a, b, c = halves(3, 70, 65), whole(65, 40, seed=1), whole(3, 70, 40, seed=2)
    for precision in ("ieee", "split"):
        options = {"precision": precision, "machine": machine}
        found = sgemm.gemm(a, b, c.copy(), alpha=2.0, beta=-1.0, **options)
        np.testing.assert_array_equal(found, 2 * exact(a, b) - c)
        found = sgemm.gemm(a.swapaxes(1, 2).copy(), b.T, trans_a=True, trans_b=True, **options)
        np.testing.assert_array_equal(found, exact(a, b))


def test_on_a_gpu_kernels_of_float32_get_a_copy(cupy, gpu):
    a, b = cupy.array(halves(40, 8)), cupy.array(whole(8, 36))
    exchanged = [cupy.array(each.array.T.copy()) for each in (b, a)]
    expected = exact(a.array, b.array)
    for _ in range(2):
        np.testing.assert_array_equal(sgemm.matmul(a, b).array, expected)
        np.testing.assert_array_equal(sgemm.matmul(*exchanged).array, expected.T)
    for left, right, name in ((a, b, "a"), (*exchanged, "b")):
        words = rf"^{name} has dtype float16, and a plan uses arrays .* where they lie: widen it"
        for precision in ("ieee", "split"):
            with pytest.raises(RequirementError, match=words) as found:
                sgemm.plan(left, right, precision=precision)
            reasons = str(found.value).rpartition("on cuda: ")[2].split("; ")
            assert len(set(reasons)) == len(reasons), found.value


@pytest.mark.parametrize("is_a", [True, False])
def test_a_plan_that_float32_has_not_either_is_not_laid_to_half_precision(cupy, gpu, is_a):
    left, right = (halves(9, 8), whole(8, 7)) if is_a else (whole(9, 8), halves(8, 7))
    a, b = cupy.array(left), cupy.array(right)
    for refused in (sgemm.plan, sgemm.matmul):
        with pytest.raises(RequirementError, match=r"^stream_k_tma cannot .* multiple of 4"):
            refused(a, b, plan="stream_k_tma")
    gpu.architecture = 80
    for refused in (sgemm.plan, sgemm.matmul):
        with pytest.raises(RequirementError, match=r"^precision = 'split': .*sm_80"):
            refused(a, b, precision="split")
    words = rf"^{'ba'[is_a]} has dtype float16, .* widens a copy\. naive cannot compute"
    for transposed in (a, cupy.array(left.T.copy())):
        flags = {"trans_a": transposed is not a}
        with pytest.raises(RequirementError, match=words):
            sgemm.plan(transposed, b, plan="naive", **flags)
        found = sgemm.gemm(transposed, b, plan="naive", **flags)
        np.testing.assert_array_equal(found.array, exact(left, right))


@pytest.mark.parametrize("library", ["torch", "cupy"])
def test_a_transposed_matrix_is_widened_as_it_lies(torch, cupy, gpu, library):
    make = {"torch": torch.tensor, "cupy": cupy.array}[library]
    a, w = whole(40, 8), halves(36, 8)
    found = sgemm.matmul(make(a), make(w.T))
    np.testing.assert_array_equal(found.array, exact(a, w.T))
    *_, bound = residency(gpu).products.values()
    assert bound.plan.problem == Problem(40, 36, 8, trans_b=True)


@pytest.mark.parametrize("library", ["torch", "cupy"])
def test_few_rows_or_columns_are_multiplied_as_they_are(torch, cupy, gpu, library):
    make = {"torch": torch.tensor, "cupy": cupy.array}[library]
    for a, b in ((whole(5, 40), halves(40, 30)), (halves(30, 40), whole(40, 32))):
        for precision in ("ieee", "split"):
            plan = sgemm.plan(make(a), make(b), precision=precision)
            assert plan.plan.kernel.name == "gemv"
            for _ in range(2):
                found = sgemm.matmul(make(a), make(b), precision=precision)
                np.testing.assert_array_equal(found.array, exact(a, b))
            np.testing.assert_array_equal(plan.run(make(a), make(b)).array, exact(a, b))


def test_what_is_refused(machine):
    a, b = halves(4, 5), whole(5, 6)
    words = "^a has dtype float16 and b has dtype float16: one of both has to be float32; convert"
    with pytest.raises(ArgumentTypeError, match=words):
        sgemm.matmul(a, a.T, machine=machine)
    for name in ("c", "out"):
        beta = float(name == "c")
        with pytest.raises(ArgumentError, match=f"^{name} has dtype float16; float32 is needed"):
            sgemm.gemm(a, b, beta=beta, machine=machine, **{name: np.zeros((4, 6), np.float16)})
    with pytest.raises(RequirementError, match="types float16 by float32: it is for float32"):
        sgemm.explain(Problem(4, 6, 5, type_a="float16"), machine, plan="naive")
    for types, words in (
        ({"type_a": "float64"}, "type_a = 'float64': one of float32, float16, bfloat16"),
        ({"type_a": "float16", "type_b": "float16"}, "one of both has to be float32"),
    ):
        with pytest.raises(ArgumentError, match=words):
            Problem(4, 6, 5, **types)
