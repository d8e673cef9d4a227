"""sgemm.matmul and sgemm.gemm where PyTorch records, transforms or compiles what is computed."""

import warnings

import numpy as np
import pytest
import torch
from samples import BACKENDS, are_equal, derivatives, whole
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.testing._internal.two_tensor import TwoTensor
from torch.utils.checkpoint import checkpoint
from torch.utils.flop_counter import FlopCounterMode

import sgemm
import sgemm.torch
from matmul_samples import SHAPES
from programs import run_python


@pytest.fixture(autouse=True)
def fresh_compiler():
    torch._dynamo.reset()


def compiled(function, **options):
    return torch.compile(function, fullgraph=True, **({"backend": "aot_eager"} | options))


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_matmul_is_that_of_pytorch_with_its_gradients(left, right):
    values = whole(*left), whole(*right, seed=1)
    expected = derivatives(torch.matmul, values)
    assert are_equal(derivatives(sgemm.matmul, values), expected)
    in_code = compiled(lambda a, b: sgemm.matmul(a, b))
    assert are_equal(derivatives(in_code, values, order=1), expected[: 1 + len(values)])


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_a_result_is_no_view_which_could_not_be_detached_in_place(left, right):
    a, b = whole(*left, requires_grad=True), whole(*right, seed=1)
    assert not sgemm.matmul(a, b)._is_view()
    assert torch.equal(sgemm.matmul(a, b).detach_(), torch.matmul(a, b))


@pytest.mark.parametrize("trans_a", [False, True])
@pytest.mark.parametrize("trans_b", [False, True])
@pytest.mark.parametrize("batch", [(), (2,), (2, 3)])
def test_gemm_and_its_gradients(batch, trans_a, trans_b):
    a = whole(*batch, *((4, 3) if trans_a else (3, 4)))
    b = whole(*((5, 4) if trans_b else (4, 5)), seed=1)
    c = whole(*batch, 3, 5, seed=2)

    def expected(a, b, c):
        return 2 * (a.mT if trans_a else a) @ (b.mT if trans_b else b) - 3 * c

    def found(a, b, c):
        return sgemm.gemm(a, b, c, alpha=2.0, beta=-3.0, trans_a=trans_a, trans_b=trans_b)

    assert are_equal(derivatives(found, (a, b, c)), derivatives(expected, (a, b, c)))
    assert torch.equal(compiled(found)(a, b, c), expected(a, b, c))


@pytest.mark.parametrize("backend", BACKENDS[1:])
@pytest.mark.parametrize("out_is_c", [False, True])
def test_out_is_written_in_compiled_code(out_is_c, backend):
    a, b, c = whole(3, 4), whole(4, 5), whole(3, 5)
    out = c if out_is_c else torch.zeros(3, 5)
    expected = a @ b + c
    layer = compiled(
        lambda *each: sgemm.gemm(*each[:3], beta=1.0, out=each[3]) + 1, backend=backend
    )
    result = layer(a, b, c, out)
    assert torch.equal(out, expected)
    assert torch.equal(result, expected + 1)


def test_one_graph_serves_all_sizes():
    graphs = []

    def backend(graph, inputs):
        graphs.append(graph)
        return graph

    multiply = compiled(lambda a, b: sgemm.matmul(a, b), backend=backend, dynamic=True)
    for rows in (3, 4, 9):
        a, b = whole(rows, 4), whole(4, 5)
        assert torch.equal(multiply(a, b), a @ b)
    assert len(graphs) == 1


def test_inductor():
    a, b, c = (whole(*shape, requires_grad=True) for shape in ((3, 4), (4, 5), (3, 5)))
    layer = compiled(lambda a, b, c: sgemm.gemm(a, b, c, beta=1.0).relu(), backend="inductor")
    expected = (a @ b + c).relu()
    gradients = torch.autograd.grad(expected.sum(), (a, b, c))
    result = layer(a, b, c)
    assert torch.equal(result, expected)
    assert are_equal(torch.autograd.grad(result.sum(), (a, b, c)), gradients)


@pytest.mark.parametrize("backend", BACKENDS)
def test_gradients_of_eager_calls_are_compiled_in_one_graph(backend):
    a, b, c = whole(3, 4, requires_grad=True), whole(4, 5), whole(3, 5)
    for function in (
        lambda: sgemm.matmul(a, b, alpha=2.0),
        lambda: sgemm.matmul(a.expand(2, 3, 4), b.expand(2, 4, 5)),
        lambda: sgemm.gemm(a, b, c, beta=1.0),
        lambda: torch.ops.sgemm.addmm(c, a, b),
    ):
        (expected,) = torch.autograd.grad(function().square().sum(), a)
        loss = function().square().sum()
        with torch._dynamo.compiled_autograd._enable(
            lambda graph: compiled(graph, backend=backend)
        ):
            (found,) = torch.autograd.grad(loss, a)
        assert torch.equal(found, expected)


class Layer(torch.nn.Module):
    def forward(self, a, b):
        return sgemm.matmul(a, b) + sgemm.gemm(a, b, alpha=2.0)


@pytest.mark.parametrize("strict", [False, True])
def test_export_with_a_dynamic_size(strict):
    sizes = {"a": {0: torch.export.Dim("m")}, "b": None}
    values = whole(3, 4), whole(4, 5)
    exported = torch.export.export(Layer(), values, dynamic_shapes=sizes, strict=strict)
    targets = {str(node.target) for node in exported.graph.nodes}
    assert "sgemm.mm.default" in targets
    other = whole(6, 4)
    assert torch.equal(exported.module()(other, values[1]), 3 * other @ values[1])


def test_a_batch_by_one_matrix_is_one_product():
    graph = make_fx(Layer())(whole(2, 3, 4), whole(4, 5))
    targets = {str(node.target) for node in graph.graph.nodes}
    assert "sgemm.mm.default" in targets
    assert "sgemm.bmm.default" not in targets


@pytest.mark.parametrize("mode", ["real", "fake", "symbolic", "torch.jit.trace"])
def test_traced_graphs_hold_the_product(mode):
    a, b = whole(3, 4), whole(4, 5)
    if mode == "torch.jit.trace":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            graph = torch.jit.trace(Layer(), (a, b))
    else:
        graph = make_fx(Layer(), tracing_mode=mode)(a, b)
    assert torch.equal(graph(a + 1, b), 3 * (a + 1) @ b)


@pytest.mark.parametrize(
    ("traced", "called"),
    [
        (((2, 3, 4), (4, 5)), ((3, 2, 4), (4, 5))),  # as many elements, in another shape
        (((2, 3, 2, 4), (4, 5)), ((3, 2, 2, 4), (4, 7))),
        (((2, 3, 3, 4), (2, 3, 4, 5)), ((3, 2, 3, 4), (3, 2, 4, 5))),
        (((2, 1, 3, 4), (2, 4, 5)), ((5, 1, 3, 4), (2, 4, 5))),
        (((2, 3, 4), (2, 4, 5)), ((5, 6, 7), (5, 7, 1))),
        (((4,), (4, 5)), ((9,), (9, 7))),
        (((3, 4), (4,)), ((8, 9), (9,))),
        (((4,), (2, 4, 5)), ((6,), (3, 6, 7))),
        (((4,), (4,)), ((6,), (6,))),
    ],
)
def test_a_trace_serves_other_sizes(traced, called):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        graph = torch.jit.trace(lambda a, b: sgemm.matmul(a, b), [whole(*each) for each in traced])
    a, b = (whole(*each) for each in called)
    assert torch.equal(graph(a, b), a @ b)


def test_transforms():
    a, b = torch.stack([whole(3, 4), whole(3, 4) + 1]), whole(4, 5)

    def of_each_sample(multiply):
        loss = lambda b, a: multiply(a, b).square().sum()  # noqa: E731
        return torch.vmap(torch.func.grad(loss), (None, 0))(b, a)

    assert torch.equal(of_each_sample(sgemm.matmul), of_each_sample(torch.matmul))
    found = torch.func.jvp(lambda a: sgemm.matmul(a, b), (a,), (a + 1,))
    assert are_equal(found, (a @ b, (a + 1) @ b))


def test_classes_of_tensors_keep_their_meaning():
    a, b = whole(3, 4), whole(4, 5)
    with FakeTensorMode():
        assert sgemm.matmul(torch.empty(3, 4), torch.empty(4, 5)).shape == (3, 5)
    two = sgemm.matmul(TwoTensor(a, a + 1), TwoTensor(b, b))
    assert torch.equal(two.b, (a + 1) @ b)
    sub = type("Sub", (torch.Tensor,), {})
    assert type(sgemm.matmul(a.as_subclass(sub), b)) is sub
    assert sgemm.matmul(a.to("meta"), b.to("meta")).shape == (3, 5)


def test_what_was_kept_for_gradients_may_be_computed_again_and_not_be_changed():
    a, b = whole(3, 4, requires_grad=True), whole(4, 5)
    checkpoint(lambda a: sgemm.matmul(a, b).relu(), a, use_reentrant=False).sum().backward()
    assert a.grad is not None
    result = sgemm.matmul(a, b)
    b.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        result.sum().backward()


def test_what_is_no_operator_breaks_the_graph_and_runs_as_it_is():
    a, b, out = whole(3, 4), whole(4, 5), torch.zeros(3, 5)
    planned = sgemm.plan(a, b)
    for function, values in (
        (lambda a, b: sgemm.sgemm(1.0, a, b) + 1, (a, b)),
        (lambda a, b, out: planned.run(a, b, out=out) + 1, (a, b, out)),
        (lambda a, b: torch.tensor(sgemm.matmul(a, b) + 1), (a.numpy(), b.numpy())),
    ):
        found = torch.compile(function, backend="eager")(*values)
        assert torch.equal(found, a @ b + 1)
        torch._dynamo.reset()
        with pytest.raises(torch._dynamo.exc.Unsupported):
            compiled(function)(*values)


def test_compiled_itself_a_function_runs_as_it_is():
    a, b = whole(3, 4, requires_grad=True), whole(4, 5)
    for function in (sgemm.matmul, sgemm.gemm):
        result = torch.compile(function)(a, b)
        assert result.grad_fn.name() == "SgemmBackward"
        assert torch.equal(result, a @ b)
        with pytest.raises(RuntimeError, match="found no compiled frames"):
            torch.compile(function, fullgraph=True)(a, b)


REFUSED = [
    (lambda a, b: sgemm.matmul(a, a), "columns of a must be as many as the rows of b"),
    (lambda a, b: sgemm.matmul(a, b[0, 0]), "b has 0 dimensions"),
    (lambda a, b: sgemm.gemm(a, b[0]), "b has 1 dimension,"),
    (lambda a, b: sgemm.matmul(a.expand(2, 3, 4), b.expand(3, 4, 5)), "batches cannot be broadc"),
    (lambda a, b: sgemm.matmul(a, b.double()), r"b has dtype torch\.float64"),
    (lambda a, b: sgemm.matmul(a, b.to_sparse()), "b is of layout"),
    (lambda a, b: sgemm.matmul(a, np.ones((4, 5), np.float32)), r"b is of type numpy\.ndarray"),
    (lambda a, b: sgemm.gemm(a, b, beta=1.0), "c is None"),
    (lambda a, b: sgemm.gemm(a, b, b, beta=1.0), "c has shape"),
    (lambda a, b: sgemm.gemm(a, b, trans_a="n"), "trans_a = 'n': True or False is needed"),
    (lambda a, b: sgemm.gemm(a, b, trans_b=torch.ones(2)), r"trans_b = tensor\(.*: True or"),
    (lambda a, b: sgemm.matmul(a, b, out=b), "out has shape"),
    (
        lambda a, b: sgemm.matmul(a[0], b.detach(), out=torch.empty(2, 5)),
        "out has 2 dimensions, shape",
    ),
    (lambda a, b: sgemm.matmul(a, b, alpha="1"), "alpha = '1'"),
    (lambda a, b: sgemm.matmul(a, b, stream=1), "stream = 1"),
    (lambda a, b: sgemm.matmul(a, b, machine="cpu"), "machine = 'cpu'"),
    (lambda a, b: sgemm.matmul(a, b, out=torch.zeros(3, 5)), "out: .* has no gradient"),
    (lambda a, b: sgemm.matmul(a[0], b, out=torch.zeros(5)), "out: .* has no gradient"),
]


@pytest.mark.parametrize(("call", "words"), REFUSED)
def test_bad_arguments_are_refused_by_name(call, words):
    with pytest.raises(sgemm.ArgumentError, match=words):
        call(whole(3, 4, requires_grad=True), whole(4, 5))


def test_a_plan_has_no_gradient():
    a, b = whole(3, 4, requires_grad=True), whole(4, 5)
    with pytest.raises(sgemm.ArgumentError, match=r"only sgemm\.matmul and sgemm\.gemm compute"):
        sgemm.plan(a.detach(), b).run(a, b)


@pytest.mark.parametrize("order", ["import sgemm, torch", "import torch, sgemm"])
def test_the_order_of_imports_does_not_matter_and_sgemm_imports_no_pytorch(order):
    program = f"""
import sys, numpy
import sgemm
sgemm.matmul(*[numpy.ones((2, 2), numpy.float32)] * 2)
assert "torch" not in sys.modules
del sys.modules["sgemm"]
{order}
a, b = torch.ones(3, 4), torch.ones(4, 5)
assert "torch._dynamo" not in sys.modules
f = torch.compile(lambda a, b: sgemm.matmul(a, b), fullgraph=True, backend="eager")
assert (f(a, b) == 4).all()
"""
    done = run_python(program)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("left", "right"), [((3, 4), (4, 5)), ((2, 3, 4), (2, 4, 5))])
def test_plain_tensors_are_recorded_without_the_dispatcher(left, right):
    a, b = whole(*left, requires_grad=True), whole(*right, seed=1, requires_grad=True)
    with torch.profiler.profile() as profile:
        result = sgemm.matmul(a, b)
        found = torch.autograd.grad(result.sum(), (a, b))
    names = {event.name for event in profile.events()}
    assert "Sgemm" in names
    assert not any(name.startswith("sgemm::") for name in names)
    assert are_equal([result, *found], [a @ b, *torch.autograd.grad((a @ b).sum(), (a, b))])


def of_all_kinds():
    """Return tensors that are not what their memory is, and plain ones."""
    a = whole(3, 4)
    return {
        "negated": lambda: torch._neg_view(a),
        "of zeros": lambda: torch._efficientzerotensor(3, 4),
        "functional": lambda: torch._to_functional_tensor(a),
        "a subclass": lambda: a.as_subclass(type("Sub", (torch.Tensor,), {})),
        "a parameter": lambda: torch.nn.Parameter(a),
        "plain": lambda: a,
    }


@pytest.mark.parametrize("kind", of_all_kinds())
def test_what_is_recorded_of_tensors_of_all_kinds(kind):
    """What only PyTorch's dispatcher can read goes through it."""
    a, b = of_all_kinds()[kind](), whole(4, 5, requires_grad=True)
    found, expected = (
        (result := multiply(a, b), torch.autograd.grad(result.sum(), b)[0])
        for multiply in (sgemm.matmul, torch.matmul)
    )
    if kind == "functional":
        found = [torch._from_functional_tensor(each) for each in found]
        expected = [torch._from_functional_tensor(each) for each in expected]
    assert [type(each) for each in found] == [type(each) for each in expected]
    assert are_equal(found, expected)


@pytest.mark.parametrize(
    ("kind", "words"), [("negated", "sign is still to be flipped"), ("of zeros", "has no memory")]
)
def test_what_only_pytorch_can_read_is_refused_where_it_records_nothing(kind, words):
    a, b, out = of_all_kinds()[kind](), whole(4, 5), torch.zeros(3, 5)
    for call in (
        lambda: sgemm.matmul(a, b),
        lambda: sgemm.gemm(a, b, out=out),
        lambda: sgemm.sgemm(1.0, a, b),
        lambda: sgemm.plan(torch.zeros(3, 4), b).run(a, b, out=out),
    ):
        with pytest.raises(sgemm.ArgumentError, match=f"^a .*{words}"):
            call()
    for is_inference in (False, True):
        with torch.inference_mode(is_inference):
            assert torch.equal(torch.ops.sgemm.mm(a, b), torch.mm(a, b))
            torch.ops.sgemm.mm.out(a, b, out=(written := torch.empty(3, 5)))
            assert torch.equal(written, torch.mm(a, b))


@pytest.mark.parametrize("call", [sgemm.matmul, torch.ops.sgemm.mm.out])
def test_an_out_has_memory_that_is_what_it_is(call):
    a, b = whole(3, 4), whole(4, 5)
    negated, zeros = torch._neg_view(torch.ones(3, 5)), torch._efficientzerotensor(3, 5)
    with pytest.raises(sgemm.ArgumentError, match="out is a view whose sign is still to be flip"):
        call(a, b, out=negated)
    assert torch.equal(negated, -torch.ones(3, 5))
    with pytest.raises((RuntimeError, sgemm.ArgumentError), match=r"(?i)no memory|immutable"):
        call(a, b, out=zeros)


def test_tensors_of_inference_mode():
    with torch.inference_mode():
        a = whole(3, 4)
    b = whole(4, 5, requires_grad=True)
    with torch.inference_mode():
        assert torch.equal(sgemm.matmul(a, b), a @ b)
    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved"):
        sgemm.matmul(a, b)


@pytest.mark.parametrize("is_made_for_inference", [False, True])
def test_an_out_of_inference_mode_is_written_only_there(is_made_for_inference):
    a, b, c = whole(3, 4), whole(4, 5), whole(3, 5, requires_grad=True)
    with torch.inference_mode():
        out, vector = torch.zeros(3, 5), torch.zeros(5)
        if is_made_for_inference:
            a, b = a.clone(), b.clone()
    calls = [
        lambda: torch.mm(a, b, out=out),  # writes, and then refuses
        lambda: sgemm.matmul(a, b, out=out.zero_() if torch.is_inference_mode_enabled() else out),
        lambda: sgemm.matmul(a[0], b, out=vector),
        lambda: sgemm.gemm(a, b, c.detach(), beta=1.0, out=out),
        lambda: sgemm.gemm(a, b, out, beta=1.0, out=out),
        lambda: sgemm.sgemm(1.0, b.mT, a.mT, 0.0, out.mT, overwrite_c=1),
        lambda: torch.ops.sgemm.mm.out(a, b, out=out),
        lambda: torch.ops.sgemm.addmm.out(c.detach(), a, b, out=out),
        lambda: sgemm.plan(a, b).run(a, b, out=out),
    ]
    for call in calls:
        with pytest.raises((RuntimeError, sgemm.ArgumentError), match=r"(?i)inference.?mode"):
            call()
    with torch.inference_mode():
        out.zero_()
    for call in calls[1:]:
        with pytest.raises(sgemm.ArgumentError, match=r"(out|c) was made under torch\.inference"):
            call()
        assert not out.any()
        assert not vector.any()
        with torch.inference_mode():
            call()
            assert out.any() or vector.any()
            out.zero_()
            vector.zero_()


def test_modes_see_the_products_of_gradients_also_of_what_was_recorded_before():
    a, b = whole(3, 4, requires_grad=True), whole(4, 5, requires_grad=True)
    result = sgemm.matmul(a, b)
    with FlopCounterMode(display=False) as counter:
        result.sum().backward()
    assert counter.get_total_flops() == 2 * 2 * 3 * 4 * 5
    with FlopCounterMode(display=False) as counter:
        sgemm.matmul(a, b)
    assert counter.get_total_flops() == 2 * 3 * 4 * 5


def test_batches_of_gradients_and_tangents_of_what_was_recorded():
    a, b = whole(3, 4, requires_grad=True), whole(4, 5)
    basis = torch.stack([whole(3, 5), whole(3, 5, seed=1)])
    found, expected = (
        torch.autograd.grad(multiply(a, b), a, basis, is_grads_batched=True)
        for multiply in (sgemm.matmul, torch.matmul)
    )
    assert are_equal(found, expected)
    with torch.autograd.forward_ad.dual_level():
        for primal in (a, a.detach()):
            dual = torch.autograd.forward_ad.make_dual(primal, a.detach() + 1)
            tangent = torch.autograd.forward_ad.unpack_dual(sgemm.matmul(dual, b)).tangent
            assert torch.equal(tangent, (a + 1) @ b)
