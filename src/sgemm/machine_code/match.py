"""Finds the loop of the large kernels in what the compiler made of ``stream_k_gemm.cuh``.

The source has two loops, one in the other. The inner one is a step of k a round: it loads a few
vectors of four from two addresses, adds all their products to the accumulators, and moves the
addresses on. The outer one is a stage of the ring a round: before the inner loop it waits for the
stage (its *head*), after it releases the stage and goes on to the next (its *tail*).

Of the inner loop everything is understood; of head and tail only that they are straight lines, but
for the wait's repetition. Whatever looks otherwise is not matched, and stays as it is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from sgemm.machine_code import instruction as isa
from sgemm.machine_code.instruction import ALWAYS, Instruction, InstructionType

SUPERFLUOUS = frozenset({isa.NOP, isa.YIELD, isa.CONVERGENCE_BEGINS, isa.CONVERGENCE_ENDS})
"""What head and tail can do without. Lanes that diverge in the wait meet again in the tail, which
has all lanes of a warp wait for each other before one of them releases the stage."""

_HARMLESS = SUPERFLUOUS | {isa.CONVERGENCE}


class MismatchError(Exception):
    """The code is not of the form that can be patched; the message says why."""


@dataclasses.dataclass(frozen=True)
class Operand:
    """The elements of A or of B that a thread needs in one step."""

    address: int  # the register that holds the address of the step's elements
    increment: int  # bytes from one step to the next
    offsets: tuple[int, ...]
    """Offsets of its vectors of four from that address, in bytes, ascending; those of single
    elements where the operand lies along k."""
    is_k_major: bool = False
    """Whether an element's next step is its neighbour, so that one vector has four steps."""

    @property
    def elements(self) -> int:
        """How many elements a thread needs in a step."""
        return len(self.offsets) if self.is_k_major else 4 * len(self.offsets)


@dataclasses.dataclass(frozen=True)
class CompiledLoop:
    """The two loops as the compiler wrote them. Places are counted in instructions."""

    outer: int  # the first instruction of the outer loop
    retry: int  # the branch that repeats the wait
    repetition: tuple[int, ...]
    """What is repeated while a stage is not there, the branch that repeats it last. It is a part
    of the head, or stands elsewhere."""
    inner: int  # the first instruction of the inner loop
    inner_end: int  # the branch that closes the inner loop
    outer_end: int  # the branch that closes the outer loop
    rows: Operand
    columns: Operand
    accumulators: tuple[tuple[int, ...], ...]  # registers, row by row; odd where the column is odd
    others: tuple[int, ...]  # what else is in the inner loop: increments, and the last comparison
    idle: tuple[int, ...]
    """Registers of elements that nothing else in the two loops uses, ascending. The source has no
    use for them after the loops, so that a patched loop may use them for something else."""

    @property
    def branches(self) -> tuple[int, ...]:
        """The places of all branches."""
        return _branches(self.inner_end, self.outer_end, self.retry, self.repetition)


def _branches(
    inner_end: int, outer_end: int, retry: int, repetition: Sequence[int]
) -> tuple[int, ...]:
    last = repetition[-1]
    # Where the repetition stands elsewhere, a branch leads back from it.
    return (inner_end, outer_end, retry, *(() if last == retry else (last, last + 1)))


def match_mainloop(code: Sequence[Instruction], accumulators: int) -> CompiledLoop:
    """Find the loop in a kernel's code, by the number of a thread's accumulators."""
    branches = {
        at: isa.branch_target(at, code[at])
        for at in range(len(code))
        if code[at].opcode == isa.BRANCH
    }
    inner, inner_end = _inner_loop(code, branches, accumulators)
    outer_end = min((at for at in branches if at > inner_end), default=-1)
    outer = branches.get(outer_end, len(code))
    if not 0 <= outer < inner or code[outer_end].guard == ALWAYS:
        raise MismatchError("no loop over stages around the loop over steps")
    waits = [at for at in branches if outer <= at < inner]
    if len(waits) != 1:
        raise MismatchError("there is not one wait for a stage")
    repetition = _repetition(code, branches, outer, waits[0])
    own = _branches(inner_end, outer_end, waits[0], repetition)
    check_plain(code, own)
    intruders = [at for at in branches if at not in own and outer < branches[at] <= outer_end]
    if intruders:
        raise MismatchError(f"a branch at {intruders[0]} enters the loop")
    for at in range(outer, outer_end):
        leaves = code[at].opcode in isa.CONTROL_FLOW and code[at].opcode not in _HARMLESS
        if code[at].opcode == isa.REGISTERS or (leaves and at not in own):
            raise MismatchError(f"the instruction at {at} does not belong into the loop")
    _check_convergence(code[outer:outer_end], code[inner_end + 1 : outer_end])
    products, increments, elements = _read_step(code[inner:inner_end])
    rows, columns, grid = _arranged(products, increments)
    others = tuple(
        at
        for at in range(inner, inner_end)
        if code[at].opcode not in (isa.LOAD_SHARED, isa.MULTIPLY_ADD)
    )
    around = (*range(outer, inner), *others, *range(inner_end, outer_end), *repetition)
    used = {register for at in around for register in code[at].read | code[at].written}
    return CompiledLoop(
        outer=outer,
        retry=waits[0],
        repetition=repetition,
        inner=inner,
        inner_end=inner_end,
        outer_end=outer_end,
        rows=rows,
        columns=columns,
        accumulators=grid,
        others=others,
        idle=tuple(sorted(set(elements) - used)),
    )


def check_plain(code: Sequence[Instruction], branches: Iterable[int]) -> None:
    """Check that each branch depends on its guard alone: some have a second predicate."""
    for at in branches:
        if not code[at].is_plain_branch(at):
            raise MismatchError(f"the branch at {at} depends on more than its guard")


def _repetition(
    code: Sequence[Instruction], branches: dict[int, int], outer: int, retry: int
) -> tuple[int, ...]:
    """Return the places of what is repeated while a stage is not there."""
    first = branches[retry]
    if outer <= first < retry:
        return tuple(range(first, retry + 1))
    last = min((at for at in branches if at >= first), default=-1)
    back = branches.get(last + 1, -1)
    there = 0 <= first <= last and branches[last] == first
    if not there or back != retry + 1 or code[last + 1].guard != ALWAYS:
        raise MismatchError("the wait for a stage is not one loop")
    return tuple(range(first, last + 1))


def _check_convergence(loop: Sequence[Instruction], tail: Sequence[Instruction]) -> None:
    """Check that the loop can do without the compiler's convergence of lanes."""
    begun = {i.d & 0xF for i in loop if i.opcode == isa.CONVERGENCE_BEGINS}
    ended = {i.d & 0xF for i in loop if i.opcode == isa.CONVERGENCE_ENDS}
    if begun != ended:
        raise MismatchError("lanes diverge in the loop and meet outside of it, or the reverse")
    for i in tail:
        if i.opcode == isa.CONVERGENCE and i.guard == ALWAYS:
            return
        if i.opcode not in SUPERFLUOUS and (i.guard != ALWAYS or not i.written):
            break  # it may be what releases the stage, for one lane or for all
    raise MismatchError("the lanes of a warp do not wait for each other after a stage")


def _inner_loop(
    code: Sequence[Instruction], branches: dict[int, int], accumulators: int
) -> tuple[int, int]:
    """Return the places of the first instruction and of the closing branch."""
    found = []
    for at, target in branches.items():
        if 0 <= target <= at and code[at].guard not in (ALWAYS, ALWAYS | 8):
            body = code[target:at]
            straight = not any(i.opcode == isa.BRANCH for i in body)
            if straight and sum(i.opcode == isa.MULTIPLY_ADD for i in body) == accumulators:
                found.append((target, at))
    if len(found) != 1:
        raise MismatchError(f"{len(found)} loops with {accumulators} multiply-adds instead of one")
    if code[found[0][1]].guard & 8:
        raise MismatchError("the loop over steps goes on where a predicate is false")
    return found[0]


_Element = tuple[int, int]
"""An element by the register of its address and its offset from there in bytes."""


def _read_step(
    body: Sequence[Instruction],
) -> tuple[dict[int, tuple[_Element, _Element]], dict[int, int], dict[int, _Element]]:
    """Return factors of accumulators, increments of addresses, and elements, by registers."""
    elements: dict[int, _Element] = {}
    increments: dict[int, int] = {}
    products: dict[int, tuple[_Element, _Element]] = {}
    for instruction in body:
        if instruction.opcode == isa.LOAD_SHARED:
            is_vector = instruction.type is InstructionType.LOAD_128 and not instruction.d % 4
            if not is_vector and instruction.type is not InstructionType.LOAD_32:
                raise MismatchError("a load is not from a register and an offset alone")
            offset = instruction.offset + increments.get(instruction.a, 0)
            for lane in range(4 if is_vector else 1):
                elements[instruction.d + lane] = (instruction.a, offset + 4 * lane)
        elif instruction.opcode == isa.MULTIPLY_ADD:
            is_plain = instruction.type is InstructionType.MULTIPLY_ADD
            if not is_plain or instruction.d != instruction.c:
                raise MismatchError("a multiply-add is not in place")
            if instruction.d in products:
                raise MismatchError(f"R{instruction.d} is added to twice in a step")
            if instruction.a not in elements or instruction.b not in elements:
                raise MismatchError(f"a factor of R{instruction.d} was not loaded in this step")
            products[instruction.d] = elements[instruction.a], elements[instruction.b]
        elif instruction.is_increment:
            if instruction.d in increments:
                raise MismatchError(f"R{instruction.d} moves on twice in a step")
            increments[instruction.d] = instruction.immediate
        elif instruction.type not in (InstructionType.ADDITION, InstructionType.INEQUALITY):
            raise MismatchError(f"opcode {instruction.opcode:#x} is in the loop over steps")
    return products, increments, elements


def _arranged(
    products: dict[int, tuple[_Element, _Element]], increments: dict[int, int]
) -> tuple[Operand, Operand, tuple[tuple[int, ...], ...]]:
    """Return rows, columns, and the accumulators row by row.

    Columns are the operand whose elements have the parity of their accumulators.
    """
    used = {element for factors in products.values() for element in factors}
    addresses = sorted({address for address, _ in used})
    if len(addresses) != 2 or not set(addresses) <= set(increments):
        raise MismatchError(f"factors come from {len(addresses)} addresses that move on, not 2")
    by_address = {
        register: {factor[0]: factor[1] for factor in factors}
        for register, factors in products.items()
    }
    if any(len(offsets) != 2 for offsets in by_address.values()):
        raise MismatchError("an accumulator has both factors from one operand")
    for columns_at in addresses:
        if all(
            offsets[columns_at] // 4 % 2 == register % 2 for register, offsets in by_address.items()
        ):
            break
    else:
        raise MismatchError("the registers of the accumulators do not alternate with the columns")
    rows_at = addresses[1 - addresses.index(columns_at)]
    row_offsets = sorted(offset for address, offset in used if address == rows_at)
    column_offsets = sorted(offset for address, offset in used if address == columns_at)
    place = {(o[rows_at], o[columns_at]): register for register, o in by_address.items()}
    if len(place) != len(products) or len(row_offsets) * len(column_offsets) != len(products):
        raise MismatchError("the accumulators are not all products of rows and columns")
    return (
        _operand(rows_at, increments, row_offsets),
        _operand(columns_at, increments, column_offsets),
        tuple(tuple(place[row, column] for column in column_offsets) for row in row_offsets),
    )


def _operand(address: int, increments: dict[int, int], offsets: list[int]) -> Operand:
    if increments[address] == 4 and not any(offset % 16 for offset in offsets):
        return Operand(address, 4, tuple(offsets), is_k_major=True)
    vectors = offsets[::4]
    if any(offsets[i] != vectors[i // 4] + 4 * (i % 4) for i in range(len(offsets))):
        raise MismatchError("an operand's elements are not vectors of four")
    increment = increments[address]
    return Operand(address, increment - (increment >> 31 << 32), tuple(vectors))
