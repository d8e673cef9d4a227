"""Registers as a uniform base plus a constant lane vector.

The executor runs a lane group of L neighbouring threads (lanes) as one vector program. Most integer
registers of a GEMM hold, in lane l, ``base + offsets[l] + sum(register * coefficients[l])`` where
``base`` and each ``register`` are the same in all lanes: threadIdx.x, a row times lda, an address.
Knowing that, the executor computes the base alone, in one scalar instruction, and turns loads of
neighbouring lanes into one vector load. This module finds, for every register of an entry, such a
form, or that it has none (it varies).

All arithmetic is modulo 2**bits, as the registers'. Where an operation looks at single bits or at
the number's size (shifts to the right, masks, widening, division), it is followed only if no
carry runs from the offsets into the base: that is the case if every offset is smaller than the
largest power of two known to divide the base. Block origins are multiples of the tile and loop
counters multiples of the step, so that this simple fact is enough.

The analysis does not follow control flow: a register has one form for all its definitions. What
divergent branches add to that is the matter of :mod:`sgemm.ptx.divergence`.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections.abc import Iterable, Mapping

from sgemm.ptx.affine_form import AffineForm, Term, Value, join, trailing_zeros, uniform, widen
from sgemm.ptx.flow import ControlFlow
from sgemm.ptx.grid import MAX_GRID_X, MAX_GRID_YZ
from sgemm.ptx.syntax import (
    Address,
    Entry,
    Instruction,
    Integer,
    NegatedPredicate,
    OffsetSymbol,
    Operand,
    Register,
    SpecialRegister,
    Symbol,
    registers_of,
)
from sgemm.ptx.transfer import transfer

WIDEN_AFTER = 6
"""Rounds after which a bound that still moves is given up, so that loop counters converge."""
GIVE_UP_AFTER = 40
"""Rounds after which a form that still changes is given up, so that the search comes to an end."""


@dataclasses.dataclass(frozen=True, slots=True)
class BlockShape:
    """How threads are laid out in a thread block."""

    threads: tuple[int, int, int]  # threads in x, y, z
    lanes: int
    """Threads in a lane group; lane group s holds the threads s*lanes ... (s+1)*lanes - 1, x
    fastest."""
    moves_by: int = 0
    """Distance between the shared addresses of two blocks of a cluster, if those differ."""


def lanes_fit(threads: tuple[int, int, int], lanes: int) -> bool:
    """Whether every lane group sees threadIdx as a uniform base plus the same offsets."""
    x, y, z = threads
    if (x * y * z) % lanes:
        return False
    return x % lanes == 0 or (lanes % x == 0 and y % (lanes // x) == 0)


class AffineAnalysis:
    """The form of every register of an entry, for a block whose lanes fit its threads.

    Forms are found once one is asked for. Where a lane group is one thread, hardly any is.

    Symbols are the addresses of the shared variables; varying are registers that may differ from
    lane to lane for reasons of control flow.
    """

    def __init__(
        self,
        entry: Entry,
        flow: ControlFlow,
        block: BlockShape,
        symbols: Mapping[str, int],
        varying: Iterable[str] = (),
    ) -> None:
        self.entry = entry
        self.block = block
        self._symbols = symbols
        self._varying = frozenset(varying)
        self._flow = flow
        self._forms: dict[str, Value] = {}
        self._has_begun = False
        self._zero = self.uniform(0, 0)
        self._any_number = self.uniform(0, 2**64 - 1)

    def of_register(self, name: str) -> Value:
        """Return the form of a register; a register that is never written counts as zero."""
        if not self._has_begun:
            self._has_begun = True  # the search asks, too
            self._instructions = list(self._flow.instructions)
            self._written, self._constant = _written_and_constant(self._flow)
            self._solve()
        return self._forms.get(name, self._zero)

    def is_uniform(self, name: str) -> bool:
        """Whether a register holds the same value in all lanes."""
        form = self.of_register(name)
        return form is not None and form.is_uniform

    def of(self, operand: Operand) -> Value:
        """Return the form of a scalar operand."""
        match operand:
            case Register(name=name) | NegatedPredicate(register=Register(name=name)):
                return self.of_register(name)
            case Integer(value=value):
                return self.exactly(value)
            case Symbol(name=name) if name in self._symbols:
                return self._place(self._symbols[name])
            case OffsetSymbol(name=name, offset=offset) if name in self._symbols:
                return self._place(self._symbols[name] + offset)
            case SpecialRegister(name=name):
                return self._special.get(name, self._any_number)
            case _:
                return self._any_number

    def exactly(self, value: int) -> AffineForm:
        """Return the form of a constant, which may be written negative."""
        return self.uniform(value % 2**64, value % 2**64)

    def _place(self, address: int) -> AffineForm:
        """Return the form of a place in shared memory; in a cluster each block has its own."""
        first = self.exactly(address)
        if not self.block.moves_by:
            return first
        zeros = min(first.zeros, trailing_zeros(self.block.moves_by))
        return dataclasses.replace(first, zeros=zeros, low=0, high=2**32 - 1)

    def uniform(self, low: int, high: int) -> AffineForm:
        """Return the form of a uniform value between two bounds."""
        return uniform(self.block.lanes, low, high)

    @functools.cached_property
    def _special(self) -> dict[str, Value]:
        """The forms of the special registers that have bounds."""
        lanes, threads = self.block.lanes, self.block.threads
        x, y, z = threads
        every = range(lanes)
        if x % lanes == 0:  # a lane group lies in one row of threads
            column: Value = self._thread_index(every, x, lanes)
            row: Value = self.uniform(0, y - 1)
        else:
            column = self._thread_index([lane % x for lane in every], x, 0)
            row = self._thread_index([lane // x for lane in every], y, lanes // x)
        in_warp = [lane % 32 for lane in every]
        warps = [lane // 32 for lane in every]
        grid = (MAX_GRID_X, MAX_GRID_YZ, MAX_GRID_YZ)
        special = {
            "%tid.x": column,
            "%tid.y": row,
            "%tid.z": self.uniform(0, z - 1),
            "%laneid": self._thread_index(in_warp, 32, lanes if lanes < 32 else 0),
            "%warpid": self._thread_index(warps, -(-x * y * z // 32), max(1, lanes // 32)),
        }
        for axis, count, most in zip("xyz", threads, grid, strict=True):
            special[f"%ntid.{axis}"] = self.uniform(count, count)
            special[f"%ctaid.{axis}"] = self.uniform(0, most - 1)
            special[f"%nctaid.{axis}"] = self.uniform(1, most)
        return special

    def _thread_index(self, offsets: Iterable[int], size: int, step: int) -> AffineForm:
        """AffineForm of an index below ``size`` whose base moves by ``step`` (0: stays 0)."""
        zeros = trailing_zeros(step)
        return AffineForm(tuple(offsets), (), zeros, 0, max(0, size - step) if step else 0)

    def _solve(self) -> None:
        """Find the forms; those whose inputs or values have not changed are not looked at again."""
        written = [instruction.registers_written for instruction in self._instructions]
        read = [
            [name for name in _input_registers(instruction) if name in self._written]
            for instruction in self._instructions
        ]
        readers: dict[str, list[int]] = {}
        writers: dict[str, list[int]] = {}
        for number, names in enumerate(written):
            for name in read[number] if names else ():
                readers.setdefault(name, []).append(number)
            for name in names:
                writers.setdefault(name, []).append(number)
        values: dict[int, Value] = {}
        stale = [number for number, names in enumerate(written) if names]
        for round_number in itertools.count():
            # In the first rounds an input may have no form yet.
            known = [n for n in stale if all(name in self._forms for name in read[n])]
            for number in known:
                values[number] = self._transfer(self._instructions[number])
            changed: set[str] = set()
            for name in dict.fromkeys(name for number in known for name in written[number]):
                # None if it may differ for reasons of control flow.
                given = (values[n] for n in writers[name] if n in values)
                value = None if name in self._varying else functools.reduce(join, given)
                old = self._forms.get(name, value)
                new = join(old, value)
                if round_number > WIDEN_AFTER:
                    new = widen(old, new, self.entry.registers[name].type.bits)
                if round_number > GIVE_UP_AFTER and new != old:
                    new = None
                if name not in self._forms or new != self._forms[name]:
                    self._forms[name] = new
                    changed.add(name)
            if not changed:
                # What is built from nothing but itself never gets a form by itself.
                changed = set(self._written - self._forms.keys())
                if not changed:
                    return
                self._forms.update(dict.fromkeys(changed))
            stale = sorted({number for name in changed for number in readers.get(name, ())})

    def _transfer(self, instruction: Instruction) -> Value:
        guard = instruction.guard
        if guard is not None and not self.is_uniform(guard.register.name):
            return None
        if instruction.opcode == "ld":
            address = instruction.operands[1]
            place = self.of(address.base) if isinstance(address, Address) else None
            return self._any_number if place is not None and place.is_uniform else None
        if instruction.opcode in ("bar", "barrier"):
            # What a barrier's reduction gives to all threads.
            threads = math.prod(self.block.threads)
            return self.uniform(0, 1 if "pred" in instruction.modifiers else threads)
        found = [self.of(operand) for operand in instruction.inputs]
        forms = [form for form in found if form is not None]
        if len(forms) < len(found):
            return None
        return transfer(self.term, instruction, forms, self.block.lanes)

    def term(self, operand: Operand, signed: bool, coefficients: tuple[int, ...]) -> Term | None:
        """Return operand times a lane vector as a term, if its value never changes."""
        if (
            isinstance(operand, Register)
            and operand.type.kind != "f"
            and operand.name in self._constant
        ):
            return Term(operand.name, signed, coefficients)
        return None


def _written_and_constant(flow: ControlFlow) -> tuple[frozenset[str], frozenset[str]]:
    """Return the registers that are written, and those of them whose value never changes."""
    count: dict[str, int] = {}
    in_loop: set[str] = set()
    for index, block in enumerate(flow.blocks):
        looping = index in flow.in_loops
        for instruction in block.instructions:
            for name in instruction.registers_written:
                count[name] = count.get(name, 0) + 1
                if looping or instruction.guard is not None:
                    in_loop.add(name)
    once = {name for name, times in count.items() if times == 1}
    return frozenset(count), frozenset(once - in_loop)


def _input_registers(instruction: Instruction) -> Iterable[str]:
    yield from registers_of(instruction.inputs)
    if instruction.guard is not None:
        yield instruction.guard.register.name
