"""The catalogue: every kernel of the ladder and of the library, in its order.

A kernel is a module of ``ladder/``, ``library/`` or ``library/tensor_cores/`` beside its source,
holding one :class:`Kernel` called ``KERNEL``. The modules are imported when the catalogue is first
asked for, not before.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from types import ModuleType

from sgemm.errors import ArgumentError
from sgemm.importing import import_module
from sgemm.kernels.kernel import Kernel, name_of

# Parts of the names of the ladder's files: of rung_01_naive.py "rung", "01" and "naive".
_PARTS = sorted(
    path.stem.split("_", maxsplit=2)
    for path in (Path(__file__).parent / "ladder").iterdir()
    if path.suffix == ".py"
)

RUNGS = {int(number): name for kind, number, name in _PARTS if kind == "rung"}
"""Names of the rungs in CUDA C++ by their numbers: ``ladder/rung_01_naive`` and so on."""

LADDER = tuple(RUNGS.values())  # names of the rungs in CUDA C++, in their order

PTX_LADDER = tuple(f"ptx_{name}" for kind, _, name in _PARTS if kind == "ptx")
"""Names of the rungs written in PTX, which have no numbers: ``ladder/ptx_1_naive`` and so on."""

STREAM_K = (
    "stream_k_tma",
    "stream_k_cp_async",
    "stream_k_tma_k_major",
    "stream_k_packed",
    "stream_k_cp_async_k_major",
)
"""Names of the stream-K family, all in ``library/stream_k``."""

LIBRARY = (
    *STREAM_K[:2],
    "split_k",
    "skinny",
    "gemv",
    "any_layout",
    STREAM_K[2],
    "warp_sliced_k",
    *STREAM_K[3:],
    "stream_k_swap_ab",
    "slender",
    "tiny_batched",
    "tiny_batched_tma",
)
"""Names of the kernels that the automatic choice chooses from: ``library/split_k`` and so on.

The first of equally fast candidates is chosen, so that their order counts.
"""

SPLIT_BEFORE = ("fp16x3", "bf16x6", "fp16x3_mma")
"""Names of the kernels on tensor cores whose operands are both split before the main launch."""

FUSED = ("fp16x3_skinny", "fp16x3_tall")
"""Names of those that split the large operand as they read it: for few rows, for few columns."""

TENSOR_CORES = SPLIT_BEFORE + FUSED
"""Names of all kernels on tensor cores: ``library/tensor_cores/fp16x3`` and so on."""

SPLIT = ("fp16x3", "bf16x6", *FUSED)
"""Names of those that are chosen from where operands may be split."""

BY_NAME = "fp16x3_mma"
"""Name of the one that is only asked for by name. It runs on older architectures than others."""

# Names of all kernels, in the order of the catalogue.
NAMES = LADDER + PTX_LADDER + LIBRARY + TENSOR_CORES

_FILES = {file: name_of(file) for file in map("_".join, _PARTS)}
"""Names of the files of the ladder, ``rung_01_naive``, which are understood too -> of kernels."""

_MODULES = {
    **{name: f"ladder.{file}" for file, name in _FILES.items()},
    **{name: f"library.{name}" for name in LIBRARY},
    **{name: f"library.tensor_cores.{name}" for name in TENSOR_CORES},
    **dict.fromkeys(STREAM_K, "library.stream_k"),
}

FORMER_NAMES = {
    "tma_pipeline": "stream_k_tma",
    "sliced_k": "stream_k_tma",
    "async_producer": "stream_k_cp_async",
    "sliced_producer": "stream_k_cp_async",
    "quads_along_k": "stream_k_tma_k_major",
    "quads_by_elements": "stream_k_cp_async_k_major",
    "packed_operands": "stream_k_packed",
    "warp_slices": "warp_sliced_k",
    "long_k": "split_k",
}
"""Former name -> name today: in results they are understood, in a plan they are an error."""

MOST_DIGITS = 100  # of a number that a user names


@functools.cache
def kernels() -> tuple[Kernel, ...]:
    """Return every kernel: the numbered rungs in order, those in PTX, then the library's."""
    return tuple(_load(name) for name in NAMES)


def find(name_or_number: str) -> Kernel:
    """Return the kernel that a user asked for, by number ("3"), name or name of its file."""
    wanted = name_or_number.strip()
    wanted = _FILES.get(wanted, wanted)
    if wanted in NAMES:
        return _load(wanted)
    if found := re.fullmatch(r"rung[_ ]?([0-9]+)", wanted):
        wanted = found[1]
    if wanted.isdecimal():
        # Python refuses to read thousands of digits.
        number = int(wanted) if len(wanted) <= MOST_DIGITS else -1
        if number in RUNGS:
            return _load(RUNGS[number])
        raise ArgumentError(
            f"kernel = {wanted[:MOST_DIGITS]}: rungs are numbered 1 to {max(RUNGS)} "
            "(0 stands for the baseline, which is a library and not a kernel)"
        )
    if wanted in FORMER_NAMES:
        raise ArgumentError(f"kernel = {wanted!r}: it is called {FORMER_NAMES[wanted]} now")
    import difflib  # it takes long, and only mistakes need it

    nearest = difflib.get_close_matches(wanted.lower(), NAMES)
    hint = f"did you mean {' or '.join(nearest)}? " if nearest else ""
    raise ArgumentError(
        f"kernel = {name_or_number!r}: no kernel has this name; {hint}`sgemm kernels` lists all"
    )


def find_range(text: str) -> tuple[Kernel, ...]:
    """Return the kernels that a user asked for by a name, a number, or a range such as "3-8"."""
    bounds = re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", text)
    if bounds is None:
        return (find(text),)
    first, last = (find(bound) for bound in bounds.groups())
    found = kernels()[kernels().index(first) : kernels().index(last) + 1]
    if not found:
        raise ArgumentError(f"kernel = {text.strip()!r}: a range goes from low to high")
    return found


def present_name(name: str) -> str:
    """Return what a kernel is called today, whose name this is or was; other names as they are."""
    return FORMER_NAMES.get(name, name)


def measured_kernel(name: str) -> Kernel:
    """Return the kernel that results name, perhaps as it was called then."""
    return find(present_name(name))


def module_of(name: str) -> ModuleType:
    """Return the module of a kernel of the catalogue, whose docstring explains it."""
    return import_module(f"sgemm.kernels.{_MODULES[present_name(name)]}")


def _load(name: str) -> Kernel:
    module = module_of(name)
    kernel: Kernel = module.KERNELS[name] if name in STREAM_K else module.KERNEL
    return kernel
