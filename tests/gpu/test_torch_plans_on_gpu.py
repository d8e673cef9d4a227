"""Plans for PyTorch tensors on a GPU: named in a call, and prepared for many."""

import pytest
from torch_samples import SPLIT, exact, same, stored, torch, whole

import sgemm
from sgemm import ArgumentError
from sgemm.machines.resident import residency, resident_machine


def test_a_rung_without_layouts_gets_copies():
    a, b = stored(64, 48, "columns"), stored(48, 80, "gaps", seed=1)
    same(sgemm.matmul(a, b, plan="shared_tile"), exact(a, b))
    out = torch.empty(80, 64, device="cuda").T
    sgemm.matmul(a, b, out=out, plan="texture_loads")
    same(out, exact(a, b))


def test_many_addresses_of_tensor_maps():
    memory = torch.empty(200, 128, 256, device="cuda")
    b = whole(256, 128, seed=1)
    for i in range(200):
        memory[i] = whole(128, 256, seed=i)
    found = [sgemm.matmul(memory[i], b, plan="stream_k_tma") for i in range(200)]
    for i in range(200):
        same(found[i], exact(memory[i], b))


def test_a_plan_from_shapes_runs_for_any_arrays():
    prepared = sgemm.plan((200, 96), (96, 120), alpha=2.0, beta=-1.0, machine="cuda")
    assert prepared.shape == (200, 120)
    assert "200x120x96" in str(prepared)
    for seed in range(4):
        a, b, c = whole(200, 96, seed=seed), whole(96, 120, seed=9), whole(200, 120, seed=8)
        same(prepared.run(a, b, c=c), 2 * exact(a, b) - c)
        out = c.clone()
        assert prepared.run(a, b, c=out, out=out) is out
        same(out, 2 * exact(a, b) - c)
        other = torch.empty_like(c)
        prepared.run(a, b, c=c, out=other)
        same(other, out)


def test_other_arrays_than_planned_are_refused():
    a, b = whole(64, 32), whole(32, 48)
    prepared = sgemm.plan(a, b, plan="stream_k_tma")
    out = torch.empty(64, 48, device="cuda")
    prepared.run(a, b, out=out)
    with pytest.raises(ArgumentError, match=r"^a has shape \(32, 32\)"):
        prepared.run(a[:32], b)
    with pytest.raises(ArgumentError, match="strides"):
        prepared.run(stored(64, 32, "columns"), b, out=out)
    with pytest.raises(ArgumentError, match="aligned"):
        sgemm.plan(a, b, plan="texture_loads").run(whole(64 * 32 + 1)[1:].view(64, 32), b, out=out)
    square = whole(32, 32)
    with pytest.raises(ArgumentError, match="out shares memory with a"):
        sgemm.plan(square, square).run(square, whole(32, 32), out=square)
    with pytest.raises(ArgumentError, match="in host memory"):
        prepared.run(a.cpu(), b.cpu())
    prepared.close()
    with pytest.raises(ArgumentError, match="closed"):
        prepared.run(a, b, out=out)


def test_workspaces_come_back(own_bytes):
    machine = resident_machine("cuda")
    a, b, out = whole(256, 4096), whole(4096, 256), torch.empty(256, 256, device="cuda")
    sgemm.plan(a, b, plan=SPLIT).run(a, b, out=out)
    torch.cuda.synchronize()
    residency(machine).workspaces.close(machine)
    held = own_bytes()
    for _ in range(5):
        with sgemm.plan(a, b, plan=SPLIT) as prepared:
            assert prepared.workspace.nbytes > 0
            prepared.run(a, b, out=out)
            assert own_bytes() > held
    assert own_bytes() == held
