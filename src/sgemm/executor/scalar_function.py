"""The scalar function: one lane of a group whose lanes diverged.

The vector function returns where lanes diverge. Then this function, the same kernel for a single
lane, runs each lane from its own resume point to the reconvergence point (the branch's immediate
postdominator), to a barrier, or to the end. Registers lie in the group's frame meanwhile, lane by
lane. It is slow and simple, and only ragged edges pay for it.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.abi import AT_BARRIER, ExitCode, Failure
from sgemm.executor.function_writer import FunctionWriter
from sgemm.executor.llvm_types import I8, I32, I64, integer
from sgemm.executor.location_table import LocationTable
from sgemm.executor.plan import ExecutionPlan
from sgemm.ptx.syntax import Instruction


class ScalarFunctionWriter(FunctionWriter):
    """Writes ``scalar_function``: one lane of a group.

    Its last parameters are the lane, its resume point (a block, or AT_BARRIER + a barrier's number)
    and the block where lanes reconverge, at which it stops.
    """

    def __init__(self, plan: ExecutionPlan, module: ir.Module, locations: LocationTable) -> None:
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
        builder = self.builder
        plan = self.plan
        unknown = self._block("unknown")
        ir.IRBuilder(unknown).unreachable()
        switch = builder.switch(self._resume, unknown)
        entries = {s: s for index in plan.divergent for s in plan.flow.blocks[index].successors}
        entries |= {index: index for index in plan.reconvergence_points}
        for number, index in enumerate(plan.barriers):
            entries[AT_BARRIER + number] = plan.flow.blocks[index].successors[0]
        for resume, index in entries.items():
            if index >= len(self.blocks):
                if resume >= AT_BARRIER:
                    switch.add_case(integer(32, resume), self.done)
                continue
            switch.add_case(integer(32, resume), self.blocks[index])

    def begin_block(self, index: int) -> None:
        """Stop at the reconvergence point."""
        if index not in self.plan.reconvergence_points:
            return
        builder = self.builder
        with builder.if_then(builder.icmp_signed("==", self._stop, integer(32, index))):
            builder.ret(integer(32, ExitCode.RECONVERGED))

    def poll(self, index: int, instruction: Instruction) -> None:
        """Fail: lanes that run one at a time wait at barriers only, as the plan sees to."""
        self.fail(Failure.DIVERGED_BARRIER, instruction)

    gather = poll

    def keep(self, source: int, block: int) -> None:
        """Do nothing: the lane's registers are in the frame already."""

    def wait_code(self, number: int) -> int:
        """Return what the function returns at a barrier."""
        return AT_BARRIER + number
