"""What commands share in their arguments and options, and the machine that these ask for."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from sgemm.bench.codec import shown
from sgemm.bench.sizes import GRAMMAR, Shape, parse_sizes, read_shapes
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find_range, kernels
from sgemm.kernels.kernel import Kernel
from sgemm.machines.interface import Machine
from sgemm.machines.select import CLASSES, select_machine
from sgemm.problem import LAYOUTS

MOST_DIGITS = 18  # of a size: Python refuses to read thousands

Decorator = Callable[[Any], Any]  # of the function of a command


class FiniteRange(click.FloatRange):
    """Numbers of a range, without infinity and NaN, which no range of Click's keeps out."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Turn a text into a number, or say what is wrong with it."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number", param, ctx)
        return number


class ArchitectureNumber(click.types.IntParamType):
    """Compute capabilities times ten: 90, or sm_90."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Turn a text into a number, or say what is wrong with it."""
        found = re.fullmatch(r"(?:sm_)?([0-9]{2,3})", str(value))
        if found is None:
            self.fail(f"{value!r} is no compute capability times ten, as 90 or sm_90", param, ctx)
        return int(found[1])


def _ask_for_traceback(context: click.Context, _: click.Parameter, value: bool) -> None:
    """Note that a traceback is wanted, for the program to see when the command has failed."""
    context.ensure_object(dict)["traceback"] = value


traceback_option = click.option(
    "--traceback",
    "--verbose",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_ask_for_traceback,
    help="Show a traceback with an error.",
)
json_option = click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print one JSON document, and nothing else, on standard output.",
)


def _with_machine(about: str) -> Decorator:
    """Return what adds the options that every command has: machine, JSON, traceback."""
    machine = click.option("--machine", type=click.Choice(sorted(CLASSES)), help=about)
    return lambda function: machine(json_option(traceback_option(function)))


shared_options = _with_machine("Where kernels run; by default cuda where a GPU answers, else cpu.")
results_options = _with_machine("Take only what this machine measured.")
"""For a command that runs nothing and reads results."""

threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    help="Threads of the cpu machine; by default one for each processor.",
)
checked_option = click.option(
    "--checked", is_flag=True, help="Check every memory access of the cpu machine; slower."
)
seed_option = click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, help="Seed of the inputs."
)
force_option = click.option(
    "--force", is_flag=True, help="Replace measurements that the output holds."
)
results_argument = click.argument("results", nargs=-1, required=True, type=click.Path())
skip_option = click.option(
    "--skip-damaged", is_flag=True, help="Leave damaged lines out, and say so."
)
sizes_option = click.option(
    "--sizes",
    "--size",
    "sizes",
    metavar="SIZES",
    help="Sizes, with commas between: N, FIRST:LAST:STEP (both ends included) or MxNxK.",
)
shapes_option = click.option(
    "--shapes",
    "shapes_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A file with more sizes, one or more on each line.",
)
batch_option = click.option(
    "--batch",
    type=click.IntRange(1),
    default=1,
    help="Products in one call, their matrices one after the other.",
)
budget_option = click.option(
    "--budget",
    type=FiniteRange(0.0),
    metavar="SECONDS",
    help="Begin no further problem after this time, which includes compiling; --resume goes on.",
)
resume_option = click.option("--resume", is_flag=True, help="Go on where the file of results ends.")


def architecture_option(default: str) -> Decorator:
    """Return the option of an architecture, which is by default what the words say."""
    names = ("--architecture", "--arch", "architecture")
    words = f"Compute capability times ten, as 90 or sm_90; by default {default}."
    return click.option(*names, type=ArchitectureNumber(), metavar="SM", help=words)


def layouts_option(default: str | None, more: str) -> Decorator:
    """Return the option of several layouts; the words say what more there is to know."""
    names = ("--layouts", "--layout", "layouts")
    words = (
        "How A and B are stored: nn, nt, tn or tt, with commas between; n as it is, t transposed. "
        f"nt: B transposed, as in a @ w.T. {more}"
    )
    return click.option(*names, metavar="LIST", default=default, help=words)


def leading_dimension_option(name: str, about: str) -> Decorator:
    """Return the option of a leading dimension."""
    words = f"Elements from one row of {about} to the next; 0: no gaps."
    return click.option(name, type=int, default=0, show_default=False, help=words)


def size_option(about: str, **more: Any) -> Decorator:
    """Return the option of a command whose sizes are parsed by themselves."""
    words = f"{about}, with commas between: {GRAMMAR}; N stands for m = n = k."
    names = ("--size", "--sizes", "sizes")
    return click.option(*names, callback=_shapes, metavar="SIZES", help=words, **more)


def _shapes(_: click.Context, parameter: click.Parameter, value: str | None) -> tuple[Shape, ...]:
    """Turn ``"512,1024:2048:256,300x200x100"`` into shapes, each once; nothing into none."""
    return parse_sizes(value, parameter.name or "sizes") if value is not None else ()


def size_arguments(function: Any) -> Any:
    """Add the arguments m, n and k."""
    for name in "knm":
        function = click.argument(name, callback=_size)(function)
    return function


def _size(context: click.Context, parameter: click.Parameter, value: str) -> int:
    """Turn an argument into a size; what is wrong with its value is for Problem to say.

    A command with such arguments ignores unknown options, because "-5" is a number here; so the
    ones that are none are refused here.
    """
    if re.fullmatch(rf"[+-]?\d{{1,{MOST_DIGITS}}}", value):
        return int(value)
    refuse_option(context, parameter, value)
    raise click.BadParameter(
        f"{shown(value)} is not a whole number such as 512", context, parameter
    )


def refuse_option(context: click.Context, _: click.Parameter, value: str) -> str:
    """Pass an argument on, or raise if it is really an unknown option."""
    if re.match(r"--?[A-Za-z]", value):
        raise click.NoSuchOption(value.partition("=")[0], ctx=context)
    return value


def is_given(name: str) -> bool:
    """Whether the user gave a parameter of the command that runs."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def make_machine(name: str | None, threads: int | None = None, checked: bool = False) -> Machine:
    """Make the machine that the options of a command ask for."""
    asked: dict[str, Any] = {} if threads is None else {"threads": threads}
    return select_machine(name, **asked, **({"checked": True} if checked else {}))


def shapes_of(sizes: str | None, shapes_file: Path | None) -> tuple[Shape, ...]:
    """Return the shapes that were asked for, each once."""
    found = parse_sizes(sizes) if sizes is not None else ()
    if shapes_file is not None:
        found += read_shapes(shapes_file)
    return tuple(dict.fromkeys(found))


def layouts_of(text: str) -> tuple[str, ...]:
    """Return the layouts that were asked for, each once."""
    found = tuple(dict.fromkeys(part.strip().lower() for part in text.split(",")))
    for layout in found:
        if layout not in LAYOUTS:
            raise ArgumentError(f"layouts = {layout!r}: there are {', '.join(LAYOUTS)}")
    return found


def chosen_kernels(names: Sequence[str]) -> tuple[Kernel, ...]:
    """Find the kernels that names, numbers and ranges ask for, each once, in order; or all."""
    if not names:
        return kernels()
    wanted = {kernel.name for part in names for kernel in find_range(part)}
    return tuple(kernel for kernel in kernels() if kernel.name in wanted)
