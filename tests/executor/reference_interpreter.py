"""A second, simple execution of PTX: what the executor's generated code is compared with.

One thread after the other, one instruction after the other. A register is a Python integer masked
to its width; floating-point numbers are their bits, and what is computed is rounded once.
Threads are generators that yield where they wait. Nothing is shared with the executor but the
parser.

Here instructions follow one another. Where threads wait for each other is in reference_waits, what
an instruction does in reference_instructions, and what that needs in the other files called
reference_*: operands, operations, floats and memory.

It is strict where the executor has no need to be: reading a register that was never written, an
access outside the memory that it was given, and a misaligned access are errors.
"""

import math
from collections.abc import Generator

from reference_instructions import Instructions
from reference_memory import InterpreterError, Memory, place_shared
from reference_operands import Operands, Place, Registers
from reference_waits import (
    Answer,
    DeadlockError,
    Wait,
    Waits,
    results_of,
    sources_of,
    wait_of,
    waits_for_others,
)

from sgemm.ptx.syntax import Address, Instruction, Label, LabelStatement, Module

STEP_LIMIT = 100_000
"""Instructions of one thread after which it counts as lost."""


class Interpreter:
    """One entry of a module, ready to run.

    - ``threads``: threads of a block in x, y, z.
    - ``memory``: global memory.
    - ``parameters``: the parameter space.
    - ``textures``: texels of four floats, by their handles.
    """

    def __init__(
        self,
        module: Module,
        entry: str,
        threads: tuple[int, int, int],
        memory: Memory,
        parameters: bytes,
        textures: dict[int, bytes] | None = None,
    ) -> None:
        declared = module.entries[entry]
        self.threads = threads
        symbols, self.shared_start, self.shared_bytes = place_shared(declared, module.architecture)
        self.operands = Operands(symbols)
        self.instructions: list[Instruction] = []
        self.labels: dict[str, int] = {}
        for statement in declared.body:
            if isinstance(statement, LabelStatement):
                self.labels[statement.label.name] = len(self.instructions)
            else:
                self.instructions.append(statement)
        made = Instructions(
            self.operands,
            memory,
            parameters,
            {p.name: p.offset for p in declared.parameters},
            textures or {},
        )
        self.guards = [made.guard(i) for i in self.instructions]
        self.actions = [made.action(i) for i in self.instructions]

    def run(self, grid: tuple[int, int, int]) -> None:
        """Run every block of a grid, in order."""
        x, y, z = grid
        for number in range(x * y * z):
            self._run_block(grid, (number % x, number // x % y, number // (x * y)))

    def _run_block(self, grid: tuple[int, int, int], block: tuple[int, int, int]) -> None:
        count = math.prod(self.threads)
        # What a kernel leaves in shared memory is not the next block's: it starts as garbage.
        shared = Memory([(self.shared_start, bytearray(b"\xa5" * self.shared_bytes))])
        running: dict[int, Generator[Wait, Answer, None]] = {
            thread: self._thread(Place(self.threads, grid, block, thread, shared))
            for thread in range(count)
        }
        waits = Waits(count, shared)
        while running:
            for thread in list(running):
                if thread in waits.waiting:
                    continue
                try:
                    waits.waiting[thread] = running[thread].send(waits.answers.pop(thread, None))
                except StopIteration:
                    del running[thread]
                    waits.ended.add(thread)
            if running and not waits.let_go():
                raise DeadlockError(f"{len(waits.waiting)} threads of block {block} wait for ever")

    def _thread(self, place: Place) -> Generator[Wait, Answer, None]:
        registers: Registers = {}
        counter = 0
        for _ in range(STEP_LIMIT):
            if counter >= len(self.instructions):
                return
            instruction = self.instructions[counter]
            if waits_for_others(instruction) and self._holds(counter, registers, place):
                answer = yield self.wait_at(counter, registers, place)
                self.take_answer(counter, registers, answer)
            counter = self.step(counter, registers, place)
        raise InterpreterError("a thread runs for ever")

    def wait_at(self, counter: int, registers: Registers, place: Place) -> Wait:
        """What a thread waits for at an instruction."""
        instruction = self.instructions[counter]
        readers = [
            self.operands.address(o) if isinstance(o, Address) else self.operands.value(o, bits)
            for o, bits in sources_of(instruction)
        ]
        return wait_of(instruction, counter, [read(registers, place) for read in readers])

    def take_answer(self, counter: int, registers: Registers, answer: Answer) -> None:
        """Write what a thread got from those for which it waited."""
        results = zip(results_of(self.instructions[counter]), answer or (), strict=False)
        for (operand, bits), value in results:
            self.operands.destination(operand, bits=bits)(registers, value)

    def _holds(self, counter: int, registers: Registers, place: Place) -> bool:
        """Whether an instruction is executed: by its guard."""
        guard = self.guards[counter]
        return guard is None or bool(guard(registers, place))

    def step(self, counter: int, registers: Registers, place: Place) -> int:
        """Run one instruction, but wait for nobody; return the place of the next."""
        if not self._holds(counter, registers, place):
            return counter + 1
        instruction = self.instructions[counter]
        if instruction.opcode == "bra":
            (label,) = instruction.operands
            assert isinstance(label, Label)
            return self.labels[label.name]
        if instruction.opcode in ("ret", "exit"):
            return len(self.instructions)
        self.actions[counter](registers, place)
        return counter + 1
