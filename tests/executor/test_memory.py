"""Allocations, the map that checked mode asks, textures."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.errors import MachineError
from sgemm.executor.memory import (
    ALIGNMENT,
    GUARD_BYTES,
    Allocation,
    AllocationMap,
    LinearTexture,
    aligned_bytes,
    max_shared_bytes,
)


@given(st.integers(0, 5000))
def test_allocations_are_aligned_and_guarded(nbytes: int) -> None:
    allocation = Allocation(nbytes)
    assert allocation.address % ALIGNMENT == 0
    assert allocation.bytes.nbytes == nbytes
    if nbytes:
        assert allocation.bytes.ctypes.data == allocation.address
    storage = allocation.bytes.base
    assert isinstance(storage, np.ndarray)
    before = allocation.address - storage.ctypes.data
    assert before >= GUARD_BYTES
    assert storage.nbytes - before - nbytes >= GUARD_BYTES


@given(st.integers(0, 100), st.integers(-10, 110), st.integers(-10, 110))
def test_views_stay_inside(nbytes: int, offset: int, size: int) -> None:
    allocation = Allocation(nbytes)
    if offset >= 0 and size >= 0 and offset + size <= nbytes:
        assert allocation.view(offset, size).nbytes == size
    else:
        with pytest.raises(MachineError, match=f"do not lie in a buffer of {nbytes}"):
            allocation.view(offset, size)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9), st.booleans()), max_size=12))
def test_the_map_knows_what_is_live(steps: list[tuple[int, int, bool]]) -> None:
    allocations = AllocationMap()
    live: dict[int, int] = {}
    for number, nbytes, removes in steps:
        start = 1000 + 100 * number
        if start in live and removes:
            allocations.remove(start)
            del live[start]
        elif start not in live:
            allocations.add(start, nbytes)
            live[start] = nbytes
    expected = [[start, start + nbytes] for start, nbytes in sorted(live.items())]
    table = allocations.table()
    assert table.dtype == np.uint64 and table.shape == (len(live), 2)
    assert table.tolist() == expected


def test_the_nearest_allocation_is_described() -> None:
    allocations = AllocationMap()
    assert allocations.describe(5) == "nothing is allocated"
    allocations.add(1000, 100)
    allocations.add(2000, 50)
    assert allocations.describe(996) == "4 bytes before an allocation of 100 bytes"
    assert allocations.describe(1100) == "at byte 100 of an allocation of 100 bytes"
    assert allocations.describe(1996) == "4 bytes before an allocation of 50 bytes"
    assert allocations.describe(2050) == "at byte 50 of an allocation of 50 bytes"
    assert allocations.describe(0) == "1000 bytes before an allocation of 100 bytes"


def test_the_texture_of_an_allocation_begins_with_it() -> None:
    allocations = [Allocation(nbytes) for nbytes in (0, 16, 700, 100_000) * 8]
    assert {LinearTexture(each.address, 16).first_texel for each in allocations} == {0}
    inside = LinearTexture(allocations[-1].address + 3 * 512 + 32, 16)
    assert inside.first_texel == 2


@pytest.mark.parametrize(("address", "nbytes"), [(4100, 64), (4096, 60)])
def test_textures_of_whole_texels(address: int, nbytes: int) -> None:
    with pytest.raises(MachineError, match="multiple of 16"):
        LinearTexture(address, nbytes)


@given(st.integers(0, 3000), st.sampled_from([64, 256, 1024]))
def test_storage_is_aligned_and_zero(nbytes: int, alignment: int) -> None:
    storage, address = aligned_bytes(nbytes, alignment)
    assert address % alignment == 0
    assert storage.ctypes.data <= address
    assert address + nbytes <= storage.ctypes.data + storage.nbytes
    assert not storage.any()


def test_most_shared_memory_grows_with_known_architectures() -> None:
    assert [max_shared_bytes(a) // 1024 for a in (70, 75, 80, 86, 90, 100, 101)] == [
        64, 64, 163, 99, 227, 227, 227,
    ]  # fmt: skip
