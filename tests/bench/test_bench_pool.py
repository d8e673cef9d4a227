"""Buffers stay from task to task, and grow."""

from __future__ import annotations

import contextlib

import pytest

from sgemm.bench.gpu.buffer_pool import BufferPool
from sgemm.errors import MachineError


class Block:
    def __init__(self, address, nbytes):
        self.address, self.nbytes = address, nbytes


class Memory:
    """A machine with little memory, which notes what is allocated."""

    def __init__(self, free):
        self.free = free
        self.alive = {}
        self.made = 0

    @contextlib.contextmanager
    def allocate(self, nbytes):
        if sum(self.alive.values()) + nbytes > self.free:
            raise MachineError(f"no memory for {nbytes} bytes")
        self.made += 1
        number = self.made
        self.alive[number] = nbytes
        try:
            yield Block(number, nbytes)
        finally:
            del self.alive[number]


def test_buffers_stay_and_only_grow():
    memory = Memory(1000)
    with BufferPool(memory) as pool:
        with pool.buffers((10, 20)) as first:
            assert [one.nbytes for one in first] == [10, 20]
        with pool.buffers((5, 20)) as second:
            assert second == first
        with pool.buffers((5, 30, 1)) as third:
            assert [one.nbytes for one in third] == [10, 30, 1]
        assert memory.made == 4
        assert sorted(memory.alive.values()) == [1, 10, 30]
    assert not memory.alive


def test_what_is_lent_is_not_lent_twice():
    memory = Memory(1000)
    with BufferPool(memory) as pool:
        with pool.buffers((8,)) as (outer,), pool.buffers((8,)) as (inner,):
            assert outer.address != inner.address
        assert len(memory.alive) == 1
        with pytest.raises(RuntimeError), pool.buffers((8,)):
            raise RuntimeError
        with pool.buffers((8,)) as (again,):
            assert again.address == outer.address


def test_what_earlier_tasks_left_makes_room():
    memory = Memory(100)
    with BufferPool(memory) as pool:
        with pool.buffers((80, 10)):
            pass
        with pool.buffers((10, 90)) as found:
            assert [one.nbytes for one in found] == [10, 90]
        with pytest.raises(MachineError, match="no memory for 101"), pool.buffers((101,)):
            pass
    assert not memory.alive
