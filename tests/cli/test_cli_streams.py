"""Standard output that is closed, full or read by nobody; requests to end."""

import os
import signal
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from sgemm.cli import kernels as kernels_command
from sgemm.cli.main import main

FULL = "/dev/full"
PROGRAM = f"{sys.executable} -m sgemm"


def shell(command, **variables):
    """Run a command line; output is buffered or not, which decides where writing fails."""
    return subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | variables,
    )


buffered_or_not = pytest.mark.parametrize("unbuffered", ["", "1"])


@buffered_or_not
@pytest.mark.parametrize("arguments", ["show ptx_thread_tile --ptx", "kernels", "--help"])
def test_a_pipe_that_nobody_reads_ends_the_program_without_a_word(arguments, unbuffered):
    done = shell(
        f"{PROGRAM} {arguments} | true; exit ${{PIPESTATUS[0]}}", PYTHONUNBUFFERED=unbuffered
    )
    assert (done.returncode, done.stderr) == (141, "")


@buffered_or_not
@pytest.mark.parametrize("arguments", ["kernels", "kernels --json", "--help"])
def test_a_full_disk_under_standard_output_is_one_line(arguments, unbuffered):
    done = shell(f"{PROGRAM} {arguments} > {FULL}", PYTHONUNBUFFERED=unbuffered)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("sgemm: standard output or a temporary file: No space left")


@buffered_or_not
def test_a_full_disk_under_both_streams_leaves_the_exit_status(unbuffered):
    done = shell(f"{PROGRAM} nonsense > {FULL} 2>&1", PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stdout) == (2, "")


def test_closed_streams_are_no_error():
    assert shell(f"{PROGRAM} kernels >&-").stderr == ""
    assert shell(f"{PROGRAM} kernels >&- 2>&-").returncode == 0
    assert shell(f"{PROGRAM} nonsense 2>&-").returncode == 2


def test_names_that_are_no_text_are_shown_as_escapes(tmp_path):
    folder = os.fsencode(tmp_path) + b"/\xff"
    variables = {"SGEMM_CACHE_DIR": os.fsdecode(folder), "PYTHONIOENCODING": "utf-8:strict"}
    done = shell(f"{PROGRAM} doctor --machine cpu", **variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert r"\udcff" in done.stdout


@pytest.mark.parametrize(
    ("request_to_end", "handler"),
    [
        *((each, signal.SIG_DFL) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)),
        (signal.SIGHUP, signal.SIG_IGN),
    ],
)
def test_a_request_to_end_is_an_interrupt_unless_it_is_ignored(
    monkeypatch, request_to_end, handler
):
    done = []

    def wait():
        try:
            signal.raise_signal(request_to_end)
            done.append("went on")
        finally:
            done.append("restored clocks")

    monkeypatch.setattr(kernels_command, "command", click.Command("kernels", callback=wait))
    # Whoever runs the tests may ignore it (nohup).
    before = signal.signal(request_to_end, handler)
    try:
        result = CliRunner().invoke(main, ["kernels"])
        assert signal.getsignal(request_to_end) is handler
    finally:
        signal.signal(request_to_end, before)
    found = result.exit_code, result.stderr.strip(), done
    if handler is signal.SIG_IGN:
        assert found == (0, "", ["went on", "restored clocks"])
    else:
        assert found == (130, "sgemm: interrupted", ["restored clocks"])


def test_an_interrupt_while_modules_are_imported_is_no_traceback(tmp_path):
    (tmp_path / "click.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nraise ImportError('late')\n"
    )
    places = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    # A shell that runs in the background has its children ignore interrupts.
    done = subprocess.run(
        [sys.executable, "-m", "sgemm", "kernels"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": places},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
