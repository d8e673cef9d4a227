"""The instructions of a kernel in a cubin, which is an ELF file, and a cubin with others."""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Callable, Sequence

from sgemm.machine_code.instruction import BYTES, Instruction

ALIGNMENT = 128 // BYTES
"""Code comes in pieces of so many instructions."""

_SECTION = struct.Struct("<IIQQQQIIQQ")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_HEADER_PLACES = struct.Struct("<QQ")  # of the tables of segments and of sections
_HEADER_COUNTS = struct.Struct("<HHHHH")  # segment size, segments, section size, sections, names
_PLACES_AT = 0x20
_COUNTS_AT = 0x36


@dataclasses.dataclass
class _Section:
    """One row of the table of sections, in the order of its fields."""

    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


class UnreadableError(ValueError):
    """The file is not a cubin of the form that this module knows."""


class Cubin:
    """A cubin, and the code of one of its kernels.

    Parameters
    ----------
    data : bytes
        The file.
    entry : str
        The name of the kernel.

    Raises
    ------
    UnreadableError
        If it is not an ELF file of 64 bits with that kernel in it.
    """

    def __init__(self, data: bytes, entry: str) -> None:
        if data[:5] != b"\x7fELF\x02":
            raise UnreadableError("not an ELF file of 64 bits")
        self._data, self._entry = data, entry
        try:
            self._segments_at, self._sections_at = _HEADER_PLACES.unpack_from(data, _PLACES_AT)
            _, self._segments, _, sections, names = _HEADER_COUNTS.unpack_from(data, _COUNTS_AT)
            self._sections = [
                _Section(*_SECTION.unpack_from(data, self._sections_at + i * _SECTION.size))
                for i in range(sections)
            ]
            known = [self._text(self._sections[names].offset + s.name) for s in self._sections]
            self._code = self._sections[known.index(f".text.{entry}")]
            self._symbols = self._sections[known.index(".symtab")]
        except (struct.error, IndexError, ValueError) as error:
            raise UnreadableError(f"no code of {entry!r} in it ({error})") from error
        if self._code.size % (BYTES * ALIGNMENT):
            raise UnreadableError(f"{self._code.size} bytes of code are no whole pieces")

    def instructions(self) -> list[Instruction]:
        """Return the kernel's code."""
        begin, end = self._code.offset, self._code.offset + self._code.size
        pairs = struct.iter_unpack("<QQ", self._data[begin:end])
        return [Instruction(low, high) for low, high in pairs]

    def with_instructions(self, instructions: Sequence[Instruction]) -> bytes:
        """Return the cubin with other code for the kernel, at least as long as it was.

        What follows the code in the file moves, and all tables are told.

        Raises
        ------
        ValueError
            If the code is shorter, or no whole number of pieces.
        """
        code = self._code
        body = b"".join(struct.pack("<QQ", i.low, i.high) for i in instructions)
        longer = len(body) - code.size
        if longer < 0 or len(instructions) % ALIGNMENT:
            raise ValueError(f"{len(instructions)} instructions: fewer than before, or not whole")
        end = code.offset + code.size

        def moved(place: int) -> int:
            return place + longer if place >= end else place

        out = bytearray(self._data[: code.offset] + body + self._data[end:])
        segments_at, sections_at = moved(self._segments_at), moved(self._sections_at)
        _HEADER_PLACES.pack_into(out, _PLACES_AT, segments_at, sections_at)
        for number, section in enumerate(self._sections):
            changed = dataclasses.replace(section, offset=moved(section.offset))
            if section is code:
                changed = dataclasses.replace(section, size=section.size + longer)
            _SECTION.pack_into(
                out, sections_at + number * _SECTION.size, *dataclasses.astuple(changed)
            )
        for number in range(self._segments):
            at = segments_at + number * _SEGMENT.size
            kind, flags, place, address, physical, size, memory, alignment = _SEGMENT.unpack_from(
                out, at
            )
            if place <= code.offset and end <= place + size:
                size, memory = size + longer, memory + longer
            else:
                place = moved(place)
            _SEGMENT.pack_into(
                out, at, kind, flags, place, address, physical, size, memory, alignment
            )
        self._grow_symbol(out, moved, longer)
        return bytes(out)

    def _grow_symbol(self, out: bytearray, moved: Callable[[int], int], longer: int) -> None:
        """Tell the kernel's symbol its new size."""
        names = self._sections[self._symbols.link].offset
        begin = self._symbols.offset
        for at in range(begin, begin + self._symbols.size, _SYMBOL.size):
            name, info, other, section, value, size = _SYMBOL.unpack_from(self._data, at)
            if self._text(names + name) == self._entry:
                _SYMBOL.pack_into(out, moved(at), name, info, other, section, value, size + longer)

    def _text(self, at: int) -> str:
        """Return the text that begins at a place and ends with a zero byte."""
        return self._data[at : self._data.index(b"\0", at)].decode()
