"""What a cubin says of its instructions on barriers in shared memory.

The compiler lists them: where each is, what it does, and which registers hold the barrier's
address. compute-sanitizer follows those that are listed, and no others. A loop that is patched
in machine code has copies of some, after the compiler's code, which nobody has listed: racecheck
then sees neither its waits nor its arrivals.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from sgemm.machine_code.cubin import Cubin, UnreadableError
from sgemm.machine_code.instruction import BYTES, NOP, Instruction

_TABLE = struct.Struct("<Q")  # where the table of sections is
_TABLE_AT = 0x28
_COUNTS = struct.Struct("<HH")  # sections, and which of them has the names
_COUNTS_AT = 0x3C
_ROW_BYTES = 64
_PLACE = struct.Struct("<QQ")  # place and size of a section
_PLACE_AT = 0x18  # within its row

_NOTE = struct.Struct("<BBH")  # form, kind, and the size of what follows
_SIZED = 4  # the form of a note that something follows
_BARRIER_INSTRUCTIONS = 0x39
_OFFSET = struct.Struct("<I")
_ENTRY_BYTES = 16  # of the list; the instruction's offset comes first


def with_notes_of_copies(cubin: bytes, entry: str) -> bytes:
    """Return a cubin whose list also has the copies of the instructions on barriers.

    The code is the same. If there are copies, the notes on the kernel stand at the end of the file.
    A file that is no cubin with that kernel, and notes on it, is an UnreadableError.
    """
    code = Cubin(cubin, entry).instructions()
    try:
        row, begin, size = _section(cubin, f".nv.info.{entry}")
        notes = cubin[begin : begin + size]
        at = _find_note(notes)
        if at is None:
            return cubin
        first = at + _NOTE.size
        end = first + _NOTE.unpack_from(notes, at)[2]
        listed = notes[first:end] + _missing(code, notes[first:end])
        listing = _NOTE.pack(_SIZED, _BARRIER_INSTRUCTIONS, len(listed))
    except (struct.error, IndexError, ValueError) as error:
        raise UnreadableError(f"no notes on {entry!r} in it ({error})") from error
    if len(listed) == end - first:
        return cubin
    moved = notes[:at] + listing + listed + notes[end:]
    out = bytearray(cubin + bytes(-len(cubin) % _NOTE.size))
    _PLACE.pack_into(out, row + _PLACE_AT, len(out), len(moved))
    return bytes(out + moved)


def _missing(code: Sequence[Instruction], listed: bytes) -> bytes:
    """Return entries for the instructions that do what listed ones do.

    An asynchronous arrival is listed by the place that instrumentation takes, where nothing is
    done; of that there are many, and no copies.
    """
    entries = {
        _OFFSET.unpack_from(listed, at)[0] // BYTES: listed[at + _OFFSET.size : at + _ENTRY_BYTES]
        for at in range(0, len(listed), _ENTRY_BYTES)
    }
    known = {code[at].operation: entry for at, entry in entries.items() if code[at].opcode != NOP}
    return b"".join(
        _OFFSET.pack(at * BYTES) + known[instruction.operation]
        for at, instruction in enumerate(code)
        if at not in entries and instruction.operation in known
    )


def _section(cubin: bytes, name: str) -> tuple[int, int, int]:
    """Return where a section's row in the table is, and the section's place and size."""
    (table,) = _TABLE.unpack_from(cubin, _TABLE_AT)
    count, names = _COUNTS.unpack_from(cubin, _COUNTS_AT)
    rows = [table + number * _ROW_BYTES for number in range(count)]
    (texts, _) = _PLACE.unpack_from(cubin, rows[names] + _PLACE_AT)
    for row in rows:
        at = texts + _OFFSET.unpack_from(cubin, row)[0]
        if cubin[at : cubin.index(b"\0", at)] == name.encode():
            begin, size = _PLACE.unpack_from(cubin, row + _PLACE_AT)
            return row, begin, size
    raise ValueError(f"no section {name!r}")


def _find_note(notes: bytes) -> int | None:
    """Return where the list of instructions on barriers is, if there is one."""
    at = 0
    while at < len(notes):
        form, kind, size = _NOTE.unpack_from(notes, at)
        if (form, kind) == (_SIZED, _BARRIER_INSTRUCTIONS):
            return at
        at += _NOTE.size + (size + -size % _NOTE.size if form == _SIZED else 0)
    return None
