"""Programs that tests run in a process of their own."""

import os
import subprocess
import sys


def run_python(
    program: str, *words: str, timeout: float = 120, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python, and return what it printed and how it ended."""
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
        env=os.environ | environment,
    )
