"""Kernels that contain every operation at every width and sign, each once, and store its result."""

import itertools
import random
import re
from collections.abc import Iterator

from program_arithmetic import (
    CONVERSIONS,
    FLOAT_COMPARISONS,
    FLOATING,
    INTEGER,
    ORDERS,
    ORDERS_OF_UNSIGNED,
)
from program_base import PREFIX, Program
from program_frame import FramedMaker
from program_memory import LOADED


class FormsMaker(FramedMaker):
    """Makes a program of some forms: the type of the result and the instruction."""

    forms: tuple[tuple[str, str], ...] = ()

    def body(self, count: int) -> None:
        place = self.address("%rd0", self.linear, 8)
        loads = [("u32", "b32"), ("u64", "b64"), ("u16", "b16"), ("f32", "f32"), ("f64", "f64")]
        for number, (name, kind) in enumerate(loads * 3):
            text = f"ld.global.{name} {{}}, [{place}+{16 * number}]"
            self.made(kind, text, hidden=False, protected=True)
        self.made("pred", "setp.lt.s32 {}, <b32>, <b32>", hidden=False, protected=True)
        sources = self.scope.readable
        results: dict[str, list[str]] = {kind: [] for kind in PREFIX}
        for kind, text in self.forms:
            self.scope.readable = {kind: list(names) for kind, names in sources.items()}
            results[kind].append(self.made(kind, text))
        self.scope.readable = results


def every_form() -> Iterator[tuple[str, str]]:
    """Every choice of operation, width and sign that the tables have; operands stay open.

    Loads are from where each lane's input says.
    """
    tables = [(kind, set(widths), text) for _, widths, kind, text in (*INTEGER, *FLOATING)]
    tables += [(kind, {0}, text) for kind, text in CONVERSIONS[::2]]
    somewhere = "and.b32 $b32i, <b32>, 127; mad.wide.u32 $b64a, $b32i, 8, %rd0"
    for name, kind in dict.fromkeys(LOADED):
        yield kind, f"{somewhere}; ld.global.{name} {{}}, [$b64a]"
    # A uniform factor of lane offsets that is negative, in several programs.
    factor = "mov.u32 $b32t, %tid.x; or.b32 $b32f, %r1, -2147483648"
    for sign in "us" * 3:
        yield "b64", f"{factor}; mul.wide.{sign}32 {{}}, $b32t, $b32f"
    orders = {"s": ORDERS, "u": (*ORDERS, *ORDERS_OF_UNSIGNED), "f": FLOAT_COMPARISONS}
    for sign, names in orders.items():
        widths, source = ({32, 64}, "f#") if sign == "f" else ({16, 32, 64}, "b#")
        text = f"setp.<{'|'.join(names)}>.{sign}# {{}}, <{source}>, <{source}?>"
        tables.append(("pred", widths, text))
    for kind, widths, text in tables:
        operation, operands = text.split(" ", 1)
        parts = [dict.fromkeys(part.split("|")) for part in re.split("[<>]", operation)]
        for bits, sign, *chosen in itertools.product(sorted(widths), "us", *parts):
            whole = "".join(chosen)
            if sign == "u" or "~" in whole:
                found = f"{kind}: {whole.replace('~', sign)} {operands}"
                yield tuple(found.replace("#", str(bits)).replace("&", str(2 * bits)).split(": "))


FORMS = tuple(every_form())


def make_forms_program(rng: random.Random, part: int, parts: int) -> Program:
    """Make a program of one of so many parts of all forms."""
    maker = FormsMaker(rng)
    maker.forms = FORMS[part::parts]
    return maker.make()
