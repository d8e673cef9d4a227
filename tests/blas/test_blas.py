"""matmul() and gemm(): meaning, checks, overlap, threads and memory, on a machine of NumPy."""

import gc
import multiprocessing
import weakref

import numpy as np
import pytest

import sgemm
from in_place_samples import exact, in_threads, whole
from numpy_machine import NumpyMachine
from sgemm import ArgumentError, RequirementError, gemm, matmul
from sgemm.machines import resident


@pytest.fixture
def machine():
    return NumpyMachine()


class TestMeaning:
    def test_what_a_scalar_of_zero_leaves_out_is_not_read(self, machine):
        a, b, c = whole(3, 4), whole(4, 5), whole(3, 5)
        nan = np.full((3, 5), np.nan, np.float32)
        np.testing.assert_array_equal(gemm(a, b, nan, machine=machine), exact(a, b))
        assert len(machine.copied_in) == 2
        found = gemm(a * np.nan, b * np.nan, c, alpha=0, beta=2, machine=machine)
        np.testing.assert_array_equal(found, 2 * c)
        assert len(machine.copied_in) == 3

    def test_memory_maps_and_read_only_operands(self, machine, tmp_path):
        a = np.memmap(tmp_path / "a", dtype=np.float32, mode="w+", shape=(3, 4))
        a[...] = whole(3, 4)
        b = np.broadcast_to(np.float32(2), (4, 5))
        out = np.memmap(tmp_path / "out", dtype=np.float32, mode="w+", shape=(3, 5))
        assert matmul(a, b, out=out, machine=machine) is out
        np.testing.assert_array_equal(out, exact(a, b))
        assert type(matmul(a, b, machine=machine)) is np.ndarray

    def test_a_result_stored_by_columns_is_copied_in_one_piece(self, machine):
        a, b = (np.asfortranarray(whole(*shape)) for shape in ((3, 4), (4, 5)))
        out = np.empty((3, 5), np.float32, order="F")
        matmul(a, b, out=out, machine=machine)
        np.testing.assert_array_equal(out, exact(a, b))
        assert machine.copy_sizes == [4 * 3 * 4, 4 * 4 * 5, 4 * 3 * 5]


SHAPES = {"a": (3, 4), "b": (4, 5), "c": (3, 5), "out": (3, 5)}


class TestChecks:
    """Each refusal names the argument, and happens before anything is written or launched."""

    def refused(self, machine, words, **changes):
        arguments = {name: whole(*shape) for name, shape in SHAPES.items()} | changes
        out = arguments["out"]
        before = out.copy() if isinstance(out, np.ndarray) else None
        with pytest.raises(ArgumentError, match=words):
            gemm(**arguments, machine=machine)
        if before is not None:
            np.testing.assert_array_equal(out, before)
        assert machine.launches == []
        assert machine.copied_in == []

    @pytest.mark.parametrize("name", ["a", "b", "c", "out"])
    @pytest.mark.parametrize(
        ("wrong", "words"),
        [
            (lambda shape: np.zeros(shape), "float64"),
            (lambda shape: np.zeros(shape, ">f4"), "byte order"),
            (lambda shape: np.zeros(shape).tolist(), "list"),
            (lambda shape: np.zeros(shape[0], np.float32), "1 dimension"),
        ],
    )
    def test_arrays(self, machine, name, wrong, words):
        self.refused(machine, rf"^{name} .*{words}", **{name: wrong(SHAPES[name])})

    def test_shapes_that_do_not_fit(self, machine):
        for name in ("c", "out"):
            words = rf"^{name} has shape \(5, 3\).*\(3, 5\)"
            self.refused(machine, words, **{name: whole(5, 3)})
        self.refused(machine, r"^a, 3x4, and b, 5x4, do not fit.*4 columns.*5 rows", b=whole(5, 4))
        for count, other in ((2, 3), (0, 2)):
            words = rf"^a, {count}x3x4, and b, {other}x4x5, do not fit: {count} .*meet {other}"
            self.refused(machine, words, a=whole(count, 3, 4), b=whole(other, 4, 5))
        words = r"^a transposed, 4x3, and b, 4x5, do not fit.*3 columns.*4 rows"
        self.refused(machine, words, trans_a=True)

    def test_scalars(self, machine):
        self.refused(machine, r"^beta = nan and c is None", c=None, beta=np.nan)
        for name in ("alpha", "beta"):
            for value in (True, "1", 1e39):
                self.refused(machine, rf"^{name} = ", **{name: value})

    @pytest.mark.parametrize("name", ["trans_a", "trans_b"])
    @pytest.mark.parametrize("value", ["N", "T", 1, 0, None, [True]])
    def test_flags(self, machine, name, value):
        self.refused(machine, rf"^{name} = .*True or False", **{name: value})
        assert gemm(whole(3, 4), whole(4, 5), machine=machine, **{name: np.False_}).shape == (3, 5)

    def test_outputs(self, machine):
        out = whole(3, 5)
        out.flags.writeable = False
        self.refused(machine, r"^out is read-only", out=out)
        out = np.lib.stride_tricks.as_strided(whole(3, 5), (3, 5), (4, 4))
        self.refused(machine, r"^out has strides", out=out)

    def test_output_over_an_operand(self, machine):
        storage = whole(6, 6)
        for name in ("a", "b"):
            rows, columns = SHAPES[name]
            operand = storage[:rows, :columns]
            words = rf"^out shares memory with {name}"
            self.refused(machine, words, **{name: operand, "out": storage[2:5, 1:6]})
        words = r"^out shares memory with a part of c"
        self.refused(machine, words, c=storage[:3, :5], out=storage[1:4, :5])
        self.refused(machine, words, c=storage[:3, :5], out=storage[:3, :5][::-1])

    def test_output_that_interleaves_with_operands_is_fine(self, machine):
        storage = whole(6, 12)
        a, b = whole(6, 6, seed=1), storage[:, ::2]
        expected = exact(a, b)
        matmul(a, b, out=storage[:, 1::2], machine=machine)
        np.testing.assert_array_equal(storage[:, 1::2], expected)

    @pytest.mark.parametrize("wrong", ["gpu", 3, NumpyMachine, object()])
    def test_machines(self, wrong):
        with pytest.raises(ArgumentError, match=r"^machine = "):
            matmul(whole(3, 4), whole(4, 5), machine=wrong)

    def test_plans(self, machine):
        matmul(whole(20, 8), whole(8, 24), machine=machine)
        chosen = sgemm.explain(sgemm.Problem(20, 24, 8), machine)
        assert (chosen.name, machine.launches) == ("auto", [(chosen.kernel.name, chosen.launch)])
        with pytest.raises(ArgumentError, match=r"^plan = 'fast'"):
            matmul(whole(3, 4), whole(4, 5), machine=machine, plan="fast")
        with pytest.raises(RequirementError, match=r"texture_loads.*lda = 3"):
            matmul(whole(3, 3), whole(3, 4), machine=machine, plan="texture_loads")

    def test_results_too_large_for_the_host(self, machine, monkeypatch):
        a, b = whole(3, 4), whole(4, 5)

        def refuse(*arguments, **options):
            raise MemoryError("it is full")

        monkeypatch.setattr(np, "empty", refuse)
        with pytest.raises(ArgumentError, match=r"^the result has shape \(3, 5\).*it is full"):
            matmul(a, b, machine=machine, plan="naive")


@pytest.fixture
def made(monkeypatch):
    """Return the names of the machines that the process makes for itself."""
    names = []
    monkeypatch.setattr(resident, "_kept", resident._Kept())
    monkeypatch.setattr(
        resident, "select_machine", lambda name: names.append(name) or NumpyMachine()
    )
    return names


class TestResidence:
    def test_a_machine_by_name_is_made_once(self, made):
        for name in ("cpu", None, "cpu", None):
            matmul(whole(3, 4), whole(4, 5), machine=name, plan="naive")
        assert made == ["cpu", None]
        default = resident.resident_machine()
        assert resident.resident_machine("cpu") is default
        assert len(default.launches) == 4

    def test_memory_is_freed_also_after_an_error(self):
        machine = NumpyMachine()
        matmul(whole(3, 4), whole(4, 5), machine=machine, plan="naive")
        assert machine.live == {}
        machine.fail_at_launch = True
        out = np.full((3, 5), 7, np.float32)
        with pytest.raises(RuntimeError, match="launch failed"):
            matmul(whole(3, 4), whole(4, 5), out=out, machine=machine, plan="naive")
        assert machine.live == {}
        assert (out == 7).all()
        machine.fail_at_launch = False
        matmul(whole(3, 4), whole(4, 5), out=out, machine=machine, plan="naive")
        assert not (out == 7).any()
        gone = weakref.ref(machine)
        del machine
        gc.collect()
        assert gone() is None, "a caller's machine is let go of"

    def test_threads_take_turns(self, machine):
        def work(seed):
            a, b = whole(30, 20, seed=seed), whole(20, 10, seed=seed + 100)
            for _ in range(20):
                np.testing.assert_array_equal(matmul(a, b, machine=machine, plan="naive"), a @ b)

        in_threads(work, 4)
        assert machine.loads == ["naive"]
        assert len(machine.launches) == 80

    @pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
    def test_a_forked_process_has_machines_and_locks_of_its_own(self, made):
        def work():
            assert made == ["cpu"]
            matmul(whole(3, 4), whole(4, 5), machine="cpu", plan="naive")
            assert made == ["cpu", "cpu"]

        machine = resident.resident_machine("cpu")
        child = multiprocessing.get_context("fork").Process(target=work)
        with resident.residency(machine).lock:
            child.start()
        child.join(60)
        if child.is_alive():
            child.kill()
        assert child.exitcode == 0
