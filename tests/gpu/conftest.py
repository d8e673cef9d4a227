"""All tests of this folder need a GPU; a missing one is the only reason to skip them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sgemm.machines.cuda import CudaMachine
from sgemm.machines.probe import driver_status

HERE = Path(__file__).parent

# Its assertions are shown with their values, as those of tests are.
pytest.register_assert_rewrite("torch_samples")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = driver_status().reason
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.gpu)
            if reason is not None:
                item.add_marker(pytest.mark.skip(reason=f"no GPU: {reason}"))


@pytest.fixture(scope="session")
def gpu() -> CudaMachine:
    return CudaMachine()


@pytest.fixture(scope="session")
def hopper(gpu: CudaMachine) -> CudaMachine:
    if gpu.architecture != 90:
        pytest.skip(f"no GPU of compute capability 9.0, but sm_{gpu.architecture}")
    return gpu


@pytest.fixture
def own_bytes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """A function that tells how much GPU memory was allocated since, and not freed.

    What is free on the GPU depends on every process that uses it.
    """
    from cuda.bindings import driver

    held: dict[int, int] = {}
    allocate, free = driver.cuMemAlloc, driver.cuMemFree

    def counted_allocate(nbytes: int) -> tuple[Any, ...]:
        status, pointer = allocate(nbytes)
        if status == driver.CUresult.CUDA_SUCCESS:
            held[int(pointer)] = nbytes
        return status, pointer

    def counted_free(pointer: Any) -> tuple[Any, ...]:
        found: tuple[Any, ...] = free(pointer)
        if found[0] == driver.CUresult.CUDA_SUCCESS:
            held.pop(int(pointer), None)
        return found

    monkeypatch.setattr(driver, "cuMemAlloc", counted_allocate)
    monkeypatch.setattr(driver, "cuMemFree", counted_free)
    return lambda: sum(held.values())
