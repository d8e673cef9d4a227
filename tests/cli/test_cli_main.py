"""The program itself: finding commands, and one line for whatever goes wrong."""

import importlib
import subprocess
import sys
import warnings

import click
import pytest
from click.testing import CliRunner

import sgemm
from programs import run_python
from sgemm.cli import kernels as kernels_command
from sgemm.cli.main import COMMANDS, main
from sgemm.errors import ArgumentError, CompileError, VerificationError

READERS = ("compare", "export", "report", "fit")


def test_help_names_every_command(call):
    result = call("--help")
    for name, words in COMMANDS.items():
        assert f"  {name} " in result.stdout
        assert words in " ".join(result.stdout.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_the_shared_options(name, said):
    command = importlib.import_module(f"sgemm.cli.{name}").command
    assert command.name == name
    assert {"machine", "as_json", "traceback"} <= {option.name for option in command.params}
    text = said(name, "--help")
    about = "Take only what this machine measured." if name in READERS else "Where kernels run; "
    assert f"--machine [cpu|cuda] {about}" in text
    assert command.help.split(".")[0] in text
    assert "None" not in text  # of what Python has for a limit that is not there


def test_help_imports_neither_numpy_nor_a_compiler():
    code = (
        "import sys\n"
        "from sgemm.cli.main import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "heavy = {'numpy', 'llvmlite', 'rich', 'cuda', 'jinja2'} & sys.modules.keys()\n"
        "assert not heavy, heavy\n"
    )
    done = run_python(code)
    assert done.returncode == 0, done.stderr


def test_python_m_sgemm():
    for arguments, status, words in (
        (["kernels"], 0, "shared_tile"),
        (["--version"], 0, sgemm.__version__),
        (["run", "naive", "1", "2"], 2, "sgemm run: Missing argument 'K' (sgemm run --help"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "sgemm", *arguments], capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stderr
        assert words in (done.stdout if status == 0 else done.stderr)
        assert done.stderr.count("\n") == (status != 0)


def fail_with(error, monkeypatch):
    """Put a command that fails in the place of ``sgemm kernels``."""

    def fail(**options):
        raise error

    options = kernels_command.command.params
    command = click.Command("kernels", params=options, callback=fail)
    monkeypatch.setattr(kernels_command, "command", command)


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (ArgumentError("m = -1: a size is\n at least 0"), 2, "sgemm: m = -1: a size is"),
        (CompileError("a.cu:3: error: x\nthe whole log"), 2, "(--traceback shows the rest)"),
        (VerificationError("C[0, 0] is 1"), 1, "sgemm: C[0, 0] is 1"),
        (MemoryError(), 2, "not enough memory"),
        (ModuleNotFoundError("No module named 'llvmlite'"), 2, "package that it needs is missing"),
        (KeyError("tile"), 2, "this is a bug in sgemm, please report it: KeyError: 'tile'"),
        (PermissionError(13, "No", "/a/\nfile"), 2, "sgemm: /a/\\nfile: No\n"),
        (RuntimeWarning("rates are\n damaged"), 2, "sgemm: rates are damaged\n"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else None,
)
def test_whatever_goes_wrong_is_one_line(call, monkeypatch, error, status, words):
    fail_with(error, monkeypatch)
    result = call("kernels", status=status)
    assert words in result.stderr
    # Click ends the line on which a terminal has echoed ^C.
    assert result.stderr.strip().count("\n") == 0
    assert result.stdout == ""


@pytest.mark.parametrize("option", ["--traceback", "--verbose"])
def test_a_traceback_is_shown_where_it_is_asked_for(monkeypatch, option):
    fail_with(CompileError("first\nthe whole log"), monkeypatch)
    result = CliRunner().invoke(main, ["kernels", option])
    assert result.exit_code == 2
    assert "Traceback (most recent call last)" in result.stderr
    assert "the whole log" in result.stderr
    assert result.stderr.splitlines()[-1] == "sgemm: first"


def test_errors_pass_through_where_the_program_is_part_of_another(monkeypatch):
    fail_with(ArgumentError("m = -1"), monkeypatch)
    with pytest.raises(ArgumentError):
        main(["kernels"], standalone_mode=False)


def test_a_warning_is_one_line(monkeypatch):
    def warn():
        warnings.warn("no cache\nis used", RuntimeWarning, stacklevel=1)

    monkeypatch.setattr(kernels_command, "command", click.Command("kernels", callback=warn))
    result = CliRunner().invoke(main, ["kernels"])
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "sgemm: warning: no cache is used\n"
