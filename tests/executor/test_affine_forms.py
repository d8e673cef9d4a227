"""What the analyses say of registers, held against what registers hold.

A lane group of lanes is run in lockstep by the reference interpreter. Where lanes diverge they run
one by one to the branch's immediate postdominator, as the executor runs them. Whenever all lanes of
a lane group write a register together, its form must hold: the lanes' values less their offsets and
terms are one base, which lies between the form's bounds and has its trailing zeros.
"""

import bisect
import itertools
import math
import random
from collections.abc import Callable, Iterator

import pytest
from differential import input_bytes, interpreted, lane_counts_for, plan_of
from program_base import Program
from program_generator import make_program
from program_graph import make_graph_program
from reference_interpreter import Interpreter, Memory, Place, Registers
from reference_waits import Waits

from sgemm.executor.plan import ExecutionPlan
from sgemm.ptx import affine_analysis
from sgemm.ptx.affine_form import AffineForm

PROGRAMS_A_TEST = 25


class LaneGroup:
    """Lanes of one lane group, in lockstep where they agree."""

    def __init__(
        self, plan: ExecutionPlan, interpreter: Interpreter, places: list[Place], waits: Waits
    ) -> None:
        self.plan = plan
        self.interpreter = interpreter
        self.places = places
        self.waits = waits
        self.registers: list[Registers] = [{} for _ in places]
        self.counters = [0] * len(places)
        self.end = len(interpreter.instructions)
        sizes = (len(block.instructions) for block in plan.flow.blocks)
        self.first = list(itertools.accumulate(sizes, initial=0))
        """Index of the first instruction of each block, and the end."""
        self.checked = 0

    def run(self) -> Iterator[None]:
        """Run until all lanes end, stopping at barriers."""
        lanes = range(len(self.places))
        while any(counter < self.end for counter in self.counters):
            counter = self.counters[0]
            assert all(other == counter for other in self.counters), "lanes are not together"
            for lane in lanes:
                self.step(lane)
            if self.is_barrier(counter):
                yield from self.wait(counter)
            elif len(set(self.counters)) > 1:
                branch = bisect.bisect_right(self.first, counter) - 1
                reconvergence = self.first[self.plan.flow.immediate_postdominators[branch]]
                for lane in lanes:
                    self.run_alone(lane, reconvergence)
            else:
                self.check(counter)

    def wait(self, counter: int) -> Iterator[None]:
        """Wait at a barrier, and take what it gives."""
        interpreter = self.interpreter
        lanes = list(zip(self.registers, self.places, strict=True))
        for registers, place in lanes:
            wait = interpreter.wait_at(counter, registers, place)
            self.waits.waiting[place.thread] = wait
        yield
        for registers, place in lanes:
            interpreter.take_answer(counter, registers, self.waits.answers.pop(place.thread))
        self.check(counter)

    def is_barrier(self, counter: int) -> bool:
        return self.interpreter.instructions[counter].opcode in ("bar", "barrier")

    def step(self, lane: int) -> None:
        """Run one instruction of a lane."""
        state = (self.counters[lane], self.registers[lane], self.places[lane])
        self.counters[lane] = self.interpreter.step(*state)

    def run_alone(self, lane: int, reconvergence: int) -> None:
        for _ in range(100_000):
            if self.counters[lane] == reconvergence or self.counters[lane] >= self.end:
                return
            assert not self.is_barrier(self.counters[lane])
            self.step(lane)
        raise AssertionError("a lane runs for ever")

    def check(self, counter: int) -> None:
        """Compare registers that all lanes have just written with their forms."""
        for name in self.interpreter.instructions[counter].registers_written:
            form = self.plan.analysis.of_register(name)
            if form is None or any(name not in registers for registers in self.registers):
                continue
            bits = max(1, self.plan.entry.registers[name].type.bits)
            bases = {self.base(lane, name, form, bits) for lane in range(len(self.places))}
            what = f"{name} after {self.interpreter.instructions[counter].location.text!r}: {form}"
            values = [registers[name] for registers in self.registers]
            assert len(bases) == 1, f"{what}, values {values}"
            (base,) = bases
            assert form.low <= base <= form.high, f"{what}, base {base}"
            assert base % 2 ** min(form.zeros, bits) == 0, f"{what}, base {base}"
            self.checked += 1

    def base(self, lane: int, name: str, form: AffineForm, bits: int) -> int:
        registers = self.registers[lane]
        value = registers[name] - form.offsets[lane]
        for term in form.terms:
            width = self.plan.entry.registers[term.register].type.bits
            factor = registers[term.register]
            if term.signed and factor >> (width - 1):
                factor -= 1 << width
            value -= factor * term.coefficients[lane]
        return value % 2**bits


def check_forms(program: Program, lanes: int) -> int:
    """Run a program in lane groups and check all forms; return how many writes were checked."""
    plan = plan_of(program.ptx, program.threads, lanes)
    blocks = math.prod(program.grid)
    interpreter, _ = interpreted(program, input_bytes(0), entry=plan.entry)
    count = math.prod(program.threads)
    checked = 0
    x, y, _ = program.grid
    for number in range(blocks):
        block = (number % x, number // x % y, number // (x * y))
        shared = Memory([(interpreter.shared_start, bytearray(interpreter.shared_bytes))])
        places = [
            Place(program.threads, program.grid, block, thread, shared) for thread in range(count)
        ]
        waits = Waits(count, shared)
        groups = [
            LaneGroup(plan, interpreter, places[start : start + lanes], waits)
            for start in range(0, count, lanes)
        ]
        running = {group.places[0].thread: group.run() for group in groups}
        while running:
            for first, group in list(running.items()):
                if first not in waits.waiting and next(group, "ended") is not None:
                    del running[first]
                    waits.ended.update(range(first, first + lanes))
            assert waits.let_go() or not running
        checked += sum(part.checked for part in groups)
    return checked


def check_seeds(maker: Callable[[random.Random, int], Program], seeds: range) -> int:
    checked = 0
    for seed in seeds:
        rng = random.Random(f"forms {seed}")
        program = maker(rng, rng.randint(4, 12))
        # Lanes that end early, or that nobody can tell will not, never meet again.
        if " ret" in program.ptx.replace("    ret;\n}", "") or " exit" in program.ptx:
            continue
        lanes = [count for count in lane_counts_for(program.threads) if count > 1]
        if program.has_diverged_warps:
            lanes = [count for count in lanes if count <= 32]
        if lanes:
            try:
                checked += check_forms(program, rng.choice(lanes))
            except BaseException as error:
                error.add_note(f"seed {seed}\n{program.ptx}")
                raise
    return checked


@pytest.mark.parametrize("batch", range(4))
@pytest.mark.parametrize("maker", [make_program, make_graph_program], ids=["structured", "graph"])
@pytest.mark.sampled(2)
def test_forms_hold(maker: Callable[[random.Random, int], Program], batch: int) -> None:
    first = batch * PROGRAMS_A_TEST
    assert check_seeds(maker, range(first, first + PROGRAMS_A_TEST)) > 1000


@pytest.mark.parametrize("rounds", [0, 1, 2, 5])
def test_forms_hold_where_the_search_is_cut_short(
    rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(affine_analysis, "WIDEN_AFTER", rounds)
    monkeypatch.setattr(affine_analysis, "GIVE_UP_AFTER", rounds)
    assert check_seeds(make_graph_program, range(1000, 1015)) > 500
