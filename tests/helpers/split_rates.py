"""Rates of the kernels on tensor cores for tests, which have none until a GPU was measured."""

import contextlib
from collections.abc import Iterator

import pytest

from sgemm.kernels.catalogue import SPLIT, find
from sgemm.kernels.gpus import H200
from sgemm.kernels.library.tensor_cores import split_rule
from sgemm.planning import candidates, model
from sgemm.planning.rates import DEFAULT, rates_key, shipped_lines

FAST = DEFAULT._replace(launch=0.5, step=0.01, busy=0.01, tile=0.1, overlap=0.0, moved=1.0)
"""With these any of them is faster than all other kernels."""

NAMES = tuple(rates_key(kernel) for name in SPLIT for kernel in find(name).specialisations())


@contextlib.contextmanager
def fitted(names: tuple[str, ...] = NAMES, for_small: bool = False) -> Iterator[None]:
    """Let these specialisations have rates, and no others of tensor cores.

    With ``for_small`` they may be chosen for a small C, too.
    """
    tables = candidates.runnable, candidates.shipped
    with pytest.MonkeyPatch.context() as patch:
        lines = shipped_lines(H200)
        for name in NAMES:
            patch.delitem(lines, name, raising=False)
        for name in names:
            patch.setitem(lines, name, ",".join(map(str, FAST)))
        patch.setattr(model, "PREPARED", 0.0)  # or prepared operands might not get them
        if for_small:
            for of in ("LEAST_SIDE_OF", "LEAST_ELEMENTS_OF", "LEAST_ELEMENTS_TRANSPOSED"):
                patch.setattr(split_rule, of, dict.fromkeys(getattr(split_rule, of), 1))
            patch.setattr(split_rule, "SMALL", 1)
        for table in tables:
            table.cache_clear()
        yield
    for table in tables:
        table.cache_clear()


def of_smallest(name: str) -> tuple[str, ...]:
    """Return the specialisations in the last tile of a kernel, which is compiled soonest."""
    kernel = find(name)
    return tuple(
        rates_key(kernel.specialised(layout, kernel.tiles[-1])) for layout in kernel.layouts
    )


def launched(gpu):
    """Return the kernels that were launched since, each once."""
    names = {name for name, _ in gpu.launches}
    gpu.launches.clear()
    return names
