"""Which registers an instruction of sm_90 reads and writes, by its opcode.

Read off the disassembler, for the instructions that the compiler makes of kernels whose mainloop is
patched. One that is not listed may read and write anything.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

_Groups = tuple[tuple[str, str, dict[str, int]], ...]


def _by_opcode(groups: _Groups) -> dict[int, tuple[str, str]]:
    return {
        opcode: (written, read) for written, read, opcodes in groups for opcode in opcodes.values()
    }


_ARITHMETIC = _by_opcode(
    (
        # The uniform datapath (UMOV and such) has registers of its own.
        ("", "", {"PLOP3": 0x01C, "UMOV": 0x082, "VOTEU": 0x086, "USEL": 0x087, "UISETP": 0x08C}),
        ("", "", {"UIADD3": 0x090, "ULEA": 0x091, "ULOP3": 0x092, "USHF": 0x099, "UPLOP3": 0x09C}),
        ("", "", {"UIMAD": 0x0A4, "UIMAD.WIDE": 0x0A5}),
        ("", "a", {"R2UR": 0x0CA}),
        ("", "ab", {"FSETP": 0x00B, "ISETP": 0x00C}),
        ("d", "a", {"P2R": 0x003}),
        ("d", "b", {"MOV": 0x002, "F2I": 0x105, "I2F": 0x106, "MUFU": 0x108}),
        ("d", "ab", {"SEL": 0x007, "FSEL": 0x008, "FMUL": 0x020, "FADD": 0x021, "VIADD": 0x036}),
        ("d", "ab", {"VIMNMX": 0x048}),
        ("d", "abc", {"IADD3": 0x010, "LEA": 0x011, "LOP3": 0x012, "PRMT": 0x016, "SHF": 0x019}),
        # The compiler makes constants of HFMA2.
        ("d", "abc", {"FFMA": 0x023, "IMAD": 0x024, "HFMA2": 0x035, "VIADDMNMX": 0x046}),
        ("d", "abC", {"IMAD.HI": 0x027}),
        ("D", "abC", {"IMAD.WIDE": 0x025}),
        ("D", "B", {"F2I.64": 0x111, "I2F.64": 0x112}),  # one side at least has 64 bits
    )
)
"""Operands written and read, by the opcode without its form. See _field for the letters."""

_OTHERS = _by_opcode(
    (
        ("", "", {"FENCE": 0x3C6, "CGAERRBAR": 0x5AB, "UTMALDG": 0x5B4, "ELECT": 0x82F}),
        ("", "", {"NOP": 0x918, "DEPBAR": 0x91A, "BSYNC": 0x941, "BREAK": 0x942, "CALL": 0x944}),
        ("", "", {"BSSY": 0x945, "YIELD": 0x946, "BRA": 0x947, "WARPSYNC.ALL": 0x948}),
        ("", "", {"EXIT": 0x94D, "MEMBAR": 0x992, "ERRBAR": 0x9AB, "LDGDEPBAR": 0x9AF}),
        ("", "", {"S2UR": 0x9C3, "USETMAXREG": 0x9C8, "ULDC": 0xAB9, "BAR": 0xB1D}),
        ("", "a", {"ARRIVES.LDGSTSBAR": 0x9B0}),
        ("", "A", {"RET": 0x950, "CCTL": 0x98F}),
        ("", "ab", {"SYNCS.PHASECHK": 0x5A7}),
        ("", "am", {"STS of another form": 0x388, "STS": 0x988}),
        ("", "Am", {"STG": 0x986}),
        ("", "dA", {"LDGSTS": 0xFAE}),
        ("d", "", {"S2R": 0x919}),
        ("d", "ab", {"SYNCS.ARRIVE": 0x9A7}),
        ("D", "", {"CS2R": 0x805}),
        ("D", "AB", {"ATOMG": 0x9A8}),
        ("M", "a", {"LDS": 0x984, "LDC": 0xB82}),
        ("M", "A", {"LDG": 0x981}),
    )
)
"""The same by the whole opcode."""

_NARROW = frozenset({0x005, 0x1A8})
"""CS2R and ATOMG without their form: the result has one register at least, and perhaps two."""

_PREDICATES = {
    **dict.fromkeys((0x00B, 0x00C, 0x010, 0x01C), (17, 20)),
    **dict.fromkeys((0x011, 0x012, 0x024, 0x025, 0x027, 0x048, 0x0CA), (17,)),
}
"""Where in the upper half the predicates stand that an arithmetic instruction writes."""

_ANY_PREDICATE = frozenset({0x5A7, 0x82F, 0x9A7, 0x9A8})

_FORM = 9  # bits below the form of the operands
_REGISTERS = 1  # the form in which operand b is a register
_CONSTANT_C = (2, 3, 7)  # those in which operand b stands in the field of c
_SIZE = 9  # bits of the upper half below the size of what goes to or from memory
_F64 = 3  # the source of F2I
_WORDS = {5: 2, 6: 4, 7: 4}  # 64 bits, 128 bits; one register for all else


class Field(NamedTuple):
    """An operand: a field of an instruction, and how many registers it names."""

    name: str
    width: int


class Operands(NamedTuple):
    """What an instruction may write and read."""

    written: tuple[Field, ...]
    read: tuple[Field, ...]
    overwritten: tuple[Field, ...]  # what is written completely
    predicates: tuple[int, ...] | None  # bits of the upper half where those written are; None: any


@functools.cache
def operands_of(opcode: int, variant: int) -> Operands | None:
    """Return the operands of an opcode of twelve bits; None where it is not listed.

    The variant is the lowest 22 bits of the upper half, less those of operand c.
    """
    base, form = opcode & (1 << _FORM) - 1, opcode >> _FORM
    letters = _OTHERS.get(opcode)
    if letters is None:
        if base not in _ARITHMETIC:
            return None
        written, read = _ARITHMETIC[base]
        if base == 0x111:
            written = "D" if variant >> 11 & 1 else "d"
            read = "B" if variant >> 20 == _F64 else "b"
        if base == 0x112 and not variant >> 11 & 1:
            written = "d"
        if form != _REGISTERS:
            read = read.replace("b", "").replace("B", "")
        if form in _CONSTANT_C:
            read = read.replace("C", "c")
        letters = written, read
    words = _WORDS.get(variant >> _SIZE & 0x7, 1)
    writes, reads = (tuple(_field(letter, words) for letter in part) for part in letters)
    predicates = () if opcode in _OTHERS else _PREDICATES.get(base, ())
    any_predicate = opcode in _ANY_PREDICATE
    overwritten = (Field("d", 1),) if base in _NARROW else writes
    return Operands(writes, reads, overwritten, None if any_predicate else predicates)


def _field(letter: str, words: int) -> Field:
    """Return the field of a letter.

    A small letter names one register, a capital one two; M and m stand for what is loaded and
    stored, of as many as the access has.
    """
    if letter in "Mm":
        return Field("d" if letter == "M" else "b", words)
    return Field(letter.lower(), 2 if letter.isupper() else 1)
