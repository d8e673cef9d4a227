"""Compile the executor's runtime, src/sgemm/executor/runtime/*.c, to LLVM's text.

Users have no C compiler. So the text is committed beside the sources: tensor_cores.ll for kernels
with matrix instructions, runtime.ll for all. Their first line is the digest of the sources, which a
test compares. The text names no processor: it is compiled for the user's, with each kernel. The
compiler is that of the package ``ziglang``, one release of it, so that everybody gets the same
text::

    pip install ziglang==0.15.2
    python scripts/compile_runtime.py
"""

from __future__ import annotations

import enum
import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from sgemm.executor import abi, limits, memory, tensor_map
from sgemm.executor.runtime import RUNTIME, TENSOR_CORES

FOLDER = RUNTIME.parent  # of the sources, which take constants.h and assertions from Python

FLAGS = [
    *(
        "-std=c11",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-unused-command-line-argument",
        "-Wno-psabi",  # nothing of these calls leaves the text
        "-S",
        "-emit-llvm",
        "-g0",
    ),
    # Kernels bring their own vectors, and nothing of a system is linked.
    *("-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-fno-strict-aliasing"),
    *("-fno-sanitize=all", "-fno-stack-protector", "-fno-asynchronous-unwind-tables"),
]

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


def portable(text: str) -> str:
    """Return LLVM's text without what is of one processor or system, or of nobody's interest."""
    text = re.sub(
        r"^(target |source_filename|; ModuleID|; Function Attrs|!llvm).*\n", "", text, flags=re.M
    )
    text = re.sub(r' ?"[\w.-]+"="[^"]*"| ?"[\w-]+"(?= |\n|\})', "", text)
    text = text.replace(" uwtable(sync)", "")
    text = re.sub(r"(, )?![\w.]+ ![0-9]+", "", text)
    text = re.sub(r"^!.*\n", "", text, flags=re.M)
    for empty in re.findall(r"^attributes (#[0-9]+) = \{ *\}\n", text, flags=re.M):
        text = re.sub(rf"^attributes {empty} .*\n| {empty}\b", "", text, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r" +$", "", text, flags=re.M)).strip() + "\n"


def main() -> None:
    """Compile, and write the texts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "constants.h").write_text(constants())
        for target, effort in ((RUNTIME, "-Os"), (TENSOR_CORES, "-O3")):
            made = folder / target.name
            source = made.with_suffix(".c")
            source.write_text(f'#include "{FOLDER / source.name}"\n{layout()}')
            paths = [effort, f"-I{folder}", f"-I{FOLDER}", str(source), "-o", str(made)]
            subprocess.run([sys.executable, "-m", "ziglang", "cc", *FLAGS, *paths], check=True)
            target.write_text(f"; {digest()}\n{portable(made.read_text())}")


if __name__ == "__main__":
    main()
