"""All tests of this folder need a GPU; a missing one is the only reason to skip them."""

import ctypes
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sgemm.bench.cublas import CublasBaseline
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.cuda_driver import raw_driver
from sgemm.machines.probe import SUCCESS, driver_status

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


@pytest.fixture(scope="module")
def cpu(hopper: CudaMachine) -> CpuMachine:
    return CpuMachine()


@pytest.fixture(scope="module")
def baseline(hopper: CudaMachine) -> Iterator[CublasBaseline]:
    with CublasBaseline(hopper) as made:
        yield made


@pytest.fixture
def own_bytes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """A function that tells how much GPU memory was allocated since, and not freed.

    What is free on the GPU depends on every process that uses it.
    """
    driver = raw_driver()
    held: dict[int, int] = {}
    allocate, free = driver.allocate, driver.free

    def counted_allocate(at: int, nbytes: int) -> int:
        code: int = allocate(at, nbytes)
        if code == SUCCESS:
            held[ctypes.c_uint64.from_address(at).value] = nbytes
        return code

    def counted_free(address: int) -> int:
        code: int = free(address)
        if code == SUCCESS:
            held.pop(address, None)
        return code

    monkeypatch.setattr(driver, "allocate", counted_allocate)
    monkeypatch.setattr(driver, "free", counted_free)
    return lambda: sum(held.values())
