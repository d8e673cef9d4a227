"""Patch every mainloop with one NVRTC, and write down which were matched and validated.

    python scripts/mainloop_compilers.py --out results/mainloop-compilers.csv [--ship]

Another NVRTC than the installed one is used where its folder stands in front on LD_LIBRARY_PATH and
its library is given with ``--library``. Rows of the same compiler are replaced. Compiled code may
be kept with ``--keep``, by compiler and sources. ``--ship`` writes the verdicts down where the
library finds them (``sgemm/toolchain/validated.json``), so that it validates none of these again.
"""

from __future__ import annotations

import argparse
import collections
import csv
import ctypes
from pathlib import Path

from sgemm.kernels.catalogue import kernels
from sgemm.kernels.kernel import Kernel
from sgemm.machine_code import revision
from sgemm.machine_code.match import MismatchError
from sgemm.machine_code.patch import patch_mainloop
from sgemm.toolchain import nvrtc, source, validated
from sgemm.toolchain.cache import Key
from sgemm.toolchain.compiler import key_of_patched, numbers_of_patch

COLUMNS = ("nvrtc", "kernel", "specialisations", "patched", "revision", "first_refusal")


def compiled(kernel: Kernel, keep: Path | None) -> bytes:
    """Compile a kernel for sm_90a, or find it kept."""
    texts = source.read(kernel)
    kept = None if keep is None else keep / texts.digest()
    if kept is not None and kept.exists():
        return kept.read_bytes()
    code = nvrtc.to_cubin(texts.text, texts.file, texts.headers, "90a").cubin
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(code)
    return code


def refusal(kernel: Kernel, cubin: bytes) -> str | None:
    """Return why a mainloop is not patched; None where it is."""
    try:
        patch_mainloop(cubin, kernel.name, **numbers_of_patch(kernel))
    except MismatchError as error:
        return str(error)
    return None


def main() -> None:
    """Patch all, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--ship", action="store_true")
    chosen = parser.parse_args()
    if chosen.library is not None:
        ctypes.CDLL(str(chosen.library), ctypes.RTLD_GLOBAL)
    nvrtc.load()
    version = nvrtc.version()
    keep = chosen.keep and chosen.keep / version
    counts: collections.Counter[str] = collections.Counter()
    refusals: dict[str, list[str]] = collections.defaultdict(list)
    keys: list[Key] = []
    sources: list[str] = [revision()]
    for kernel in kernels():
        for each in kernel.specialisations():
            if each.tile.loop_registers:
                counts[each.name] += 1
                sources.append(source.read(each).digest())
                cubin = compiled(each, keep)
                if (reason := refusal(each, cubin)) is not None:
                    refusals[each.name].append(f"{each.layout}, {each.tile}: {reason}")
                else:
                    keys.append(key_of_patched(each, cubin))
    rows = []
    if chosen.out.exists():
        with chosen.out.open(newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["nvrtc"] != version]
    for name, count in counts.items():
        found = refusals[name]
        values = (version, name, count, count - len(found), revision(), (found or [""])[0])
        rows.append(dict(zip(COLUMNS, map(str, values), strict=True)))
    with chosen.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows, key=lambda row: (row["nvrtc"], row["kernel"])))
    if chosen.ship:
        validated.write(version, keys, tuple(sources))
    print(f"NVRTC {version}: {len(keys)} of {counts.total()}")


if __name__ == "__main__":
    main()
