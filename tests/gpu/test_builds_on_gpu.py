"""Builds where there is a driver: NVRTC then has a cache of its own, which keeps no log."""

from __future__ import annotations

import pytest

from sgemm.kernels.catalogue import find
from sgemm.toolchain import compiler


@pytest.mark.usefixtures("gpu")
def test_resources_are_known_however_often_a_kernel_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SGEMM_CACHE_DISABLE", "1")
    found = []
    for _ in range(3):
        compiler._build.cache_clear()
        found.append(compiler.build(find("shared_tile"), 90).resources)
    compiler._build.cache_clear()
    assert found[0] is not None
    assert found == [found[0]] * 3
