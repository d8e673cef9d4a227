"""Translation validation: the patched loop does what the compiled one did.

Both loops are run with symbols for numbers (:mod:`symbols`), the compiled one as often as its
comparison says. Accumulators have to be the same symbols in the end, and so has every other
register that the compiler knows, but for the elements that the compiled loop loaded. Of these none
that differs may be read after the loop, whatever way the code takes (:mod:`liveness`).

All instructions of the compiler's between two runs through the inner loop are *events*. The new
loop has to have them in the old order, each with the same in all registers that it may read and
with all loads before it ended: what releases a stage comes after the last load from it. When one
is issued, those before it that it may depend on have to be as old as they were in the compiled
code, or old enough for anything, and all barriers down that were down there. The block's own
instructions keep to :mod:`hazards`.

An item of three stages goes from the first to another, and from that to one like it; more are more
of the same. So are more than two repetitions of the wait for a stage. For the block's own branches
depend on numbers alone, and where it asks whether a stage is the last one, or whether to wait
again, its registers hold the same numbers each time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence, Set

from sgemm.machine_code import instruction as isa
from sgemm.machine_code.hazards import COMPARISON, Clock, latency
from sgemm.machine_code.instruction import NO_BARRIER, ZERO, Copy, Instruction, InstructionType
from sgemm.machine_code.liveness import check_dead
from sgemm.machine_code.match import SUPERFLUOUS, CompiledLoop, MismatchError, check_plain
from sgemm.machine_code.patched_loop import Block
from sgemm.machine_code.registers import UNLOADABLE
from sgemm.machine_code.symbols import Symbols, Value

_ITEMS = ((1, 0), (3, 0), (2, 2))  # stages of an item, and repetitions of each wait
_END = -1  # the place of what follows an item

_Numbers = dict[int, int]  # registers of the block's own that hold known numbers, with these

_Token = tuple[int, int]
"""The number of an event, and whether what its barrier stands for is a result or its operands."""


@dataclasses.dataclass(frozen=True)
class _Event:
    """An instruction of the compiler's is executed, or a stage begins, or the item has ended."""

    place: int  # where the compiler has it
    values: tuple[Value, ...]  # what it may read
    time: int  # when the compiled code issues it
    done: frozenset[_Token]  # what has been waited for by then
    instruction: Instruction | None = None
    taken: bool = False  # whether it is a branch that is taken

    def age(self, later: _Event) -> int:
        """Return how old it has to be when a later event is issued."""
        mine, other = self.instruction, later.instruction
        if mine is None:
            return 0
        is_independent = other is not None and not mine.written & (other.read | other.written)
        if is_independent and mine.leaves_registers_only:
            return 0
        return min(later.time - self.time, latency(mine))


class _Barriers:
    """The scoreboard barriers that events set and wait for."""

    def __init__(self) -> None:
        self.done: frozenset[_Token] = frozenset()
        self._pending: dict[int, set[_Token]] = {}

    @property
    def is_pending(self) -> bool:
        """Whether something has not been waited for yet."""
        return any(self._pending.values())

    def wait(self, i: Instruction) -> None:
        """Note what an instruction waits for."""
        for barrier in self._pending:
            if i.control.wait >> barrier & 1:
                self.done |= self._pending[barrier]
                self._pending[barrier] = set()

    def set(self, i: Instruction, number: int) -> None:
        """Note the barriers of an event."""
        for what, barrier in enumerate((i.control.write_barrier, i.control.read_barrier)):
            if barrier != NO_BARRIER:
                self._pending.setdefault(barrier, set()).add((number, what))


def validate(
    code: Sequence[Instruction],
    loop: CompiledLoop,
    block: Block,
    steps: int,
    known: int,
    registers: int,
) -> None:
    """Raise MismatchError unless a patched loop does the same as the compiled one.

    The code is the kernel's as it was, for some steps of a stage. The compiler knows the registers
    below ``known``; there are those below ``registers``.
    """
    check_plain(code, loop.branches)
    for at, instruction in enumerate(block.instructions):
        _check_form(at, instruction)
    if block.instructions[0].control.wait != isa.ALL_BARRIERS:
        raise MismatchError("the block does not wait for what was under way before it")
    differing: set[int] = set()
    numbers: dict[tuple[int, bool], tuple[int, _Numbers]] = {}
    for stages, repetitions in _ITEMS:
        old = _CompiledRun(code, loop, stages, repetitions)
        new = _PatchedRun(code, loop, block, old.start, known, registers, numbers)
        old.run(steps)
        new.run(old.events, old.symbols.loaded())
        for register in old.symbols.differences(new.symbols):
            if register < known and not old.symbols.is_loaded(register):
                raise MismatchError(f"R{register} differs after an item of {stages} stages")
            differing.add(register)
    check_dead(code, loop.outer_end + 1, differing)


def _check_form(at: int, instruction: Instruction) -> None:
    """Check that an instruction can be issued as it says.

    Only loads end a barrier; only multiply-adds keep operands. Copies are compared with what the
    compiler has.
    """
    control, type_ = instruction.control, instruction.type
    legal = control.stall > 0 and instruction.controlled(control).high == instruction.high
    if not isinstance(instruction, Copy):
        legal = legal and control.read_barrier == NO_BARRIER
        legal = legal and (type_ is InstructionType.LOAD_128 or control.write_barrier == NO_BARRIER)
    most = 0b111 if type_ is InstructionType.MULTIPLY_ADD else 0
    if not legal or control.reuse > most:
        raise MismatchError(f"the issue control of the block's instruction at {at} is not legal")
    # What the compiler leaves at least; sooner, what follows might be executed as well.
    if instruction.opcode in isa.CONTROL_FLOW and control.stall < isa.BRANCH_STALL - 1:
        raise MismatchError(f"the branch at {at} is followed too soon")


class _CompiledRun:
    """One run of the compiled loop, with its events."""

    def __init__(
        self, code: Sequence[Instruction], loop: CompiledLoop, stages: int, repetitions: int
    ) -> None:
        self._code, self._loop = code, loop
        self._stages, self._repetitions = stages, repetitions
        self._now = 0
        self._barriers = _Barriers()
        self.events: list[_Event] = []
        self.symbols = Symbols()
        for place in range(loop.outer, loop.inner):
            self._execute(code[place], place - loop.inner)
        self.start = self.symbols.copy()

    def run(self, steps: int) -> None:
        """Run it from the first step of the first stage on."""
        loop = self._loop
        for stage in range(self._stages):
            if stage:
                self._wait_for_a_stage()
                self._mark(loop.inner)
            for step in range(steps):
                self._step(step == steps - 1)
            for place in range(loop.inner_end, loop.outer_end):
                self._pass(place, is_event=place != loop.inner_end)
            self._pass(loop.outer_end, taken=stage < self._stages - 1)
        self._mark(_END)

    def _wait_for_a_stage(self) -> None:
        loop = self._loop
        for place in range(loop.outer, loop.retry):
            self._pass(place)
        self._pass(loop.retry, taken=bool(self._repetitions))
        for repetition in range(self._repetitions):
            for place in loop.repetition[:-1]:
                self._pass(place)
            self._pass(loop.repetition[-1], taken=repetition < self._repetitions - 1)
        if self._repetitions and loop.repetition[-1] != loop.retry:
            self._pass(loop.repetition[-1] + 1, is_event=False)
        for place in range(loop.retry + 1, loop.inner):
            self._pass(place)

    def _step(self, is_last: bool) -> None:
        loop = self._loop
        goes_on = None
        for place in range(loop.inner, loop.inner_end):
            i = self._code[place]
            if i.type in (InstructionType.OPAQUE, InstructionType.BRANCH):
                raise MismatchError(f"the loop over steps has opcode {i.opcode:#x}")
            if (
                i.type is InstructionType.INEQUALITY
                and i.predicate == self._code[loop.inner_end].guard
            ):
                left, right = self.symbols.read(i.a), self.symbols.read(i.b)
                goes_on = left != right if left[0] == right[0] else None
            self._pass(place, is_event=is_last and place in loop.others)
        if goes_on is not (not is_last):
            raise MismatchError("the loop over steps is not seen to have as many as a stage")
        if not is_last:
            self._now += self._code[loop.inner_end].control.stall

    def _pass(self, place: int, is_event: bool = True, taken: bool = False) -> None:
        i = self._code[place]
        if i.control.wait:
            self._barriers.wait(i)
        number = len(self.events)
        if is_event and i.opcode not in SUPERFLUOUS:
            values = _values(self.symbols, i)
            done = self._barriers.done
            self.events.append(_Event(place, values, self._now, done, i, taken))
            self._barriers.set(i, number)
        if i.opcode not in SUPERFLUOUS:
            self._execute(i, number)
        self._now += i.control.stall

    def _mark(self, place: int) -> None:
        self.events.append(_Event(place, (), self._now, self._barriers.done))

    def _execute(self, i: Instruction, number: int) -> None:
        if i.type is not InstructionType.OPAQUE:
            self.symbols.execute(i)
        elif i.opcode not in SUPERFLUOUS:
            self.symbols.obscure(i, number)


def _values(symbols: Symbols, i: Instruction) -> tuple[Value, ...]:
    """Return what is in the registers that an instruction of the compiler's may read."""
    return tuple(symbols.read(register) for register in sorted(i.read))


class _PatchedRun:
    """One run of the patched loop, checked against the events of the compiled one."""

    def __init__(
        self,
        code: Sequence[Instruction],
        loop: CompiledLoop,
        block: Block,
        start: Symbols,
        known: int,
        registers: int,
        numbers: dict[tuple[int, bool], tuple[int, _Numbers]],
    ) -> None:
        self._code, self._loop, self._block = code, loop, block
        self.symbols = start
        self._known, self._registers = known, registers
        self._clock, self._barriers = Clock(), _Barriers()
        self._predicate = code[loop.inner_end].guard
        self._addresses = {loop.rows.address, loop.columns.address}
        accumulators = {register for row in loop.accumulators for register in row}
        self._own = accumulators.union(loop.idle, range(known, registers))
        self._events: Sequence[_Event] = ()
        self._loaded: Set[int] = frozenset()
        self._issued: list[int] = []  # when each event has been
        self._between = False  # whether the next stage's addresses are not there yet
        self._compared: int | None = None  # when the block itself wrote the predicate, if it did
        self._goes_on = False
        self._numbers = numbers
        self._waits_again = False  # whether the last wait for a stage is to be repeated

    def run(self, events: Sequence[_Event], loaded: Set[int]) -> None:
        """Run from the block's start to its end, by the events and the loads of the other run."""
        self._events, self._loaded = events, loaded
        at, leave = 0, self._loop.outer_end + 1 - self._block.start
        # Long enough for every item that ends at all.
        for _ in range(100 * len(self._block.instructions)):
            if not 0 <= at < len(self._block.instructions):
                raise MismatchError(f"the patched loop is left for {self._block.start + at}")
            instruction = self._block.instructions[at]
            if instruction.control.wait:
                self._clock.wait(instruction)
                self._barriers.wait(instruction)
            if isinstance(instruction, Copy):
                is_taken = self._pass(at, instruction)
            elif instruction.opcode == isa.BRANCH:
                is_taken = self._is_taken(at, instruction)
            else:
                is_taken = False
                self._execute(instruction)
            self._clock.now += instruction.control.stall
            at = isa.branch_target(at, instruction) if is_taken else at + 1
            if at == leave:
                return self._finish()
        raise MismatchError("the patched loop does not end")

    def _pass(self, at: int, copy: Copy) -> bool:
        """Check a copy against the next event and do it; return whether it is a branch taken."""
        wanted = self._code[copy.place]
        if copy.opcode == isa.BRANCH:
            same = copy.is_plain_branch(at) and copy.guard == wanted.guard
        else:
            same = copy.operation == wanted.operation
        barriers = (copy.control.write_barrier, copy.control.read_barrier)
        compiled = (wanted.control.write_barrier, wanted.control.read_barrier)
        for mine, theirs in zip(barriers, compiled, strict=True):
            same = same and (mine == NO_BARRIER) == (theirs == NO_BARRIER)
        if not same or copy.opcode in SUPERFLUOUS:
            raise MismatchError(
                f"the block's instruction at {at} is not the compiler's at {copy.place}"
            )
        number = len(self._issued)
        event = self._meet(copy.place, _values(self.symbols, copy))
        for register in copy.read | copy.written:
            if register >= self._known:
                raise MismatchError(f"R{register} is not the compiler's")
        self._clock.copy(copy)
        if copy.type is InstructionType.BRANCH:
            self._check_numbers(at, copy.place)
            self._waits_again = event.taken
        if copy.type is InstructionType.OPAQUE:
            self.symbols.obscure(copy, number)
        else:
            self.symbols.execute(copy)
        self._barriers.set(copy, number)
        if copy.type is InstructionType.INEQUALITY and copy.predicate == self._predicate:
            self._compared = None
        self._between = True
        if self._events[number + 1].place == self._loop.inner:
            self._between = False
            self._issued.append(self._clock.now)
        return event.taken

    def _meet(self, place: int, values: tuple[Value, ...]) -> _Event:
        """Check that an event is the next one, and that what it may need is there."""
        number = len(self._issued)
        event = self._events[number]
        if (event.place, event.values) != (place, values):
            raise MismatchError(
                f"the instruction of {place} is out of order, or finds other numbers"
            )
        if self._clock.now < self._ready(event):
            raise MismatchError(f"the instruction of {place} is issued too early")
        if not event.done <= self._barriers.done:
            raise MismatchError(f"the instruction of {place} waits for too little")
        if self._clock.is_loading:
            raise MismatchError(f"the instruction of {place} overtakes a load")
        if self._compared is not None and place not in self._loop.others:
            raise MismatchError(f"the instruction of {place} finds another predicate")
        self._issued.append(self._clock.now)
        return event

    def _ready(self, event: _Event) -> int:
        """Return the first cycle in which those before an event are old enough."""
        ready = 0
        for before, issued in zip(
            reversed(self._events[: len(self._issued)]), reversed(self._issued), strict=True
        ):
            if self._clock.now - issued >= COMPARISON:
                break
            ready = max(ready, issued + before.age(event))
        return ready

    def _execute(self, i: Instruction) -> None:
        """Do what an instruction of the block's own does."""
        if i.type is not InstructionType.MULTIPLY_ADD:
            self._check_other(i)
        if not i.used <= self._own:
            for register in i.used:
                self._check_register(register)
        self._clock.issue(i)
        self.symbols.execute(i)
        if i.type is InstructionType.LOAD_128:
            # What nobody uses is loaded from memory that is there, too.
            found = {self.symbols.read(register)[0] for register in i.results}
            if not found <= self._loaded:
                raise MismatchError(f"R{i.d} is loaded with what the compiled loop does not load")

    def _check_other(self, i: Instruction) -> None:
        """Check one that is no multiply-add, before it is issued."""
        type_ = i.type
        if type_ in (InstructionType.OPAQUE, InstructionType.LOAD_32) or (
            type_ is InstructionType.INEQUALITY
            and i.operation != isa.is_nonzero(self._predicate, i.a).operation
        ):
            raise MismatchError(f"opcode {i.opcode:#x} is not the block's")
        if type_ is InstructionType.INEQUALITY:
            number, zero = self.symbols.read(i.a), self.symbols.read(ZERO)
            if number[0] != zero[0]:
                raise MismatchError(f"R{i.a} is not known to be a number")
            self._goes_on, self._compared = number != zero, self._clock.now
        if type_ is InstructionType.LOAD_128:
            if i.d % 4 or i.d + 3 >= self._registers - UNLOADABLE:
                raise MismatchError(f"R{i.d} is not for loads")
            # A computed address is assumed to be one of whole vectors: see machine_code.md.
            if (self.symbols.read(i.a)[1] + i.offset) % 16:
                raise MismatchError(f"R{i.d} is loaded from between two vectors")

    def _check_register(self, register: int) -> None:
        """Check that the block itself may use a register now."""
        if register in self._addresses:
            if self._between or self._barriers.is_pending:
                raise MismatchError(f"R{register} is used before the next stage is known")
        elif register not in self._own:
            raise MismatchError(f"R{register} is not the block's")

    def _check_numbers(self, at: int, place: int) -> None:
        """Check that a place is passed at the same instruction each time, with the same numbers.

        The first wait for a stage and its repetitions may stand in two places.
        """
        zero = self.symbols.read(ZERO)[0]
        held = {register: self.symbols.read(register) for register in self._own | self._addresses}
        numbers = {
            register: number for register, (symbol, number) in held.items() if symbol == zero
        }
        found = at, numbers
        if self._numbers.setdefault((place, self._waits_again), found) != found:
            raise MismatchError(f"the block's numbers at {at} are others than the time before")

    def _is_taken(self, at: int, jump: Instruction) -> bool:
        """Tell whether a branch of the block's own is taken."""
        loop = self._loop
        if not jump.is_plain_branch(at):
            raise MismatchError(f"the branch at {at} is not known")
        if jump.guard == isa.ALWAYS:
            return True
        is_end = self._events[len(self._issued)].place == loop.outer_end
        if is_end and jump.guard == self._code[loop.outer_end].guard ^ isa.NEGATED:
            self._check_numbers(at, loop.outer_end)
            return not self._meet(loop.outer_end, ()).taken
        if self._compared is None or jump.guard != self._predicate:
            raise MismatchError(f"the branch at {at} depends on something else")
        if self._clock.now - self._compared < COMPARISON:
            raise MismatchError(f"the branch at {at} depends on what is not known yet")
        return self._goes_on

    def _finish(self) -> None:
        """Check that nothing is left to do or to wait for."""
        self._meet(_END, ())
        if self._barriers.is_pending:
            raise MismatchError("something is under way after the patched loop")
        self._clock.finish()
