"""The argument precision at the public doors, on the cpu machine and on a GPU that NumPy plays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sgemm
from array_fakes import GPU
from in_place_samples import assert_same_bits, exact, normal, whole
from numpy_machine import NumpyMachine
from sgemm import ArgumentError, RequirementError
from sgemm.blas import dispatch, functions
from sgemm.kernels.catalogue import find
from split_rates import fitted, of_smallest

SMALLEST = "fp16x3:bm=64:bn=64:bk=16"


class TestDoors:
    """On the cpu machine all doors compute by the kernel that the rule chooses."""

    def test_each_gives_the_bits_of_the_kernel(self, machine):
        a, b, c = normal(70, 129), normal(129, 66, seed=1), normal(70, 66, seed=2)
        expected = sgemm.matmul(a, b, plan=SMALLEST, machine=machine)
        split = {"precision": "split", "machine": machine}
        prepared = sgemm.plan(a, b, **split)
        assert prepared.plan.kernel == find("fp16x3").specialised("nn", find("fp16x3").tiles[-1])
        for found in (
            sgemm.matmul(a, b, **split),
            sgemm.matmul(a, b, precision="split_or_ieee", machine=machine),
            sgemm.gemm(a, b, **split),
            sgemm.gemm(a, b, plan="auto:machine_code=off", **split),
            prepared.run(a, b),
        ):
            assert_same_bits(found, expected)
        full = sgemm.gemm(a, b, c, alpha=0.7, beta=-1.0, plan=SMALLEST, machine=machine)
        found = sgemm.gemm(a, b, c, alpha=0.7, beta=-1.0, **split)
        assert_same_bits(found, full)
        found = sgemm.sgemm(0.7, a, b, -1.0, c, **split)
        np.testing.assert_allclose(found, full, rtol=1e-4, atol=1e-4)
        problem = sgemm.Problem(70, 66, 129)
        assert sgemm.explain(problem, machine, precision="split").kernel.name == "fp16x3"

    def test_by_default_all_is_ieee_and_a_plan_by_name_stays(self, machine):
        a, b = normal(70, 129), normal(129, 66, seed=1)
        by_default = sgemm.matmul(a, b, machine=machine)
        for found in (
            sgemm.matmul(a, b, precision="ieee", machine=machine),
            sgemm.matmul(a, b, precision="".join(("ie", "ee")), machine=machine),
        ):
            assert_same_bits(found, by_default)
        split = sgemm.matmul(a, b, precision="split", machine=machine)
        assert (split != by_default).any()
        named = sgemm.plan(a, b, plan="any_layout", precision="split", machine=machine)
        assert named.plan.kernel.name == "any_layout"

    @given(
        *(st.integers(1, 70) for _ in range(2)),
        st.integers(64, 130),
        st.integers(-20, 20),
        st.sampled_from([0.0, 0.5]),
    )
    @settings(max_examples=10)
    def test_errors_are_those_of_fp32(self, machine, m, n, k, binades, beta):
        a, b, c = normal(m, k) * np.float32(2.0**binades), normal(k, n, seed=1), normal(m, n)
        found = sgemm.gemm(a, b, c, beta=beta, precision="split", machine=machine)
        magnitude = np.abs(a).astype(float) @ np.abs(b) + beta * np.abs(c)
        error = np.abs(found - (a.astype(float) @ b + beta * c)) / (2.0**-24 * magnitude)
        assert error.max() < 9

    def test_short_sums_are_ieee(self, machine):
        a, b = normal(70, 63), normal(63, 66, seed=1)
        found = sgemm.matmul(a, b, precision="split", machine=machine)
        assert_same_bits(found, sgemm.matmul(a, b, machine=machine))


class TestTiles:
    """How many tiles each arithmetic computed: of 64 x 64 here, two rows of three."""

    def product(self):
        return normal(100, 130), normal(130, 190, seed=1)

    def test_which_path_was_taken(self, machine):
        a, b = self.product()
        plan = sgemm.plan(a, b, precision="split", machine=machine)
        with pytest.raises(ArgumentError, match=r"^stream = None: the plan has not run yet"):
            plan.tiles()
        plan.run(a, b)
        assert plan.tiles() == {"fp16x3": 6, "bf16x6": 0, "ffma": 0}
        infinite = a.copy()
        infinite[70, 3] = np.inf
        with np.errstate(invalid="ignore"):
            plan.run(infinite, b)
        assert plan.tiles() == {"fp16x3": 3, "bf16x6": 0, "ffma": 3}
        wide = b.copy()
        wide[::2, 1] *= np.float32(2.0**-60)
        far = a.copy()
        far[2, 1::2] *= np.float32(2.0**-60)
        plan.run(far, wide)
        assert plan.tiles() == {"fp16x3": 5, "bf16x6": 1, "ffma": 0}
        plan.close()
        with pytest.raises(ArgumentError, match="closed"):
            plan.tiles()

    def test_by_mma_sync(self, machine):
        a, b = self.product()
        with sgemm.plan(a, b, plan="fp16x3_mma:bm=64:bk=32", machine=machine) as plan:
            plan.run(a, b)
            assert plan.tiles() == {"fp16x3": 6, "bf16x6": 0, "ffma": 0}

    def test_of_bf16x6_and_of_the_ieee_path(self, machine):
        a, b = self.product()
        for name, options in (("bf16x6", {"bm": 64, "bn": 128}), ("any_layout", {"bm": 32})):
            numbers = "".join(f":{key}={value}" for key, value in options.items())
            plan = sgemm.plan(a, b, plan=name + numbers * (name == "bf16x6"), machine=machine)
            plan.run(a, b)
            found = plan.tiles()
            tiles = found.pop("bf16x6" if name == "bf16x6" else "ffma")
            assert tiles == plan.plan.kernel.geometry.tiles(plan.problem, plan.plan.kernel.tile)
            assert set(found.values()) == {0}

    def test_where_nothing_is_split(self, machine):
        a, b = self.product()
        for plan in (
            sgemm.plan(a[:, :63].copy(), b[:63], plan=SMALLEST, machine=machine),
            sgemm.plan(a, b, alpha=0.0, plan=SMALLEST, machine=machine),
        ):
            assert plan.tiles() == {"fp16x3": 0, "bf16x6": 0, "ffma": 6}

    def test_streams(self, torch):
        """The notes of a stream's own workspace are read, after that stream; or the last ones."""
        gpu = NumpyMachine(device=GPU)
        plan = sgemm.plan((100, 130), (130, 190), plan=SMALLEST, machine=gpu)
        a, b = (torch.tensor(each) for each in self.product())
        for stream, counts in ((7, (1, 2)), (9, (3, 0))):
            plan.run(a, b, stream=stream)
            floats, _counters = gpu.workspaces[-2:]
            noted = gpu.live[floats].storage.view(np.uint32)
            noted[:3] = 1, *counts
        gpu.waits.clear()
        assert plan.tiles(7) == {"fp16x3": 1, "bf16x6": 2, "ffma": 3}
        assert plan.tiles() == plan.tiles(9) == {"fp16x3": 3, "bf16x6": 0, "ffma": 3}
        assert gpu.waits == [7, None, 9]
        with pytest.raises(ArgumentError, match=r"^stream = 8: the plan has not run there"):
            plan.tiles(8)
        with pytest.raises(ArgumentError, match=r"^stream = 'x'"):
            plan.tiles("x")


A, B = whole(8, 12), whole(12, 6, seed=1)

DOORS = {
    "matmul": lambda **more: sgemm.matmul(A, B, **more),
    "gemm": lambda **more: sgemm.gemm(A, B, **more),
    "sgemm": lambda **more: sgemm.sgemm(1.0, A, B, **more),
    "plan": lambda **more: sgemm.plan(A, B, **more),
    "explain": lambda machine, **more: sgemm.explain(sgemm.Problem(8, 6, 12), machine, **more),
}
doors = pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)


@doors
@pytest.mark.parametrize("value", ["tf32", None, 1, ["split"]])
def test_other_values_are_refused(door, value):
    with pytest.raises(ArgumentError, match=r"^precision = .*: one of ieee, split, split_or_ieee"):
        door(precision=value, machine=NumpyMachine())


@doors
def test_a_machine_without_kernels_for_it(door):
    machine = NumpyMachine(architecture=80)
    with pytest.raises(RequirementError, match=r"^precision = 'split': .*sm_80.*split_or_ieee"):
        door(precision="split", machine=machine)
    door(precision="split_or_ieee", machine=machine)


def test_calls_are_dispatched_by_their_precision(torch, gpu, monkeypatch):
    a, b = torch.tensor(A), torch.tensor(B)
    with fitted(of_smallest("fp16x3"), for_small=True):
        for precision in ("ieee", "split"):
            sgemm.matmul(a, b, precision=precision)
            sgemm.gemm(a, b, precision=precision)
    plans = [key[2] for key in dispatch._launches]
    assert plans == ["auto", "auto", "split", "split"]
    monkeypatch.setattr(functions, "validated", None)  # nothing is checked again
    for more in ({}, {"precision": "ieee"}, {"precision": "split"}):
        np.testing.assert_array_equal(sgemm.matmul(a, b, **more).array, exact(A, B))
