"""How many threads one lane group holds, and which registers hold single-precision numbers."""

from __future__ import annotations

import itertools

from sgemm.executor.limits import Sizes
from sgemm.executor.waits import is_matrix
from sgemm.ptx.affine_analysis import AffineAnalysis, lanes_fit
from sgemm.ptx.flow import ControlFlow
from sgemm.ptx.syntax import Address, Entry, Instruction, Register, elements_of

WARP = 32
MAX_SCATTERED_STORES = 4
"""Scattered stores, at most, in lane groups of more than a warp. LLVM looks for
stores that it can merge, which takes about six times as long for each doubling of the lanes."""
MAX_DIVERGENT_BRANCHES = 16
"""Branches at which lanes may diverge, at most, in lane groups of a warp and more. Each stores all
live registers of all lanes: a sort of 256 numbers, with a hundred such branches, takes LLVM four
times as long with 128 lanes as with 16."""
MAX_SPLIT_INSTRUCTIONS = 32
"""Instructions whose lanes are computed one by one, at most, in such groups."""
SPLIT = frozenset({"div", "rem", "prmt", "tex", "mbarrier", "shfl", "vote", "atom", "red"})
"""Opcodes of such instructions; loads and stores are some if their lanes access places that are no
neighbours, or if some lanes do not access any."""
MAX_SPLIT_OF_WARPS = 128
"""The same, in groups of a warp whose lanes exchange values, and which cannot be half a warp. For
launches that split operands, with 230 to 310 of them, LLVM took three to six times as long as for
groups of one lane. These take four times as long to run, which is milliseconds."""
MAX_LANES = 128
"""More than a warp: accumulators of several rows then share every load of a row of B."""


def single_precision(entry: Entry, flow: ControlFlow) -> set[str]:
    """Return the registers of type f32, and those of type b32 that are used like them."""
    found = {
        name
        for name, register in entry.registers.items()
        if register.type.kind == "f" and register.type.bits == 32
    }
    for instruction in flow.instructions:
        if instruction.modifiers and instruction.modifiers[-1] == "f32":
            found.update(_value_registers(instruction))
    return found


def _value_registers(instruction: Instruction) -> list[str]:
    """Return the registers that an instruction uses as values, not as addresses or predicates."""
    skip_last = instruction.opcode == "selp"
    operands = instruction.operands[:-1] if skip_last else instruction.operands
    if is_matrix(instruction):
        operands = instruction.operands[::3]  # D and C, or D and what is no register of 32 bits
    if instruction.opcode in ("cvt", "setp"):
        operands = operands[1:]
    elif instruction.opcode == "tex":
        operands = operands[:1]
    return [
        element.name
        for operand in operands
        for element in elements_of(operand)
        if isinstance(element, Register) and element.type.bits == 32
    ]


def choose_lanes(
    entry: Entry, flow: ControlFlow, threads: Sizes, vector_floats: int, most: int = MAX_LANES
) -> int:
    """Choose how many threads one lane group holds.

    As many as keep the accumulators of all lanes in vector registers, with some left for the
    operands; if that is less than a vector, one: LLVM then packs the accumulators of a single
    thread.
    """
    floats = single_precision(entry, flow)
    floats |= {name for name, register in entry.registers.items() if register.type.kind == "f"}
    written = _written_in_loops(flow)
    accumulators = max(
        (len(floats & flow.live_in[head] & names) for head, names in written.items()), default=1
    )
    if any(map(is_matrix, flow.instructions)):
        # Registers of matrix instructions go through memory, whatever the lanes.
        return WARP if lanes_fit(threads, WARP) else 1
    lanes = most
    while lanes >= 8:
        if accumulators * lanes <= vector_floats * 5 // 8 and lanes_fit(threads, lanes):
            return lanes
        lanes //= 2
    return 1


def scattered_stores(flow: ControlFlow, analysis: AffineAnalysis) -> int:
    """Count the stores whose lanes write neither neighbours nor all the same element."""
    return sum(
        instruction.opcode == "st" and not _is_contiguous(instruction, analysis)
        for instruction in flow.instructions
    )


def split_instructions(flow: ControlFlow, analysis: AffineAnalysis) -> int:
    """Count the instructions whose lanes are computed one by one."""
    return sum(
        instruction.opcode in SPLIT
        or (instruction.opcode in ("ld", "st") and _is_split(instruction, analysis))
        for instruction in flow.instructions
    )


def _is_split(instruction: Instruction, analysis: AffineAnalysis) -> bool:
    """Whether some lanes make no access, or most of them none next to another lane's."""
    guard = instruction.guard
    if guard is not None and not analysis.is_uniform(guard.register.name):
        return True
    form = analysis.of(_address_of(instruction).base)
    if form is None:
        return True
    size = _bytes_of(instruction)
    lanes = list(zip(form.offsets, *(term.coefficients for term in form.terms), strict=True))
    gaps = sum(
        one[1:] != later[1:] or abs(later[0] - one[0]) > size
        for one, later in itertools.pairwise(lanes)
    )
    return bool(2 * gaps > len(lanes))


def _is_contiguous(instruction: Instruction, analysis: AffineAnalysis) -> bool:
    form = analysis.of(_address_of(instruction).base)
    if form is None or any(len(set(term.coefficients)) > 1 for term in form.terms):
        return False
    steps = {later - one for one, later in itertools.pairwise(form.offsets)}
    return steps <= {0} or steps == {_bytes_of(instruction)}


def _address_of(instruction: Instruction) -> Address:
    return next(each for each in instruction.operands if isinstance(each, Address))


def _bytes_of(instruction: Instruction) -> int:
    count = max(len(elements_of(each)) for each in instruction.operands)
    return count * int(instruction.modifiers[-1][1:]) // 8


def _written_in_loops(flow: ControlFlow) -> dict[int, set[str]]:
    """Return, for the head of each loop, the registers that blocks leading back to it write."""
    written = [
        {name for instruction in block.instructions for name in instruction.registers_written}
        for block in flow.blocks
    ]
    found: dict[int, set[str]] = {}
    for tail, head in flow.back_edges:
        for index in flow.reachable_between(head, tail) | {tail}:
            if index < len(flow.blocks):
                found.setdefault(head, set()).update(written[index])
    return found
