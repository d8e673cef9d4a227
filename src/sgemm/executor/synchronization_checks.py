"""Whether instructions by which threads and copies synchronise have the operands that they take."""

from __future__ import annotations

from collections.abc import Callable

from sgemm.executor.abi import BARRIER_COUNT
from sgemm.executor.lane_count import WARP
from sgemm.executor.operand_checks import ADDRESS, WORD, Operands
from sgemm.ptx.syntax import PREDICATE, Discard, Instruction, Integer, TextureAddress, Type, Vector

_STATE = Type("b", 64)
_REGISTERS = range(24, 257, 8)
"""Registers of a thread that ``setmaxnreg`` can ask for."""


def family(instruction: Instruction) -> str:
    """Return the name in `SYNCHRONIZATION` of the family that an instruction would belong to."""
    opcode, modifiers = instruction.opcode, instruction.modifiers
    if opcode in ("bar", "barrier"):
        return "bar.warp" if "warp" in modifiers else "bar"
    if opcode == "mbarrier":
        return f"mbarrier.{modifiers[0]}"
    if opcode == "cp" and "bulk" in modifiers:
        if "prefetch" in modifiers:
            return "prefetch.bulk"
        return "bulk.tensor" if "tensor" in modifiers else "bulk"
    if instruction.operation.startswith("cp.async.mbarrier"):
        return "cp.mbarrier"
    if opcode in ("vote", "shfl", "elect", "atom", "red", "setmaxnreg", "nanosleep"):
        return opcode
    if opcode in ("griddepcontrol", "createpolicy"):
        return opcode
    if opcode == "prefetch" and "tensormap" in modifiers:
        return "prefetch.tensormap"
    return ""


def _barrier(check: Operands) -> None:
    arrives = "arrive" in check.instruction.modifiers
    check.count(*((2,) if arrives else (1, 2)))
    for place in range(len(check.operands)):
        check.source(place, WORD)
    barrier, *threads = check.operands
    if isinstance(barrier, Integer):
        check.require(0 <= barrier.value < BARRIER_COUNT, f"barriers are 0 ... {BARRIER_COUNT - 1}")
    for number in threads:
        if isinstance(number, Integer):
            check.require(
                number.value > 0 and number.value % WARP == 0,
                f"a barrier is for a multiple of {WARP} threads",
            )


def _vote(check: Operands) -> None:
    check.count(3)
    check.result(0, Type("b", 32) if "ballot" in check.instruction.modifiers else PREDICATE)
    check.source(1, PREDICATE)
    check.source(2, WORD)


def _shuffle(check: Operands) -> None:
    check.count(5)
    _pair(check, "a shuffle")
    for place in range(1, 5):
        check.source(place, Type("b", 32))


def _elect(check: Operands) -> None:
    check.count(2)
    check.require(isinstance(check.operands[0], Vector), "a lane and a predicate are due: _|%p")
    _pair(check, "elect")
    check.source(1, WORD)


def _pair(check: Operands, what: str) -> None:
    """Check a destination of a word, or of a word and a predicate."""
    target = check.operands[0]
    if not isinstance(target, Vector):
        check.result(0, Type("b", 32))
        return
    check.require(len(target.elements) == 2, f"{what} sets a register and a predicate")
    check.check_result(target.elements[0], Type("b", 32))
    check.check_result(target.elements[1], PREDICATE)


def _mbarrier_arrive(check: Operands) -> None:
    check.count(*((3,) if "expect_tx" in check.instruction.modifiers else (2, 3)))
    if not isinstance(check.operands[0], Discard):
        check.result(0, _STATE)
    check.shared_address(1)
    for place in range(2, len(check.operands)):
        check.source(place, WORD)


def _mbarrier_test(check: Operands) -> None:
    hinted = check.instruction.modifiers[0] == "try_wait"
    check.count(*((3, 4) if hinted else (3,)))
    check.result(0, PREDICATE)
    check.shared_address(1)
    check.source(2, WORD if "parity" in check.instruction.modifiers else _STATE)
    if len(check.operands) > 3:
        check.source(3, WORD)


def _bulk(check: Operands) -> None:
    hinted = "L2::cache_hint" in check.instruction.modifiers
    check.count(5 if hinted else 4)
    check.shared_address(0)
    check.global_address(1)
    check.source(2, WORD)
    check.shared_address(3)
    if hinted:
        check.source(4, ADDRESS)


def _bulk_tensor(check: Operands) -> None:
    hinted = "L2::cache_hint" in check.instruction.modifiers
    check.count(4 if hinted else 3)
    check.shared_address(0)
    rank = int(check.instruction.modifiers[3][0])
    _box(check, 1, rank)
    check.shared_address(2)
    if hinted:
        check.source(3, ADDRESS)


def _box(check: Operands, place: int, rank: int) -> None:
    source = check.operands[place]
    check.require(
        isinstance(source, TextureAddress) and len(source.coordinates) == rank,
        f"a tensor map and {rank} coordinates in braces are due",
    )
    assert isinstance(source, TextureAddress)
    check.check_source(source.texture, ADDRESS)
    for coordinate in source.coordinates:
        check.check_source(coordinate, Type("s", 32))


def _bulk_prefetch(check: Operands) -> None:
    hinted = "L2::cache_hint" in check.instruction.modifiers
    if "tensor" in check.instruction.modifiers:
        check.count(2 if hinted else 1)
        _box(check, 0, int(check.instruction.modifiers[4][0]))
        return
    check.count(3 if hinted else 2)
    check.global_address(0)
    check.source(1, WORD)


def _atomic(check: Operands) -> None:
    first = 1 if check.instruction.opcode == "atom" else 0
    values = 2 if "cas" in check.instruction.modifiers else 1
    check.count(first + 1 + values)
    if first and not isinstance(check.operands[0], Discard):
        check.result(0, check.type)
    check.address(first)
    for place in range(first + 1, first + 1 + values):
        check.source(place, check.type)


def _register_count(check: Operands) -> None:
    check.count(1)
    (number,) = check.operands
    check.require(
        isinstance(number, Integer) and number.value in _REGISTERS,
        f"a multiple of 8 from {_REGISTERS[0]} to {_REGISTERS[-1]} is due",
    )


def _policy(check: Operands) -> None:
    check.count(1, 2)
    check.result(0, ADDRESS)
    for place in range(1, len(check.operands)):
        check.source(place, Type("f", 32))


def _plain(*kinds: str) -> Callable[[Operands], None]:
    """Return the check of a family whose operands are always of the same kinds."""

    def check_all(check: Operands) -> None:
        check.count(len(kinds))
        for place, kind in enumerate(kinds):
            match kind:
                case "shared":
                    check.shared_address(place)
                case "global":
                    check.global_address(place)
                case "result":
                    check.result(place, WORD)
                case _:
                    check.source(place, {"word": WORD, "state": _STATE}[kind])

    return check_all


SYNCHRONIZATION: dict[str, Callable[[Operands], None]] = {
    "bar": _barrier,
    "bar.warp": _plain("word"),
    "vote": _vote,
    "shfl": _shuffle,
    "elect": _elect,
    "mbarrier.init": _plain("shared", "word"),
    "mbarrier.inval": _plain("shared"),
    "mbarrier.arrive": _mbarrier_arrive,
    "mbarrier.expect_tx": _plain("shared", "word"),
    "mbarrier.test_wait": _mbarrier_test,
    "mbarrier.try_wait": _mbarrier_test,
    "mbarrier.pending_count": _plain("result", "state"),
    "bulk": _bulk,
    "bulk.tensor": _bulk_tensor,
    "prefetch.bulk": _bulk_prefetch,
    "cp.mbarrier": _plain("shared"),
    "atom": _atomic,
    "red": _atomic,
    "setmaxnreg": _register_count,
    "nanosleep": _plain("word"),
    "griddepcontrol": _plain(),
    "createpolicy": _policy,
    "prefetch.tensormap": _plain("global"),
}
"""The check of each family."""
