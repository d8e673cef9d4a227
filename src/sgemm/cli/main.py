"""``sgemm``: finds the command that was asked for, and answers for what goes wrong in it.

A command's module is imported when the command is called, so that help costs nothing. Whatever
goes wrong ends in one line on standard error and an exit status: 1 where what was checked does not
hold, 2 where the request cannot be carried out, 130 on an interrupt or a request to end. Where
standard output is a pipe that nobody reads any more, it is 141 and there is no line.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import traceback
import warnings
from collections.abc import Sequence
from typing import Any

import click

import sgemm
from sgemm.cli import process
from sgemm.errors import SgemmError, VerificationError
from sgemm.visible import visible

NOT_RIGHT = 1
USAGE = 2
NOBODY_READS = 141

COMMANDS = {
    "doctor": "Tell what is here: GPU, driver, compilers, CPU, cache.",
    "kernels": "List the catalogue: every kernel of the ladder and of the library.",
    "show": "Print a kernel: its source, PTX, machine code or resources.",
    "explain": "Show which kernels could compute a problem, and why one is chosen.",
    "warm": "Compile kernels into the cache, before a call needs them.",
    "run": "Compute one problem with one kernel: run, verify and time it.",
    "verify": "Check plans against double precision over many problems.",
    "ladder": "Run, verify and measure the whole ladder on this machine.",
    "bench": "Measure contenders in turns, over sizes and layouts, into a file of results.",
    "tune": "Measure this GPU, and keep the planner's rates for it.",
    "survey": "Measure every tile and many schedules, for the planner.",
    "fit": "Fit the planner's model of time to surveys.",
    "compare": "Compare contenders in results, and results with each other.",
    "report": "Write results as one HTML file, with charts and a page for each kernel.",
    "export": "Write results as CSV, Parquet, JSON Lines or Kernel Tuner's T4 JSON.",
}
"""Commands and what help says of each; ``NAME`` is the function ``command`` of its module."""


class Program(click.Group):
    """A group that imports a command when it is called, and reports every error in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"sgemm.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or say which ones there are."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            nearest = difflib.get_close_matches(name, COMMANDS, n=1)
            hint = f"did you mean {nearest[0]}? There are" if nearest else "there are"
            raise click.UsageError(f"no command {name!r}; {hint} {', '.join(COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands into the help text without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run as a program: parse, call the command, end the process with its exit status."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        process.make_streams_usable()
        asked: dict[str, bool] = {"traceback": False}
        try:
            with process.requests_as_interrupts(), warnings.catch_warnings():
                warnings.showwarning = _show_warning
                status = super().main(args, prog_name, complete_var, False, obj=asked, **extra)
        except (click.Abort, KeyboardInterrupt):
            status = _fail("sgemm: interrupted", process.INTERRUPTED)
        except SystemExit:
            # Click's answer to a pipe that was closed, and to nothing else.
            status = NOBODY_READS
        except Exception as error:
            if asked["traceback"]:
                click.echo(visible(traceback.format_exc(), kept="\n"), nl=False, err=True)
            status = _fail(*_explained(error, asked["traceback"]))
        status = status if isinstance(status, int) else 0
        try:
            process.finish_streams()
        except BrokenPipeError:
            status = NOBODY_READS
        except OSError as error:
            # What failed while the command wrote has been reported already.
            if status != USAGE:
                status = _fail(*_explained(error, asked["traceback"]))
        process.end(status)


@click.group(
    "sgemm",
    cls=Program,
    no_args_is_help=False,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"show_default": True},
)
@click.version_option(sgemm.__version__, prog_name="sgemm")
def main() -> None:
    """Single-precision matrix multiplication for NVIDIA GPUs, on computers with or without a GPU.

    sgemm has a library of kernels, and chooses one of them for each problem. A ladder of kernels
    leads to this library, from one thread for each element to a mainloop patched in machine code.
    The commands run these kernels, verify them against double precision and measure them. They do
    so on a GPU, or on this CPU with an executor of PTX.
    """


def _explained(error: Exception, has_traceback: bool) -> tuple[str, int]:
    """Return the line that says what went wrong, and the exit status."""
    words = _one_line(str(error))
    if isinstance(error, click.ClickException):
        context = getattr(error, "ctx", None)
        path = context.command_path if context is not None else "sgemm"
        text = _one_line(error.format_message())
        if text == "Missing command.":
            text = f"no command was given; there are {', '.join(COMMANDS)}"
        return f"{path}: {text.rstrip('.')} ({path} --help says more)", USAGE
    if isinstance(error, SgemmError):
        # The first line says it all; a compiler's log may follow.
        first, *rest = str(error).splitlines() or [type(error).__name__]
        more = " (--traceback shows the rest)" if rest and not has_traceback else ""
        status = NOT_RIGHT if isinstance(error, VerificationError) else USAGE
        return f"sgemm: {_one_line(first)}{more}", status
    if isinstance(error, MemoryError):
        words = words or "an allocation was refused"
        return f"sgemm: this computer has not enough memory for that: {words}", USAGE
    if isinstance(error, OSError):
        what = visible(error.filename or "standard output or a temporary file")
        return f"sgemm: {what}: {error.strerror or error}", USAGE
    if isinstance(error, ImportError):
        # Packages that are optional are asked for where they are used, and explained there.
        return f"sgemm: a package that it needs is missing ({words})", USAGE
    if isinstance(error, Warning):  # which python -W error makes of one
        return f"sgemm: {words}", USAGE
    more = "" if has_traceback else "; --traceback shows where"
    words = f"{type(error).__name__}: {words}{more}"
    return f"sgemm: this is a bug in sgemm, please report it: {words}", USAGE


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Show a warning as errors are, and not where in the code it was given."""
    _fail(f"sgemm: warning: {_one_line(str(message))}", 0)


def _one_line(text: str) -> str:
    return visible(" ".join(text.split()))


def _fail(message: str, status: int) -> int:
    # Where standard error cannot be written either, the exit status has to do.
    with contextlib.suppress(OSError):
        click.echo(message, err=True)
    return status
