"""The vector function: one lane group of a block, all its lanes at once.

Where lanes diverge it returns. It stores every lane's registers and resume point in the group's
frame, and the scalar function goes on with them. Where the lanes reconverge it loads them again.
"""

from __future__ import annotations

from collections.abc import Iterable

from llvmlite import ir

from sgemm.executor.abi import COLLECTIVE, POLLING, RESUME_RECONVERGED, ExitCode, Header
from sgemm.executor.function_writer import FunctionWriter
from sgemm.executor.llvm_types import (
    I1,
    I8,
    I32,
    POINTER,
    Value,
    alignment_of,
    element_of,
    integer,
    undefined,
    with_element,
)
from sgemm.executor.lower.barriers import take_result
from sgemm.executor.lower.clusters import test_cluster_barrier
from sgemm.executor.lower.collectives import collect, deposit
from sgemm.executor.lower.emitter import Locations
from sgemm.executor.lower.mbarriers import mbarrier_address, test_mbarrier
from sgemm.executor.lower.table import Lowering
from sgemm.executor.lower.warpgroups import clear_warpgroup
from sgemm.executor.observer import Observed
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.waits import is_cluster_barrier
from sgemm.ptx.syntax import Instruction


class VectorFunctionWriter(FunctionWriter):
    """Writes ``vector_function``: a lane group, all lanes at once.

    Its last parameter is the resume point: 0 for the start, 1 + r for barrier r (and NAMED, where
    that is not barrier 0 for every thread), or RESUME_RECONVERGED + a block's index where lanes
    reconverged.
    """

    observed: tuple[Observed, ...] = ()  # what it notes, where the kernel is observed

    def __init__(self, plan: ExecutionPlan, module: ir.Module, locations: Locations) -> None:
        super().__init__(plan, module, "vector_function", plan.lanes, [I32], locations)
        self._after_poll: dict[int, ir.Block] = {}
        self._edges: dict[str, ir.Block] = {}
        self._diverged = self._block("diverged")
        self._diverging: list[tuple[ir.Block, dict[str, Value]]] = []
        """Blocks that end where lanes diverge, and the registers that are needed then."""
        self.function.attributes.add("noinline")
        for name in plan.in_memory:
            with self.builder.goto_entry_block():
                self.emitter.slots[name] = self.emitter.frame_place(plan.frame.lanes[name])

    def write_entry(self) -> None:
        """Switch to the resume point, registers first."""
        builder = self.builder
        unknown = self._block("unknown")
        ir.IRBuilder(unknown).unreachable()
        switch = builder.switch(self.function.args[5], unknown)
        plan = self.plan
        start = self._block("start")
        switch.add_case(integer(32, 0), start)
        with builder.goto_block(start):
            if plan.delays_copies:
                builder.call_named("clear_queue", ir.VoidType(), self.emitter.queue())
            clear_warpgroup(self.emitter)
            for name in sorted(plan.flow.live_in[0]):
                # Perhaps read before it is written: zero, so that nothing depends on chance.
                self.emitter.hold(name, ir.Constant(self.emitter.storage(name), None))
            builder.branch(self.blocks[0])
        for number, index in enumerate(plan.barriers):
            self._resume_wait(switch, self.wait_code(number), index, take_result)
        for number, index in enumerate(plan.collectives):
            self._resume_wait(switch, 1 + number + COLLECTIVE, index, collect)
        for number, index in enumerate(plan.polls):
            self._resume_poll(switch, number, index)
        if plan.reconvergence_points:
            self._write_reconvergence(switch)
        self._write_divergence()

    def target(self, source: int, index: int) -> ir.Block:
        """Return the block to go to; the edge into or out of a region moves registers first."""
        block = super().target(source, index)
        regions = self.plan.regions
        origin, goal = regions.region(source), regions.region(index)
        if origin == goal or index >= len(self.blocks):
            return block
        name = f"from_{source}_to_{index}"
        edge = self._edges.get(name)
        if edge is None:
            edge = self._edges[name] = self._block(name)
            with self.builder.goto_block(edge):
                if goal is not None:
                    for register in self.plan.needed(index):
                        if register in self.plan.frame.compact:
                            self._put(register)
                else:
                    needed = self.plan.needed(index)
                    self._load_all(name for name in needed if not regions.holds(source, name))
                self.builder.branch(block)
        return edge

    def keep(self, source: int, block: int) -> None:
        """Store registers in the compact part of the frame: those that this region changed."""
        region = self.plan.regions.region(source)
        for name in self.plan.needed(block):
            if region is None or name in self.plan.regions.written[region]:
                self._put(name)

    def _put(self, name: str) -> None:
        """Store a register in the compact part of the frame."""
        self._store_kept(self.plan.frame.compact[name], self.emitter.held(name))

    def _load_all(self, names: Iterable[str]) -> None:
        """Load registers from the compact part of the frame."""
        for name in names:
            value = self._load_kept(self.plan.frame.compact[name], self.emitter.storage(name))
            self.emitter.hold(name, value)

    def _held_in(self, block: int) -> list[str]:
        """Return the registers that a block needs and that it holds outside the frame."""
        holds = self.plan.regions.holds
        return [name for name in self.plan.needed(block) if holds(block, name)]

    def _store_kept(self, offset: int, value: Value) -> None:
        """Store a register in the frame; predicates take a byte each."""
        if element_of(value.type) == I1:
            value = self.builder.zext(value, with_element(value.type, I8))
        place = self.emitter.frame_place(offset)
        self.builder.store(value, place, align=alignment_of(value.type))

    def _load_kept(self, offset: int, kind: ir.Type) -> Value:
        """Load a register from the frame."""
        stored = with_element(kind, I8) if element_of(kind) == I1 else kind
        place = self.emitter.frame_place(offset)
        value = self.builder.load(place, typ=stored, align=alignment_of(stored))
        return self.builder.trunc(value, kind) if stored is not kind else value

    # ---- waiting for mbarriers and for the warp

    def poll(self, index: int, instruction: Instruction) -> None:
        """Test an mbarrier; go on if the phase is complete, else return and try again later.

        Registers are stored in the frame in either case, and loaded from it to go on. So the code
        after the poll has them from one place only. If a phi merged two, LLVM would not see that
        accumulators lie next to each other, and would not compute them as vectors.
        """
        builder = self.builder
        number = self.plan.polls.index(index)
        self.keep(index, index)
        complete = self._test(instruction)
        again = self._block(f"wait_{index}")
        after = self._after_poll[index] = self._block(f"after_{index}")
        builder.cbranch(complete, after, again)
        builder.position_at_end(again)
        address: Value = integer(32, 0)
        if not is_cluster_barrier(instruction):
            address = builder.trunc(mbarrier_address(self.emitter), I32)
        self.emitter.set_header(Header.MBARRIER, address)
        self.name_wait()
        builder.ret(integer(32, 1 + number + POLLING))
        builder.position_at_end(after)
        # A compiler barrier: what is read after it comes from memory.
        kind = ir.FunctionType(ir.VoidType(), [POINTER])
        barrier = ir.InlineAsm(kind, "", "r,~{memory}", side_effect=True)
        builder.call(barrier, [self.arguments.frame])
        self._load_all(self._held_in(index))
        if instruction.operands:
            self.emitter.write(instruction.operands[0], ir.Constant(I1, 1))
        self.go_to(index, self.plan.flow.blocks[index].successors[0])

    def _test(self, instruction: Instruction, *, deliver: bool = False) -> Value:
        """Return whether what is waited for is complete."""
        if is_cluster_barrier(instruction):
            return test_cluster_barrier(self.emitter)
        return test_mbarrier(self.emitter, deliver=deliver)

    def _resume_poll(self, switch: ir.SwitchInstr, number: int, index: int) -> None:
        """Test again, with the registers that it takes; the others only to go on."""
        builder, plan = self.builder, self.plan
        instruction = plan.flow.blocks[index].instructions[-1]
        self.emitter.instruction = instruction
        entry = self._block(f"poll_{number}")
        switch.add_case(integer(32, 1 + number + POLLING), entry)
        builder.position_at_end(entry)
        held = self._held_in(index)
        first = set(instruction.registers_read)
        self._load_all(name for name in held if name in first)
        complete = self._test(instruction, deliver=plan.checked and plan.has_test_wait)
        if instruction.modifiers[0] != "test_wait":
            with builder.if_then(builder.not_(complete)):
                builder.ret(integer(32, ExitCode.STILL_WAITING))
            builder.branch(self._after_poll[index])
            return
        # test_wait asks once more, after the others' turn: the kernel gets that answer.
        self._load_all(name for name in held if name not in first)
        self.emitter.write(instruction.operands[0], complete)
        successor = plan.flow.blocks[index].successors[0]
        builder.branch(self.edge(index, successor))

    def gather(self, index: int, instruction: Instruction) -> None:
        """Say what this thread brings to a collective, and wait for the others."""
        deposit(self.emitter, instruction)
        self.name_wait()
        self.keep(index, self.plan.flow.blocks[index].successors[0])
        number = self.plan.collectives.index(index)
        self.builder.ret(integer(32, 1 + number + COLLECTIVE))

    def _resume_wait(self, switch: ir.SwitchInstr, point: int, index: int, take: Lowering) -> None:
        """Load registers, then take what a barrier or a collective gave."""
        block = self.plan.flow.blocks[index]
        instruction, (successor,) = block.instructions[-1], block.successors
        self.emitter.instruction = instruction
        entry = self._block(f"resume_{index}")
        switch.add_case(integer(32, point), entry)
        self.builder.position_at_end(entry)
        self._load_all(self._held_in(successor))
        take(self.emitter, instruction)
        # The next region does not write what the wait gave, and would not store it.
        needed = self.plan.needed(successor)
        for name in instruction.registers_written:
            if name in needed:
                self._put(name)
        self.builder.branch(super().target(index, successor))

    # ---- lanes that part

    def branch(self, index: int, instruction: Instruction, taken: int, otherwise: int) -> None:
        """Branch; if lanes diverge, store each one's resume point and return DIVERGED."""
        assert instruction.guard is not None
        if taken == otherwise:
            self.go_to(index, taken)
            return
        condition = self.emitter.guard_value(instruction.guard)
        if not isinstance(condition.type, ir.VectorType):
            super().branch(index, instruction, taken, otherwise)
            return
        builder, lanes = self.builder, self.plan.lanes
        bits = builder.bitcast(condition, ir.IntType(lanes))
        every = ir.Constant(bits.type, 2**lanes - 1)
        names = ("agreed", "undecided", "diverged")
        agreed, undecided, diverged = (self._block(f"{name}_{index}") for name in names)
        all_take = builder.icmp_unsigned("==", bits, every)
        builder.cbranch(all_take, self.edge(index, taken), undecided)
        builder.position_at_end(undecided)
        none = builder.icmp_unsigned("==", bits, ir.Constant(bits.type, 0))
        builder.cbranch(none, agreed, diverged)
        builder.position_at_end(agreed)
        builder.branch(self.edge(index, otherwise))
        builder.position_at_end(diverged)
        self._diverge(index, condition, taken, otherwise)

    def _diverge(self, index: int, condition: Value, taken: int, otherwise: int) -> None:
        builder, plan = self.builder, self.plan
        kept = plan.needed_at_any((taken, otherwise))
        self._load_all(name for name in kept if not plan.regions.holds(index, name))
        targets = [
            ir.Constant(ir.VectorType(I32, plan.lanes), [self._resume_point(place)] * plan.lanes)
            for place in (taken, otherwise)
        ]
        counters = builder.select(condition, *targets)
        builder.store(counters, self.emitter.frame_place(plan.frame.counters), align=64)
        self.emitter.set_header(
            Header.RECONVERGENCE, integer(32, plan.flow.immediate_postdominators[index])
        )
        self._diverging.append((builder.block, {name: self.emitter.held(name) for name in kept}))
        builder.branch(self._diverged)

    def _write_divergence(self) -> None:
        """Leave every register to the lanes, in one block for all branches at which they diverge.

        A block for each would store as many times as there are registers and branches: that took
        LLVM longer than all the rest.
        """
        builder, emitter = self.builder, self.emitter
        builder.position_at_end(self._diverged)
        names = self.plan.needed_at_any(
            place
            for index in self.plan.divergent
            for place in self.plan.flow.blocks[index].successors
        )
        merged = {name: builder.phi(emitter.storage(name)) for name in names}
        for name, phi in merged.items():
            for block, values in self._diverging:
                phi.add_incoming(values.get(name, undefined(phi.type)), block)
        for name, phi in merged.items():
            emitter.hold(name, phi)
        for name in names:
            self._store_kept(self.plan.frame.lanes[name], self._per_lane_values(name))
        builder.ret(integer(32, ExitCode.DIVERGED))

    def _write_reconvergence(self, switch: ir.SwitchInstr) -> None:
        """Load every register from the lanes, in one place, and go on where they reconverged."""
        builder = self.builder
        reconvergence_points = self.plan.reconvergence_points
        together = self._block("together")
        builder.position_at_end(together)
        for name in self.plan.needed_at_any(reconvergence_points):
            self._load_from_lanes(name)
            # What lanes changed must be in the compact part too, for whatever region comes next.
            if name in self.plan.frame.compact:
                self._put(name)
        unknown = self._block("nowhere")
        ir.IRBuilder(unknown).unreachable()
        goes_on = builder.switch(self.function.args[5], unknown)
        for index in reconvergence_points:
            resume = integer(32, RESUME_RECONVERGED + index)
            switch.add_case(resume, together)
            goes_on.add_case(resume, self.blocks[index])

    def _resume_point(self, block: int) -> int:
        return block if block < len(self.blocks) else ExitCode.DONE % 2**32

    def _per_lane_values(self, name: str) -> Value:
        value = self.emitter.held(name)
        if isinstance(value.type, ir.VectorType):
            return value
        form = self.plan.analysis.of_register(name)
        result = self.emitter.splat(value)
        return result if form is None or form.is_uniform else self.emitter.add_lanes(result, form)

    def _load_from_lanes(self, name: str) -> None:
        """Load a register from the lanes: the base is lane 0's value less its lane part."""
        builder, emitter = self.builder, self.emitter
        value = self._from_lanes(name)
        if not emitter.is_varying(name):
            value = builder.extract_element(value, integer(32, 0))
            form = self.plan.analysis.of_register(name)
            if form is not None and not form.is_uniform:
                bits = value.type.width
                value = builder.sub(value, integer(bits, form.offsets[0]))
                for term in form.terms:
                    factor = builder.extract_element(
                        self._from_lanes(term.register), integer(32, 0)
                    )
                    factor = emitter.extended(factor, value.type, signed=term.signed)
                    step = builder.mul(factor, integer(bits, term.coefficients[0]))
                    value = builder.sub(value, step)
        emitter.hold(name, value)

    def _from_lanes(self, name: str) -> Value:
        """Return a register of each lane, from the frame."""
        kept = ir.VectorType(self.emitter.element_type(name), self.plan.lanes)
        return self._load_kept(self.plan.frame.lanes[name], kept)
