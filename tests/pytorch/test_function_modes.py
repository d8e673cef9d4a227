"""Products under modes that see calls of PyTorch's functions, as that of a default device does."""

import pytest
import torch
from samples import whole
from torch.overrides import TorchFunctionMode
from torch.utils._device import DeviceContext

import sgemm
import sgemm.torch
from sgemm.arrays.libraries import library_of
from sgemm.arrays.torch_library import trusted_guards


class Watched(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.seen = []

    def __torch_function__(self, function, types, arguments=(), options=None):
        self.seen.append(str(function))
        return function(*arguments, **(options or {}))


@pytest.mark.parametrize("requires_grad", [False, True])
def test_a_mode_sees_the_operator(gpu, requires_grad):
    a, b = whole(3, 4, requires_grad=requires_grad), whole(4, 5, seed=1)
    expected = a @ b
    for _ in range(2):
        assert torch.equal(sgemm.matmul(a, b), expected)  # a later call is known, and may be direct
        with Watched() as mode:
            assert torch.equal(sgemm.matmul(a, b), expected)
        assert any("sgemm.mm" in each for each in mode.seen)


@pytest.fixture
def seen(monkeypatch):
    """Return what the mode of a default device sees."""
    seen, own = [], DeviceContext.__torch_function__

    def counted(self, function, *rest):
        seen.append(function)
        return own(self, function, *rest)

    monkeypatch.setattr(DeviceContext, "__torch_function__", counted)
    return seen


def test_a_default_device_costs_a_call_with_gradients_little(gpu, seen):
    """Each attribute of a tensor that is read there is a call of Python."""
    a, b = whole(3, 4, requires_grad=True), whole(4, 5, seed=1)
    sgemm.matmul(a, b)
    with torch.device("cpu"):
        found = sgemm.matmul(a, b)
        assert len(seen) <= 8
    assert torch.equal(found, a @ b)


def test_a_default_device_sees_nothing_of_signatures(gpu, seen, monkeypatch):
    a, b, out = whole(3, 4), whole(4, 5, seed=1), whole(3, 5)
    library, launches = library_of("a", a), []
    monkeypatch.setattr(library, "current_stream", lambda number: 0)
    ranges = (0, 0), (0, 0)
    guarded = library.guarded(lambda *each: launches.append(each), (a, b, out), ranges, 0)
    expected = library.signatures(a, b), library.signature(out)
    assert None not in expected
    with torch.device("cpu"):
        assert (library.signatures(a, b), library.signature(out)) == expected
        assert guarded(a, b, out)
    assert launches == [(a.data_ptr(), b.data_ptr(), out.data_ptr(), 0)]
    assert seen == []


def test_guards_are_trusted_whatever_the_default_device_is():
    with torch.device("meta"):
        assert trusted_guards.__wrapped__(torch) is not None
