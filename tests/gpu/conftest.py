"""All tests of this folder need a GPU; a missing one is the only reason to skip them."""

from __future__ import annotations

from pathlib import Path

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
