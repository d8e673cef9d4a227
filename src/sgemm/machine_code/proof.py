"""Proves that the new loop does what the old one did, and uses no result before it is there.

Both loops are run with symbols for numbers. Multiply-adds, loads, additions of constants and moves
are understood; a symbol stands for what each of them makes of its operands' symbols. All other
instructions are opaque: the new loop has to have the old one's, in the old order, each with the
same addresses before it. In the end all sums are the same symbols. That the element registers of
the old loop are left out of this is right because the source has no use for elements behind it.

Time is counted as the issue control says: a warp's instructions are at least their stalls apart.
Results of fixed duration have to be that old, those of loads have to have been waited for, and an
address may change only when the loads from it have ended.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sgemm.machine_code.block import ARITHMETIC, COMPARISON, Block
from sgemm.machine_code.instruction import (
    ADD_IMMEDIATE,
    ALWAYS,
    BRANCH,
    COMPARE,
    LOAD_SHARED,
    MOVE,
    MOVE_IMMEDIATE,
    MULTIPLY_ADD,
    NO_BARRIER,
    Copy,
    Instruction,
    branch_target,
    is_nonzero,
)
from sgemm.machine_code.recognition import SUPERFLUOUS, CompiledLoop, UnrecognisedError

RESULT = 5
"""Cycles after which the result of a multiply-add, a move or an addition can be added to."""

Value = tuple[int, int]
"""A symbol plus a number, modulo 2**32."""

Event = tuple[Hashable, ...]
"""The place of an instruction of the compiler's and the addresses before it; or a stage begins."""


class _State:
    """The registers of a warp, as symbols. Two states share their symbols' names."""

    def __init__(self, names: dict[Hashable, int]) -> None:
        self._names = names
        self._values: dict[int, Value] = {}

    def read(self, register: int) -> Value:
        """Return what is in a register."""
        return self._values.setdefault(register, (self._symbol("at first", register), 0))

    def execute(self, i: Instruction) -> bool:
        """Do what an instruction does; False if it is opaque."""
        if i.is_plain_multiply_add:
            factors = sorted((self.read(i.a), self.read(i.b)))
            self._values[i.d] = self._symbol("multiply-add", *factors, self.read(i.c)), 0
        elif i.is_plain_load:
            base, offset = self.read(i.a)
            for lane in range(4):
                place = (offset + i.offset + 4 * lane) % 2**32
                self._values[i.d + lane] = self._symbol("load", base, place), 0
        elif i.is_plain_single_load:
            base, offset = self.read(i.a)
            self._values[i.d] = self._symbol("load", base, (offset + i.offset) % 2**32), 0
        elif i.is_increment or (i.opcode == ADD_IMMEDIATE and i.guard == ALWAYS):
            base, offset = self.read(i.a)
            self._values[i.d] = base, (offset + i.immediate) % 2**32
        elif i.opcode == MOVE and i.guard == ALWAYS:
            self._values[i.d] = self.read(i.b)
        elif i.opcode == MOVE_IMMEDIATE and i.guard == ALWAYS:
            self._values[i.d] = self._symbol("nothing"), i.immediate
        else:
            return False
        return True

    def begin_stage(self, number: int, loop: CompiledLoop) -> None:
        """Give the two addresses of a stage, which opaque instructions have made."""
        for register in (loop.rows.address, loop.columns.address):
            self._values[register] = self._symbol("stage", number, register), 0

    def event(self, place: int, loop: CompiledLoop) -> Event:
        """Return that an instruction of the compiler's is executed now."""
        return place, self.read(loop.rows.address), self.read(loop.columns.address)

    def _symbol(self, *what: Hashable) -> int:
        return self._names.setdefault(what, len(self._names))


class _Clock:
    """The hazards of the new loop: when the result of what is there."""

    def __init__(self) -> None:
        self.now = 0
        self._made: dict[int, int] = {}  # register -> cycle
        self._loading: dict[int, int] = {}  # register -> number of the load that brings it
        self._addressing: dict[int, int] = {}  # register -> number of the last load from there
        self._ending: dict[int, int] = {}  # barrier -> number of the last load it is for
        self._loads = 0
        self._landed = 0

    def wait(self, i: Instruction) -> None:
        """End the loads that an instruction waits for, and those that began before them."""
        for barrier, load in self._ending.items():
            if i.control.wait >> barrier & 1:
                self._landed = max(self._landed, load)

    def issue(self, i: Instruction) -> None:
        """Check and note an instruction."""
        if i.opcode == MULTIPLY_ADD:
            for register in (i.a, i.b, i.c):
                self._read(register, RESULT)
        elif i.opcode == LOAD_SHARED:
            self._read(i.a, ARITHMETIC)
            self._loads += 1
            self._addressing[i.a] = self._loads
            if i.control.write_barrier != NO_BARRIER:
                self._ending[i.control.write_barrier] = self._loads
            for register in range(i.d, i.d + 4):
                self._write(register)
                self._loading[register] = self._loads
                del self._made[register]  # from now on its load counts
            return
        elif i.opcode == MOVE:
            self._read(i.b, RESULT)
        elif i.opcode != MOVE_IMMEDIATE:
            self._read(i.a, RESULT)
        self._write(i.d)

    def make(self, register: int) -> None:
        """Note that opaque instructions have made a register's contents."""
        self._made[register] = self.now

    def _read(self, register: int, age: int) -> None:
        if self._loading.get(register, 0) > self._landed:
            raise UnrecognisedError(f"R{register} is used before its load is waited for")
        if self.now - self._made.get(register, -age) < age:
            raise UnrecognisedError(f"R{register} is used within {age} cycles")

    def _write(self, register: int) -> None:
        pending = max(self._addressing.get(register, 0), self._loading.get(register, 0))
        if pending > self._landed:
            raise UnrecognisedError(f"R{register} changes while a load is under way")
        self._made[register] = self.now


def prove(
    code: Sequence[Instruction], loop: CompiledLoop, block: Block, steps: int, known: int
) -> None:
    """Prove a new loop, for items of one stage and of three.

    Parameters
    ----------
    code : sequence of Instruction
        The kernel's, as it was.
    loop : CompiledLoop
        The old loop.
    block : Block
        The new one.
    steps : int
        Steps of a stage.
    known : int
        Registers that the compiler knows.

    Raises
    ------
    UnrecognisedError
        If it is not proven; the message says where it fails.
    """
    _check_repetition(code, loop, block)
    for stages in (1, 3):
        names: dict[Hashable, int] = {}
        compiled, events = _run_old(code, loop, steps, stages, _State(names))
        written = _NewRun(code, loop, block, stages, known, _State(names), events).run()
        registers = [register for row in loop.sums for register in row]
        for register in (*registers, loop.rows.address, loop.columns.address):
            if compiled.read(register) != written.read(register):
                raise UnrecognisedError(f"R{register} differs behind an item of {stages} stages")


def _check_repetition(code: Sequence[Instruction], loop: CompiledLoop, block: Block) -> None:
    """Check the part that is run only while a stage is not there yet."""
    at = block.labels["wait again"]
    for place in (place for place in loop.repetition if code[place].opcode not in SUPERFLUOUS):
        _check_copy(code, loop, block, at, place)
        at += 1
    back = block.instructions[at]
    if back.guard != ALWAYS or branch_target(at, back) != block.labels["after the wait"]:
        raise UnrecognisedError("the wait for a stage does not go on")


def _check_copy(
    code: Sequence[Instruction], loop: CompiledLoop, block: Block, at: int, place: int
) -> None:
    """Check that the block has at one place a copy of what the compiler has at another."""
    found, wanted = block.instructions[at], code[place]
    if wanted.opcode == BRANCH:
        same = (found.opcode, found.guard) == (BRANCH, wanted.guard)
        same = same and branch_target(at, found) == block.labels["wait again"]
    else:
        same = found.operation == wanted.operation
    if not same:
        raise UnrecognisedError(f"the block's instruction at {at} is not the compiler's at {place}")


def _run_old(
    code: Sequence[Instruction], loop: CompiledLoop, steps: int, stages: int, state: _State
) -> tuple[_State, list[Event]]:
    """Run the compiled loop; return the registers, and the events of head and tail in order."""
    events: list[Event] = []

    def pass_by(place: int) -> None:
        if code[place].opcode not in SUPERFLUOUS:
            events.append(state.event(place, loop))

    for stage in range(stages):
        if stage:
            for place in range(loop.outer, loop.inner):
                pass_by(place)
            events.append(("stage",))
        state.begin_stage(stage, loop)
        for step in range(steps):
            for place in range(loop.inner, loop.inner_end):
                if step == steps - 1 and place in loop.others:
                    pass_by(place)
                state.execute(code[place])
        for place in range(loop.inner_end + 1, loop.outer_end):
            pass_by(place)
    return state, events


class _NewRun:
    """One run of the new loop, checked against the events of the old one."""

    def __init__(
        self,
        code: Sequence[Instruction],
        loop: CompiledLoop,
        block: Block,
        stages: int,
        known: int,
        state: _State,
        events: Sequence[Event],
    ) -> None:
        self._code, self._loop, self._block = code, loop, block
        self._stages, self._state, self._events = stages, state, list(reversed(events))
        self._clock = _Clock()
        self._predicate = code[loop.inner_end].guard
        self._known = known
        self._own = {register for row in loop.sums for register in row}
        self._own |= {loop.rows.address, loop.columns.address}
        self._stage = 0
        self._goes_on, self._compared = False, -COMPARISON
        self._ready = 0  # the first cycle in which the next copy may be issued

    def run(self) -> _State:
        """Run from the block's start to its end; return the registers."""
        state, loop = self._state, self._loop
        state.begin_stage(0, loop)
        at = 0
        leave = loop.outer_end + 1 - self._block.start
        # Long enough for every item that ends at all.
        for _ in range(100 * len(self._block.instructions)):
            instruction = self._block.instructions[at]
            self._clock.wait(instruction)
            target = at + 1
            if isinstance(instruction, Copy):
                self._pass_by(at, instruction)
            elif instruction.opcode == BRANCH:
                if self._is_taken(at, instruction):
                    target = branch_target(at, instruction)
            else:
                self._execute(instruction)
            self._clock.now += instruction.control.stall
            if target == leave:
                break
            at = target
        else:
            raise UnrecognisedError("the new loop does not end")
        if self._events:
            raise UnrecognisedError(f"the compiler's instruction {self._events[-1][0]} is left out")
        return state

    def _pass_by(self, at: int, copy: Copy) -> None:
        """Check a copy against the next event; what it does is done if it is understood."""
        _check_copy(self._code, self._loop, self._block, at, copy.place)
        if not self._events or self._events.pop() != self._state.event(copy.place, self._loop):
            raise UnrecognisedError(
                f"the copy of {copy.place} is out of order, or an address is off"
            )
        if self._clock.now < self._ready:
            raise UnrecognisedError(f"the copy of {copy.place} is issued too early")
        stall = self._code[copy.place].control.stall
        if copy.place in self._loop.others:
            self._state.execute(copy)
            stall = COMPARISON if copy.opcode == COMPARE else ARITHMETIC
        self._ready = self._clock.now + stall
        if self._events and self._events[-1] == ("stage",):
            self._events.pop()
            self._stage += 1
            self._state.begin_stage(self._stage, self._loop)
            for register in (self._loop.rows.address, self._loop.columns.address):
                self._clock.make(register)

    def _execute(self, instruction: Instruction) -> None:
        """Do what an instruction of the block's own does."""
        test = is_nonzero(self._predicate, instruction.a)
        if instruction.operation == test.operation:
            self._goes_on = self._state.read(instruction.a)[1] != 0
            self._compared = self._clock.now
            return
        if instruction.d < self._known and instruction.d not in self._own:
            raise UnrecognisedError(f"R{instruction.d} is the compiler's")
        self._clock.issue(instruction)
        if not self._state.execute(instruction):
            raise UnrecognisedError(f"opcode {instruction.opcode:#x} is not the block's")

    def _is_taken(self, at: int, jump: Instruction) -> bool:
        """Tell whether a branch of the block's own is taken."""
        if jump.guard == ALWAYS:
            return True
        if branch_target(at, jump) == self._block.labels["end"]:
            if jump.guard != self._code[self._loop.outer_end].guard ^ 8:
                raise UnrecognisedError("an item does not end where the compiler's does")
            return self._stage == self._stages - 1
        if jump.guard != self._predicate or self._clock.now - self._compared < COMPARISON:
            raise UnrecognisedError(f"the branch at {at} hangs on what is not known yet")
        return self._goes_on
