"""Plans that run many times: like the call, for other arrays like those planned, and no others."""

import copy
import gc
import pickle
import threading

import numpy as np
import pytest

import sgemm
from array_fakes import FakeCapsule, FakeInterface, Guards, unlike
from in_place_samples import exact, in_threads, whole
from numpy_machine import NumpyMachine
from programs import run_python
from sgemm import ArgumentError
from sgemm.blas import plans
from sgemm.machines.resident import residency

SPLIT = "split_k:splits=4"


@pytest.fixture(params=["attributes", "guards", "wrong guards"])
def any_torch(request, torch):
    """PyTorch with what compares tensors in one call, without it, and with one that errs."""
    if request.param == "guards":
        torch.with_guards()
    elif request.param == "wrong guards":

        class Wrong(Guards):
            def check(self, *tensors):
                return True

        torch.with_guards(Wrong)
    return torch


class TestOnHost:
    def test_from_arrays_and_from_shapes(self):
        machine = NumpyMachine()
        a, b, c = whole(8, 12), whole(12, 6, seed=1), whole(8, 6, seed=2)
        for plan in (
            sgemm.plan(a, b, alpha=2, beta=-1, machine=machine),
            sgemm.plan((8, 12), (12, 6), alpha=2, beta=-1, machine=machine),
        ):
            assert plan.shape == (8, 6)
            assert plan.problem == sgemm.Problem(8, 6, 12, 2.0, -1.0)
            assert plan.machine is machine
            assert str(plan).startswith("8x6x12, alpha 2, beta -1: ")
            expected = 2 * exact(a, b) - c
            np.testing.assert_array_equal(plan.run(a, b, c=c), expected)
            out = c.copy()
            assert plan.run(a, b, c=out, out=out) is out
            np.testing.assert_array_equal(out, expected)
            with pytest.raises(ArgumentError, match=r"^beta = -1 and c is None"):
                plan.run(a, b)
        assert machine.live == {}

    def test_what_is_stored_otherwise_is_named(self):
        machine = NumpyMachine()
        a, b, half = whole(3, 4), whole(4, 5, seed=1), whole(3, 4).astype(np.float16)
        plan = sgemm.plan(a, b, machine=machine)
        of_half = sgemm.plan(half, b, plan="fp16x3:bm=64:bn=64:bk=16", machine=machine)
        out = np.zeros((3, 5), np.float32, order="F")
        for run, words in (
            (lambda: plan.run(np.asfortranarray(a), b), r"^a has strides .*; the plan is for"),
            (lambda: plan.run(a, np.asfortranarray(b)), r"^b has strides .*; the plan is for"),
            (lambda: plan.run(a, b, out=out), r"^out has strides .*; the plan is for"),
            (lambda: of_half.run(a, b), r"^a has dtype float32; the plan is for float16"),
        ):
            with pytest.raises(ArgumentError, match=words):
                run()

    def test_a_result_by_columns_is_made_so(self):
        machine, a, b = NumpyMachine(), whole(3, 4), whole(4, 5, seed=1)
        out = np.zeros((3, 5), np.float32, order="F")
        plan = sgemm.plan(a, b, out=out, machine=machine)
        made = plan.run(a, b)
        assert made.flags.f_contiguous
        np.testing.assert_array_equal(made, plan.run(a, b, out=out))

    def test_batches_vectors_and_transposes(self):
        machine = NumpyMachine()
        a, b = whole(2, 1, 3, 4), whole(5, 4, 6, seed=1)
        plan = sgemm.plan(a, b, machine=machine)
        assert plan.launches == 2
        assert "2 launches" in str(plan)
        np.testing.assert_array_equal(plan.run(a, b), exact(a, b))
        plan = sgemm.plan((4,), (4, 6), machine=machine)
        assert plan.shape == (6,)
        np.testing.assert_array_equal(plan.run(a[0, 0, 0], b[0]), exact(a[0, 0, 0], b[0]))
        plan = sgemm.plan((4, 3), (6, 4), trans_a=True, trans_b=True, machine=machine)
        found = plan.run(a[0, 0].T.copy(), b[0].T.copy())
        np.testing.assert_array_equal(found, exact(a[0, 0], b[0]))
        plan = sgemm.plan((0, 4), (4, 6), alpha=np.nan, machine=machine)
        assert plan.launches == 0
        assert plan.run(whole(0, 4), whole(4, 6)).shape == (0, 6)

    def test_a_workspace_stays_until_the_plan_is_closed(self):
        machine = NumpyMachine()
        a, b = whole(32, 512), whole(512, 32, seed=1)
        with sgemm.plan(a, b, plan=SPLIT, machine=machine) as plan:
            assert plan.workspace.floats > 0
            assert str(plan).endswith(f"; workspace {plan.workspace.nbytes} bytes")
            live = set(machine.live)
            assert len(live) == 2
            for _ in range(3):
                np.testing.assert_array_equal(plan.run(a, b), exact(a, b))
            assert set(machine.live) == live
            assert set(machine.workspaces) == live
        assert machine.live == {}
        with pytest.raises(ArgumentError, match="closed"):
            plan.run(a, b)

    def test_a_workspace_is_freed_later_if_a_plan_is_forgotten(self):
        machine = NumpyMachine()
        plan = sgemm.plan((32, 512), (512, 32), plan=SPLIT, machine=machine)
        del plan
        gc.collect()
        assert machine.live
        residency(machine).workspaces.close(machine)
        assert machine.live == {}

    def test_a_copy_which_would_free_the_workspace_is_refused(self):
        plan = sgemm.plan((32, 512), (512, 32), plan=SPLIT, machine=NumpyMachine())
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="a plan cannot be copied or pickled"):
                copied(plan)

    def test_other_arrays_are_refused_by_name(self):
        machine = NumpyMachine()
        plan = sgemm.plan((8, 12), (12, 6), machine=machine)
        for a, b, words in (
            (whole(9, 12), whole(12, 6), r"^a has shape \(9, 12\); the plan is for \(8, 12\)"),
            (whole(8, 12), whole(12, 7), r"^b has shape \(12, 7\); the plan is for \(12, 6\)"),
            (whole(12, 8).T, whole(12, 6), r"strides"),
            (whole(8, 12).astype(np.float64), whole(12, 6), r"^a has dtype float64"),
        ):
            with pytest.raises(ArgumentError, match=words):
                plan.run(a, b)
        assert machine.launches == []

    @pytest.mark.parametrize(("planned", "given"), [("f2", "f4"), ("f4", "f2")])
    def test_another_type_is_named_before_the_strides_of_its_copy(self, planned, given):
        a, b = whole(12, 8).T, whole(12, 6, seed=1)
        plan = sgemm.plan(a.astype(planned), b, plan="any_layout", machine=NumpyMachine())
        types = np.dtype(given), np.dtype(planned)
        with pytest.raises(TypeError, match=r"^a has dtype {}; the plan is for {}".format(*types)):
            plan.run(a.astype(given), b)

    def test_matrices_by_columns_for_a_kernel_that_reads_rows(self):
        a, b = whole(12, 8).T, whole(12, 6, seed=1)
        plan = sgemm.plan(a, b, plan="shared_tile", machine=NumpyMachine())
        for again in (a, a.copy()):
            np.testing.assert_array_equal(plan.run(again, b), exact(a, b))

    def test_shapes_with_a_place_for_the_result_and_sizes_of_numpy(self):
        a, b = whole(8, 12), whole(12, 6, seed=1)
        shapes = [tuple(np.array(each.shape)) for each in (a, b)]
        plan = sgemm.plan(*shapes, alpha=np.nan, out=(8, 6), machine=NumpyMachine())
        assert np.isnan(plan.run(a, b)).all()
        assert repr(plan.shape) == "(8, 6)"

    def test_a_run_that_ends_after_the_plan_was_closed(self, torch, gpu, monkeypatch):
        a, b, out = (torch.tensor(whole(8, 8)) for _ in range(3))
        plan = sgemm.plan(a, b)
        launch = plans.launch

        def run_and_close(*arguments, **options):
            done = launch(*arguments, **options)
            plan.close()
            return done

        monkeypatch.setattr(plans, "launch", run_and_close)
        plan.run(a, b, out=out)
        with pytest.raises(ArgumentError, match="closed"):
            plan.run(a, b, out=out)


class TestOnGpu:
    @pytest.mark.parametrize("order", ["C", "F"])
    def test_arrays_alike_are_launched_at_once(self, any_torch, gpu, monkeypatch, order):
        torch = any_torch
        a, b = (torch.tensor(whole(*shape)) for shape in ((32, 512), (512, 32)))
        out = torch.tensor(np.empty((32, 32), np.float32, order))
        plan = sgemm.plan(a, b, out=out, plan=SPLIT)
        plan.run(a, b, out=out)
        monkeypatch.setattr(plans, "validated", None)
        for seed in range(3):
            a.array[...] = whole(32, 512, seed=seed)
            torch.current = seed
            assert plan.run(a, b, out=out) is out
            np.testing.assert_array_equal(out.array, exact(a.array, b.array))
        assert gpu.launched_on == [0, 0, 1, 2]
        assert out.versions == 4

    def check_validated(self, monkeypatch, make, others):
        """Check that arrays which differ from those of a run do not go straight to a launch."""
        a, b = make(whole(8, 8)), make(whole(8, 8, seed=1))
        out = make(np.empty((8, 8), np.float32))
        plan = sgemm.plan(a, b)
        plan.run(a, b, out=out)
        monkeypatch.setattr(plans, "validated", None)
        plan.run(a, b, out=out)
        calls = [((a, b), {"out": out, "stream": 5}), ((a, b), {"out": out, "c": a})]
        for other in (*others(a), out):
            calls += [((other, b), {"out": out}), ((a, other), {"out": out})]
            calls += [((a, b), {"out": other})] if other is not out else []
        for arrays, options in calls:
            with pytest.raises(TypeError, match="not callable"):
                plan.run(*arrays, **options)
        plan.close()
        with pytest.raises(ArgumentError, match="closed"):
            plan.run(a, b, out=out)

    def test_arrays_that_differ_are_validated(self, any_torch, monkeypatch):
        make = any_torch.tensor
        self.check_validated(monkeypatch, make, lambda a: (*unlike(any_torch, a).values(), None))

    def test_arrays_of_cupy_that_differ_are_validated(self, cupy, monkeypatch):
        elsewhere = cupy.array(whole(8, 8))
        elsewhere.data.device_id = 1
        unaligned = np.zeros(65, np.float32)[1:].reshape(8, 8)

        def others(a):
            different = (whole(4, 8), a.array.T, a.array.view(np.int32), unaligned)
            return *map(cupy.array, different), elsewhere, a.array

        self.check_validated(monkeypatch, cupy.array, others)

    def test_each_library_has_its_own_guards(self, torch, cupy, monkeypatch):
        arrays = whole(8, 12), whole(12, 6, seed=1), np.empty((8, 6), np.float32)
        plan = sgemm.plan(*(torch.tensor(array) for array in arrays[:2]))
        for make in (torch.tensor, cupy.array):
            a, b, out = map(make, arrays)
            plan.run(a, b, out=out)
        monkeypatch.setattr(plans, "validated", None)
        for make in (torch.tensor, cupy.array):
            a, b, out = map(make, arrays)
            out.array[...] = 0
            plan.run(a, b, out=out)
            np.testing.assert_array_equal(out.array, exact(*arrays[:2]))

    def test_new_results_and_addends(self, torch):
        a, b, c = (torch.tensor(whole(8, 8, seed=seed)) for seed in range(3))
        plan = sgemm.plan(a, b, beta=2.0)
        expected = exact(a.array, b.array) + 2 * c.array
        same, other = torch.tensor(c.array.copy()), torch.tensor(np.empty((8, 8), np.float32))
        for _ in range(2):
            np.testing.assert_array_equal(plan.run(a, b, c=c).array, expected)
            for addend, out in ((same, same), (c, other)):
                same.array[...] = c.array
                plan.run(a, b, c=addend, out=out)
                np.testing.assert_array_equal(out.array, expected)

    def test_protocols(self, gpu):
        plan = sgemm.plan((8, 8), (8, 8), machine=gpu)
        for wrap in (FakeInterface, FakeCapsule):
            a, out = wrap(whole(8, 8)), wrap(np.empty((8, 8), np.float32))
            assert plan.run(a, a, out=out) is out
            np.testing.assert_array_equal(out.array, exact(a.array, a.array))

    def test_what_cannot_be_used_in_place(self, torch, gpu):
        a, steps = torch.tensor(whole(8, 8)), torch.tensor(whole(16, 16)[::2, ::2])
        for arguments, options, name in (((steps, a), {}, "a"), ((a, a), {"out": steps}, "out")):
            with pytest.raises(ArgumentError, match=rf"^{name} has strides"):
                sgemm.plan(*arguments, **options)
        plan = sgemm.plan(a, a, plan="texture_loads")
        base = np.zeros(68, np.float32)
        first = (4 - base.ctypes.data) % 16 // 4  # 4 bytes after a multiple of 16
        unaligned = torch.tensor(base[first : first + 64].reshape(8, 8))
        out = torch.tensor(np.empty((8, 8), np.float32))
        with pytest.raises(ArgumentError, match="aligned"):
            plan.run(unaligned, a, out=out)
        other = torch.tensor(whole(8, 8))
        for name, operands in (("a", (a, other)), ("b", (other, a))):
            with pytest.raises(ArgumentError, match=rf"^out shares memory with {name}"):
                plan.run(*operands, out=a)
        with pytest.raises(ArgumentError, match=r"^a is in host memory; the plan is for .* GPU 0"):
            plan.run(whole(8, 8), whole(8, 8))

    def test_threads(self, torch, gpu):
        gpu._users = threading.Semaphore(100)
        plan = sgemm.plan((32, 512), (512, 32), plan=SPLIT, machine=gpu)

        def work(seed):
            a, b = (torch.tensor(whole(*shape, seed=seed)) for shape in ((32, 512), (512, 32)))
            out = torch.tensor(np.empty((32, 32), np.float32))
            for _ in range(20):
                plan.run(a, b, out=out)
                np.testing.assert_array_equal(out.array, exact(a.array, b.array))

        in_threads(work, 4)


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (((3, -4), (4, 6)), {}, r"^a = \(3, -4\): a shape has whole numbers"),
        (((3, True), (4, 6)), {}, r"^a = \(3, True\)"),
        (((3, 4), np.zeros((4, 6), np.float32)), {}, r"^b is of type numpy.ndarray"),
        (((), (4, 6)), {}, r"^a has 0 dimensions"),
        (((3, 2), (2, 2**31)), {}, r"^n = 2147483648: a size is"),
        (((3, 2**31), (2**31, 2)), {}, r"^k = 2147483648: a size is"),
        (((3, 4), (4, 6)), {"plan": 3}, r"^plan = 3"),
        (((3, 4), (4, 6)), {"beta": True}, r"^beta = True"),
        (((3, 4), (4, 6)), {"out": (4, 6)}, r"^out has shape \(4, 6\)"),
        (((4,), (4, 6)), {"trans_a": True}, r"^trans_a = True, and a is a vector"),
        (((3, 4), (4,)), {"trans_b": True}, r"^trans_b = True, and b is a vector"),
        ((sgemm.Problem(3, 4, 5), 0), {}, r"^a = Problem.*sgemm.explain\(problem, machine\)"),
    ],
)
def test_what_is_no_plan_is_refused(arguments, options, words):
    with pytest.raises(ArgumentError, match=words):
        sgemm.plan(*arguments, machine=NumpyMachine(), **options)


def test_explain_says_which_kernel_and_compiles_nothing():
    machine, problem = NumpyMachine(), sgemm.Problem(3, 4, 5)
    found = sgemm.explain(problem, machine, "naive")
    assert isinstance(found, sgemm.Plan)
    assert found.kernel.name == "naive"
    assert sgemm.explain(problem, machine, plan="3").kernel.name == "shared_tile"
    assert sgemm.explain(problem, machine).name == "auto"
    assert machine.loads == []
    for arguments, words in (
        ((8, machine), r"^problem = 8: an sgemm\.Problem is needed"),
        ((problem, "cpu"), r"^machine = 'cpu': one that sgemm\.select_machine"),
        ((problem, machine, 3), r"^plan = 3"),
        ((problem, machine, "auto", (0, 4, 0)), r"^alignment = \(0, 4, 0\): an Alignment or None"),
    ):
        with pytest.raises(ArgumentError, match=words):
            sgemm.explain(*arguments)


def test_a_plan_that_outlives_the_modules_ends_without_complaint():
    program = (
        "import os, sgemm\nos.kept = sgemm.plan((4, 4), (4, 4), plan='ptx_naive', machine='cpu')\n"
    )
    done = run_python(program)
    assert (done.returncode, done.stderr) == (0, "")
