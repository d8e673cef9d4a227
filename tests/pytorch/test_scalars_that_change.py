"""Sums of PyTorch's whose alpha or beta changes, under enable()."""

import pytest
import torch
from samples import operands, whole

from sgemm.torch import backend, disable, enable, stats, taking
from sgemm.torch.scalars import PAIRS, REPEATED

CHANGES = "alpha or beta changes"


@pytest.fixture(autouse=True)
def taken(gpu, monkeypatch):
    """Let products of the CPU be taken over, and return how often one was prepared."""
    prepared, validated = [], backend.validated

    def counted(*arguments, **rest):
        prepared.append(arguments)
        return validated(*arguments, **rest)

    monkeypatch.setattr(backend, "validated", counted)
    enable(devices=("cpu",))
    yield prepared
    disable()


def product(a, b):
    """Multiply by NumPy: PyTorch's products are counted."""
    return torch.from_numpy(a.numpy() @ b.numpy())


FORMS = {
    "addmm": lambda c, a, b, **scalars: torch.addmm(c, a, b, **scalars),
    "addmm.out": lambda c, a, b, **scalars: torch.addmm(c, a, b, out=c.clone(), **scalars),
    "addmm_": lambda c, a, b, **scalars: c.clone().addmm_(a, b, **scalars),
    "baddbmm": lambda c, a, b, **scalars: torch.baddbmm(c, a, b, **scalars),
    "baddbmm_": lambda c, a, b, **scalars: c.clone().baddbmm_(a, b, **scalars),
}


@pytest.mark.parametrize("scalar", ["alpha", "beta"])
@pytest.mark.parametrize("form", FORMS)
def test_a_schedule_is_left_to_pytorch_after_a_few_values(taken, form, scalar):
    c, a, b = operands(form.split(".")[0].rstrip("_"))
    for step in range(50):
        found = FORMS[form](c, a, b, **{scalar: 1 + step})
        factors = {"alpha": 1, "beta": 1} | {scalar: 1 + step}
        assert torch.equal(found, factors["beta"] * c + factors["alpha"] * product(a, b))
    assert len(taken) == PAIRS
    assert stats() == {form: {"sgemm": PAIRS, CHANGES: 50 - PAIRS}}


def test_values_that_are_prepared_stay_prepared(taken):
    c, a, b = operands("addmm")
    for step in range(20):
        torch.addmm(c, a, b, alpha=step + 2)
        torch.addmm(c, a, b, alpha=2.0)
    assert stats() == {"addmm": {"sgemm": PAIRS + 20, CHANGES: 20 - PAIRS}}


def test_each_kind_of_sum_has_its_own_values(taken):
    c, a, b = operands("addmm")
    wide, copy = whole(4, 6), whole(4, 5).mT.contiguous().mT
    for step in range(PAIRS):
        torch.addmm(c, a, b, alpha=step)
        torch.addmm(c[0], a, b, alpha=step)
        torch.addmm(c, a, b, alpha=step, out=torch.empty(3, 5))
        torch.addmm(whole(6), a, wide, alpha=step)
        torch.addmm(c, a, copy, alpha=step)
    assert all(CHANGES not in calls for calls in stats().values())


def test_a_value_that_comes_often_in_a_row_is_prepared(taken):
    c, a, b = operands("addmm")
    for step in range(PAIRS):
        torch.addmm(c, a, b, alpha=step)
    for _ in range(REPEATED - 1):
        torch.addmm(c, a, b, alpha=9)
    torch.addmm(c, a, b, alpha=10)  # so that the others count again
    for _ in range(REPEATED + 10):
        assert torch.equal(torch.addmm(c, a, b, alpha=9), c + 9 * product(a, b))
    assert len(taken) == PAIRS + 1
    assert stats() == {"addmm": {"sgemm": PAIRS + 11, CHANGES: 2 * REPEATED - 1}}


def test_sums_that_are_prepared_at_each_call_are_no_schedule(taken):
    """Nothing is kept of them, as of an operand that has to be copied."""
    c, a, b = operands("addmm")
    strided = whole(6, 8)[::2, ::2]
    assert strided.shape == a.shape
    for _ in range(3 * PAIRS):
        assert torch.equal(torch.addmm(c, strided, b), c + product(strided, b))
    assert stats() == {"addmm": {"sgemm": 3 * PAIRS}}
    assert len(taken) == 3 * PAIRS


def test_values_are_forgotten_with_reasons(taken):
    c, a, b = operands("addmm")
    for _ in range(2):
        for step in range(PAIRS + 1):
            torch.addmm(c, a, b, alpha=step)
        disable()
        enable(devices=("cpu",))
    assert stats()["addmm"][CHANGES] == 1


def test_values_that_were_prepared_are_again_where_their_launch_is_gone(taken, monkeypatch):
    """As other shapes displace it: then nothing has changed of its scalars."""
    monkeypatch.setattr(taking, "KEPT", 2)
    c, a, b = operands("addmm")
    for step in range(3 * PAIRS):
        torch.addmm(c, a, b, alpha=step % PAIRS)
        for rows in range(10, 14):
            torch.addmm(torch.ones(rows, 5), torch.ones(rows, 0), torch.ones(0, 5))
    assert set(stats()["addmm"]) == {"sgemm", "nothing to multiply"}
    assert len(taken) == 3 * PAIRS
