"""Compile the executor's runtime: src/sgemm/executor/runtime/*.c to runtime.ll, which is committed.

Users have no C compiler. So LLVM's text lies beside the sources, with their digest in its first
line; a test compares the digest. The text names no processor: it is compiled for the user's, with
each kernel. The compiler is that of the package ``ziglang``, one release of it, so that everybody
gets the same text::

    pip install ziglang==0.15.2
    python scripts/compile_runtime.py
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from sgemm.executor.runtime import RUNTIME
from sgemm.executor.runtime.sources import FOLDER, constants, digest, layout

FLAGS = [
    *(
        "-std=c11",
        "-Os",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-unused-command-line-argument",
        "-S",
        "-emit-llvm",
        "-g0",
    ),
    # Kernels bring their own vectors, and nothing of a system is linked.
    *("-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-fno-strict-aliasing"),
    *("-fno-sanitize=all", "-fno-stack-protector", "-fno-asynchronous-unwind-tables"),
]


def portable(text: str) -> str:
    """Return LLVM's text without what is of one processor or system, or of nobody's interest."""
    text = re.sub(
        r"^(target |source_filename|; ModuleID|; Function Attrs|!llvm).*\n", "", text, flags=re.M
    )
    text = re.sub(r' ?"[\w.-]+"="[^"]*"| ?"[\w-]+"(?= |\n|\})', "", text)
    text = text.replace(" uwtable(sync)", "")
    text = re.sub(r"(, )?![\w.]+ ![0-9]+", "", text)
    text = re.sub(r"^!.*\n", "", text, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r" +$", "", text, flags=re.M)).strip() + "\n"


def main() -> None:
    """Compile, and write the text."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "constants.h").write_text(constants())
        (folder / "all.c").write_text(f'#include "runtime.c"\n{layout()}')
        paths = [f"-I{folder}", f"-I{FOLDER}", str(folder / "all.c"), "-o", str(folder / "all.ll")]
        subprocess.run([sys.executable, "-m", "ziglang", "cc", *FLAGS, *paths], check=True)
        RUNTIME.write_text(f"; {digest()}\n{portable((folder / 'all.ll').read_text())}")


if __name__ == "__main__":
    main()
