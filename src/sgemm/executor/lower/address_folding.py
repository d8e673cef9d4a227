"""Registers known to be another register plus a constant, within a block.

Shared addresses are 32-bit sums that a kernel computes one by one. Extended to 64 bits each, they
hide from LLVM that they differ by constants only, and every access pays for its own addition. An
address inside the shared window is far from wrapping around, so that the constant may as well be
added after the extension, where it becomes part of the processor's addressing.
"""

from __future__ import annotations

from sgemm.ptx.syntax import Instruction, Integer, Register

LARGEST = 1 << 30  # largest constant that is moved past an extension


class AddressFolding:
    """What holds at the instruction that is being lowered."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Register, int]] = {}

    def clear(self) -> None:
        """Forget everything: a block begins."""
        self._known.clear()

    def note(self, instruction: Instruction) -> None:
        """Take account of an instruction that has been lowered."""
        known = self._sum_of(instruction)
        for name in instruction.registers_written:
            self._known.pop(name, None)
            for other in [n for n, (base, _) in self._known.items() if base.name == name]:
                del self._known[other]
        if known is not None:
            target, base, constant = known
            self._known[target.name] = (base, constant)

    def resolve(self, register: Register) -> tuple[Register, int]:
        """Return a register and a constant that add up to a register."""
        return self._known.get(register.name, (register, 0))

    def _sum_of(self, instruction: Instruction) -> tuple[Register, Register, int] | None:
        if instruction.operation not in ("add.s32", "add.u32") or instruction.guard is not None:
            return None
        target, one, other = instruction.operands
        if not isinstance(target, Register) or not isinstance(one, Register):
            return None
        if not isinstance(other, Integer):
            return None
        base, constant = self.resolve(one)
        constant += other.value
        if base.name == target.name or abs(constant) > LARGEST:
            return None
        return target, base, constant
