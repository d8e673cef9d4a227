"""The runtime's committed LLVM is that of its sources, and calls what generated code defines."""

from __future__ import annotations

import llvmlite.binding as llvm

from sgemm.executor.runtime import RUNTIME
from sgemm.executor.runtime.sources import digest

REMEDY = "pip install ziglang==0.15.2; python scripts/compile_runtime.py"


def test_the_committed_text_is_that_of_the_sources() -> None:
    assert RUNTIME.read_text().splitlines()[0] == f"; {digest()}", REMEDY


def test_the_text_is_of_no_processor_and_needs_no_library() -> None:
    text = RUNTIME.read_text()
    assert "target" not in text and '"' not in text
    missing = {f.name for f in llvm.parse_assembly(text).functions if f.is_declaration}
    assert {name for name in missing if not name.startswith("llvm.")} == {
        "vector_function",
        "scalar_function",
    }
