"""The instructions of a kernel in a cubin, which is an ELF file, and a cubin with others."""

from __future__ import annotations

import collections
import struct
from collections.abc import Sequence

from sgemm.machine_code.instruction import BYTES, Instruction

ALIGNMENT = 128 // BYTES  # code comes in pieces of so many instructions

_SECTION = struct.Struct("<IIQQQQIIQQ")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_PLACES = struct.Struct("<QQ")  # of the tables of segments and of sections
_COUNTS = struct.Struct("<HHHHH")  # segment size, segments, section size, sections, names
_PLACES_AT = 0x20
_COUNTS_AT = 0x36
# Types of sections:
_NO_BITS = 8  # that takes no space in the file
_RELOCATIONS = (4, 9)  # whose ``info`` is the section that they change when it is loaded

# One row of the table of sections and one of that of segments, their fields in order.
_Section = collections.namedtuple(
    "_Section", "name type flags address offset size link info alignment entry_size"
)
_Segment = collections.namedtuple(
    "_Segment", "type flags offset address physical size memory alignment"
)


class UnreadableError(ValueError):
    """The file is not a cubin of the form that this module knows."""


class Cubin:
    """A cubin, and the code of one of its kernels.

    UnreadableError is raised for what is not an ELF file of 64 bits with that kernel in it.
    """

    def __init__(self, data: bytes, entry: str) -> None:
        if data[:6] != b"\x7fELF\x02\x01":
            raise UnreadableError("not an ELF file of 64 bits, the lowest byte first")
        self._data = data
        try:
            self._segments_at, self._sections_at = _PLACES.unpack_from(data, _PLACES_AT)
            sizes = _COUNTS.unpack_from(data, _COUNTS_AT)
            segment_size, segments, section_size, sections, names = sizes
            if (segment_size, section_size) != (_SEGMENT.size, _SECTION.size):
                raise UnreadableError(f"rows of {segment_size} and {section_size} bytes")
            self._segments = [
                _Segment(*_SEGMENT.unpack_from(data, self._segments_at + i * _SEGMENT.size))
                for i in range(segments)
            ]
            self._sections = [
                _Section(*_SECTION.unpack_from(data, self._sections_at + i * _SECTION.size))
                for i in range(sections)
            ]
            known = [self._text(self._sections[names].offset + s.name) for s in self._sections]
            self._code = self._sections[known.index(f".text.{entry}")]
            self._symbol_at = self._find_symbol(self._sections[known.index(".symtab")], entry)
        except (struct.error, IndexError, OverflowError, ValueError) as error:
            raise UnreadableError(f"no code of {entry!r} in it ({error})") from error
        parts = [(s.offset, s.size) for s in self._sections if s.type != _NO_BITS]
        parts += [(segment.offset, segment.size) for segment in self._segments]
        if any(offset + size > len(data) for offset, size in parts):
            raise UnreadableError("it is shorter than it says")
        if self._code.type == _NO_BITS or self._code.size % (BYTES * ALIGNMENT):
            raise UnreadableError(f"{self._code.size} bytes of code are no whole pieces")
        number = self._sections.index(self._code)
        if any(s.type in _RELOCATIONS and s.info == number and s.size for s in self._sections):
            raise UnreadableError("its code is changed when it is loaded")

    def instructions(self) -> list[Instruction]:
        """Return the kernel's code."""
        begin, end = self._code.offset, self._code.offset + self._code.size
        pairs = struct.iter_unpack("<QQ", self._data[begin:end])
        return [Instruction(low, high) for low, high in pairs]

    def with_instructions(self, instructions: Sequence[Instruction]) -> bytes:
        """Return the cubin with other code for the kernel, at least as long as it was.

        What follows the code in the file moves, and all tables follow. Raises ValueError if the
        code is shorter, or no whole number of pieces.
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
        try:
            _PLACES.pack_into(out, _PLACES_AT, moved(self._segments_at), moved(self._sections_at))
            for number, section in enumerate(self._sections):
                size = section.size + longer * (section is code)
                changed = section._replace(offset=moved(section.offset), size=size)
                _SECTION.pack_into(out, moved(self._sections_at) + number * _SECTION.size, *changed)
            for number, segment in enumerate(self._segments):
                if segment.offset <= code.offset and end <= segment.offset + segment.size:
                    size, memory = segment.size + longer, segment.memory + longer
                    row = segment._replace(size=size, memory=memory)
                else:
                    row = segment._replace(offset=moved(segment.offset))
                _SEGMENT.pack_into(out, moved(self._segments_at) + number * _SEGMENT.size, *row)
            *symbol, size = _SYMBOL.unpack_from(self._data, self._symbol_at)
            _SYMBOL.pack_into(out, moved(self._symbol_at), *symbol, size + longer)
        except struct.error as error:
            raise UnreadableError(f"its tables cannot hold the new places ({error})") from error
        return bytes(out)

    def _find_symbol(self, table: _Section, entry: str) -> int:
        """Return where the kernel's symbol is, which has its size."""
        names, code = self._sections[table.link].offset, self._sections.index(self._code)
        for at in range(table.offset, table.offset + table.size, _SYMBOL.size):
            name, _, _, section, _, size = _SYMBOL.unpack_from(self._data, at)
            if section == code and size == self._code.size and self._text(names + name) == entry:
                return at
        raise UnreadableError("no symbol is as long as the code")

    def _text(self, at: int) -> str:
        """Return the text that begins at a place and ends with a zero byte."""
        return self._data[at : self._data.index(b"\0", at)].decode()
