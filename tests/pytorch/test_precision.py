"""The argument precision where PyTorch records, differentiates or compiles, and in enable()."""

import pytest
import torch
from samples import whole

import sgemm
from sgemm import ArgumentError
from sgemm.torch import disable, enable, enabled, stats
from split_rates import fitted, launched, of_smallest


@pytest.fixture
def split(gpu):
    """The machine, on which fp16x3 is the fastest kernel where a split is asked for."""
    with fitted(of_smallest("fp16x3"), for_small=True):
        yield gpu
    disable()
    stats(reset=True)


def operands():
    return whole(70, 80), whole(80, 90, seed=1)


@pytest.mark.parametrize("of", [sgemm.matmul, sgemm.gemm])
def test_gradients_of_any_order_have_the_precision_of_the_product(split, of):
    a, b = (each.requires_grad_() for each in operands())
    for precision in ("split", "split_or_ieee"):
        result = of(a, b, precision=precision)
        assert launched(split) == {"fp16x3"}
        gradients = torch.autograd.grad(result.square().sum(), (a, b), create_graph=True)
        assert launched(split) == {"fp16x3"}
        sum(each.square().sum() for each in gradients).backward()
        assert launched(split) == {"fp16x3"}
    of(a, b).sum().backward()
    assert not launched(split) & {"fp16x3"}


def test_transforms_and_compiled_code(split):
    a, b = operands()
    batch = torch.stack([a, a])

    def product(a, b):
        return sgemm.matmul(a, b, precision="split")

    torch.vmap(product, (0, None))(batch, b)
    torch.func.jvp(product, (a, b), (a, b))
    assert launched(split) == {"fp16x3"}
    for of in (sgemm.matmul, sgemm.gemm):
        compiled = torch.compile(
            lambda a, b, of=of: of(a, b, precision="split"), backend="aot_eager", fullgraph=True
        )
        assert torch.equal(compiled(a, b), a @ b)
        assert launched(split) == {"fp16x3"}
        with pytest.raises(Exception, match="precision = 'x': one of ieee"):
            torch.compile(lambda a, b, of=of: of(a, b, precision="x"), backend="eager")(a, b)


def test_products_of_pytorch_with_a_precision(split):
    a, b = (each.requires_grad_() for each in operands())
    enable(devices=("cpu",), precision="split")
    for _ in range(2):  # the second ones are known
        (a @ b).sum().backward()
        assert launched(split) == {"fp16x3"}
    with enabled(devices=("cpu",)):  # which began last
        torch.mm(a, b)
        assert not launched(split) & {"fp16x3"}
    torch.mm(a, b)
    assert launched(split) == {"fp16x3"}
    enable(devices=("cpu",))
    torch.mm(a, b)
    assert not launched(split) & {"fp16x3"}
    assert stats() == {"mm": {"sgemm": 9}}


@pytest.mark.parametrize("of", [enable, enabled])
def test_another_precision_is_refused(of):
    with pytest.raises(ArgumentError, match=r"^precision = 'fast': one of ieee, split"):
        of(precision="fast")


def test_what_a_gpu_has_no_kernels_for_is_left_to_pytorch(gpu):
    gpu.architecture = 80
    a, b = operands()
    with enabled(devices=("cpu",), precision="split"):
        assert torch.equal(torch.mm(a, b), a @ b)
    assert not gpu.launches
    assert stats(reset=True) == {"mm": {"no kernel": 2}}
    with enabled(devices=("cpu",), precision="split_or_ieee"):
        torch.mm(a, b)
    assert gpu.launches
