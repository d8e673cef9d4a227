"""PyTorch's operators by the library, and PyTorch's own products, on a GPU."""

import pytest
from torch_samples import exact, same, torch, whole

import sgemm
from operator_samples import OPERATORS, check_samples
from sgemm.torch import disable, enable, enabled, stats


@pytest.fixture(autouse=True)
def as_it_was():
    torch._dynamo.reset()
    stats(reset=True)
    yield
    disable()


@pytest.mark.parametrize("name", OPERATORS)
def test_samples_of_pytorch_come_out_alike(name):
    check_samples(name, "cuda")


@pytest.mark.parametrize("name", ["mm", "addmm", "bmm", "baddbmm"])
def test_pytorch_finds_the_operators_sound(name):
    batch = (2,) if "bmm" in name else ()
    shapes = [(3, 4), (4, 5)] if "add" not in name else [(3, 5), (3, 4), (4, 5)]
    values = [whole(*batch, *shape, seed=n) for n, shape in enumerate(shapes)]
    operator = getattr(torch.ops.sgemm, name)
    out = torch.zeros_like(getattr(torch, name)(*values))
    torch.library.opcheck(operator.out, tuple(values), {"out": out})
    values = [value.requires_grad_() for value in values]
    torch.library.opcheck(operator.default, tuple(values), {"alpha": 2.0})


def test_calls_with_gradients_use_the_current_stream():
    a, b = whole(300, 200), whole(200, 100, seed=1).requires_grad_()
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        sgemm.matmul(a, b).sum().backward()
    side.synchronize()
    same(b.grad, exact(a.T, torch.ones(300, 100, device="cuda")))


def test_plain_tensors_are_recorded_without_the_dispatcher():
    a, b = whole(300, 200).requires_grad_(), whole(200, 100, seed=1)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        sgemm.matmul(a, b).sum().backward()
    names = {event.name for event in profile.events()}
    assert "Sgemm" in names
    assert not any(name.startswith("sgemm::") for name in names)
    same(a.grad, exact(torch.ones(300, 100, device="cuda"), b.T))


MODES = ["default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dynamic", [False, True])
def test_compiled_code(mode, dynamic):
    @torch.compile(fullgraph=True, mode=mode, dynamic=dynamic)
    def layer(a, b, c):
        return sgemm.gemm(a, b, c, beta=1.0).relu()

    for rows in (64, 64, 64, 96):
        a, b, c = whole(rows, 64), whole(64, 32, seed=1).requires_grad_(), whole(rows, 32, seed=2)
        result = layer(a, b, c)
        expected = (exact(a, b.detach()) + c).relu()
        same(result.detach(), expected)
        result.sum().backward()
        same(b.grad, exact(a.T, (expected > 0).float()))


def test_a_network_is_captured_in_a_graph():
    enable()
    network = torch.nn.Sequential(torch.nn.Linear(64, 128), torch.nn.ReLU()).cuda()
    inputs = torch.randn(32, 64, device="cuda")
    graph = torch.cuda.CUDAGraph()
    network(inputs)
    with torch.cuda.graph(graph), torch.no_grad():
        result = network(inputs)
    inputs.copy_(torch.randn(32, 64, device="cuda"))
    graph.replay()
    disable()
    torch.testing.assert_close(result, network(inputs))


def test_gradients_of_a_network_are_taken_over_too():
    def step():
        torch.manual_seed(1)
        network = torch.nn.Sequential(torch.nn.Linear(64, 128), torch.nn.Linear(128, 32)).cuda()
        network(torch.randn(48, 64, device="cuda")).square().mean().backward()
        return [parameter.grad for parameter in network.parameters()]

    expected = step()
    with enabled():
        found = step()
    torch.testing.assert_close(found, expected)
    assert stats() == {"addmm": {"sgemm": 2}, "mm": {"sgemm": 3}}


def test_who_asked_for_tf32_gets_it_from_pytorch():
    a = torch.randn(256, 256, device="cuda")
    before = torch.get_float32_matmul_precision()
    try:
        torch.set_float32_matmul_precision("high")
        expected = a @ a
        with enabled():
            found = a @ a
    finally:
        torch.set_float32_matmul_precision(before)
    same(found, expected)
    assert stats() == {"mm": {"TF32 is allowed": 1}}


def test_errors_are_those_of_pytorch():
    a, b = whole(8, 8), whole(8, 8, seed=1)
    with enabled():
        for call in (lambda: torch.mm(a, b.cpu()), lambda: torch.mm(a, b[:4])):
            with pytest.raises(RuntimeError):
                call()
    assert sum(stats()["mm"].values()) == 2


def forms_of_addends(m, n):
    """What PyTorch adds to a product of m rows and n columns, in many forms."""
    long, matrix = whole(n + 1, seed=3), whole(m, n, seed=4)
    return {
        "row": long[:n],
        "row of another alignment": long[1:],
        "matrix": matrix,
        "slice of a wider matrix": whole(m, n + 3, seed=5)[:, 2 : n + 2],
        "matrix by columns": whole(n, m, seed=6).T,
        "column": whole(m, 1, seed=7),
        "number": whole(1, seed=8),
    }


@pytest.mark.parametrize("shape", [(64, 96, 40), (33, 65, 17), (1, 64, 64), (64, 1, 64)])
@pytest.mark.parametrize("is_enabled", [True, False])
def test_sums_of_all_forms_in_turns(shape, is_enabled):
    """By torch.addmm under enable(), and by the library's operator; what is known stays apart."""
    m, n, k = shape
    a, b = whole(m, k), whole(n, k, seed=1).T
    product, out = exact(a, b), torch.empty(m, n, device="cuda")
    if is_enabled:
        enable()
    for turn in range(3):
        for added in forms_of_addends(m, n).values():
            expected = product + 2 * added
            if is_enabled:
                same(torch.addmm(added, a, b, beta=2), expected)
                same(torch.addmm(added, a, b, beta=2, out=out), expected)
                same(out.copy_(added).addmm_(a, b, beta=2), expected)
            else:
                same(torch.ops.sgemm.addmm(added, a, b, beta=2.0), expected)
                torch.ops.sgemm.addmm.out(added, a, b, beta=2.0, out=out.fill_(float("nan")))
                same(out, expected)
            whole_sum = added.expand(m, n)
            same(sgemm.gemm(a, b, whole_sum, beta=2.0), expected)
        assert turn or not is_enabled or stats()["addmm"]["sgemm"] > 0


def test_a_sum_in_a_graph_and_on_another_stream():
    linear = torch.nn.Linear(64, 48, device="cuda")
    with torch.no_grad():
        linear.weight.copy_(whole(48, 64)), linear.bias.copy_(whole(48, seed=1))
    x, side = whole(32, 64, seed=2), torch.cuda.Stream()
    enable()
    with torch.no_grad(), torch.cuda.stream(side):
        linear(x)
        side.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=side):
            found = linear(x)
        linear.bias.add_(1)
        graph.replay()
    side.synchronize()
    same(found, exact(x, linear.weight.detach().T) + linear.bias.detach())
