"""Arrays that are not there yet: a shape and a device, for plans that are made beforehand."""

from __future__ import annotations

import dataclasses
import numbers
from typing import Any

from sgemm.arrays.library import Library
from sgemm.arrays.view import Device, View, packed_view
from sgemm.errors import ArgumentError
from sgemm.machines.interface import Machine


@dataclasses.dataclass(frozen=True, slots=True)
class Described:
    """What a C-contiguous array of float32, aligned to all that matters, will be."""

    shape: tuple[int, ...]
    device: Device


class DescribedLibrary(Library):
    """Descriptions, which have a view and nothing else."""

    name = "a shape"
    has_memory = False

    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Return where the array would lie."""
        return packed_view(value.shape, value.device)

    def empty(self, like: Any, shape: tuple[int, ...], machine: Machine) -> Any:
        """Raise ArgumentError: there is nothing to be like."""
        raise ArgumentError(f"a = {like.shape}: a shape has no elements; arrays are needed")


def described(name: str, value: Any, device: Device) -> Described:
    """Return the array of a shape.

    Raises
    ------
    ArgumentError
        If a size is no whole number of at least 0.
    """
    for size in value:
        if not isinstance(size, numbers.Integral) or isinstance(size, bool) or size < 0:
            raise ArgumentError(f"{name} = {value!r}: a shape has whole numbers of at least 0")
    return Described(tuple(int(size) for size in value), device)
