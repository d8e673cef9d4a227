"""The runtime's sources: what they take from Python, and the digest of it all."""

from __future__ import annotations

import enum
import hashlib
from pathlib import Path

from sgemm.executor import abi, limits, memory, tensor_map

FOLDER = Path(__file__).parent

_ENUMS: dict[str, type[enum.IntEnum]] = {
    "FAILURE": abi.Failure,
    "EXIT": abi.ExitCode,
    "COLLECTIVE": abi.Collective,
    "REDUCTION": abi.Reduction,
}
_NUMBERS = {
    abi: (
        *("POLLING", "COLLECTIVE", "NAMED", "AT_BARRIER", "RESUME_DIVERGED", "RESUME_RECONVERGED"),
        *("WAITING", "COPY_CAPACITY", "BULK_COPY_CAPACITY", "MBARRIER_MAX_COUNT"),
        *("FRAGMENT_A", "FRAGMENT_B", "FRAGMENT_C", "FRAGMENT_REGISTERS"),
        *("COLUMNS_SHIFT", "COLUMNS_MASK", "TRANSPOSED_A", "TRANSPOSED_B", "NEGATED"),
        *("PART_OF_SHARED", "FROM_SHARED"),
    ),
    memory: ("SHARED_WINDOW", "CLUSTER_SHIFT"),
    limits: ("MAX_CLUSTER",),
    tensor_map: (
        "TENSOR_MAP_BYTES",
        "TENSOR_MAP_ALIGNMENT",
        "CHUNK_BYTES",
        "ELEMENT_BYTES",
        "BOX_ALIGNMENT",
    ),
}


def constants() -> str:
    """Return constants.h."""
    numbers = {
        f"{prefix}_{member.name}": int(member) for prefix, kind in _ENUMS.items() for member in kind
    }
    for module, names in _NUMBERS.items():
        numbers |= {name: getattr(module, name) for name in names}
    numbers["TENSOR_MAP_MAGIC"] = tensor_map.MAGIC
    return "".join(f"#define {name} ({number}{'' if abs(number) < 2**31 else 'ULL'})\n"
                   for name, number in numbers.items())  # fmt: skip


def layout() -> str:
    """Return assertions that the structures lie in memory as Python says."""
    places = {
        (name, member.name.lower()): size * member
        for name, kind, size in (
            ("context", abi.Word, 8),
            ("frame", abi.Header, 4),
            ("tensor_map", tensor_map.Field, 8),
        )
        for member in kind
        if member.name != "WORDS"
    }
    places["block", "copies"] = abi.BLOCK_BYTES
    sizes = {
        "queue": abi.QUEUE_BYTES,
        "block": abi.BLOCK_BYTES_WITH_COPIES,
        "context": 8 * len(abi.Word),
        "fragment": abi.FRAGMENT_STATE_BYTES,
        "warpgroup_state": abi.WARPGROUP_STATE_BYTES,
    }
    facts = [f"offsetof(struct {name}, {field}) == {at}" for (name, field), at in places.items()]
    facts += [f"sizeof(struct {name}) == {size}" for name, size in sizes.items()]
    return "".join(f'_Static_assert({fact}, "as in Python");\n' for fact in facts)


def digest() -> str:
    """Return the digest of all that the runtime is made of."""
    texts = [path.read_text() for path in sorted(FOLDER.glob("*.[ch]")) if path.stem != "constants"]
    return hashlib.sha256("\n".join([*texts, constants(), layout()]).encode()).hexdigest()
