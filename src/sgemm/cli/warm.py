"""``sgemm warm``: compiles kernels into the cache before anybody waits for them."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterable
from pathlib import Path

import click

from sgemm.bench.files import obstacle_to_writing
from sgemm.bench.sizes import STORED_AS_IS, Shape, make_problem, parse_sizes, read_shapes
from sgemm.cli.limits import check_work
from sgemm.cli.options import layouts_of, make_machine, shared_options
from sgemm.cli.output import print_json, print_text, progress
from sgemm.cli.specialisations import title
from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Kernel
from sgemm.planning import plan
from sgemm.planning.candidates import runnable
from sgemm.planning.plan import Target
from sgemm.problem import LAYOUTS
from sgemm.report.tables import format_bytes
from sgemm.toolchain import compiler
from sgemm.toolchain.cache import Cache, CacheInfo
from sgemm.toolchain.side_by_side import build_all

MULTIPROCESSORS = 132  # those of an H200, for which the planner's model was made
BETAS = (0.0, 1.0)  # where C is read as well, another kernel may be chosen


@dataclasses.dataclass(frozen=True)
class _Gpu:
    """All that a plan has to know of a GPU that is not here."""

    architecture: int
    name: str = "cuda"
    multiprocessors: int = MULTIPROCESSORS


@click.command("warm")
@click.argument("sizes", nargs=-1)
@click.option(
    "--shapes",
    "shapes_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A file of sizes, one or more a line, besides those that are named.",
)
@click.option(
    "--layouts",
    "--layout",
    "layouts",
    metavar="LIST",
    help="nn, nt, tn, tt: whether A and B are stored transposed; nt: B, as in a @ w.T. "
    "By default nn for sizes, else all.",
)
@click.option(
    "--batch", type=click.IntRange(1), help="Products in one call, for sizes; by default 1."
)
@click.option(
    "--architecture",
    type=click.IntRange(0),
    metavar="SM",
    help="Compute capability times ten; by default that of the GPU if one answers, else 90.",
)
@shared_options
def command(
    sizes: tuple[str, ...],
    shapes_file: Path | None,
    layouts: str | None,
    batch: int | None,
    architecture: int | None,
    machine: str | None,
    as_json: bool,
) -> int:
    """Compile kernels into the cache, so that no first call has to wait for a compiler.

    With SIZES (N, FIRST:LAST:STEP or MxNxK) or --shapes: every kernel that auto would choose for
    them, where C is read and where it is not; operands are taken as whole arrays without gaps.
    Without: all that the library has for the architecture. Processes compile side by side, one
    for each processor. What is there is not compiled again, and an interrupt keeps what is done.
    The exit status is 1 if the cache could not keep all.
    """
    began = time.monotonic()
    shapes = parse_sizes(",".join(sizes)) if sizes else ()
    if shapes_file is not None:
        shapes += read_shapes(shapes_file)
    if batch is not None and not shapes:
        raise ArgumentError(f"batch = {batch}: it belongs to sizes, and none were given")
    stored = layouts_of(layouts) if layouts is not None else (STORED_AS_IS,) if shapes else LAYOUTS
    place = _usable_cache()
    target: Target = make_machine(machine)
    if architecture is not None and architecture != target.architecture:
        compiler.check_architecture(architecture)
        target = _Gpu(architecture)
    wanted = target.architecture
    if shapes:
        kernels = _chosen(shapes, stored, batch or 1, target)
    else:
        kernels = [each.kernel for layout in stored for _, each in runnable(layout, wanted)]
    missing = [kernel for kernel in kernels if not compiler.is_kept(kernel, wanted)]
    with progress(len(missing), "compiling") as advance:
        build_all(missing, wanted, lambda kernel: advance(title(kernel)))
    lost = sum(not compiler.is_kept(kernel, wanted) for kernel in kernels) if missing else 0
    seconds, info = time.monotonic() - began, Cache(compiler.CACHE_NAME).info()
    if as_json:
        print_json(
            {
                "command": "warm",
                "architecture": wanted,
                "kernels": len(kernels),
                "compiled": len(missing),
                "lost": lost,
                "seconds": seconds,
                "cache": str(place),
                "entries": info.entries,
                "bytes": info.nbytes,
            }
        )
    else:
        print_text(_summary(len(kernels), len(missing), wanted, seconds))
        size = f"{format_bytes(info.nbytes)} of {format_bytes(info.limit_bytes)}"
        print_text(f"cache: {place}, {info.entries} entries, {size}")
        if lost:
            print_text(_why_lost(lost, info))
    return 1 if lost else 0


def _chosen(
    shapes: Iterable[Shape], layouts: Iterable[str], batch: int, target: Target
) -> list[Kernel]:
    """Return the kernels that auto chooses for shapes in some layouts, each once."""
    found: dict[Kernel, None] = {}
    for shape in dict.fromkeys(shapes):
        for layout in layouts:
            for beta in BETAS:
                problem = make_problem(shape, layout, beta=beta, batch=batch)
                check_work(problem)
                found[plan(problem, target).kernel] = None
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
