"""One generated function: the control flow of a kernel between its waits.

A function runs one lane group of a block, or one of its lanes, from a resume point to the next wait
or to the end, and returns where it stopped. Registers that are live after a barrier are stored in
the group's frame meanwhile. So a barrier in a loop costs a return and a call, and the lane groups
of a block need no threads of the operating system.
"""

from __future__ import annotations

import abc
from collections.abc import Iterable

from llvmlite import ir

from sgemm.executor.abi import AT_BARRIER, NAMED, ExitCode, Failure, Header, Word
from sgemm.executor.llvm_types import I8, I32, I64, POINTER, Value, integer
from sgemm.executor.lower.access import executed
from sgemm.executor.lower.barriers import bring_votes, check_barrier, take_result
from sgemm.executor.lower.emitter import Arguments, Emitter, Locations
from sgemm.executor.lower.table import CONTROL, lowering_of
from sgemm.executor.lower.warpgroups import check_fragments, note_release
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.text_builder import TextBuilder
from sgemm.executor.waits import barrier_operands, is_reduction, is_release
from sgemm.ptx.flow import BasicBlock
from sgemm.ptx.syntax import Instruction, Integer, Type

_WORD = Type("u", 32)

BACK_EDGES_PER_POLL = 1024
"""Back edges after which a loop polls whether it is to stop, a power of two: so rarely that loops
are as fast as without, and so often that the longest bodies take less than a second together."""


class FunctionWriter(abc.ABC):
    """Writes one function; the vector function and the scalar function say what differs.

    ``extra`` are types of parameters beside context, parameters, shared, frame and thread.
    """

    def __init__(
        self,
        plan: ExecutionPlan,
        module: ir.Module,
        name: str,
        lanes: int,
        extra: Iterable[ir.Type],
        locations: Locations,
    ) -> None:
        kind = ir.FunctionType(I32, [POINTER, POINTER, POINTER, POINTER, I32, *extra])
        self.plan = plan
        self.function = ir.Function(module, kind, name)
        self.function.attributes.add("nounwind")
        # Shared memory and frame are reached through no other pointer, except that a lane group may
        # deliver copies in the queues of others; nobody writes parameters.
        for argument in self.function.args[1 : 3 if plan.delays_copies else 4]:
            argument.add_attribute("noalias")
        self.builder = TextBuilder(self.function.append_basic_block("entry"))
        self.arguments = Arguments(*self.function.args[:5])
        self.emitter = Emitter(
            plan, self.builder, self.arguments, lanes, self._grid_register, locations
        )
        self._branches = self.builder.alloca(I32)
        self.builder.store(integer(32, 0), self._branches)
        self.blocks = [self._block(f"block_{b.index}") for b in plan.flow.blocks]
        self.done = self._block("done")
        ir.IRBuilder(self.done).ret(integer(32, ExitCode.DONE))
        self.entry = self.builder.block

    def _block(self, name: str) -> ir.Block:
        return self.function.append_basic_block(name)

    def _grid_register(self, name: str) -> Value:
        register, _, axis = name.partition(".")
        if register == "%cluster_ctarank":
            return self.builder.trunc(self.context_word(Word.RANK), I32)
        first = Word.BLOCK_X if register == "%ctaid" else Word.GRID_X
        return self.builder.trunc(self.context_word(Word(first + "xyz".index(axis))), I32)

    def context_word(self, word: Word) -> Value:
        """Read a field of the context."""
        place = self.builder.gep(self.arguments.context, [integer(64, 8 * word)], source_etype=I8)
        return self.builder.load(place, typ=I64, align=8)

    # ---- the body

    def write(self) -> ir.Function:
        """Write the whole function."""
        for block in self.plan.flow.blocks:
            self.builder.position_at_end(self.blocks[block.index])
            self.emitter.folding.clear()
            self.begin_block(block.index)
            *body, last = block.instructions or (None,)
            for instruction in body:
                self._lower(instruction)
            if last is None:
                self.go_to(block.index, block.successors[0])
            elif last.operation in CONTROL or block.index in self.plan.collectives:
                self._prepare(last)
                self._terminate(block.index, last)
            else:
                self._lower(last)
                self.go_to(block.index, block.successors[0])
        self.builder.position_at_end(self.entry)
        self.write_entry()
        return self.function

    def begin_block(self, index: int) -> None:  # noqa: B027 - a hook that may be left as it is
        """Write what comes first in a block; nothing, unless a subclass has something."""

    @abc.abstractmethod
    def write_entry(self) -> None:
        """Write the branch from the function's entry to the resume point."""

    def _lower(self, instruction: Instruction | None) -> None:
        assert instruction is not None
        lower = lowering_of(instruction)
        self._prepare(instruction)
        with self.emitter.guarded_by(instruction.guard):
            lower(self.emitter, instruction)
        self.emitter.folding.note(instruction)

    def _prepare(self, instruction: Instruction) -> None:
        """Write what comes before an instruction in checked mode."""
        self.emitter.instruction = instruction
        if not self.plan.watches_order:
            return
        with self.emitter.guarded_by(instruction.guard):
            if is_release(instruction) and self.plan.delays_copies:  # others may see its copies
                with executed(self.emitter):
                    self.emitter.note("release_copies", self.emitter.queue())
            check_fragments(self.emitter, instruction)
            note_release(self.emitter, instruction)

    def _terminate(self, index: int, instruction: Instruction) -> None:
        plan, successors = self.plan, self.plan.flow.blocks[index].successors
        waits = (
            (plan.polls, self.poll),
            (plan.collectives, self.gather),
            (plan.barriers, self._wait),
        )
        for places, wait in waits:
            if index in places:
                self.emitter.refuse_guard()
                wait(index, instruction)
                return
        if instruction.guard is None:
            self.go_to(index, successors[0])
        else:
            self.branch(index, instruction, successors[0], successors[-1])

    @abc.abstractmethod
    def poll(self, index: int, instruction: Instruction) -> None:
        """Test an mbarrier; go on, or leave to come back."""

    @abc.abstractmethod
    def gather(self, index: int, instruction: Instruction) -> None:
        """Wait for the other threads of the warp."""

    def target(self, source: int, index: int) -> ir.Block:
        """Return the LLVM block to go to from one block to another, or to the end."""
        return self.blocks[index] if index < len(self.blocks) else self.done

    def edge(self, source: int, index: int) -> ir.Block:
        """Return the LLVM block to go to; a back edge polls whether all are to stop.

        It polls after the branch. Before it, LLVM would move arithmetic of the loop's body past the
        poll, away from its loads, and run out of registers in between.
        """
        block = self.target(source, index)
        if (source, index) not in self.plan.flow.back_edges:
            return block
        edge = self._block(f"back_from_{source}_to_{index}")
        builder = self.builder
        with builder.goto_block(edge):
            count = builder.add(builder.load(self._branches, typ=I32), integer(32, 1))
            builder.store(count, self._branches)
            rest = builder.and_(count, integer(32, BACK_EDGES_PER_POLL - 1))
            polls = builder.icmp_unsigned("==", rest, integer(32, 0))
            with builder.if_then(polls, likely=False):
                stopped = self._is_stopped()
                with builder.if_then(stopped, likely=False):
                    self.fail(Failure.STOPPED)
            builder.branch(block)
        return edge

    def _is_stopped(self) -> Value:
        """Return whether the launch is to stop, as it is now: LLVM must not remember it.

        An atomic load would do, and would keep LLVM from moving other loads out of a loop. So the
        load is a plain one, from a pointer of which LLVM knows nothing.
        """
        builder = self.builder
        word = builder.inttoptr(self.context_word(Word.STOP), POINTER)
        kind = ir.FunctionType(POINTER, [POINTER])
        anywhere = ir.InlineAsm(kind, "", "=r,0", side_effect=True)
        unknown = builder.call(anywhere, [word], attrs=("readnone", "nounwind"))
        asked = builder.load(unknown, typ=I64, align=8)
        return builder.icmp_unsigned("!=", asked, integer(64, 0))

    def go_to(self, source: int, target: int) -> None:
        """Continue at a block."""
        self.builder.branch(self.edge(source, target))

    def branch(self, index: int, instruction: Instruction, taken: int, otherwise: int) -> None:
        """Continue at one of two blocks by a uniform predicate."""
        assert instruction.guard is not None
        condition = self.emitter.guard_value(instruction.guard)
        self.builder.cbranch(condition, self.edge(index, taken), self.edge(index, otherwise))

    def fail(self, failure: Failure) -> None:
        """Record an error of the instruction that is being lowered, and return."""
        self.emitter.record_failure(failure, integer(64, 0))
        self.builder.ret(integer(32, ExitCode.FAILED))

    # ---- barriers

    def _wait(self, index: int, instruction: Instruction) -> None:
        """Store registers and barrier in the frame, and return the barrier's resume point."""
        successor = self.plan.flow.blocks[index].successors[0]
        self.keep(index, successor)
        self.name_barrier(instruction)
        self.builder.ret(integer(32, self.wait_code(self.plan.barriers.index(index))))

    def wait_code(self, number: int) -> int:
        """Return what the function returns at a barrier: its resume point."""
        wait = self.plan.flow.blocks[self.plan.barriers[number]].instructions[-1]
        is_plain = wait.operands in ((), (Integer(0),))  # barrier 0, for all threads of the block
        return 1 + number + (0 if is_plain else NAMED)

    def name_barrier(self, instruction: Instruction) -> None:
        """Store in the frame's header which barrier is waited at, and for how many threads."""
        barrier, *threads = barrier_operands(instruction)
        count = threads[0] if threads else Integer(0)
        # Threads that may name different barriers are lane groups of their own: see the plan.
        assert not any(self.emitter.varies(operand) for operand in (barrier, count))
        named, expected = (self.emitter.base(operand, _WORD) for operand in (barrier, count))
        check_barrier(self.emitter, named, expected if threads else None)
        self.emitter.set_header(Header.BARRIER_ID, named)
        self.emitter.set_header(Header.BARRIER_THREADS, expected)
        aligned = instruction.opcode == "bar" or "aligned" in instruction.modifiers
        self.emitter.set_header(Header.BARRIER_ALIGNED, integer(32, aligned))
        bring_votes(self.emitter, instruction)
        self.name_wait()

    def name_wait(self) -> None:
        """Store in the frame's header at which instruction the group waits."""
        location = self.builder.trunc(self.emitter.location(), I32)
        self.emitter.set_header(Header.WAIT_LOCATION, location)

    @abc.abstractmethod
    def keep(self, source: int, block: int) -> None:
        """Store the registers that a block needs in the frame, coming from another."""


class ScalarFunctionWriter(FunctionWriter):
    """Writes ``scalar_function``: one lane of a group whose lanes diverged.

    The vector function returns where lanes diverge. Then this function, the same kernel for a
    single lane, runs each lane from its own resume point to the reconvergence point (the branch's
    immediate postdominator), to a barrier, or to the end. Registers lie in the group's frame
    meanwhile, lane by lane. It is slow and simple, and only ragged edges pay for it.

    Its last parameters are the lane, its resume point (a block, or AT_BARRIER + a barrier's number)
    and the block where lanes reconverge, at which it stops.
    """

    def __init__(self, plan: ExecutionPlan, module: ir.Module, locations: Locations) -> None:
        super().__init__(plan, module, "scalar_function", 1, [I32, I32, I32], locations)
        self.function.attributes.add("noinline")
        lane, self._resume, self._stop = self.function.args[5:]
        builder = self.builder
        with builder.goto_block(self.entry):
            lane = builder.zext(lane, I64)
            # A lane's registers stay in the frame. Loading and storing them wherever lanes diverge
            # and reconverge was most of the code of kernels with many branches.
            for name, offset in plan.frame.lanes.items():
                place = builder.mul(lane, integer(64, plan.kept_bytes(name)))
                place = builder.add(place, integer(64, offset))
                frame = self.arguments.frame
                self.emitter.slots[name] = builder.gep(frame, [place], source_etype=I8)

    def write_entry(self) -> None:
        """Switch to the resume point."""
        builder, plan = self.builder, self.plan
        unknown = self._block("unknown")
        ir.IRBuilder(unknown).unreachable()
        switch = builder.switch(self._resume, unknown)
        places = [s for index in plan.divergent for s in plan.flow.blocks[index].successors]
        for index in dict.fromkeys([*places, *plan.reconvergence_points]):
            if index < len(self.blocks):
                switch.add_case(integer(32, index), self.blocks[index])
        for number, index in enumerate(plan.barriers):
            target = self._after_barrier(number, plan.flow.blocks[index])
            switch.add_case(integer(32, AT_BARRIER + number), target)

    def _after_barrier(self, number: int, block: BasicBlock) -> ir.Block:
        """Return the LLVM block at which a lane resumes after the barrier that ends a block."""
        target, wait = self.target(block.index, block.successors[0]), block.instructions[-1]
        if not is_reduction(wait):
            return target
        resume = self._block(f"resume_{number}")
        with self.builder.goto_block(resume):
            take_result(self.emitter, wait)
            self.builder.branch(target)
        return resume

    def begin_block(self, index: int) -> None:
        """Stop at the reconvergence point."""
        if index not in self.plan.reconvergence_points:
            return
        builder = self.builder
        with builder.if_then(builder.icmp_signed("==", self._stop, integer(32, index))):
            builder.ret(integer(32, ExitCode.RECONVERGED))

    def poll(self, index: int, instruction: Instruction) -> None:
        """Fail: lanes that run one at a time wait at barriers only, as the plan sees to."""
        self.fail(Failure.DIVERGED_BARRIER)

    gather = poll

    def keep(self, source: int, block: int) -> None:
        """Do nothing: the lane's registers are in the frame already."""

    def wait_code(self, number: int) -> int:
        """Return what the function returns at a barrier."""
        return AT_BARRIER + number
