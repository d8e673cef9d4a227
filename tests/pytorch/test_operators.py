"""The operators sgemm::mm, addmm, bmm and baddbmm, beside PyTorch's own."""

import itertools

import pytest
import torch
from samples import are_equal, derivatives, operands, whole
from torch.utils.flop_counter import FlopCounterMode

import sgemm
import sgemm.torch

NAMES = ["mm", "addmm", "bmm", "baddbmm"]
SCALARS = [{}, {"alpha": 2.0, "beta": -3.0}, {"alpha": 2.0, "beta": 0.0}]
SUMS = [(name, scalars) for name in ("addmm", "baddbmm") for scalars in SCALARS]
CASES = [("mm", {}), ("bmm", {}), *SUMS]


def operator(name, which="default"):
    return getattr(getattr(torch.ops.sgemm, name), which)


@pytest.mark.parametrize("name", NAMES)
def test_pytorch_finds_the_operators_sound(name):
    torch.library.opcheck(operator(name), tuple(operands(name, requires_grad=True)), {"alpha": 2.0})
    values = tuple(operands(name))
    out = torch.zeros_like(getattr(torch, name)(*values))
    torch.library.opcheck(operator(name, "out"), values, {"out": out, "plan": "auto"})


@pytest.mark.parametrize(("name", "scalars"), CASES)
def test_first_and_second_gradients_are_those_of_pytorch(name, scalars):
    found, expected = (
        derivatives(lambda *values, f=function: f(*values, **scalars), operands(name))
        for function in (operator(name), getattr(torch, name))
    )
    assert are_equal(found, expected)


@pytest.mark.parametrize("name", ["mm", "bmm"])
def test_alpha_scales_gradients_of_products(name):
    a, b = operands(name)
    found = derivatives(lambda a, b: operator(name)(a, b, alpha=-2.0), (a, b))
    expected = derivatives(lambda a, b: -2.0 * getattr(torch, name)(a, b), (a, b))
    assert are_equal(found, expected)


@pytest.mark.parametrize("shape", [(5,), (1, 5), (3, 1), ()])
def test_the_gradient_of_what_was_broadcast_is_summed(shape):
    values = [whole(*shape, seed=7), *operands("mm")]
    found, expected = (derivatives(f, values) for f in (operator("addmm"), torch.addmm))
    assert are_equal(found, expected)


def test_only_gradients_that_are_needed_are_computed():
    a, b = operands("mm")
    a.requires_grad_()
    with FlopCounterMode(display=False) as counter:
        operator("mm")(a, b).sum().backward()
    assert counter.get_total_flops() == 2 * 2 * 3 * 4 * 5  # forward, and the gradient of A


def test_only_what_gradients_need_is_kept():
    c, a, b = operands("addmm")
    kept = []
    with torch.autograd.graph.saved_tensors_hooks(kept.append, lambda value: value):
        operator("addmm")(c, a.requires_grad_(), b)
    assert [value.shape for value in kept] == [b.shape]


@pytest.mark.parametrize(
    ("plan", "expected"),
    [("auto", "auto"), ("auto:machine_code=off", "auto:machine_code=off"), ("naive", "auto")],
)
def test_a_kernel_that_was_asked_for_need_not_compute_gradients(plan, expected):
    from sgemm.planning.automatic import plan_of_gradients

    assert plan_of_gradients(plan) == expected
    a, b = operands("mm", requires_grad=True)
    operator("mm")(a, b, plan=plan).sum().backward()


@pytest.mark.parametrize(("name", "scalars"), CASES)
def test_tangents_and_batches_of_them_are_those_of_pytorch(name, scalars):
    values = tuple(operands(name))
    tangents = tuple(value + 1 for value in values)
    basis = tuple(torch.stack([tangent, -2 * tangent]) for tangent in tangents)
    found, expected = (
        torch.vmap(
            lambda *rest, f=function: torch.func.jvp(
                lambda *values: f(*values, **scalars), values, rest
            )[1]
        )(*basis)
        for function in (operator(name), getattr(torch, name))
    )
    assert torch.equal(found, expected)


def test_transforms_nest():
    a, b = operands("mm")

    def chain(multiply):
        cube = lambda a: multiply(multiply(a, b), multiply(b.mT, a.mT)).pow(2).sum()  # noqa: E731
        jacfwd, jacrev = torch.func.jacfwd, torch.func.jacrev
        return [jacfwd(jacfwd(cube))(a), jacfwd(jacrev(cube))(a), jacrev(jacfwd(cube))(a)]

    assert are_equal(chain(operator("mm")), chain(torch.mm))


@pytest.mark.parametrize(("name", "scalars"), CASES)
def test_vmap_multiplies_whatever_axis_is_the_batch(name, scalars):
    values = operands(name)
    for axes in itertools.product((None, 0, -1), repeat=len(values)):
        if set(axes) == {None}:
            continue
        batched = [
            value if axis is None else torch.stack([value, value + 1], axis)
            for value, axis in zip(values, axes, strict=True)
        ]
        found, expected = (
            torch.vmap(lambda *given, f=function: f(*given, **scalars), axes)(*batched)
            for function in (operator(name), getattr(torch, name))
        )
        assert torch.equal(found, expected), axes


@pytest.mark.parametrize(("shape", "axis"), [((5,), 0), ((), 0), ((3, 1), 1)])
@pytest.mark.parametrize("name", ["addmm", "baddbmm"])
def test_vmap_broadcasts_what_is_added(name, shape, axis):
    _, a, b = operands(name)
    addend = torch.stack([whole(*shape), whole(*shape) + 1], axis)
    found, expected = (
        torch.vmap(function, (axis, None, 0))(addend, a, torch.stack([b, b + 1]))
        for function in (operator(name), getattr(torch, name))
    )
    assert torch.equal(found, expected)


def test_vmap_of_one_b_is_one_product():
    a, b = operands("mm")
    batch = torch.stack([a, a + 1])
    with torch.profiler.profile() as profile:
        torch.vmap(operator("mm"), (0, None))(batch, b)
    names = [event.name for event in profile.events()]
    assert "sgemm::mm" in names
    assert "sgemm::bmm" not in names


@pytest.mark.parametrize("name", NAMES)
def test_out_is_written_and_counts_as_changed(name):
    values = operands(name)
    expected = getattr(torch, name)(*values)
    out = torch.full_like(expected, float("nan")).mT.contiguous().mT
    before = out._version
    assert operator(name, "out")(*values, out=out) is None
    assert torch.equal(out, expected)
    assert out._version > before


def test_a_sum_may_be_written_over_its_input_or_over_an_operand():
    c, a, b = operands("addmm")
    expected = torch.addmm(c, a, b, beta=2)
    operator("addmm", "out")(c, a, b, beta=2.0, out=c)
    assert torch.equal(c, expected)
    square = whole(4, 4)
    expected = torch.addmm(c[:1, :4], square, square)
    operator("addmm", "out")(c[:1, :4], square, square, out=square)
    assert torch.equal(square, expected)


@pytest.mark.parametrize("name", ["addmm", "baddbmm"])
def test_with_beta_zero_the_input_is_not_read(name):
    c, a, b = operands(name)
    found = operator(name)(c * float("nan"), a, b, beta=0.0)
    assert torch.equal(found, getattr(torch, name.replace("add", "").replace("bb", "b"))(a, b))


@pytest.mark.parametrize("sizes", [(0, 4, 5), (3, 0, 5), (3, 4, 0)])
def test_empty_operands(sizes):
    m, k, n = sizes
    values = [whole(m, n), torch.zeros(m, k), torch.zeros(k, n)]
    assert are_equal(*(derivatives(f, values) for f in (operator("addmm"), torch.addmm)))


REFUSED = [
    ("mm", [(3, 4), (3, 4)], {}, "columns of a must be as many as the rows of b"),
    ("mm", [(3,), (3, 4)], {}, "a has 1 dimension,"),
    ("bmm", [(2, 3, 4), (4, 5)], {}, "b has 2 dimensions"),
    ("bmm", [(2, 3, 4), (3, 4, 5)], {}, "as many matrices"),
    ("addmm", [(4,), (3, 4), (4, 5)], {}, "input has shape"),
    ("mm", [(3, 4), (4, 5)], {"out": (3, 4)}, "out has shape"),
]


@pytest.mark.parametrize(("name", "shapes", "rest", "words"), REFUSED)
@pytest.mark.parametrize("device", ["cpu", "meta"])
def test_wrong_shapes_are_refused_by_name(device, name, shapes, rest, words):
    values = [torch.zeros(shape, device=device) for shape in shapes]
    out = {key: torch.zeros(shape, device=device) for key, shape in rest.items()}
    with pytest.raises(sgemm.ArgumentError, match=words):
        operator(name, "out" if out else "default")(*values, **out)


def test_wrong_tensors_are_refused_by_name():
    a, b = operands("mm")
    multiply = operator("mm")
    for device in ("cpu", "meta"):  # where nothing is computed, nothing else looks at it
        with pytest.raises(sgemm.ArgumentError, match=r"b has dtype torch.float64"):
            multiply(a.to(device), b.double().to(device))
    with pytest.raises(sgemm.ArgumentError, match="out: sgemm::mm with an out has no gradient"):
        operator("mm", "out")(a.requires_grad_(), b, out=torch.zeros(3, 5))
    with pytest.raises(sgemm.ArgumentError, match=r"out: torch\.vmap cannot"):
        torch.vmap(lambda b: operator("mm", "out")(a.detach(), b, out=torch.zeros(3, 5)))(b[None])
    square = whole(4, 4)
    with pytest.raises(sgemm.ArgumentError, match="out shares memory with a"):
        operator("mm", "out")(square, whole(4, 4, seed=1), out=square)


def test_autocast_leaves_float32_as_it_is():
    a, b = operands("mm", requires_grad=True)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        found = operator("mm")(a, b)
    assert found.dtype is torch.float32
    assert torch.equal(found, a @ b)
