"""From a kernel to native code of this processor, and its cache.

Compiling takes longer than many a run, so that objects are kept: under a key of the entry's text,
the shape of the block, the mode, the processor, the version of LLVM, and the executor's own
sources. A kept object needs neither parsing nor analysis, and serves all modules with such an
entry.
"""

from __future__ import annotations

import ctypes
import dataclasses
import functools
import hashlib
import math
import pickle
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import llvmlite
import llvmlite.binding as llvm
from llvmlite import ir

from sgemm.errors import ArgumentError, MachineError
from sgemm.executor import runtime
from sgemm.executor.abi import BLOCK_BYTES, BLOCK_BYTES_WITH_COPIES
from sgemm.executor.function_writer import ScalarFunctionWriter
from sgemm.executor.instruction_checks import check_instructions
from sgemm.executor.limits import Sizes, check_block, check_cluster
from sgemm.executor.lower.emitter import Locations
from sgemm.executor.observed_function import ObservedFunctionWriter
from sgemm.executor.observer import OBSERVATION, Observed
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.plan_choice import make_plan
from sgemm.executor.vector_function import VectorFunctionWriter
from sgemm.executor.workers import interruptibly
from sgemm.ptx.entry_text import entry_text
from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import Entry, Location, Module

FIRST_WITH_CLUSTERS = 90  # compute capability times ten

_LOCK = threading.Lock()


class Store(Protocol):
    """Where objects are kept: the toolchain's cache, or nothing."""

    def fetch(self, key_parts: Sequence[str | bytes], make: Callable[[], bytes]) -> bytes:
        """Return what is kept under a key, made first if it is not there."""
        ...


@dataclasses.dataclass(frozen=True, slots=True)
class Layout:
    """What the launcher must know of a compiled kernel."""

    entry: str
    threads: Sizes  # threads of a block in x, y, z
    lanes: int  # threads in a lane group
    groups: int  # lane groups in a block
    frame_bytes: int  # where a lane group stores its registers
    shared_start: int  # first address of the block's shared memory
    shared_bytes: int  # static shared memory; dynamic shared memory follows
    parameters: tuple[tuple[str, int, int], ...]  # type, byte offset and size of each parameter
    parameter_bytes: int
    architecture: int  # compute capability of the GPU times ten
    locations: tuple[Location, ...]  # instructions that errors name by their number
    block_bytes: int = BLOCK_BYTES  # what the lane groups share beside shared memory
    delays: bool = False  # whether asynchronous copies are delayed (checked mode)
    watches: bool = False  # whether it is checked what ``wgmma`` and bulk copies use (checked mode)
    warpgroups: int = 0  # warpgroups of a cluster whose ``wgmma`` are checked
    observed: tuple[Observed, ...] = ()  # what is recorded, where the kernel is observed
    variables: tuple[tuple[str, int], ...] = ()  # shared variables and their addresses, then
    cluster: Sizes = (1, 1, 1)  # blocks of a cluster in x, y, z
    lacks_cluster: bool = False  # whether it can only be launched in clusters of a given size

    def moved(self, file: str, lines: int) -> Layout:
        """Return that of the same entry in another text, so many lines further down."""
        return dataclasses.replace(
            self,
            locations=tuple(
                Location(file, each.line + lines, each.text) for each in self.locations
            ),
            observed=tuple(
                dataclasses.replace(each, line=each.line + lines) for each in self.observed
            ),
        )


class NativeKernel:
    """A compiled kernel in memory, from its object files."""

    def __init__(self, layout: Layout, *code: bytes) -> None:
        self.layout = layout
        with _LOCK:
            module = llvm.parse_assembly(f'target triple = "{_target().triple}"')
            self._engine: Any = llvm.create_mcjit_compiler(module, _target_machine())
            for each in code:
                self._engine.add_object_file(llvm.ObjectFileRef.from_data(each))
            self._engine.finalize_object()
            address = self._engine.get_function_address("run")
            self.observation = 0
            if layout.observed:
                self.observation = self._engine.get_global_value_address(OBSERVATION)
        self.observed_by: object = None
        """Address of the words by which an observer gets events, and what must live meanwhile."""
        self.run = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)
        """A worker: address of its context -> None. It runs without the interpreter's lock."""


def compile_kernel(
    ptx: str,
    file: str,
    entry: str,
    threads: Sizes,
    *,
    store: Store,
    checked: bool = False,
    lanes: int | None = None,
    architecture: int | None = None,
    observed: bool = False,
    cluster: Sizes | None = None,
) -> NativeKernel:
    """Compile an entry of a PTX text for one shape of thread block.

    - ``file``: name of the text, for errors.
    - ``threads``: threads of a block in x, y, z.
    - ``lanes``: threads in a lane group; chosen if not given.
    - ``architecture``: compute capability times ten of the GPU that runs the PTX, which decides
      where shared memory begins and how much there is; by default that of the PTX's target.
    - ``observed``: whether it records what it does, for an observer; in checked mode alone.
    - ``cluster``: blocks of a cluster in x, y, z; by default what the entry requires, or each block
      is a cluster of its own.

    Raises PtxSyntaxError if the text does not parse.
    Raises UnsupportedInstructionError if the executor does not know an instruction of the entry.
    Raises ArgumentError if the text has no such entry, it does not allow that many threads, or
    ``lanes`` does not fit them, or it does not allow such clusters.
    Raises MachineError if PTX for its target does not run on that architecture, or that has no
    clusters.
    """
    assert checked or not observed
    text = entry_text(ptx, entry)
    if text.target is not None:
        architecture = _architecture(Module(text.target, {}), file, architecture)
    how = f"{threads} checked={checked} lanes={lanes} architecture={architecture}"
    how += " observed" * observed + f" cluster={cluster}"
    processor = f"{llvm.get_host_cpu_name()} {_features()}"
    key = ["object", _executor_version(), processor, text.decides, entry, how]

    def compiled() -> bytes:
        module = parse(text.module, file, only=entry)
        target = _architecture(module, file, architecture)
        found = _entry_of(module, file, entry, threads)
        blocks = _cluster_of(found, cluster, target)
        check_instructions(found.body)
        floats = _vector_floats()
        plan = make_plan(
            found, target, threads, floats, checked=checked, lanes=lanes, cluster=blocks
        )
        return _compile(plan, target, text.lines, observed)

    kept = interruptibly(lambda: store.fetch(key, compiled))
    layout, *code = pickle.loads(kept)  # trusted as the native code in it is
    return NativeKernel(layout.moved(file, text.lines), *code)


def _architecture(module: Module, file: str, architecture: int | None) -> int:
    """Return the GPU's architecture, by default that of a module's target; refuse an unfit one."""
    if architecture is None:
        return module.architecture
    if not module.runs_on(architecture):
        raise MachineError(f"{file} is for {module.target}, and does not run on sm_{architecture}")
    return architecture


def _entry_of(module: Module, file: str, name: str, threads: Sizes) -> Entry:
    """Return an entry of a module; refuse blocks that it does not allow."""
    entry = module.entries.get(name)
    if entry is None:
        known = ", ".join(module.others) or "none"
        raise ArgumentError(f"{file} has no entry {name!r}; it has: {known}")
    check_block(threads)
    limit, required = entry.max_threads, entry.required_threads
    if limit is not None and math.prod(threads) > math.prod(limit):
        raise ArgumentError(f"{name} is built for at most {limit} threads, not {threads}")
    if required not in (None, threads):
        raise ArgumentError(f"{name} requires {required} threads, not {threads}")
    return entry


def _compile(plan: ExecutionPlan, architecture: int, lines: int, observed: bool) -> bytes:
    """Return what is kept of an entry that has so many lines in front of it."""
    native, locations, events = write_module(plan, observed)
    parameters = plan.entry.parameters
    layout = Layout(
        entry=plan.entry.name,
        threads=plan.threads,
        lanes=plan.lanes,
        groups=plan.groups,
        frame_bytes=plan.frame.nbytes,
        shared_start=plan.shared.start,
        shared_bytes=plan.shared.static_bytes,
        parameters=tuple((str(p.type), p.offset, p.nbytes) for p in parameters),
        parameter_bytes=max((p.offset + p.nbytes for p in parameters), default=0),
        architecture=architecture,
        locations=tuple(locations),
        block_bytes=BLOCK_BYTES_WITH_COPIES if plan.delays_bulk_copies else BLOCK_BYTES,
        delays=plan.delays_copies or plan.delays_bulk_copies or plan.watches_clusters,
        watches=plan.watches_proxies,
        warpgroups=plan.watched_warpgroups,
        observed=events,
        variables=tuple(plan.shared.symbols.items()) if observed else (),
        cluster=plan.cluster,
        lacks_cluster=plan.entry.needs_cluster and not plan.is_explicit,
    )
    objects = _to_objects(native, plan, is_optimised=not plan.checked)
    return pickle.dumps((layout.moved("", -lines), *objects))


def _cluster_of(entry: Entry, cluster: Sizes | None, architecture: int) -> Sizes | None:
    """Return how many blocks a cluster has, if there are clusters; refuse what does not fit."""
    required = entry.required_cluster
    if cluster is None:
        cluster = required
    if cluster is None:
        return None
    check_cluster(cluster, cluster)
    if required not in (None, cluster):
        raise ArgumentError(f"{entry.name} requires clusters of {required} blocks, not {cluster}")
    if entry.max_cluster is not None and math.prod(cluster) > entry.max_cluster:
        raise ArgumentError(
            f"{entry.name} is built for at most {entry.max_cluster} blocks in a cluster, "
            f"not {cluster}"
        )
    if architecture < FIRST_WITH_CLUSTERS:
        raise MachineError(
            f"clusters are for sm_{FIRST_WITH_CLUSTERS} and later, not for sm_{architecture}"
        )
    return cluster


def write_module(
    plan: ExecutionPlan, observed: bool = False
) -> tuple[ir.Module, list[Location], tuple[Observed, ...]]:
    """Write LLVM for a kernel, without the runtime.

    Return also the locations that errors can name, and what the code records for an observer.
    """
    module = ir.Module(plan.entry.name)
    module.triple = _target().triple
    locations: Locations = {}
    writer = (ObservedFunctionWriter if observed else VectorFunctionWriter)(plan, module, locations)
    writer.write()
    if plan.divergent:
        ScalarFunctionWriter(plan, module, locations).write()
    return module, [location for _, location in locations.values()], writer.observed


def _to_objects(
    native: ir.Module, plan: ExecutionPlan, *, is_optimised: bool
) -> tuple[bytes, bytes]:
    """Compile a kernel and its worker, with more or less effort: the results are the same bits.

    In checked mode each access has its checks around it, and optimising takes longer than it saves:
    it would be most of the time until a kernel is loaded. Else the lowest of LLVM's levels that
    optimise will do: with higher ones kernels ran no faster in sum, and took longer to compile.

    LLVM looks for accumulators of one thread to pack into vectors only where a lane group is one
    thread. Wider lane groups are vectors already, and it would search what they do lane by lane for
    pairs, in time that grows with its square: minutes for a kernel of some hundred lines.
    """
    with _LOCK:
        machine = _target_machine(3 if is_optimised else 0)
        options = llvm.create_pipeline_tuning_options(speed_level=int(is_optimised))
        options.slp_vectorization = plan.lanes == 1 and is_optimised
        # The kernel's own unrolling and vectors are the ones that matter.
        options.loop_vectorization = False
        options.loop_unrolling = False
        builder = llvm.create_pass_builder(machine, options)
        module = llvm.parse_assembly(str(native))
        runtime.link(module, plan, builder)
        if is_optimised:
            builder.getModulePassManager().run(module, builder)
        module.verify()
        worker = runtime.worker(plan, machine, builder, is_optimised=is_optimised)
        return bytes(machine.emit_object(module)), worker


@functools.cache
def _target() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    # A store for each of many lanes: by default LLVM joins what up to 2048 of them wait for, again
    # for each that it looks at, which took a minute for one kernel. No rung has so many: their
    # code is the same as without.
    llvm.set_option("sgemm", "-combiner-tokenfactor-inline-limit=64")
    return llvm.Target.from_default_triple()


def _target_machine(level: int = 3) -> Any:
    """Make a target machine; an engine takes the one that it is given into its possession."""
    return _target().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=_features(), opt=level, jit=True
    )


@functools.cache
def _features() -> str:
    """Say what the processor can do, and that its widest vectors are to be used.

    For some processors LLVM prefers vectors of half the width, as a few wide instructions can
    lower their clock. Here nearly all instructions that count are wide ones.
    """
    features = llvm.get_host_cpu_features()
    narrow = ",-prefer-256-bit" if features.get("avx512f") else ""
    return f"{features.flatten()}{narrow}"


@functools.cache
def _vector_floats() -> int:
    """Single-precision numbers in all vector registers together."""
    features = llvm.get_host_cpu_features()
    if features.get("avx512f"):
        return 32 * 16
    if features.get("avx2"):
        return 16 * 8
    return 32 * 4 if features.get("neon") else 16 * 4


@functools.cache
def _executor_version() -> str:
    """Digest of the sources that decide what is compiled, and the version of LLVM."""
    folder = Path(__file__).parent
    digest = hashlib.sha256(llvmlite.__version__.encode())
    for text in (runtime.RUNTIME, runtime.TENSOR_CORES):
        digest.update(text.read_bytes())
    for package in (folder.parent / "ptx", folder):
        for source in sorted(package.rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()
