"""What commands share in their arguments and options, and the machine that these ask for."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from sgemm.bench.codec import shown
from sgemm.bench.sizes import Shape, parse_sizes
from sgemm.cli.invocation import ask_for_traceback
from sgemm.kernels.catalogue import find_range, kernels
from sgemm.kernels.kernel import Kernel
from sgemm.machines.interface import Machine
from sgemm.machines.select import CLASSES, select_machine

MAX_THREADS = 1024
MOST_SEED = 2**63 - 1
MOST_DIGITS = 18
"""Of a size: Python refuses to read thousands."""

Function = TypeVar("Function", bound=Callable[..., Any])


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


def shared_options(function: Function) -> Function:
    """Add the options that every command has: machine, JSON, traceback."""
    return _options(function, "Where kernels run; by default cuda where a GPU answers, else cpu.")


def results_options(function: Function) -> Function:
    """Add the same options to a command that runs nothing and reads results."""
    return _options(function, "Take only what this machine measured.")


def _options(function: Function, about_machine: str) -> Function:
    for decorate in (
        click.option(
            "--traceback",
            "--verbose",
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=ask_for_traceback,
            help="Show a traceback with an error.",
        ),
        click.option(
            "--json",
            "as_json",
            is_flag=True,
            help="Print one JSON document, and nothing else, on standard output.",
        ),
        click.option(
            "--machine",
            type=click.Choice(sorted(CLASSES)),
            help=about_machine,
        ),
    ):
        function = decorate(function)
    return function


threads_option = click.option(
    "--threads",
    type=click.IntRange(1, MAX_THREADS),
    help="Threads of the cpu machine; by default one for each processor.",
)

checked_option = click.option(
    "--checked",
    is_flag=True,
    help="Check every memory access of the cpu machine; slower.",
)

seed_option = click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=0,
    show_default=True,
    help="Seed of the inputs.",
)

force_option = click.option(
    "--force", is_flag=True, help="Replace measurements that the output holds."
)


def make_machine(name: str | None, threads: int | None = None, checked: bool = False) -> Machine:
    """Make the machine that the options of a command ask for.

    Raises
    ------
    ArgumentError
        If an option is given that the machine does not have.
    MachineError
        If cuda was asked for and no GPU answers.
    """
    asked: dict[str, Any] = {}
    if threads is not None:
        asked["threads"] = threads
    if checked:
        asked["checked"] = True
    return select_machine(name, **asked)


def size(context: click.Context, parameter: click.Parameter, value: str) -> int:
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


def shapes(_: click.Context, parameter: click.Parameter, value: str | None) -> tuple[Shape, ...]:
    """Turn ``"512,1024:2048:256,300x200x100"`` into shapes, each once; nothing into none."""
    return parse_sizes(value, parameter.name or "sizes") if value is not None else ()


def chosen_kernels(names: Sequence[str]) -> tuple[Kernel, ...]:
    """Find the rungs that a user named, in the order of the ladder, each once.

    Parameters
    ----------
    names : sequence of str
        Names, numbers, and ranges such as "3-8"; none at all means all rungs.

    Raises
    ------
    ArgumentError
        If there is no such rung.
    """
    if not names:
        return kernels()
    wanted = {kernel.name for part in names for kernel in find_range(part)}
    return tuple(kernel for kernel in kernels() if kernel.name in wanted)
