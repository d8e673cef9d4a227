"""PyTorch as users meet it: calls made again, inference, the host, SciPy, a whole program."""

import re
from pathlib import Path

import pytest
from torch_samples import SPLIT, exact, same, torch, whole

import sgemm
from programs import run_python
from sgemm.blas import dispatch, functions


def test_a_call_like_one_before_is_not_looked_at_again(monkeypatch):
    a, b, out = whole(50, 40), whole(40, 30, seed=1), torch.empty(50, 30, device="cuda")
    parameter = torch.nn.Parameter(b)
    with torch.no_grad():
        for _ in range(2):
            sgemm.matmul(a, b)
            sgemm.matmul(a, b, out=out)
            sgemm.matmul(a, parameter)
        monkeypatch.setattr(functions, "validated", None)
        same(sgemm.matmul(a, b), exact(a, b))
        same(sgemm.matmul(a + 1, parameter), exact(a + 1, b))
        out.zero_()
        assert sgemm.matmul(a, b, out=out) is out
        same(out, exact(a, b))
    for other in ((a.T.contiguous().T, b), (a.double(), b)):
        with pytest.raises(TypeError):
            sgemm.matmul(*other)
    assert dispatch.launched(a, b, out, 1, "auto", functions.MATMUL) is None


def test_tensors_made_for_inference():
    b = torch.nn.Parameter(whole(48, 80, seed=1))
    with torch.inference_mode():
        a = whole(64, 48).clone()
        out = torch.empty(64, 80, device="cuda")
        prepared = sgemm.plan(a, b)
        for _ in range(3):
            same(sgemm.matmul(a, b), exact(a, b))
            out.zero_()
            same(sgemm.matmul(a, b, out=out), exact(a, b))
            out.zero_()
            same(prepared.run(a, b, out=out), exact(a, b))


def test_tensors_on_the_host_are_computed_on_the_gpu_and_come_back():
    a, b = whole(30, 20).cpu(), whole(20, 40, seed=1).cpu()
    found = sgemm.matmul(a, b)
    assert found.device.type == "cpu"
    same(found, exact(a, b))


def test_scipys_form():
    a, b, c = whole(30, 20), whole(20, 40, seed=1), whole(40, 30, seed=2).T
    found = sgemm.sgemm(2.0, a, b, -1.0, c)
    same(found, 2 * exact(a, b) - c)
    assert found.stride() == (1, 30)
    expected = 2 * exact(a, b) - c
    assert sgemm.sgemm(2.0, a.T, b, -1.0, c, trans_a=1, overwrite_c=1) is c
    same(c, expected)


def test_the_example_of_the_readme():
    text = (Path(__file__).parents[2] / "README.md").read_text()
    example, enabling, preparing = re.findall(r"^```py\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    names = {}
    exec(example, names)
    a, w, y = (names[name] for name in ("a", "w", "y"))
    assert y.shape == (4096, 2048)
    torch.testing.assert_close(y, a @ w.T, rtol=1e-3, atol=1e-3)
    try:
        exec(enabling, names)
        same(a @ w.T, y)
        exec(preparing, names)
        torch.testing.assert_close(names["y"], y, rtol=1e-3, atol=1e-3)
    finally:
        sgemm.torch.disable()


def test_a_process_ends_without_complaint():
    program = (
        "import torch, sgemm\n"
        "a = torch.ones(64, 4096, device='cuda')\n"
        f"p = sgemm.plan(a, a.T, plan={SPLIT!r})\n"
        "out = torch.empty(64, 64, device='cuda')\n"
        "p.run(a, a.T, out=out)\n"
        f"assert (sgemm.matmul(a, a.T, plan={SPLIT!r}) == 4096).all()\n"
    )
    done = run_python(program)
    assert (done.returncode, done.stderr) == (0, "")
