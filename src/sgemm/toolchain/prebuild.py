"""Machine code of kernels copied from the cache to a folder of prebuilt ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sgemm.errors import CompileError
from sgemm.kernels.kernel import Kernel
from sgemm.toolchain import compiler, nvrtc, prebuilt, source
from sgemm.toolchain.build import name_of
from sgemm.toolchain.cache import Key


def prebuild(kernels: Sequence[Kernel], architecture: int, folder: Path) -> int:
    """Write what the cache has of kernels to ``sm_XX`` in a folder, and return its bytes.

    What is there is replaced. Raises CompileError where the cache lacks one of the kernels, or the
    folder keeps no files.
    """
    sources: dict[str, str] = {}
    entries: dict[Key, bytes] = {}
    for kernel in kernels:
        name = name_of(kernel)
        found = compiler.kept(kernel, architecture)
        if found is None:
            raise CompileError(f"{name} is not in the cache: it was not kept, or let go of")
        entries.update(found)
        sources[name] = source.read(kernel).digest()
    made = prebuilt.Prebuilt(
        folder / f"sm_{architecture}", architecture, nvrtc.version(), compiler.options(), sources
    )
    return prebuilt.write(made, entries)
