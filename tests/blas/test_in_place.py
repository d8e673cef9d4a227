"""Arrays on a GPU: used where they lie, copied once where they cannot be, in the streams' order."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from array_fakes import FakeCapsule, FakeDevice, FakeInterface, Parameter, Tensor
from sgemm import ArgumentError, MachineError, RequirementError, gemm, matmul, plan, sgemm
from sgemm.blas import functions, recent


def whole(*shape, seed=0):
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(np.float32)


def exact(a, b):
    return (a.astype(np.float64) @ b).astype(np.float32)


WAYS = ["rows", "columns", "gaps", "column gaps", "steps", "reversed"]


def stored(rows, columns, way, seed=0):
    match way:
        case "rows":
            return whole(rows, columns, seed=seed)
        case "columns":
            return whole(columns, rows, seed=seed).T
        case "gaps":
            return whole(rows, columns + 3, seed=seed)[:, 1 : 1 + columns]
        case "column gaps":
            return whole(columns, rows + 3, seed=seed)[:, 1 : 1 + rows].T
        case "steps":
            return whole(2 * rows, 3 * columns, seed=seed)[::2, ::3]
        case "reversed":
            return whole(rows, columns, seed=seed)[::-1, ::-1]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_shape_stride_and_transpose(torch, gpu, data):
    m, n, k = (data.draw(st.integers(0, 6)) for _ in range(3))
    alpha, beta = (data.draw(st.sampled_from([0.0, 1.0, -1.0, 2.0])) for _ in range(2))
    trans_a, trans_b = data.draw(st.booleans()), data.draw(st.booleans())
    ways = [data.draw(st.sampled_from(WAYS)) for _ in range(4)]
    a = stored(*((k, m) if trans_a else (m, k)), ways[0])
    b = stored(*((n, k) if trans_b else (k, n)), ways[1], seed=1)
    c, target = stored(m, n, ways[2], seed=2), stored(m, n, ways[3], seed=3)
    out = data.draw(st.sampled_from(["none", "c", "new"]))
    tensor = torch.tensor(c)
    given_out = {"none": None, "c": tensor, "new": torch.tensor(target)}[out]
    expected = alpha * exact(a.T if trans_a else a, b.T if trans_b else b) + beta * c
    before = c.copy()
    for _ in range(2):
        if out == "c":
            c[...] = before
        found = gemm(
            torch.tensor(a),
            torch.tensor(b),
            tensor,
            alpha=alpha,
            beta=beta,
            trans_a=trans_a,
            trans_b=trans_b,
            out=given_out,
        )
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


@pytest.mark.parametrize(
    ("shape_a", "shape_b"),
    [
        ((3, 2, 5), (3, 5, 4)),
        ((2, 5), (3, 5, 4)),
        ((2, 1, 2, 5), (1, 3, 5, 4)),
        ((0, 2, 5), (5, 4)),
        ((5,), (5, 4)),
        ((2, 5), (5,)),
        ((5,), (5,)),
        ((3, 2, 5), (5,)),
        ((5,), (3, 5, 4)),
        ((0,), (0,)),
    ],
)
@pytest.mark.parametrize("library", ["torch", "cupy", "numpy"])
def test_batches_and_vectors_by_numpys_rules(torch, cupy, gpu, library, shape_a, shape_b):
    a, b = whole(*shape_a), whole(*shape_b, seed=1)
    expected = np.matmul(a, b)
    make = {"torch": torch.tensor, "cupy": cupy.array, "numpy": np.asarray}[library]
    where = {"machine": type(gpu)()} if library == "numpy" else {}
    for _ in range(2):
        found = matmul(make(a), make(b), **where)
        values = found if library == "numpy" else found.array
        np.testing.assert_array_equal(values, expected)
        assert values.shape == expected.shape
        out = make(np.full(expected.shape, np.nan, np.float32))
        assert matmul(make(a), make(b), out=out, **where) is out
        np.testing.assert_array_equal(out if library == "numpy" else out.array, expected)
    if library == "numpy" and not expected.ndim:
        assert type(matmul(a, b, **where)) is np.float32


def test_layouts_need_no_copy_and_steps_one(torch, gpu):
    made = []
    torch.Tensor.clone, clone = (
        lambda self, memory_format: made.append(self) or clone(self, memory_format),
        torch.Tensor.clone,
    )
    try:
        for way in WAYS[:4]:
            a, b = stored(20, 12, way), stored(12, 16, way, seed=1)
            found = matmul(torch.tensor(a), torch.tensor(b))
            np.testing.assert_array_equal(found.array, exact(a, b))
        assert made == []
        a = stored(20, 12, "steps")
        np.testing.assert_array_equal(matmul(torch.tensor(a), torch.tensor(b)).array, exact(a, b))
        assert len(made) == 1
        made.clear()
        matmul(torch.tensor(stored(20, 12, "columns")), torch.tensor(b), plan="naive")
        assert len(made) == 2  # neither layouts nor gaps are for this rung
    finally:
        torch.Tensor.clone = clone


def test_a_plan_that_is_not_legal_for_copies_either_is_refused(torch):
    with pytest.raises(RequirementError, match=r"batch = 2"):
        matmul(
            torch.tensor(whole(2, 5, 4).swapaxes(1, 2)),
            torch.tensor(whole(2, 5, 6)),
            plan="naive",
        )


class TestStreams:
    def test_the_current_stream(self, torch, gpu):
        torch.current = 77
        a, b = torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8))
        for _ in range(2):
            matmul(a, b)
        assert gpu.launched_on == [77, 77]
        assert gpu.orders == []

    def test_a_callers_stream_waits_and_memory_is_kept(self, torch, gpu):
        torch.current = 77
        a, b = torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8))
        found = matmul(a, b, stream=88)
        assert gpu.launched_on == [88]
        assert gpu.orders == [(77, 88)]
        assert a.used_by == b.used_by == found.used_by == [88]

    def test_a_default_stream_is_waited_for_in_turn(self, torch, gpu):
        torch.current = 77
        a = torch.tensor(whole(8, 8))
        matmul(a, a, stream=1)
        assert gpu.launched_on == [0]
        assert gpu.orders == [(77, 0), (0, 77)]
        assert a.used_by == []

    def test_a_copy_that_goes_back_is_ordered_on_both_sides(self, torch, gpu):
        torch.current = 77
        a, out = torch.tensor(whole(8, 8)), torch.tensor(stored(8, 8, "steps"))
        matmul(a, a, out=out, stream=88)
        assert gpu.orders == [(77, 88), (88, 77), (77, 88)]
        np.testing.assert_array_equal(out.array, exact(a.array, a.array))

    def test_cupys_stream_waits_since_its_pool_knows_no_other(self, cupy, gpu):
        cupy.current = 77
        a = cupy.array(whole(8, 8))
        matmul(a, a, stream=88)
        assert gpu.launched_on == [88]
        assert gpu.orders == [(77, 88), (88, 77)]

    def test_what_is_captured_does_not_wait_for_what_is_not(self, torch, gpu):
        torch.current = 77
        gpu.graphs = {88: 5}
        a = torch.tensor(whole(8, 8))
        matmul(a, a, stream=88)
        assert gpu.orders == []
        gpu.graphs[77] = 5
        matmul(a, a, stream=88)
        assert gpu.orders == [(77, 88)]

    def test_a_stream_of_another_device(self, torch, gpu):
        gpu.foreign_streams = {99}
        a = torch.tensor(whole(8, 8))
        with pytest.raises(ArgumentError, match=r"^stream = 99"):
            matmul(a, a, stream=99)
        assert gpu.launches == []

    def test_a_stream_for_arrays_of_the_host(self, gpu):
        with pytest.raises(ArgumentError, match=r"^stream = 0x63.*host memory"):
            matmul(whole(8, 8), whole(8, 8), stream=99)

    def test_dlpack_producers_are_told_the_stream(self, gpu):
        a, out = FakeCapsule(whole(8, 8)), FakeCapsule(np.empty((8, 8), np.float32))
        assert matmul(a, a, out=out) is out
        assert a.streams == [None, None]
        assert gpu.launched_on == [0]
        np.testing.assert_array_equal(out.array, exact(a.array, a.array))
        matmul(a, a, out=out, stream=88)
        assert a.streams[2:] == [88, 88]
        assert out.streams == [None, 88]
        assert gpu.launched_on == [0, 88]
        assert [stream for _, stream in gpu.held] == [0] * 3 + [88] * 3

    def test_dlpack_copies_are_waited_for(self, gpu):
        a, c = Standard(whole(8, 8)), Standard(whole(8, 8, seed=1))
        out = Standard(np.empty((8, 8), np.float32))
        gemm(a, a, c, beta=1.0, out=out, stream=88)
        np.testing.assert_array_equal(out.array, exact(a.array, a.array) + c.array)
        assert out.streams == [88, "written", 88]
        steps = Standard(np.empty((16, 16), np.float32)[::2, ::2])
        matmul(a, a, out=steps, stream=88)
        np.testing.assert_array_equal(steps.array, exact(a.array, a.array))
        assert gpu.waits == [88]
        assert steps.streams == [88, "written", 88]
        found = matmul(Standard(whole(16, 16)[::2, ::2]), a)
        np.testing.assert_array_equal(found.array, exact(whole(16, 16)[::2, ::2], a.array))

    def test_interfaces_announce_theirs(self, gpu):
        a, b = FakeInterface(whole(8, 8), stream=77), FakeInterface(whole(8, 8), stream=78)
        out = FakeInterface(np.empty((8, 8), np.float32))
        assert matmul(a, b, out=out) is out
        assert gpu.launched_on == [77]
        assert set(gpu.orders) == {(78, 77), (0, 77), (77, 78), (77, 0)}
        np.testing.assert_array_equal(out.array, exact(a.array, b.array))


class Standard(FakeCapsule):
    """An array of some library that follows the array standard."""

    float32 = np.float32

    def __array_namespace__(self):
        return self

    @property
    def shape(self):
        return self.array.shape

    def empty(self, shape, dtype, device):
        return Standard(np.empty(shape, dtype), device)

    def __setitem__(self, index, other):
        self.array[index] = other.array
        self.streams.append("written")


class TestWorkspaces:
    """Streams and graphs share none; those of one stream do."""

    def run(self, torch, stream):
        torch.current = stream
        a, b = torch.tensor(whole(32, 512)), torch.tensor(whole(512, 32, seed=1))
        np.testing.assert_array_equal(
            matmul(a, b, plan="split_k:splits=4").array, exact(a.array, b.array)
        )

    def test_one_for_each_stream(self, torch, gpu):
        for stream in (77, 88, 77, 88, 77):
            self.run(torch, stream)
        first, second = (set(gpu.workspaces[i * 2 : i * 2 + 2]) for i in (0, 1))
        assert first and second and not first & second
        assert [set(gpu.workspaces[i * 2 : i * 2 + 2]) for i in (2, 3, 4)] == [
            first,
            second,
            first,
        ]

    def test_one_for_each_graph(self, torch, gpu):
        self.run(torch, 77)
        gpu.graphs = {77: 5}
        self.run(torch, 77)
        gpu.graphs = {77: 6}
        self.run(torch, 77)
        seen = [set(gpu.workspaces[i * 2 : i * 2 + 2]) for i in range(3)]
        assert len(set.union(*seen)) == 6

    def test_a_larger_one_replaces_it_when_the_machine_is_idle(self, torch, gpu):
        self.run(torch, 77)
        before, live = set(gpu.workspaces), len(gpu.live)
        a, b = torch.tensor(whole(200, 512)), torch.tensor(whole(512, 200, seed=1))
        found = matmul(a, b, plan="split_k:splits=4")
        np.testing.assert_array_equal(found.array, exact(a.array, b.array))
        assert None in gpu.waits
        assert len(gpu.live) == live
        assert not before & set(gpu.workspaces[2:])


class TestQuickWay:
    """A call like one before goes straight to the launch, and no other does."""

    @pytest.fixture
    def closed(self, monkeypatch):
        """Close the other way, after some calls were made."""

        def close():
            monkeypatch.setattr(functions, "checked", None)

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

    def test_calls_of_other_forms_are_told_apart(self, torch):
        """What is kept of one function is nothing to another one, which means something else."""
        a, b = whole(8, 8), whole(8, 8, seed=1)
        vector = torch.tensor(whole(8))
        for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
            recent._ready.clear()
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

    def test_calls_that_differ_are_looked_at(self, torch, closed):
        a, b = torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8, seed=1))
        out = torch.tensor(np.empty((8, 8), np.float32))
        matmul(a, b)
        matmul(a, b, out=out)
        closed()
        matmul(a, b)
        matmul(a, b, out=out)
        storage = np.zeros(65, np.float32)
        different = {
            "another shape": {"a": torch.tensor(whole(4, 8)), "b": b},
            "other strides": {"a": torch.tensor(a.array.T), "b": b},
            "another type": {"a": torch.tensor(a.array.view(np.int32)), "b": b},
            "another alignment": {"a": torch.tensor(storage[1:].reshape(8, 8)), "b": b},
            "a gradient": {"a": torch.tensor(a.array, requires_grad=True), "b": b},
            "a flipped sign": {"a": torch.tensor(a.array, flipped=True), "b": b},
            "another layout": {"a": torch.tensor(a.array, layout="sparse"), "b": b},
            "another device": {"a": Tensor(a.array, FakeDevice("cuda", 1)), "b": b},
            "the host": {"a": torch.tensor(a.array, device="cpu"), "b": b},
            "another library": {"a": a.array, "b": b},
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
        monkeypatch.setattr(recent, "KEPT", 3)
        for n in range(1, 9):
            matmul(torch.tensor(whole(4, 4)), torch.tensor(whole(4, n)))
        assert len(recent._ready) == 3

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
            matmul(torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8)), out=out)
            assert out.versions == 3


def aligned_like(array):
    """Return other numbers that lie in other memory in the same way."""
    other = np.empty_like(array)
    while other.__array_interface__["data"][0] % 16 != array.__array_interface__["data"][0] % 16:
        other = np.empty_like(array)
    other[...] = array + 1
    return other


class TestRefusals:
    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"requires_grad": True}, r"requires a gradient.*x.detach\(\)"),
            ({"flipped": True}, r"is a view whose sign is still to be flipped.*x.resolve_neg\(\)"),
            ({"layout": "sparse_coo"}, r"has layout sparse_coo.*x.to_dense\(\)"),
            ({"device": "meta"}, r"is on device meta"),
        ],
    )
    @pytest.mark.parametrize("name", ["a", "b", "out"])
    def test_tensors(self, torch, gpu, name, changes, words):
        tensors = {each: torch.tensor(whole(4, 4)) for each in ("a", "b", "out")}
        tensors[name] = torch.tensor(whole(4, 4), **changes)
        with pytest.raises(ArgumentError, match=rf"^{name} {words.replace('x.', name + '.')}"):
            matmul(tensors["a"], tensors["b"], out=tensors["out"])
        assert gpu.launches == []

    def test_other_types_libraries_and_devices(self, torch, cupy, gpu):
        a = torch.tensor(whole(4, 4))
        for b, words in (
            (torch.tensor(whole(4, 4).astype(np.float64)), r"^b has dtype torch.float64.*b.float"),
            (cupy.array(whole(4, 4)), r"^b is of type .*ndarray \(CuPy\), and a is of PyTorch"),
            (whole(4, 4), r"^b is of type numpy.ndarray \(NumPy\), and a is of PyTorch"),
            (torch.tensor(whole(4, 4), device="cpu"), r"^b is in host memory and a is on GPU 0"),
            (Tensor(whole(4, 4), FakeDevice("cuda", 1)), r"^b is on GPU 1 and a is on GPU 0"),
            (type("Sub", (Tensor,), {})(whole(4, 4), FakeDevice("cuda")), r"^b is of type .*Sub"),
        ):
            with pytest.raises(ArgumentError, match=words):
                matmul(a, b)
        for wrong in ("cpu", type(gpu)()):
            with pytest.raises(ArgumentError, match=r"^machine = '?cpu'?: .* on GPU 0"):
                matmul(a, a, machine=wrong)
        matmul(a, a, machine=gpu)
        matmul(a, a, machine="cuda")

    def test_protocols(self, gpu):
        good = FakeInterface(whole(4, 4))
        for bad, words in (
            (FakeInterface(whole(4, 4), typestr="<f8"), "has dtype <f8"),
            (FakeInterface(whole(4, 4), mask=good), "has a mask"),
            (FakeInterface(whole(4, 4), version=4), "version 4"),
            (FakeInterface(whole(4, 4), shape=None), "not complete"),
            (FakeInterface(whole(4, 4), strides=(4,)), "2 axes and 1 strides"),
        ):
            with pytest.raises(ArgumentError, match=f"^b .*{words}"):
                matmul(good, bad)
        with pytest.raises(ArgumentError, match=r"^out = None: how to make"):
            matmul(good, good)
        read_only = whole(4, 4)
        read_only.flags.writeable = False
        with pytest.raises(ArgumentError, match=r"^out is read-only"):
            matmul(good, good, out=FakeInterface(read_only))
        with pytest.raises(ArgumentError, match=r"^a has strides of which none is one element"):
            matmul(FakeInterface(whole(8, 8)[::2, ::2]), good, out=FakeInterface(whole(4, 4)))
        for device, words in (((8, 0), "kind 8"), ((2, 1), "GPU 1 and a is on GPU 0")):
            with pytest.raises(ArgumentError, match=words):
                matmul(FakeCapsule(whole(4, 4)), FakeCapsule(whole(4, 4), device))
        with pytest.raises(ArgumentError, match=r"^a is of type list; an array of float32"):
            matmul([[1.0]], good)

    def test_memory_of_no_gpu(self):
        with pytest.raises((ArgumentError, MachineError), match=r"^a (says|starts)"):
            matmul(FakeInterface(whole(4, 4)), FakeInterface(whole(4, 4)))


@pytest.mark.parametrize("has_guards", [False, True])
def test_tangents_are_not_lost_at_first_and_later(torch, gpu, has_guards):
    if has_guards:
        torch.with_guards()
    tensors = {each: torch.tensor(whole(8, 8)) for each in ("a", "b", "out")}
    planned = plan(tensors["a"], tensors["b"])
    for _ in range(2):
        matmul(**tensors)
        planned.run(**tensors)
    torch.autograd.forward_ad._current_level = 0
    matmul(**tensors)
    for name, tensor in tensors.items():
        tensor.tangent = tensor
        for compute in (matmul, planned.run):
            with pytest.raises(ArgumentError, match=rf"^{name} carries a tangent"):
                compute(**tensors)
        tensor.tangent = None


def test_without_that_name_tangents_are_looked_for_always(torch, gpu):
    del torch.autograd.forward_ad._current_level
    torch.autograd.forward_ad.unpack_dual = lambda tensor: tensor
    a = torch.tensor(whole(8, 8))
    matmul(a, a)
    a.tangent = a
    with pytest.raises(ArgumentError, match=r"^a carries a tangent"):
        matmul(a, a)


def test_tensors_that_reach_beyond_their_storage(torch, gpu):
    a, b = torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8))
    b.storage_bytes = 255
    with pytest.raises(ArgumentError, match=r"^b has shape \(8, 8\) .*beyond its storage of 255"):
        matmul(a, b)
    b.storage_bytes = 256
    matmul(a, b)


def test_a_result_for_which_there_is_no_memory(torch, monkeypatch):
    def refuse(*arguments, **options):
        raise RuntimeError("CUDA out of memory")

    torch.empty = refuse
    a = torch.tensor(whole(4, 4))
    with pytest.raises(ArgumentError, match=r"^the result has shape \(4, 4\).*on GPU 0.*out of"):
        matmul(a, a)


class TestJax:
    def test_results_are_handed_over_in_order(self, jax, gpu):
        a, b, c = (jax.Array(whole(8, 8, seed=seed)) for seed in range(3))
        found = matmul(a, b, alpha=2.0)
        np.testing.assert_array_equal(found.array, 2 * exact(a.array, b.array))
        assert jax.taken == [(2, 0)]
        assert gpu.orders == [(0, 7)]
        found = gemm(a, b, c, beta=-1.0)
        np.testing.assert_array_equal(found.array, exact(a.array, b.array) - c.array)
        np.testing.assert_array_equal(c.array, whole(8, 8, seed=2))
        np.testing.assert_array_equal(sgemm(1.0, a, b).array, exact(a.array, b.array))

    def test_deleted_arrays_are_refused(self, jax, gpu):
        a, b = jax.Array(whole(8, 8)), jax.Array(whole(8, 8))
        b.deleted = True
        with pytest.raises(ArgumentError, match=r"^b was deleted"):
            matmul(a, b)

    def test_memory_is_given_back(self, jax, gpu):
        a = jax.Array(whole(8, 8))
        found = matmul(a, a)
        assert len(gpu.live) == 1
        del found
        assert gpu.live == {}
        jax.refuses = True
        with pytest.raises(RuntimeError, match="unsupported device"):
            matmul(a, a)
        assert gpu.live == {}

    def test_on_the_host(self, jax, gpu):
        a = jax.Array(whole(8, 8), "cpu")
        found = matmul(a, a, machine=type(gpu)())
        assert type(found) is jax.Array
        np.testing.assert_array_equal(found.array, exact(a.array, a.array))

    def test_what_never_changes_or_is_not_there(self, jax):
        a = jax.Array(whole(8, 8))
        with pytest.raises(ArgumentError, match=r"^out is read-only"):
            matmul(a, a, out=a)
        with pytest.raises(ArgumentError, match=r"^b is traced"):
            matmul(a, jax.core.Tracer(whole(8, 8)))


def test_tensors_of_the_host_travel(torch, gpu):
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
