"""Liveness after the loop: which registers the compiler's code may read before it writes them.

Every path from the loop's exit is followed to the ends of the kernel, also round its persistent
loop and through functions. An instruction that is not known (:mod:`operands`) counts as reading
everything, and control flow that is not known as leading anywhere. Guards are looked at: the
compiler writes and reads a register under one predicate, and by two opposite ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sgemm.machine_code import instruction as isa
from sgemm.machine_code.instruction import ALWAYS, NEGATED, Instruction
from sgemm.machine_code.match import MismatchError

_Guards = frozenset[int]
_Held = Mapping[int, _Guards]
"""Registers that still hold what differs, each with the guards under which it does not matter: it
was overwritten under them, or they are known not to hold."""

_Place = tuple[int, tuple[int, ...]]
"""An instruction, and where the functions that it is in return to."""

_FALLS_THROUGH = {
    *(isa.YIELD, isa.CONVERGENCE, isa.CONVERGENCE_BEGINS),
    *(isa.CONVERGENCE_BREAKS, isa.CONVERGENCE_ENDS),
}
_NO_GUARD: _Guards = frozenset()
_BEFORE_CALL = 16
"""Instructions before a call among which the one is looked for that sets where it returns to."""


def check_dead(code: Sequence[Instruction], start: int, registers: Iterable[int]) -> None:
    """Raise MismatchError if code from a place on may read a register before it is overwritten."""
    _check_convergence(code)
    reaching: dict[_Place, _Held] = {(start, ()): dict.fromkeys(registers, _NO_GUARD)}
    pending = list(reaching)
    while pending:
        place = pending.pop()
        at, held = place[0], reaching[place]
        if not held:
            continue
        if not 0 <= at < len(code):
            raise MismatchError(f"after the loop, the code goes on at {at}, outside of it")
        i = code[at]
        may_be_read = held if not i.is_known else held.keys() & i.sources
        for register, guards in held.items() if may_be_read else ():
            if register in may_be_read and i.guard not in guards:
                raise MismatchError(
                    f"R{register} differs after the loop, and the instruction at {at} "
                    f"(opcode {i.opcode:#x}) may read it"
                )
        left = _after(i, held)
        for following, guard in _successors(code, place):
            known = reaching.get(following)
            merged = _merged(known, _under(guard, left))
            if merged != known:
                reaching[following] = merged
                pending.append(following)


def _check_convergence(code: Sequence[Instruction]) -> None:
    """Check that lanes that have met (BSYNC) go on right after it, where BSSY says."""
    for at, begins in enumerate(code):
        if begins.opcode == isa.CONVERGENCE_BEGINS:
            target = isa.convergence_target(at, begins)
            ends = code[target - 1] if 0 < target <= len(code) else begins
            if ends.opcode != isa.CONVERGENCE_ENDS or ends.barrier != begins.barrier:
                raise MismatchError(f"where lanes go on that part at {at} is unknown")


def _after(i: Instruction, held: _Held) -> _Held:
    """Return what is left of some registers after an instruction."""
    if not i.predicates_written and held.keys().isdisjoint(i.overwritten):
        return held  # as after most instructions
    found = {}
    for register, guards in held.items():
        if register in i.overwritten:
            guards |= {i.guard}
            if i.guard == ALWAYS or i.guard ^ NEGATED in guards:
                continue
        if guards and i.predicates_written:
            guards = frozenset(g for g in guards if g & ~NEGATED not in i.predicates_written)
        found[register] = guards
    return found


def _under(guard: int, held: _Held) -> _Held:
    """Return the registers that matter where a guard is known to hold."""
    if guard == ALWAYS:
        return held
    return {
        register: guards | {guard ^ NEGATED}
        for register, guards in held.items()
        if guard not in guards
    }


def _merged(one: _Held | None, other: _Held) -> _Held:
    """Return what is held on one of two paths at least."""
    if one is None:
        return other
    return {register: one.get(register, guards) & guards for register, guards in other.items()} | {
        register: guards for register, guards in one.items() if register not in other
    }


def _successors(code: Sequence[Instruction], place: _Place) -> Iterator[tuple[_Place, int]]:
    """Yield the places that may come next, too many rather than too few, and the guards that hold.

    ``ALWAYS`` where no guard is known to hold.
    """
    at, returns = place
    i = code[at]
    is_plain = i.opcode != isa.BRANCH or i.is_plain_branch(at)
    otherwise = i.guard ^ NEGATED if is_plain else ALWAYS
    if i.opcode not in isa.CONTROL_FLOW or i.opcode in _FALLS_THROUGH:
        yield (at + 1, returns), ALWAYS
        return
    if i.opcode == isa.BRANCH:
        yield (isa.branch_target(at, i), returns), i.guard if is_plain else ALWAYS
    elif i.opcode == isa.CALL and at + 1 not in returns and _returns_here(code, at):
        yield (isa.branch_target(at, i), (*returns, at + 1)), i.guard
    elif i.opcode == isa.RETURN and returns:
        yield (returns[-1], returns[:-1]), i.guard
    elif i.opcode != isa.EXIT:
        raise MismatchError(f"after the loop, where the instruction at {at} leads is unknown")
    if i.guard != ALWAYS or not is_plain:
        yield (at + 1, returns), otherwise


def _returns_here(code: Sequence[Instruction], at: int) -> bool:
    """Whether a call returns to the instruction after it: it is given that address."""
    return any(
        i.opcode == isa.MOVE_IMMEDIATE and i.guard == ALWAYS and i.immediate == (at + 1) * isa.BYTES
        for i in code[max(0, at - _BEFORE_CALL) : at]
    )
