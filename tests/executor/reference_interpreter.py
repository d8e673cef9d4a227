"""A second, simple execution of PTX: what the executor's generated code is compared with.

One thread after the other, one instruction after the other. A register is a Python integer masked
to its width; floating-point numbers are their bits and are computed as fractions, rounded once.
Threads are generators that yield at barriers. Nothing is shared with the executor but the parser.

Here instructions follow one another and threads wait. What one of them does is in
reference_instructions, and what that needs in the other files called reference_*: operands,
operations, floats and memory.

It is strict where the executor has no need to be: reading a register that was never written, an
access outside the memory that it was given, and a misaligned access are errors.
"""

from __future__ import annotations

import math
from collections.abc import Generator

from reference_instructions import Instructions
from reference_memory import InterpreterError, Memory, Texture, place_shared
from reference_operands import Operands, Place, Registers

from sgemm.ptx.syntax import Instruction, Label, LabelStatement, Module


class DeadlockError(InterpreterError):
    """No thread of a block can go on."""


Wait = tuple[int, int]
"""Barrier, and how many threads it waits for (0: the whole block)."""


class Interpreter:
    """One entry of a module, ready to run.

    Parameters
    ----------
    module : Module
    entry : str
    threads : tuple of int
        Threads of a block in x, y, z.
    memory : Memory
        Global memory.
    parameters : bytes
        The parameter space.
    dynamic_shared : int
        Bytes of dynamic shared memory.
    textures : dict of int to Texture
        By their handles.
    step_limit : int
        Instructions of one thread after which it counts as lost.
    """

    def __init__(
        self,
        module: Module,
        entry: str,
        threads: tuple[int, int, int],
        memory: Memory,
        parameters: bytes,
        dynamic_shared: int = 0,
        textures: dict[int, Texture] | None = None,
        step_limit: int = 100_000,
    ) -> None:
        declared = module.entries[entry]
        self.threads = threads
        self.step_limit = step_limit
        symbols, self.shared_start, self.shared_bytes = place_shared(
            declared, module.architecture, dynamic_shared
        )
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
        running: dict[int, Generator[Wait, None, None]] = {
            thread: self._thread(Place(self.threads, grid, block, thread, shared))
            for thread in range(count)
        }
        waiting: dict[int, Wait] = {}
        while running:
            for thread in list(running):
                if thread in waiting:
                    continue
                try:
                    waiting[thread] = next(running[thread])
                except StopIteration:
                    del running[thread]
            opened = False
            for barrier in {barrier for barrier, _ in waiting.values()}:
                here = [thread for thread, (other, _) in waiting.items() if other == barrier]
                needed = max(waiting[thread][1] or count for thread in here)
                if len(here) % needed == 0:
                    opened = True
                    for thread in here:
                        del waiting[thread]
            if running and not opened:
                raise DeadlockError(f"{len(waiting)} threads of block {block} wait for ever")

    def _thread(self, place: Place) -> Generator[Wait, None, None]:
        registers: Registers = {}
        counter = 0
        for _ in range(self.step_limit):
            if counter >= len(self.instructions):
                return
            instruction = self.instructions[counter]
            guard = self.guards[counter]
            here, counter = counter, counter + 1
            if guard is not None and not guard(registers, place):
                continue
            opcode = instruction.opcode
            if opcode == "bra":
                (label,) = instruction.operands
                assert isinstance(label, Label)
                counter = self.labels[label.name]
            elif opcode in ("ret", "exit"):
                return
            elif opcode in ("bar", "barrier"):
                readers = [self.operands.value(o, 32) for o in instruction.operands]
                values = [read(registers, place) for read in readers]
                yield [*values, 0][0], (values[1] if len(values) > 1 else 0)
            else:
                self.actions[here](registers, place)
        raise InterpreterError("a thread runs for ever")
