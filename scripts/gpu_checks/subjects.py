"""Kernels as words on a worker's command line: a name, and which layout and tile of it."""

from __future__ import annotations

from collections.abc import Iterable

from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel

SEPARATOR = ":"


def subject_of(kernel: Kernel) -> str:
    """Return the word for a kernel: ``split_k``, or of a specialisation ``split_k:tn:2``.

    The number counts the tiles that it ships in, from 1.
    """
    if kernel == kernel.specialisations()[0]:
        return kernel.name
    number = kernel.all_tiles.index(kernel.tile) + 1
    return SEPARATOR.join((kernel.name, kernel.layout, str(number)))


def kernel_of(subject: str) -> Kernel:
    """Return the kernel that a word stands for."""
    name, *rest = subject.split(SEPARATOR)
    kernel = find(name)
    if not rest:
        return kernel
    for each in kernel.specialisations():
        if subject_of(each) == subject:
            return each
    raise ArgumentError(f"subject = {subject!r}: {name} does not ship so")


def kernels_of(subject: str) -> tuple[Kernel, ...]:
    """Return the kernels that a word stands for: ``split_k:tn`` is every tile in one layout."""
    name, *rest = subject.split(SEPARATOR)
    if len(rest) != 1:
        return (kernel_of(subject),)
    found = tuple(each for each in find(name).specialisations() if each.layout == rest[0])
    if not found:
        raise ArgumentError(f"subject = {subject!r}: {name} does not ship so")
    return found


def layout_subjects(names: Iterable[str]) -> tuple[str, ...]:
    """Return the words for some kernels layout by layout, those with the most tiles first."""
    kernels = [find(name) for name in names]
    kernels.sort(key=lambda kernel: -len(kernel.all_tiles))
    return tuple(SEPARATOR.join((each.name, layout)) for each in kernels for layout in each.layouts)


def specialised_subjects(names: Iterable[str]) -> tuple[str, ...]:
    """Return the words for every specialisation of some kernels."""
    return tuple(subject_of(each) for name in names for each in kernel_of(name).specialisations())
