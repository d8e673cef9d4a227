"""When results may be used, in a warp that runs the patched loop.

Time is counted as the issue control says: between a warp's instructions are at least their stalls.
Results of fixed duration have to be so old, those of loads have to have been waited for, and an
address may change only when the loads from it have ended.
"""

from __future__ import annotations

from collections.abc import Set

from sgemm.machine_code.instruction import NO_BARRIER, Instruction, InstructionType
from sgemm.machine_code.match import MismatchError

# Cycles after which a result can be used:
RESULT = 5  # of a multiply-add, a move or an addition, as an operand
ARITHMETIC = 7  # of an addition, as an address
COMPARISON = 13  # of a comparison, as a guard
BARRIER = 2  # of what sets a barrier, as something to wait for: before, the barrier is not up


def latency(instruction: Instruction) -> int:
    """Return the cycles after which nothing has to wait any more for an instruction's result.

    That of an instruction with a barrier is waited for otherwise, but the barrier has to be up.
    """
    type_ = instruction.type
    if type_ in (InstructionType.BRANCH, InstructionType.NOP):
        return 0
    if type_ in (InstructionType.ADDITION, InstructionType.MOVE, InstructionType.CONSTANT):
        return ARITHMETIC
    return COMPARISON if instruction.control.write_barrier == NO_BARRIER else BARRIER


class Clock:
    """The hazards of the block's own instructions."""

    def __init__(self) -> None:
        self.now = 0
        self._made: dict[int, int] = {}  # register -> cycle
        self._copied: set[int] = set()  # registers that a copy was the last to write
        self._loading: dict[int, int] = {}  # register -> number of the load that brings it
        self._addressing: dict[int, int] = {}  # register -> number of the last load from there
        self._ending: dict[int, int] = {}  # barrier -> number of the last load it is for
        self._set: dict[int, int] = {}  # barrier -> cycle in which it was set
        self._kept: dict[tuple[int, int], tuple[int, int]] = {}  # operand and bank -> what is kept
        self._loads = 0
        self._landed = 0

    @property
    def is_loading(self) -> bool:
        """Whether a load is under way."""
        return self._loads > self._landed

    def wait(self, i: Instruction) -> None:
        """End the loads that an instruction waits for, and those that began before them."""
        wait = i.control.wait
        for barrier, when in self._set.items():
            if wait >> barrier & 1 and self.now - when < BARRIER:
                raise MismatchError(f"barrier {barrier} is waited for before it is up")
        for barrier, load in self._ending.items():
            if wait >> barrier & 1:
                self._landed = max(self._landed, load)

    def set_barriers(self, i: Instruction) -> None:
        """Note the barriers that an instruction sets, of the block's own or a copy."""
        for barrier in (i.control.write_barrier, i.control.read_barrier):
            if barrier != NO_BARRIER:
                self._set[barrier] = self.now

    def copy(self, i: Instruction) -> None:
        """Check and note a copy of the compiler's, against the block's own instructions.

        How old results of other copies are for it is checked elsewhere: as in the compiled code.
        """
        for register in (i.read | i.written) - self._copied:
            self.read(register, ARITHMETIC)
        self._check_kept(i.read)
        self.set_barriers(i)
        # What is not known to compute with integers may take as long as anything.
        later = 0 if i.computes_integers else COMPARISON - ARITHMETIC
        for register in i.written:
            self._write(register, self.now + later)
            self._copied.add(register)

    def issue(self, i: Instruction) -> None:
        """Check and note an instruction of the block's own."""
        self.set_barriers(i)
        is_load = i.type is InstructionType.LOAD_128
        age = ARITHMETIC if is_load else RESULT
        for register in i.operands:
            self.read(register, age)
        if i.type is InstructionType.MULTIPLY_ADD:
            self._keep(i)
        if is_load:
            self._loads += 1
            self._addressing[i.a] = self._loads
            if i.control.write_barrier != NO_BARRIER:
                self._ending[i.control.write_barrier] = self._loads
        for register in i.results:
            self._write(register, self.now)
            self._copied.discard(register)
            if is_load:
                self._loading[register] = self._loads

    def read(self, register: int, age: int) -> None:
        """Check that a register's contents are there, and as old as they have to be."""
        if self._loading.get(register, 0) > self._landed:
            raise MismatchError(f"R{register} is used before its load is waited for")
        if register in self._loading:
            return  # waiting for a load is enough
        if self.now - self._made.get(register, -age) < age:
            raise MismatchError(f"R{register} is used within {age} cycles")

    def finish(self) -> None:
        """Check that everything is there, and that nothing kept is older than its register."""
        for register in self._made.keys() - self._copied:
            self.read(register, RESULT)
        self._check_kept(self._made.keys())

    def _write(self, register: int, made: int) -> None:
        pending = max(self._addressing.get(register, 0), self._loading.get(register, 0))
        if pending > self._landed:
            raise MismatchError(f"R{register} changes while a load is under way")
        self._made[register] = made
        self._loading.pop(register, None)

    def _keep(self, i: Instruction) -> None:
        """Check and note what the multipliers keep of their operands.

        What is kept of a register is what was in it then, whatever becomes of the register.
        """
        for position, register in enumerate((i.a, i.b, i.c)):
            place = position, register % 2
            made = self._made.get(register, -1)
            kept, kept_made = self._kept.pop(place, (register, made))
            if kept == register and kept_made != made:
                raise MismatchError(f"R{register} is used as it was before it changed")
            if i.control.reuse >> position & 1:
                self._kept[place] = register, made

    def _check_kept(self, registers: Set[int]) -> None:
        """Check that what is kept of some registers, in whatever position, is what is in them."""
        for register, made in self._kept.values():
            if register in registers and self._made.get(register, -1) != made:
                raise MismatchError(f"R{register} is used as it was before it changed")
