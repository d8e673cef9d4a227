"""The runtime's committed LLVM is that of its sources, and calls what generated code defines."""

import llvmlite.binding as llvm
from compile_runtime import digest

from sgemm.executor.runtime import RUNTIME, TENSOR_CORES

REMEDY = "pip install ziglang==0.15.2; python scripts/compile_runtime.py"


def test_the_committed_text_is_that_of_the_sources() -> None:
    for path in (RUNTIME, TENSOR_CORES):
        assert path.read_text().splitlines()[0] == f"; {digest()}", REMEDY


def test_the_text_is_of_no_processor_and_needs_no_library() -> None:
    generated = {"vector_function", "scalar_function", "multiply_fragments"}
    checks = {"check_shared", "read_matrix", "record_failure"}
    for path, needed in ((RUNTIME, generated), (TENSOR_CORES, checks)):
        text = path.read_text()
        assert "target" not in text and '"' not in text
        missing = {f.name for f in llvm.parse_assembly(text).functions if f.is_declaration}
        assert {name for name in missing if not name.startswith("llvm.")} == needed
