"""Runs a random program on the executor and on the reference interpreter, and compares."""

import dataclasses
import math
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from program_base import BLOCK_BYTES, INPUT_BYTES, SLOT_BYTES, Program
from reference_interpreter import Interpreter, Memory

from sgemm.executor.compiler import NativeKernel, compile_kernel
from sgemm.executor.grid import pack_parameters, run_grid
from sgemm.executor.memory import Allocation, AllocationMap
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.plan_choice import make_plan
from sgemm.ptx.affine_analysis import lanes_fit
from sgemm.ptx.parser import parse

LANES = (1, 8, 16, 32, 64, 128)
UNTOUCHED = 0xA5


class Kept:
    """Keeps objects, as long as it lives itself."""

    def __init__(self) -> None:
        self.entries: dict[tuple[str | bytes, ...], bytes] = {}

    def fetch(self, key_parts: Sequence[str | bytes], make: Callable[[], bytes]) -> bytes:
        key = tuple(key_parts)
        if key not in self.entries:
            self.entries[key] = make()
        return self.entries[key]


def entry_of(
    body: str, parameters: str, shared: str = "", target: str = "sm_90a", directives: str = ""
) -> str:
    """Return the PTX of an entry with registers of every type."""
    return f""".version 8.6
.target {target}
.address_size 64
.visible .entry k({parameters}) {directives}
{{
    .reg .b16 %rs<64>; .reg .b32 %r<64>; .reg .b32 %a<32>; .reg .b64 %rd<64>;
    .reg .f32 %f<130>; .reg .f64 %fd<64>; .reg .pred %p<64>;
    {shared}
{body}
}}
"""


def compiled(
    ptx: str,
    threads: tuple[int, int, int] = (32, 1, 1),
    entry: str = "k",
    file: str = "k.ptx",
    store: Kept | None = None,
    **how: Any,
) -> NativeKernel:
    """Compile an entry; without a store nothing is kept."""
    return compile_kernel(ptx, file, entry, threads, store=store or Kept(), **how)


def run_on_copies(
    native: NativeKernel,
    *arrays: NDArray[Any],
    blocks: int = 1,
    workers: int = 1,
) -> list[NDArray[Any]]:
    """Run a kernel whose parameters are addresses, on copies of arrays; return the copies."""
    memory = [Allocation(each.nbytes) for each in arrays]
    allocations = AllocationMap()
    for allocation, each in zip(memory, arrays, strict=True):
        allocation.bytes[:] = np.ascontiguousarray(each).reshape(-1).view(np.uint8)
        allocations.add(allocation.address, allocation.nbytes)
    packed = pack_parameters(native.layout, [allocation.address for allocation in memory])
    run_grid(native, (blocks, 1, 1), 0, packed, workers, allocations)
    both = zip(memory, arrays, strict=True)
    return [allocation.bytes.view(each.dtype).reshape(each.shape) for allocation, each in both]


@dataclasses.dataclass(frozen=True)
class RunMode:
    """How the executor runs a kernel."""

    lanes: int | None
    checked: bool = False
    workers: int = 1


def input_bytes(seed: int) -> NDArray[np.uint8]:
    """Numbers of all kinds: small ones and any bits, so that masks and branches find both."""
    generator = np.random.default_rng(seed)
    words = generator.integers(0, 2**32, INPUT_BYTES // 4, dtype=np.uint32)
    small = generator.integers(0, 9, words.size, dtype=np.uint32)
    floats = generator.normal(0, 4, words.size).astype(np.float32).view(np.uint32)
    kind = generator.integers(0, 3, words.size)
    return np.choose(kind, [words, small, floats]).astype(np.uint32).view(np.uint8)


def lane_counts_for(threads: tuple[int, int, int]) -> list[int]:
    """Numbers of lanes that fit a block."""
    return [lanes for lanes in LANES if lanes_fit(threads, lanes)]


def run_on_executor(
    program: Program, data: NDArray[np.uint8], mode: RunMode, block_seconds: float | None = None
) -> NDArray[np.uint8]:
    """Return what the program leaves in its output."""
    how = {"checked": mode.checked, "lanes": mode.lanes}
    native = compiled(program.ptx, program.threads, file="random.ptx", **how)
    given = Allocation(INPUT_BYTES)
    given.bytes[:] = data
    result = Allocation(math.prod(program.grid) * BLOCK_BYTES)
    result.bytes[:] = UNTOUCHED
    allocations = AllocationMap()
    allocations.add(given.address, given.nbytes)
    allocations.add(result.address, result.nbytes)
    arguments = [given.address, result.address, *program.scalars]
    packed = pack_parameters(native.layout, arguments)
    workers = mode.workers
    run_grid(native, program.grid, 0, packed, workers, allocations, block_seconds=block_seconds)
    assert np.array_equal(given.bytes, data), "the input was written"
    return result.bytes


def run_on_interpreter(
    program: Program, data: NDArray[np.uint8], textures: dict[int, bytes] | None = None
) -> NDArray[np.uint8]:
    """Return what the program must leave in its output."""
    module = parse(program.ptx, "random.ptx")
    result = bytearray([UNTOUCHED]) * (math.prod(program.grid) * BLOCK_BYTES)
    # Addresses as an allocator gives them; no kernel looks at their other bits.
    memory = Memory([(0x7F0000000000, bytearray(data.tobytes())), (0x7F0010000000, result)])
    entry = module.entries["k"]
    packed = bytearray(max(p.offset + p.nbytes for p in entry.parameters))
    values = [0x7F0000000000, 0x7F0010000000, *program.scalars]
    for parameter, value in zip(entry.parameters, values, strict=True):
        kind = np.float32 if parameter.type.kind == "f" else np.dtype(f"u{parameter.nbytes}").type
        packed[parameter.offset : parameter.offset + parameter.nbytes] = kind(value).tobytes()
    interpreter = Interpreter(
        module, "k", program.threads, memory, bytes(packed), textures=textures
    )
    interpreter.run(program.grid)
    return np.frombuffer(result, np.uint8)


def plan_of(
    ptx: str,
    threads: tuple[int, int, int] = (64, 1, 1),
    lanes: int | None = None,
    entry: str = "k",
    checked: bool = False,
) -> ExecutionPlan:
    """Plan an entry for a processor with 32 vector registers of 16 numbers."""
    module = parse(ptx)
    given = module.entries[entry], module.architecture, threads
    return make_plan(*given, vector_floats=512, lanes=lanes, checked=checked)


def run_script(script: str, timeout: float | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python that may end its process; it can import what the tests here can."""
    start = f"import sys\nsys.path.insert(0, {str(Path(__file__).parent)!r})\n"
    command = [sys.executable, "-c", start + textwrap.dedent(script)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout)


def legal(ptx: str) -> str:
    """Return a program as NVIDIA's assembler takes it: special registers are only moved there."""
    lines = []
    count = 0
    for line in ptx.splitlines():
        if "mov." not in line:
            for name in dict.fromkeys(re.findall(r"%n?(?:cta|t)id\.[xyz]", line)):
                lines.append(f"    mov.u32 %special{count}, {name};")
                line = line.replace(name, f"%special{count}")
                count += 1
        lines.append(line)
    start = lines.index("{")
    lines.insert(start + 1, f"    .reg .b32 %special<{count + 1}>;")
    return "\n".join(lines)


def differences(
    program: Program, expected: NDArray[np.uint8], found: NDArray[np.uint8]
) -> list[str]:
    """Say in which slots of which blocks the results differ, NaNs being all alike."""
    if np.array_equal(expected, found):
        return []
    shape = (math.prod(program.grid), -1, SLOT_BYTES)
    want, have = expected.reshape(shape).copy(), found.reshape(shape).copy()
    for slot, kind in program.float_slots.items():
        for words in (want[:, slot], have[:, slot]):
            numbers = words.view(kind)
            numbers[np.isnan(numbers)] = np.nan
    texts = []
    for block, slot in zip(*np.nonzero((want != have).any(axis=2)), strict=True):
        one, other = want[block, slot].view(np.uint32), have[block, slot].view(np.uint32)
        places = np.nonzero(one != other)[0]
        texts.append(
            f"block {block}, slot {slot}: {places.size} words differ, first word {places[0]}: "
            f"{one[places[0]]:#x} expected, {other[places[0]]:#x} found"
        )
    return texts


def compare(program: Program, data: NDArray[np.uint8], modes: Sequence[RunMode]) -> None:
    """Check that the executor agrees with the interpreter in some ways of running a program."""
    expected = run_on_interpreter(program, data)
    for mode in modes:
        try:
            found = run_on_executor(program, data, mode)
        except Exception as error:
            error.add_note(f"{mode}, threads {program.threads}, grid {program.grid}\n{program.ptx}")
            raise
        texts = differences(program, expected, found)
        shown = "\n".join(texts[:8])
        assert not texts, (
            f"{mode}, threads {program.threads}, grid {program.grid}, "
            f"scalars {program.scalars}:\n{shown}\n{program.ptx}"
        )
