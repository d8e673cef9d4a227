"""An observer gets every access, multiply-add and wait, in the order of each thread."""

import numpy as np
import pytest
from differential import compiled, entry_of
from hypothesis import given, settings
from hypothesis import strategies as st

import sgemm
from sgemm.errors import ArgumentError, MachineError, MemoryAccessError
from sgemm.executor.grid import pack_parameters, run_grid
from sgemm.executor.memory import Allocation, AllocationMap
from sgemm.executor.observer import Observed, Observer
from sgemm.kernels.catalogue import find
from sgemm.machines.call import bound_call
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build

sizes = st.integers(1, 40)


def observed(plan, m, n, k, **options):
    """Multiply under an observer; return its launch and the result."""
    rng = np.random.default_rng(1)
    a = rng.standard_normal((m, k), dtype=np.float32)
    b = rng.standard_normal((k, n), dtype=np.float32)
    observer = Observer(**options)
    c = sgemm.matmul(a, b, machine=CpuMachine(observer=observer), plan=plan)
    np.testing.assert_array_equal(c, sgemm.matmul(a, b, machine="cpu", plan=plan))
    (launch,) = observer.launches
    return launch


@settings(max_examples=6)
@given(sizes, sizes, st.integers(1, 8))
def test_each_thread_is_seen_as_often_as_it_acts(m, n, k):
    """``coalesced``: a thread reads a row and a column, if its element exists, and stores it."""
    launch = observed("coalesced", m, n, k)
    across, down = -(-n // 32), -(-m // 32)
    block, thread = np.divmod(np.arange(across * down * 1024), 1024)
    row, column = block // across * 32 + thread // 32, block % across * 32 + thread % 32
    inside = (row < m) & (column < n)
    place = launch.events["block"] * 1024 + launch.events["thread"]
    kinds = {i.index: (i.opcode, i.space) for i in launch.instructions}
    for kind, times in ((("fma", ""), k + 1), (("ld", "global"), 2 * k), (("st", "global"), 1)):
        indices = [index for index, found in kinds.items() if found == kind]
        who = place[np.isin(launch.events["instruction"], indices)].astype(np.int64)
        counts = np.bincount(who, minlength=len(inside))
        np.testing.assert_array_equal(counts, np.where(inside, times, 0))
        if kind == ("st", "global"):
            chosen = np.isin(launch.events["instruction"], indices)
            address = launch.events["address"][chosen].astype(np.int64)
            np.testing.assert_array_equal(address - address.min(), 4 * (row[who] * n + column[who]))


def test_barriers_lie_between_stores_and_loads_of_shared_memory():
    launch = observed("shared_tile", 32, 32, 64)
    own = launch.events[launch.events["thread"] == 77]
    names = [launch.instructions[each].operation for each in own["instruction"].tolist()]
    kinds = [
        "wait" if name.startswith("bar") else name
        for name in names
        if "shared" in name or name.startswith("bar")
    ]
    once = ["st.shared.f32"] * 2 + ["wait"] + ["ld.shared.f32"] * 64 + ["wait"]
    assert kinds == once * 2


def test_copies_have_two_sides():
    launch = observed("async_copy", 2, 2, 1)
    copies = [each for each in launch.instructions if each.opcode == "cp" and each.space]
    assert {each.space for each in copies} == {"shared", "global"}
    assert all(each.nbytes in (4, 16) for each in copies)


def test_threads_whose_guard_does_not_hold_are_not_there():
    """Of 8 threads those below 5 store, each at its own place."""
    body = """
    ld.param.u64 %rd0, [output];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %rd1, %r0, 4;
    add.s64 %rd2, %rd0, %rd1;
    setp.lt.u32 %p0, %r0, 5;
    @%p0 st.global.u32 [%rd2+8], %r0;
    bar.sync 0;"""
    ptx = entry_of(body, ".param .u64 output")
    line = ptx[: ptx.index("bar.sync")].count("\n") + 1
    output, allocations = Allocation(64), AllocationMap()
    allocations.add(output.address, output.nbytes)
    native = compiled(ptx, (8, 1, 1), checked=True, observed=True)
    observer = Observer()
    with observer.watching(native, (1, 1, 1)):
        packed = pack_parameters(native.layout, [output.address])
        run_grid(native, (1, 1, 1), 0, packed, 1, allocations)
    (launch,) = observer.launches
    assert launch.instructions == (
        Observed(0, "st.global.u32", line - 1, "global", 4),
        Observed(1, "bar.sync", line, "", 0),
    )
    stores = launch.events[launch.events["instruction"] == 0]
    assert stores["thread"].tolist() == [*range(5)]
    assert stores["address"].tolist() == [output.address + 8 + 4 * each for each in range(5)]
    assert launch.events["thread"][launch.events["instruction"] == 1].tolist() == [*range(8)]


def test_a_launch_that_fails_is_recorded_as_far_as_it_got():
    observer = Observer()
    machine = CpuMachine(observer=observer)
    kernel = find("coalesced")
    loaded = machine.load(build(kernel, machine.architecture, cubin=False))
    with (
        machine.allocate(4 * 32 * 8) as a,
        machine.allocate(4 * 8 * 31) as b,  # a row is missing
        machine.allocate(4 * 32 * 32) as c,
        bound_call(machine, kernel, Problem(32, 32, 8), a.address, b.address, c.address) as bound,
        pytest.raises(MemoryAccessError),
    ):
        machine.launch(loaded, *bound)
    (launch,) = observer.launches
    last = launch.instructions[int(launch.events[-1]["instruction"])]
    assert last.operation.startswith("ld.global")
    assert launch.events[-1]["address"] == b.address + 4 * 8 * 31


def test_too_many_events_are_an_error_that_says_how_many():
    with pytest.raises(MachineError, match=r"coalesced: 5120 events, and the observer keeps 100"):
        observed("coalesced", 32, 32, 1, capacity=100)


def test_only_the_first_threads_are_observed_where_that_is_asked():
    launch = observed("coalesced", 32, 40, 3, threads=2)
    assert {*launch.events["thread"].tolist()} == {0, 1}
    assert {*launch.events["block"].tolist()} == {0, 1}
    assert len(launch.events) == 4 * (2 * 3 + 3 + 1 + 1)


@pytest.mark.parametrize("value", [0, -1, 1.5, True, "8"])
@pytest.mark.parametrize("name", ["capacity", "threads"])
def test_numbers_that_cannot_be_are_refused(name, value):
    with pytest.raises(ArgumentError, match=rf"{name} = .*at least 1"):
        Observer(**{name: value})


def test_only_observers_observe():
    with pytest.raises(ArgumentError, match="observer = 'me': an Observer is needed"):
        CpuMachine(observer="me")
