"""Which registers instructions read from the two banks, and which a position has kept.

The register file has a bank of even and one of odd registers, each of which gives one register a
cycle. Each position of a multiply-add's operands keeps the last value of either bank that it has
read, if the instruction that read it says so (``reuse``), and gives it again without a read. That
is from arXiv:2503.20481.
"""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.machine_code import instruction as isa
from sgemm.machine_code.instruction import Instruction
from sgemm.machine_code.match import MismatchError

BANKS = 2


class OperandCache:
    """What the positions of operands keep of either bank."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], int] = {}

    def read(self, registers: Sequence[int], reuse: int) -> tuple[int, int]:
        """Return how many registers a multiply-add reads from the even and from the odd bank.

        ``reuse`` has a bit for each position that keeps what it reads.
        """
        reads = [0, 0]
        for position, register in enumerate(registers):
            bank = register % BANKS
            if self._kept.pop((position, bank), None) != register and register != isa.ZERO:
                reads[bank] += 1
            if reuse >> position & 1:
                self._kept[position, bank] = register
        return reads[0], reads[1]

    def displace(self) -> None:
        """Let the first position go, where an instruction between has read: an address, say."""
        for bank in range(BANKS):
            self._kept.pop((0, bank), None)


def reads_of(body: Sequence[Instruction]) -> list[tuple[int, int]]:
    """Return the reads of each multiply-add of a loop from both banks, in a round of many."""
    cache = OperandCache()
    found: list[tuple[int, int]] = []
    for instruction in (*body, *body):
        if instruction.opcode == isa.MULTIPLY_ADD:
            registers = instruction.a, instruction.b, instruction.c
            found.append(cache.read(registers, instruction.control.reuse))
        else:
            cache.displace()
    return found[len(found) // 2 :]


def busiest_loop(code: Sequence[Instruction]) -> list[Instruction]:
    """Return the innermost loop with most multiply-adds; MismatchError if none has any."""
    ends = [at for at, each in enumerate(code) if each.opcode == isa.BRANCH]
    spans = [(isa.branch_target(at, code[at]), at + 1) for at in ends]
    found: list[Instruction] = []
    most = 0
    for begin, end in spans:
        inside = [span for span in spans if begin <= span[0] <= span[1] < end and span[0] < span[1]]
        products = sum(each.opcode == isa.MULTIPLY_ADD for each in code[max(begin, 0) : end])
        if 0 <= begin < end and products > most and not inside:
            found, most = list(code[begin:end]), products
    if not found:
        raise MismatchError("no loop has a multiply-add of registers")
    return found
