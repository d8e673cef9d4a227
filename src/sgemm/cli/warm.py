"""``sgemm warm``: compiles kernels into the cache before a call needs them."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from sgemm.bench.files import obstacle_to_writing
from sgemm.bench.sizes import STORED_AS_IS, Shape, make_problem
from sgemm.cli import options
from sgemm.cli.limits import check_work
from sgemm.cli.options import make_machine
from sgemm.cli.output import print_json, print_text, progress
from sgemm.cli.specialisations import title
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import LIBRARY, SPLIT
from sgemm.kernels.gpus import H200, Figures, Target
from sgemm.kernels.kernel import FLOATS, HALF_TYPES, Kernel
from sgemm.machines import first_use
from sgemm.machines.interface import Machine
from sgemm.planning import plan
from sgemm.planning.automatic import NAME, SPLIT_OR_IEEE
from sgemm.planning.candidates import runnable
from sgemm.problem import LAYOUTS
from sgemm.report.tables import format_bytes
from sgemm.toolchain import compiler, mainloop
from sgemm.toolchain.cache import Cache, CacheInfo
from sgemm.toolchain.prebuild import prebuild
from sgemm.toolchain.side_by_side import build_all

MULTIPROCESSORS = H200.multiprocessors  # the planner's model was made for it
BETAS = (0.0, 1.0)  # where C is read as well, another kernel may be chosen


@dataclasses.dataclass(frozen=True)
class _Gpu:
    """All that a plan has to know of a GPU, be it here or not."""

    architecture: int
    multiprocessors: int
    figures: Figures | None = None
    name: str = "cuda"


@click.command("warm")
@click.argument("sizes", nargs=-1)
@options.shapes_option
@options.layouts_option(None, "By default nn for sizes, else all.")
@click.option(
    "--batch", type=click.IntRange(1), help="With sizes: products in one call; by default 1."
)
@options.architecture_option("that of the GPU if one answers, else 90")
@click.option(
    "--multiprocessors",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="With sizes: multiprocessors of the GPU, on which the choice depends. By default those of "
    f"the GPU here if it has this architecture, else {MULTIPROCESSORS}, an H200's.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Also copy the kernels to sm_XX in this folder, as in the wheel sgemm-kernels.",
)
@options.shared_options
def command(
    sizes: tuple[str, ...],
    shapes_file: Path | None,
    layouts: str | None,
    batch: int | None,
    architecture: int | None,
    multiprocessors: int | None,
    output: Path | None,
    machine: str | None,
    as_json: bool,
) -> int:
    """Compile kernels into the cache, before a call needs them.

    With SIZES (N, FIRST:LAST:STEP or MxNxK) or --shapes, it compiles every kernel that auto or
    precision="split" would choose for these sizes, for operands without gaps, both where C is read
    and where it is not. Without sizes, it compiles all kernels that auto and precision="split"
    choose from, also those that read half precision.

    It compiles in one process for each processor. Kernels that are in the cache or prebuilt are not
    compiled again, and an interrupt keeps what is done. On a GPU of the architecture, patched
    mainloops are then compared with the compiler's; otherwise their first use would do that. The
    exit status is 1 if the cache could not keep all kernels.
    """
    began = time.monotonic()
    shapes = options.shapes_of(",".join(sizes) or None, shapes_file)
    for name, value in (("batch", batch), ("multiprocessors", multiprocessors)):
        if value is not None and not shapes:
            raise ArgumentError(f"{name} = {value}: it belongs to sizes, and none were given")
    usual = STORED_AS_IS if shapes else ",".join(LAYOUTS)
    stored = options.layouts_of(usual if layouts is None else layouts)
    place = _usable_cache()
    if output is not None:
        _check_output(output)
    here = make_machine(machine)
    wanted = here.architecture if architecture is None else architecture
    if wanted != here.architecture:
        compiler.check_architecture(wanted)
        target: Target = _Gpu(wanted, multiprocessors or MULTIPROCESSORS)
    else:
        is_this = multiprocessors in (None, here.multiprocessors)
        figures = here.figures if is_this else None
        target = _Gpu(wanted, multiprocessors or here.multiprocessors, figures)
    if shapes:
        kernels = _chosen(shapes, stored, batch or 1, target)
    else:
        kernels = [
            each.kernel
            for types in (FLOATS, *HALF_TYPES)
            for layout in stored
            for each in runnable(layout, wanted, LIBRARY + SPLIT, types)
        ]
    is_there = compiler.is_kept if output is None else compiler.kept
    missing = [kernel for kernel in kernels if not is_there(kernel, wanted)]
    with progress(len(missing), "compiling") as advance:
        build_all(missing, wanted, lambda kernel: advance(title(kernel)))
    lost = sum(not is_there(kernel, wanted) for kernel in kernels) if missing else 0
    compared = 0
    if here.name == "cuda" and wanted == here.architecture and output is None:
        compared = _compare(kernels, here)
    written = None if output is None or lost else prebuild(kernels, wanted, output)
    seconds, info = time.monotonic() - began, Cache(compiler.CACHE_NAME).info()
    if as_json:
        print_json(
            {
                "command": "warm",
                "architecture": wanted,
                "multiprocessors": target.multiprocessors if shapes else None,
                "kernels": len(kernels),
                "compiled": len(missing),
                "compared": compared,
                "lost": lost,
                "seconds": seconds,
                "cache": str(place),
                "entries": info.entries,
                "bytes": info.nbytes,
                "output": None if written is None else str(output),
                "output_bytes": written,
            }
        )
    else:
        print_text(_summary(len(kernels), len(missing), wanted, seconds))
        if compared:
            loops = f"{compared} mainloop{'s' if compared != 1 else ''}"
            print_text(f"{loops} compared with the compiler's")
        size = f"{format_bytes(info.nbytes)} of {format_bytes(info.limit_bytes)}"
        print_text(f"cache: {place}, {info.entries} entries, {size}")
        if written is not None:
            print_text(f"prebuilt: {output}/sm_{wanted}, {format_bytes(written)}")
        if lost:
            print_text(_why_lost(lost, info))
    return 1 if lost else 0


def _compare(kernels: Sequence[Kernel], gpu: Machine) -> int:
    """Compare patched mainloops with the compiler's; return for how many it was due."""
    made = [compiler.build(kernel, gpu.architecture, ptx=False) for kernel in kernels]
    due = [each for each in made if each.is_patched and not first_use.is_compared(gpu, each)]
    with progress(len(due), "comparing") as advance:
        for each in due:
            first_use.compared(gpu, each, again=True)
            advance(title(each.kernel))
    return len(due)


def _check_output(folder: Path) -> None:
    """Raise ArgumentError where prebuilt kernels cannot be written to a folder, or would lack."""
    if not mainloop.is_on():
        raise ArgumentError(
            f"output = {str(folder)!r}: {mainloop.VARIABLE} is off, and prebuilt kernels have "
            "patched mainloops; unset it"
        )
    obstacle = obstacle_to_writing(folder)
    if folder.exists() and not folder.is_dir():
        obstacle = "it is a file"
    if obstacle is not None:
        raise ArgumentError(f"output = {str(folder)!r}: no folder can be written there: {obstacle}")


def _chosen(
    shapes: Iterable[Shape], layouts: Iterable[str], batch: int, target: Target
) -> list[Kernel]:
    """Return what is chosen for shapes in some layouts, by each precision; each kernel once."""
    found: dict[Kernel, None] = {}
    for shape in dict.fromkeys(shapes):
        for layout in layouts:
            for beta in BETAS:
                problem = make_problem(shape, layout, beta=beta, batch=batch)
                check_work(problem)
                for rule in (NAME, SPLIT_OR_IEEE):
                    found[plan(problem, target, rule).kernel] = None
    return list(found)


def _usable_cache() -> Path:
    """Return where compiled kernels are kept; ArgumentError where none can be."""
    info = Cache(compiler.CACHE_NAME).info()
    if not info.enabled or info.path is None:
        raise ArgumentError(
            "there is no cache to compile into: SGEMM_CACHE_DISABLE is set, or there is no home "
            "directory; unset the one, or set SGEMM_CACHE_DIR to a directory of yours"
        )
    obstacle = info.objection or obstacle_to_writing(info.path)
    if obstacle is not None:
        raise ArgumentError(
            f"nothing can be kept in {info.path}: {obstacle}; "
            "set SGEMM_CACHE_DIR to a directory of yours"
        )
    return info.path


def _summary(kernels: int, compiled: int, architecture: int, seconds: float) -> str:
    what = f"{kernels} kernel{'s' if kernels != 1 else ''} for sm_{architecture}"
    if not compiled:
        return f"{what}: all were there ({seconds:.1f} s)"
    rest = f", {kernels - compiled} were there" if compiled < kernels else ""
    return f"{what}: {compiled} compiled in {seconds:.1f} s{rest}"


def _why_lost(lost: int, info: CacheInfo) -> str:
    limit = format_bytes(info.limit_bytes)
    return (
        f"{lost} of them could not be kept: the disk is full, or all are more than {limit}, beyond "
        "which the cache lets go of what was used longest ago"
    )
