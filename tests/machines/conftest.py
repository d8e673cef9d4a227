"""A cuda machine where no GPU is: its driver checks prototypes, and does little."""

import ctypes

import pytest

from fake_libcuda import Library
from sgemm.machines import cuda, cuda_context, cuda_driver, cuda_launch, cuda_objects
from sgemm.machines.probe import DriverStatus, Gpu

GPU = Gpu(ordinal=0, name="a GPU of tests", architecture=90, memory_bytes=2**37, uuid="GPU-0")


@pytest.fixture
def library(monkeypatch):
    made = Library()
    with monkeypatch.context() as patch:
        patch.setattr(ctypes, "CDLL", lambda name: made)
        driver = cuda_driver.RawDriver()
    for module in (cuda, cuda_context, cuda_launch, cuda_objects):
        monkeypatch.setattr(module, "raw_driver", lambda: driver)
    status = DriverStatus((GPU,), (13, 0), None)
    monkeypatch.setattr(cuda, "driver_status", lambda: status)
    return made


@pytest.fixture
def gpu(library):
    return cuda.CudaMachine()
