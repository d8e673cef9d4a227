"""Instructions at which threads wait for each other, and which kind of waiting each is.

- At a *barrier* (``bar.sync``) a lane group waits until as many threads have come as it names. At
  one with a *reduction* (``bar.red``) it then gets what all their predicates make together.
- At a *poll* (``mbarrier.try_wait``, ``barrier.cluster.wait``) it waits until a phase of an
  mbarrier, or of the barrier of the cluster, is complete. It tries again whenever it runs, so that
  a poll is a basic block of its own, to which it returns.
- At a *collective* (``shfl.sync``, ``ldmatrix``, ``mma.sync``, ``wgmma.mma_async``,
  ``bar.warp.sync``) the threads of a warp wait for each other and exchange values. Where a lane
  group holds whole warps, its lanes are together anyway and nobody waits.
"""

from __future__ import annotations

from sgemm.ptx.syntax import Instruction, Operand

_BARRIERS = frozenset({"bar", "barrier"})
_ANYWHERE = frozenset({"membar", "fence", "atom", "red"})
_RELEASES = _BARRIERS | _ANYWHERE | {"shfl", "vote", "elect", "redux"}
_ORDERS = frozenset({"acquire", "release", "acq_rel"})


def is_barrier(instruction: Instruction) -> bool:
    """Whether threads of the block wait for each other."""
    return (
        instruction.opcode in _BARRIERS
        and not {"sync", "red"}.isdisjoint(instruction.modifiers)
        and "warp" not in instruction.modifiers
    )


def is_cluster_barrier(instruction: Instruction) -> bool:
    """Whether a thread arrives, or waits, at the barrier of the cluster."""
    return instruction.opcode == "barrier" and instruction.modifiers[:1] == ("cluster",)


def is_reduction(instruction: Instruction) -> bool:
    """Whether threads of the block wait for each other, and combine a predicate of each."""
    return instruction.opcode in _BARRIERS and "red" in instruction.modifiers


def barrier_operands(instruction: Instruction) -> tuple[Operand, ...]:
    """Return what says at which barrier one waits and, where it is there, for how many threads."""
    operands = instruction.operands
    return operands[1:-1] if is_reduction(instruction) else operands


def is_arrival(instruction: Instruction) -> bool:
    """Whether threads of the block arrive where others wait, and do not wait themselves."""
    is_one = instruction.opcode in _BARRIERS and "arrive" in instruction.modifiers
    return is_one and not is_cluster_barrier(instruction)


def is_poll(instruction: Instruction) -> bool:
    """Whether a thread waits for a phase of an mbarrier, or of the cluster, or asks about one."""
    if is_cluster_barrier(instruction):
        return "wait" in instruction.modifiers
    return instruction.opcode == "mbarrier" and instruction.modifiers[:1] in (
        ("try_wait",),
        ("test_wait",),
    )


def is_collective(instruction: Instruction) -> bool:
    """Whether threads of a warp wait for each other."""
    if is_matrix(instruction) or is_matrix_load(instruction):
        return True
    opcodes = ("shfl", "vote", "elect", "redux")
    return instruction.opcode in opcodes or instruction.operation == "bar.warp.sync"


def is_matrix(instruction: Instruction) -> bool:
    """Whether a warp multiplies matrices."""
    return instruction.opcode == "mma" or is_warpgroup_matrix(instruction)


def is_warpgroup_matrix(instruction: Instruction) -> bool:
    """Whether a warpgroup multiplies matrices, asynchronously."""
    return instruction.operation.startswith("wgmma.mma_async")


def is_matrix_load(instruction: Instruction) -> bool:
    """Whether a warp loads matrices from shared memory."""
    return instruction.opcode == "ldmatrix"


def is_release(instruction: Instruction) -> bool:
    """Whether this releases what the thread did before: others may then rely on it."""
    modifiers = instruction.modifiers
    if is_cluster_barrier(instruction):
        return modifiers[1] == "arrive" and "relaxed" not in modifiers
    return (
        instruction.opcode in _RELEASES
        or (instruction.opcode == "mbarrier" and "arrive" in modifiers)
        or "release" in modifiers
    )


def is_proxy_fence(instruction: Instruction) -> bool:
    """Whether this orders the accesses of one proxy and those of another, and no threads."""
    return instruction.opcode == "fence" and "proxy" in instruction.modifiers


def synchronizes_anywhere(instruction: Instruction) -> bool:
    """Whether others may know of it, or it of others, by what is in memory."""
    if instruction.opcode == "mbarrier" or is_proxy_fence(instruction):
        return False
    if is_cluster_barrier(instruction) or "mbarrier_init" in instruction.modifiers:
        return False
    return instruction.opcode in _ANYWHERE or not _ORDERS.isdisjoint(instruction.modifiers)


def is_wait(instruction: Instruction) -> bool:
    """Whether a thread may wait here for others."""
    return is_barrier(instruction) or is_poll(instruction) or is_collective(instruction)
