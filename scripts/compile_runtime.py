"""Compile the executor's runtime, src/sgemm/executor/runtime/*.c, to LLVM's text.

Users have no C compiler. So the text is committed beside the sources: tensor_cores.ll for kernels
with matrix instructions, runtime.ll for all. Their first line is the digest of the sources, which a
test compares. The text names no processor: it is compiled for the user's, with each kernel. The
compiler is that of the package ``ziglang``, one release of it, so that everybody gets the same
text::

    pip install ziglang==0.15.2
    python scripts/compile_runtime.py
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from sgemm.executor.runtime import RUNTIME, TENSOR_CORES
from sgemm.executor.runtime.sources import FOLDER, constants, digest, layout

FLAGS = [
    *(
        "-std=c11",
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
    for empty in re.findall(r"^attributes (#[0-9]+) = \{ *\}\n", text, flags=re.M):
        text = re.sub(rf"^attributes {empty} .*\n| {empty}\b", "", text, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r" +$", "", text, flags=re.M)).strip() + "\n"


def main() -> None:
    """Compile, and write the texts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "constants.h").write_text(constants())
        for target, effort in ((RUNTIME, "-Os"), (TENSOR_CORES, "-O3")):
            made = folder / target.name
            source = made.with_suffix(".c")
            source.write_text(f'#include "{FOLDER / source.name}"\n{layout()}')
            paths = [effort, f"-I{folder}", f"-I{FOLDER}", str(source), "-o", str(made)]
            subprocess.run([sys.executable, "-m", "ziglang", "cc", *FLAGS, *paths], check=True)
            target.write_text(f"; {digest()}\n{portable(made.read_text())}")


if __name__ == "__main__":
    main()
