"""Arrays on a GPU that are refused, by name."""

import sys
import types

import numpy as np
import pytest

from array_fakes import FakeCapsule, FakeDevice, FakeInterface, Tensor
from in_place_samples import whole
from sgemm import ArgumentError, MachineError, gemm, matmul, plan


class TestRefusals:
    @pytest.mark.parametrize("name", ["a", "b", "out"])
    def test_tensors(self, torch, gpu, name):
        for changes, words in (
            ({"flipped": True}, rf"is a view whose sign is .* flipped.*{name}.resolve_neg\(\)"),
            ({"layout": "sparse_coo"}, rf"has layout sparse_coo.*{name}.to_dense\(\)"),
            ({"device": "mps"}, r"is on device mps"),
        ):
            tensors = {each: torch.tensor(whole(4, 4)) for each in ("a", "b", "out")}
            tensors[name] = torch.tensor(whole(4, 4), **changes)
            with pytest.raises(ArgumentError, match=rf"^{name} {words}"):
                matmul(**tensors)
        assert gpu.launches == []

    def test_other_types_libraries_and_devices(self, torch, cupy, gpu):
        a = torch.tensor(whole(4, 4))
        for b, words in (
            (torch.tensor(np.ones((4, 4))), r"^b has dtype torch.float64; float32 is .*b.float"),
            (cupy.array(whole(4, 4)), r"^b is of type .*ndarray \(CuPy\), and a is of PyTorch"),
            (whole(4, 4), r"^b is of type numpy.ndarray \(NumPy\), and a is of PyTorch"),
            (torch.tensor(whole(4, 4), device="cpu"), r"^b is in host memory and a is on GPU 0"),
            (Tensor(whole(4, 4), FakeDevice("cuda", 1)), r"^b is on GPU 1 and a is on GPU 0"),
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

    def test_memory_of_no_gpu(self):
        with pytest.raises((ArgumentError, MachineError), match=r"^a (says|starts)"):
            matmul(FakeInterface(whole(4, 4)), FakeInterface(whole(4, 4)))


class TestRecorded:
    """What PyTorch has to see is computed by operators, and refused by plans, which are none."""

    @pytest.mark.parametrize("name", ["a", "b", "out"])
    def test_tensors_with_gradients_and_of_other_classes(self, torch, operators, warm, name):
        tensors, (call, run) = warm
        sub = type("Sub", (Tensor,), {})
        for changed, words in (
            (torch.tensor(whole(8, 8), requires_grad=True), "requires a gradient"),
            (sub(whole(8, 8), FakeDevice("cuda")), "is of type .*Sub"),
        ):
            given = tensors | {name: changed}
            assert call(**given) is None
            assert operators.pop() == (given["a"], given["b"])
            with pytest.raises(ArgumentError, match=rf"^{name} {words}"):
                run(**given)

    def test_tensors_with_tangents(self, torch, operators, warm):
        tensors, (call, run) = warm
        torch.autograd.forward_ad._current_level = 0
        assert call(**tensors) is tensors["out"]
        for name, tensor in tensors.items():
            tensor.tangent = tensor
            call(**tensors)
            assert operators.pop() == (tensors["a"], tensors["b"])
            with pytest.raises(ArgumentError, match=rf"^{name} carries a tangent"):
                run(**tensors)
            tensor.tangent = None

    def test_without_that_name_tangents_are_looked_for_always(self, torch, gpu, operators):
        del torch.autograd.forward_ad._current_level
        torch.autograd.forward_ad.unpack_dual = lambda tensor: tensor
        a = torch.tensor(whole(8, 8))
        matmul(a, a)
        assert not operators
        a.tangent = a
        matmul(a, a)
        assert operators

    def test_shapes_without_memory(self, torch, operators):
        a = torch.tensor(whole(8, 8), device="meta")
        gemm(a, a, a, beta=1.0)
        assert operators == [(a, a, a)]

    @pytest.mark.parametrize("missing", ["DispatchKey", "_are_functorch_transforms_active"])
    def test_without_these_names_any_call_may_be_traced(self, torch, operators, missing):
        delattr(torch._C, missing)
        a = torch.tensor(whole(8, 8))
        matmul(a, a)
        assert operators

    def test_transformed_calls(self, torch, operators):
        a = torch.tensor(whole(8, 8))
        torch.is_transformed = True
        matmul(a, a)
        assert operators


@pytest.fixture
def record(torch, monkeypatch):
    """Return what lets PyTorch record operators in one way, or in none."""
    proxies = types.ModuleType("torch.fx.experimental.proxy_tensor")
    proxies.mode = None
    proxies.get_proxy_mode = lambda: proxies.mode
    monkeypatch.setitem(sys.modules, proxies.__name__, proxies)

    def switch(way):
        torch.is_traced = way == "torch.jit.trace"
        torch.modes = 1 if way in ("make_fx", "a mode that watches") else 0
        torch.has_early_modes = way == "make_fx before dispatch"
        proxies.mode = way if way.startswith("make_fx") else None

    return switch


@pytest.mark.parametrize("way", ["make_fx", "make_fx before dispatch", "torch.jit.trace"])
def test_nothing_is_computed_while_a_graph_is_recorded(gpu, operators, warm, record, way):
    tensors, calls = warm
    operands = {name: tensors[name] for name in ("a", "b")}
    for _ in range(2):
        matmul(**operands)
    launches = len(gpu.launches)
    record(way)
    for arguments in (tensors, operands, operands | {"alpha": 0.0}):
        matmul(**arguments)
        assert operators.pop() == (tensors["a"], tensors["b"])
    for compute, arguments in ((calls[1], tensors), (plan, operands)):
        with pytest.raises(ArgumentError, match=r"^a is multiplied while PyTorch records a graph"):
            compute(**arguments)
    assert len(gpu.launches) == launches
    record("a mode that watches")
    matmul(**tensors)
    assert operators
    calls[1](**tensors)
    record("nothing")
    for call in calls:
        assert call(**tensors) is tensors["out"]


def test_what_symbolic_tracing_passes_is_refused(torch, monkeypatch):
    fx = types.ModuleType("torch.fx")
    fx.Proxy = type("Proxy", (), {"__getattr__": lambda self, name: self})
    monkeypatch.setitem(sys.modules, "torch.fx", fx)
    tensor = torch.tensor(whole(8, 8))
    for a, b, name in ((fx.Proxy(), tensor, "a"), (tensor, fx.Proxy(), "b")):
        with pytest.raises(ArgumentError, match=rf"^{name} is multiplied while PyTorch records"):
            matmul(a, b)


def test_results_that_a_transformation_wraps_or_there_is_no_memory_for(torch, gpu):
    """As torch.func.grad does: its memory can't be asked for."""

    def wrapped(shape, dtype, device):
        def refuse():
            raise RuntimeError("Cannot access data pointer")

        result = torch.tensor(np.empty(shape, np.float32))
        result.data_ptr = refuse
        return result

    a = torch.tensor(whole(8, 8))
    matmul(a, a)
    torch.empty = wrapped
    with pytest.raises(ArgumentError, match=r"^the result is a tensor without memory"):
        matmul(a, a)

    def refuse(*arguments, **options):
        raise RuntimeError("CUDA out of memory")

    torch.empty = refuse
    a = torch.tensor(whole(4, 4))
    with pytest.raises(ArgumentError, match=r"^the result has shape \(4, 4\).*on GPU 0.*out of"):
        matmul(a, a)


def test_tensors_that_reach_beyond_their_storage(torch, gpu):
    a, b = torch.tensor(whole(8, 8)), torch.tensor(whole(8, 8))
    b.storage_bytes = 255
    with pytest.raises(ArgumentError, match=r"^b has shape \(8, 8\) .*beyond its storage of 255"):
        matmul(a, b)
    b.storage_bytes = 256
    matmul(a, b)
