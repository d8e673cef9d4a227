"""Plant each fault of a list in a copy of the tree, and see whether the tests notice it.

    python scripts/plant_faults.py --out results/planted-faults.csv.gz [--jobs 2] [--seconds 600]
        [--tiers test]

The list is ``scripts/faults.csv``. A fault meets the tests of its own package first, then those of
the packages that use it: as ``make test`` runs them, and, where these notice nothing, as ``make
test-all`` does. Each fault has an empty cache. What ends, stops or fails the tests is noticed.
The output has a line for each fault: "test", "test-all" or "survived", and the test that failed.
Some faults change nothing that could be noticed (a limit that is never met, a shortcut not taken):
survivors are to be read. Faults that the output has already are left out; after the given seconds
no further one is begun. With ``--tiers test`` nothing is asked but what ``make test`` runs.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = ("file", "line", "fault", "noticed_by", "seconds", "test")
FOLDERS = {
    "": ("test_*.py arrays blas cli",),
    "arrays": ("arrays blas",),
    "bench": ("bench", "cli report"),
    "blas": ("blas", "xla"),
    "cli": ("cli",),
    "executor": ("executor", "kernels machines"),
    "jax": ("xla",),
    "kernels": (
        "kernels planning executor/test_rungs_bit_exact.py",
        "blas machine_code verify toolchain",
    ),
    "machine_code": ("machine_code", "toolchain"),
    "machines": ("machines", "kernels", "blas toolchain executor", "xla"),
    "planning": ("planning", "blas cli"),
    "publish": ("scripts/publish",),
    "ptx": ("ptx", "machines", "executor"),
    "report": ("report", "cli browser"),
    "toolchain": ("toolchain", "machines cli blas"),
    "torch": ("pytorch",),
    "verify": ("verify", "cli bench"),
}
"""The folders of tests for a fault in each package, those that are asked first by themselves."""

PYTHONS = {
    folder: str(ROOT / f".venv-{name}/bin/python")
    for folder, name in (("pytorch", "torch"), ("xla", "jax"))
}
"""What runs the tests of these folders: make test-torch and make test-jax make it."""

STAGE_SECONDS = 900.0
"""Several times what the slowest stage takes without a fault: what runs on has no end."""

TIERS = {"test": (), "test-all": ("--all-cases",)}
"""Options of pytest."""

SLOWEST = ("executor", "kernels", "ptx", "machine_code", "machines", "bench")
NO_TESTS = 5


def package_of(file: str) -> str:
    """Return the package of a source file, "" for the files beside the packages."""
    folder = Path(file).relative_to("scripts" if file.startswith("scripts/") else "src/sgemm")
    return folder.parts[0] if len(folder.parts) > 1 else ""


def run_tests(tree: Path, folders: str, options: tuple[str, ...], home: Path) -> str | None:
    """Return what noticed the fault, or None."""
    python = PYTHONS.get(folders, sys.executable)
    paths = [str(path) for each in folders.split() for path in sorted((tree / "tests").glob(each))]
    command = [python, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider"]
    environment = dict(
        os.environ,
        PYTHONPATH=str(tree / "src"),
        PYTHONDONTWRITEBYTECODE="1",
        XDG_CACHE_HOME=str(home / "cache"),
        TMPDIR=str(home),
    )
    try:
        ended = subprocess.run(
            [*command, *options, *paths],
            cwd=tree,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=STAGE_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return "no end within the limit"
    if ended.returncode in (0, NO_TESTS):
        return None
    failed = [line for line in ended.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0] if failed else f"exit status {ended.returncode}"


def plant(fault: dict[str, str], tiers: list[str]) -> dict[str, object]:
    """Plant a fault in a copy of the tree and run the tests there."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        tree = home / "tree"
        left_out = shutil.ignore_patterns(".*", "results", "__pycache__")
        shutil.copytree(ROOT, tree, ignore=left_out)
        (tree / "results").symlink_to(ROOT / "results")
        (home / "cache").mkdir(mode=0o700)
        path = tree / fault["file"]
        lines = path.read_text().split("\n") if path.exists() else []
        places = [at for at, line in enumerate(lines) if line.strip() == fault["line"]]
        if len(places) != 1:
            return {**fault, "noticed_by": "absent", "seconds": 0, "test": ""}
        (at,) = places
        lines[at] = lines[at].replace(fault["line"], fault["fault"])
        path.write_text("\n".join(lines))
        noticed_by, test = "survived", None
        for tier in tiers:
            for folders in FOLDERS[package_of(fault["file"])]:
                test = run_tests(tree, folders, TIERS[tier], home)
                if test is not None:
                    break
            if test is not None:
                noticed_by = tier
                break
    words = (test or "").replace(str(home), "")[:200]
    seconds = round(time.monotonic() - begin)
    return {**fault, "noticed_by": noticed_by, "seconds": seconds, "test": words}


def write(file: Path, found: list[dict[str, object]]) -> None:
    """Replace the file by one with all rows: whole, also if the script is killed meanwhile."""
    made = file.with_name(file.name + ".new")
    with gzip.open(made, "wt", newline="") as target:
        rows = csv.DictWriter(target, COLUMNS, lineterminator="\n")
        rows.writeheader()
        rows.writerows(found)
    made.replace(file)


def main() -> None:
    """Plant what the output does not have yet."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--faults", type=Path, default=ROOT / "scripts/faults.csv")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--tiers", nargs="+", choices=TIERS, default=list(TIERS))
    arguments = parser.parse_args()
    end = time.monotonic() + arguments.seconds
    with arguments.faults.open(newline="") as source:
        faults = list(csv.DictReader(source))
    found: list[dict[str, object]] = []
    if arguments.out.exists():
        with gzip.open(arguments.out, "rt", newline="") as source:
            found += csv.DictReader(source)
    known = {(row["file"], row["line"], row["fault"]) for row in found}
    faults = [one for one in faults if tuple(one.values()) not in known]
    faults.sort(key=lambda one: (*SLOWEST, package_of(one["file"])).index(package_of(one["file"])))
    writing = threading.Lock()

    def work(fault: dict[str, str]) -> None:
        if time.monotonic() < end:
            row = plant(fault, arguments.tiers)
            with writing:
                found.append(row)
                write(arguments.out, found)

    with ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(work, faults))


if __name__ == "__main__":
    main()
