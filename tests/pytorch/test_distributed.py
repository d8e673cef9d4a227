"""DTensors: how products are placed, whatever was imported first, and what may be their out."""

import functools

import pytest
import torch
from samples import whole

import sgemm
import sgemm.torch
from programs import run_python


def test_parts_of_k_and_broadcast_axes_are_no_parts_of_a_sum():
    from torch.distributed.tensor import Replicate, Shard

    from sgemm.torch.sharding import _rules

    a, b = whole(3, 4), whole(4, 5)
    placed = {results[0]: operands[0] for results, operands in _rules(whole(1, 5), a, b)}
    assert placed == {Replicate(): Replicate(), Shard(0): Replicate(), Shard(1): Shard(1)}


@pytest.fixture
def mesh():
    """Return two devices, of which this process is the first and the other is none."""
    from torch.distributed.tensor import init_device_mesh
    from torch.testing._internal.distributed.fake_pg import FakeStore

    torch.distributed.init_process_group("fake", rank=0, world_size=2, store=FakeStore())
    yield init_device_mesh("cpu", (2,))
    torch.distributed.destroy_process_group()


def distributed(mesh, value, axis):
    from torch.distributed.tensor import DTensor, Replicate, Shard

    return DTensor.from_local(value, mesh, [Replicate() if axis is None else Shard(axis)])


def test_distributed_tensors(mesh):
    """Parts of rows, of columns, of k and of a batch; what is added is placed like the result."""
    from torch.distributed.tensor import Partial, Shard

    part = functools.partial(distributed, mesh)
    a, b, c = whole(3, 4), whole(4, 5, seed=1), whole(3, 5, seed=2)
    for axes, placed in (
        ((0, None), Shard(0)),
        ((None, 1), Shard(1)),
        ((1, 0), Partial()),
    ):
        left, right = part(a, axes[0]).requires_grad_(), part(b, axes[1])
        result = sgemm.matmul(left, right)
        assert result.placements == (placed,)
        assert torch.equal(result.to_local(), a @ b)
        result.sum().backward()
        assert left.grad.shape == left.shape
    batch = sgemm.matmul(part(torch.stack([a, a]), 0), part(torch.stack([b, b]), 0))
    assert batch.placements == (Shard(0),)
    added = sgemm.gemm(part(a, 0), part(b, None), part(c, 0), beta=1.0)
    assert added.placements == (Shard(0),)
    assert torch.equal(added.to_local(), a @ b + c)
    bias = torch.ops.sgemm.addmm(part(c[0], None), part(a, 0), part(b, None))
    assert torch.equal(bias.to_local(), a @ b + c[0])


@pytest.mark.parametrize("is_out_whole", [False, True])
def test_an_out_is_written_and_stays_where_it_is(mesh, is_out_whole):
    def out():
        made = distributed(mesh, torch.full((3, 5), float("nan")), None if is_out_whole else 0)
        outs.append(made)
        return made

    outs = []
    a, b, c = whole(3, 4), whole(4, 5, seed=1), whole(3, 5, seed=2)
    axes = (None, None, None) if is_out_whole else (0, None, 0)
    left, right, addend = (
        distributed(mesh, value, axis) for value, axis in zip((a, b, c), axes, strict=True)
    )
    calls = [
        lambda: sgemm.matmul(left, right, out=out()),
        lambda: sgemm.gemm(left, right, addend, beta=1.0, out=out()),
        lambda: torch.ops.sgemm.mm.out(left, right, out=out()),
        lambda: torch.ops.sgemm.addmm.out(addend, left, right, out=out()),
        torch.compile(
            lambda: sgemm.matmul(left, right, out=out()), backend="aot_eager", fullgraph=True
        ),
    ]
    for call, added in zip(calls, (0, c, 0, c, 0), strict=True):
        result, written = call(), outs.pop()
        assert result is None or result is written
        assert written.placements == (left.placements[0],)
        assert torch.equal(written.to_local(), a @ b + added)
    with torch.inference_mode():
        assert torch.equal(calls[0]().to_local(), a @ b)


def test_an_out_must_be_right(mesh):
    a, b = distributed(mesh, whole(3, 4), 0), distributed(mesh, whole(4, 5), None)
    for out, words in (
        (
            torch.zeros(2, 3, 5),
            r"out has 3 dimensions, shape \(2, 6, 5\); the result has shape \(6, 5\)",
        ),
        (torch.zeros(3, 5).double(), r"out has dtype torch\.float64"),
    ):
        given = distributed(mesh, out, out.dim() - 2)
        for call in (torch.ops.sgemm.mm.out, sgemm.matmul):
            with pytest.raises(sgemm.ArgumentError, match=words):
                call(a, b, out=given)
    out = distributed(mesh, torch.zeros(3, 5), 0)
    for call in (torch.ops.sgemm.mm.out, sgemm.matmul):
        with pytest.raises(sgemm.ArgumentError, match=r"out: .* has no gradient"):
            call(a.detach().requires_grad_(), b, out=out)


IMPORTS = ["import sgemm.torch", "import torch.distributed.tensor"]


@pytest.mark.parametrize("imports", [IMPORTS, IMPORTS[::-1]], ids=["sgemm first", "sgemm last"])
@pytest.mark.parametrize("mode", ["torch.no_grad", "torch.enable_grad", "torch.inference_mode"])
def test_the_order_of_imports_does_not_matter(imports, mode):
    program = f"""
import torch
{imports[0]}
{imports[1]}
from torch.distributed.tensor import DTensor, Replicate, Shard, init_device_mesh
from torch.testing._internal.distributed.fake_pg import FakeStore
torch.distributed.init_process_group("fake", rank=0, world_size=2, store=FakeStore())
mesh = init_device_mesh("cpu", (2,))
with {mode}():
    a = DTensor.from_local(torch.ones(3, 4), mesh, [Shard(0)])
    b = DTensor.from_local(torch.ones(4, 5), mesh, [Replicate()])
    for alpha in (1.0, 2.0):
        result = torch.ops.sgemm.mm(a, b, alpha=alpha)
        assert result.placements == (Shard(0),)
        assert (result.to_local() == 4 * alpha).all()
"""
    done = run_python(program)
    assert done.returncode == 0, done.stderr


def test_nobody_pays_for_distributed_tensors_that_has_none():
    program = "import sys, sgemm.torch; assert 'torch.distributed.tensor' not in sys.modules"
    done = run_python(program)
    assert done.returncode == 0, done.stderr
