"""Which registers an instruction of sm_90 reads and writes, by its opcode.

Read off the disassembler, for the instructions that the compiler makes of kernels whose mainloop is
patched. One that is not listed may read and write anything.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

_ARITHMETIC = {
    0x002: ("d", "b"),  # MOV
    0x003: ("d", "a"),  # P2R
    0x007: ("d", "ab"),  # SEL
    0x008: ("d", "ab"),  # FSEL
    0x00B: ("", "ab"),  # FSETP
    0x00C: ("", "ab"),  # ISETP
    0x010: ("d", "abc"),  # IADD3
    0x011: ("d", "abc"),  # LEA
    0x012: ("d", "abc"),  # LOP3
    0x016: ("d", "abc"),  # PRMT
    0x019: ("d", "abc"),  # SHF
    0x01C: ("", ""),  # PLOP3
    0x020: ("d", "ab"),  # FMUL
    0x021: ("d", "ab"),  # FADD
    0x023: ("d", "abc"),  # FFMA
    0x024: ("d", "abc"),  # IMAD
    0x025: ("D", "abC"),  # IMAD.WIDE
    0x027: ("d", "abC"),  # IMAD.HI
    0x035: ("d", "abc"),  # HFMA2, of which the compiler makes constants
    0x036: ("d", "ab"),  # VIADD
    0x046: ("d", "abc"),  # VIADDMNMX
    0x048: ("d", "ab"),  # VIMNMX
    0x082: ("", ""),  # UMOV
    0x086: ("", ""),  # VOTEU
    0x087: ("", ""),  # USEL
    0x08C: ("", ""),  # UISETP
    0x090: ("", ""),  # UIADD3
    0x091: ("", ""),  # ULEA
    0x092: ("", ""),  # ULOP3
    0x099: ("", ""),  # USHF
    0x09C: ("", ""),  # UPLOP3
    0x0A4: ("", ""),  # UIMAD
    0x0A5: ("", ""),  # UIMAD.WIDE
    0x0CA: ("", "a"),  # R2UR
    0x105: ("d", "b"),  # F2I
    0x106: ("d", "b"),  # I2F
    0x108: ("d", "b"),  # MUFU
    0x111: ("D", "B"),  # F2I of which one side at least has 64 bits
    0x112: ("D", "B"),  # I2F, likewise
}
"""Operands written and read, by the opcode without its form. The uniform datapath (UMOV and such)
has registers of its own. See _field for the letters."""

_OTHERS = {
    0x388: ("", "am"),  # STS
    0x3C6: ("", ""),  # FENCE
    0x5A7: ("", "ab"),  # SYNCS.PHASECHK
    0x5AB: ("", ""),  # CGAERRBAR
    0x5B4: ("", ""),  # UTMALDG
    0x805: ("D", ""),  # CS2R
    0x82F: ("", ""),  # ELECT
    0x918: ("", ""),  # NOP
    0x919: ("d", ""),  # S2R
    0x91A: ("", ""),  # DEPBAR
    0x941: ("", ""),  # BSYNC
    0x942: ("", ""),  # BREAK
    0x944: ("", ""),  # CALL
    0x945: ("", ""),  # BSSY
    0x946: ("", ""),  # YIELD
    0x947: ("", ""),  # BRA
    0x948: ("", ""),  # WARPSYNC.ALL
    0x94D: ("", ""),  # EXIT
    0x950: ("", "A"),  # RET
    0x981: ("M", "A"),  # LDG
    0x984: ("M", "a"),  # LDS
    0x986: ("", "Am"),  # STG
    0x988: ("", "am"),  # STS
    0x98F: ("", "A"),  # CCTL
    0x992: ("", ""),  # MEMBAR
    0x9A7: ("d", "ab"),  # SYNCS.ARRIVE
    0x9A8: ("D", "AB"),  # ATOMG
    0x9AB: ("", ""),  # ERRBAR
    0x9AF: ("", ""),  # LDGDEPBAR
    0x9B0: ("", "a"),  # ARRIVES.LDGSTSBAR
    0x9C3: ("", ""),  # S2UR
    0x9C8: ("", ""),  # USETMAXREG
    0xAB9: ("", ""),  # ULDC
    0xB1D: ("", ""),  # BAR
    0xB82: ("M", "a"),  # LDC
    0xFAE: ("", "dA"),  # LDGSTS
}
"""The same by the whole opcode."""

_NARROW = frozenset({0x005, 0x1A8})
"""CS2R and ATOMG without their form: the result has one register at least, and perhaps two."""

_PREDICATES = {
    0x00B: (17, 20),
    0x00C: (17, 20),
    0x010: (17, 20),
    0x011: (17,),
    0x012: (17,),
    0x01C: (17, 20),
    0x024: (17,),
    0x025: (17,),
    0x027: (17,),
    0x048: (17,),
    0x0CA: (17,),
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
    """What an instruction may write and read, and of what it writes that of which nothing is left.

    ``predicates`` are the places of those that it writes, in its upper half; None for any.
    """

    written: tuple[Field, ...]
    read: tuple[Field, ...]
    overwritten: tuple[Field, ...]
    predicates: tuple[int, ...] | None


@functools.cache
def operands_of(opcode: int, variant: int) -> Operands | None:
    """Return the operands of an opcode; None where it is not listed.

    Parameters
    ----------
    opcode : int
        Twelve bits.
    variant : int
        The lowest 22 bits of the upper half, less those of operand c.
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
