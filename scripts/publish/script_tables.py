"""Tables of what scripts and tests measured, each made of one file, a line a measurement."""

from __future__ import annotations

import csv
import gzip
import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from publish.bounds import STREAM, beside_stream
from publish.tables import by_column, markdown
from sgemm.bench.parquet import SUFFIX, read_lines
from sgemm.bench.sizes import make_problem
from sgemm.kernels.catalogue import SPLIT, find
from sgemm.report.tables import ABSENT, groups, significant

PUBLISHED = "published-splits.csv"
"""Speeds that others published of other GPUs, with their sources."""

AUTO_TAKES = {"shipped": "the rates that ship", "scaled": "an H200's rates, scaled"}
"""What speeds with other rates are compared with."""

ARCHITECTURE = "sm_"  # what names of older architectures begin with

PEERS = ("split", "composed fp16x3", "Triton tf32x3")

CONTENDERS = (
    "auto",
    "split",
    "split, prepared",
    "bf16 * fp32",
    "bf16 * fp32, prepared",
    "fp32 * bf16",
)

LIMITS = (384, 768)
"""Where the k of one column of sums ends and that of the next begins."""

COLUMNS = ("k < 384", "384 <= k < 768", "k >= 768", "all")

TREES = ("before", "now")
"""Commits whose times of compilation are compared."""

SLOWER = 0.97  # of PyTorch's speed: less counts as slower

Row = dict[str, Any]  # of texts where the file is a CSV file


def read_rows(path: Path) -> list[Row]:
    """Read a file of measurements, as CSV, maybe compressed, or Parquet; none has no rows."""
    if not path.exists():
        return []
    if path.suffix == SUFFIX:
        return read_lines(path)
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


def script_tables(folder: Path) -> dict[str, str]:
    """Return all tables by the names that markers use; an empty one where its file is missing."""
    published = read_rows(folder / PUBLISHED)
    tables: dict[str, tuple[str, Callable[[list[Row]], str]]] = {
        # By scripts/mainloop_compilers.py.
        "mainloop-gain": ("mainloop-gain.csv.gz", mainloop_gain),
        # By scripts/first_call.py, on a GPU, and with a stand-in whose driver does nothing.
        "first-calls": ("h200/first-call*.csv", first_calls),
        "first-calls-stand-in": ("first-call.csv", first_calls),
        # By scripts/compile_times.py.
        "compile-times": ("compile-times.csv", compile_times),
        # By scripts/memory_times.py.
        "memory-times": ("*/memory-times.csv.gz", beside_stream),
        # By scripts/split_operand_times.py.
        "split-operands": ("h200/split-operands.csv.gz", split_operands),
        "split-peers": ("h200/split-operands.csv.gz", lambda rows: split_peers(rows, published)),
        # By tests/gpu/test_split_on_gpu.py.
        "split-measured": ("h100/split-errors.parquet", split_measured),
        # By scripts/tuning_proof.py, scripts/jax_times.py and scripts/torch_sums.py, on each GPU.
        "tuning-proof": ("*/tuning-proof.csv", tuning_proof),
        "tuning-proof-shipped": ("*/tuning-proof-shipped.csv", tuning_proof),
        "jax-times": ("*/jax_times.parquet", jax_times),
        "torch-sums": ("*/torch_sums.parquet", torch_sums),
    }
    found = {}
    for name, (pattern, table) in tables.items():
        # That of the H200 first, as everywhere.
        files = sorted(folder.glob(pattern), key=lambda path: (path.parts[-2] != "h200", path))
        found[name] = "\n".join(table(rows) for rows in map(read_rows, files) if rows)
    return found


def _values(rows: Sequence[Row], column: str) -> list[str]:
    """Return what stands in a column, each once, in the order of the file."""
    return list(dict.fromkeys(row[column] for row in rows))


def mainloop_gain(rows: Sequence[Row]) -> str:
    """Return what the patched mainloop gains with each compiler."""
    cells: dict[tuple[str], dict[str, str]] = defaultdict(dict)
    for (nvrtc, size), found in groups(rows, lambda row: (row["nvrtc"], row["size"])).items():
        times = {row["contender"]: float(row["median_us"]) for row in found}
        baseline, patched = times["cublas fp32"], times["auto"]
        compiled = times["auto:machine_code=off"]
        cells[nvrtc,][size] = (
            f"{100 * (compiled / patched - 1):+.1f}% "
            f"({baseline / patched:.3f}, {baseline / compiled:.3f})"
        )
    (gpu,) = {row["gpu"] for row in rows}
    words = (
        f"{gpu}, cold L2, medians: the gain in speed over the compiler's mainloop at m = n = k, "
        "and in brackets the speed of both as a multiple of cuBLAS FP32's in the same run."
    )
    return by_column(["NVRTC"], _values(rows, "size"), cells.items(), words)


def first_calls(rows: Sequence[Row]) -> str:
    """Return what the first calls of new processes take."""
    cells: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for row in rows:
        kernel = f"`{row['kernel']}`" if row["kernel"] else ABSENT
        cells[row["step"], kernel][row["case"]] = f"{float(row['elapsed_ms']):.1f}"
    (where,) = {f"{row['machine']}, {row['processor']}" for row in rows}
    return by_column(["step, ms", "kernel"], _values(rows, "case"), cells.items(), f"{where}.")


def compile_times(rows: Sequence[Row]) -> str:
    """Return what compiling kernels takes, beside an older commit."""
    table = []
    for kernel, found in groups(rows, lambda row: row["kernel"]).items():
        before, now = (next(row for row in found if row["tree"] == each) for each in TREES)
        times = [float(each["median_s"]) for each in (before, now)]
        seconds = (f"{each:.2f}" for each in times)
        share = f"{times[1] / times[0]:.2f}"
        # A mean over a set has no layout, and each tree its own kernels.
        what = f"`{kernel}`" if now["layout"] else kernel
        tile = ", ".join(dict.fromkeys(each["tile"] for each in (before, now)))
        table.append((what, tile, before["patched"] or "some", *seconds, share))
    before, now = (next(row["commit"] for row in rows if row["tree"] == each) for each in TREES)
    return markdown(
        f"kernel | tile | mainloop patched | >at {before}, s | >at {now}, s | >ratio",
        table,
        f"{rows[0]['processor']}, sm_90, medians of {rows[0]['processes']} processes, in turns; "
        f"of {rows[-1]['processes']} for the set.",
    )


def tuning_proof(rows: Sequence[Row]) -> str:
    """Return what tuned rates, and those of no tile, are worth, by set."""
    # Other rates first, then other architectures: each has its own sample of a set.
    ordered = sorted(rows, key=lambda row: row["seen"].startswith(ARCHITECTURE))
    cells: dict[tuple[str], dict[str, str]] = defaultdict(dict)
    least: dict[str, float] = {}
    for row in ordered:
        seen, of_set = row["seen"], cells[f"`{row['set']}`",]
        if row["of_auto"]:
            speed = float(row["of_auto"])
            of_set[seen] = f"{speed:.3f} ({row['measured']} of {row['problems']})"
            least[seen] = min(speed, least.get(seen, math.inf))
    cells["least of all sets",] = {seen: f"{speed:.3f}" for seen, speed in least.items()}
    wrong = sum(int(row["failed"]) for row in rows)
    return by_column(
        ["set"],
        _values(ordered, "seen"),
        cells.items(),
        f"{rows[0]['gpu']}, {_measured(rows)}. Geometric means of speeds, as multiples "
        f"of what `auto` takes with {AUTO_TAKES[rows[0]['rates']]}. In brackets: how "
        "many problems were measured, of how many. The others have the same plan, and count as 1. "
        f"Wrong results: {wrong}.",
    )


def _measured(rows: Sequence[Row]) -> str:
    """Return the days and the commits of rows."""
    days = ", ".join(dict.fromkeys(row["measured_at"][:10] for row in rows))
    commits = ", ".join(dict.fromkeys(row["commit"][:7] for row in rows))
    return f"measured {days} (UTC), commit {commits}"


def split_operands(rows: Sequence[Row]) -> str:
    """Return speeds and errors of prepared operands and half precision, by shape."""
    shapes: dict[str, dict[str, Row]] = defaultdict(dict)
    for row in rows:
        shapes["x".join(row[size] for size in "mnk")][row["contender"]] = row
    table = []
    for shape, found in shapes.items():
        of_bound = [
            significant(float(row["median_us"]) / float(row["bound_us"])) if row else "-"
            for row in map(found.get, CONTENDERS[-2:])
        ]
        of_bound.append(_over_stream(found))
        table.append(
            (
                *(shape, significant(float(found["cublas"]["tflops"]))),
                *(_speed(found[name]) if name in found else "-" for name in CONTENDERS),
                *of_bound,
            )
        )
    head = " | ".join(f">{name}" for name in CONTENDERS)
    over = " | ".join(f">{name}: over the bound" for name in CONTENDERS[-2:])
    stream = f">{CONTENDERS[-2]}: over the stream"
    return markdown(
        f"m x n x k | >cuBLAS FP32 | {head} | {over} | {stream}",
        table,
        f"{rows[0]['gpu']}, cold L2, {_measured(rows)}. TFLOP/s, in brackets "
        "the speed as a multiple of cuBLAS FP32's, then the rms error in units of 2^-24 \\* "
        "(|A||B|). Then times over the bound by memory: by a matrix of half precision it is half "
        "as long. The last column has the time over that of a kernel that moves as many bytes and "
        "does nothing else, in the same run.",
    )


def _over_stream(found: dict[str, Row]) -> str:
    """Return a product's time over the stream's, where both were measured."""
    product, stream = found.get(CONTENDERS[-2]), found.get(STREAM)
    if product is None or stream is None:
        return ABSENT
    return significant(float(product["median_us"]) / float(stream["median_us"]))


def split_peers(rows: Sequence[Row], published: Sequence[Row]) -> str:
    """Return what else multiplies squares so, by size: measured here, and published of others."""
    squares = [row for row in rows if row["m"] == row["n"] and row["contender"] in PEERS]
    table: list[tuple[list[str], Row]] = []
    for name in PEERS:
        cells = {row["m"]: _speed(row) for row in squares if row["contender"] == name}
        table.append(([f"`{name}`" if name == "split" else name], cells))
    for row in published:
        cells = {size: speed for size, speed in row.items() if speed}
        table.append(([f"{row['what']}, {row['gpu']}, published"], cells))
    sources = "; ".join(_values(published, "source"))
    return by_column(
        ["what"],
        _values(squares, "m"),
        table,
        "TFLOP/s by m = n = k; where it was measured here also, in brackets, the speed as a "
        "multiple of cuBLAS FP32's, and the rms error. Published figures are others', of other "
        f"GPUs: {sources}.",
    )


def _speed(row: Row) -> str:
    speed, ratio = significant(float(row["tflops"])), significant(float(row["speed"]))
    return f"{speed} ({ratio}) {significant(float(row['rms']))}"


def split_measured(rows: Sequence[Row]) -> str:
    """Return errors as multiples of cuBLAS's by class, where the rule may take the kernels."""
    taken = (row for row in rows if row["kernel"] in SPLIT and _is_taken(row))
    table = []
    for name, found in sorted(groups(taken, lambda row: row["inputs"]).items()):
        shapes = {tuple(row[size] for size in ("m", "n", "k", "layout")) for row in found}
        rms, maximum = ([_ratio(row, each) for row in found] for each in ("rms", "maximum"))
        table.append(
            (
                *(f"`{name}`", str(len(shapes)), str(len(found))),
                *(
                    f"{significant(statistics.median(ratios))}, {significant(max(ratios))}"
                    for ratios in (rms, maximum)
                ),
                str(sum(max(both) > 1 for both in zip(rms, maximum, strict=True))),
            )
        )
    return markdown(
        "inputs | >shapes | >products | >rms: median, largest | >maximum: median, largest | "
        ">larger than cuBLAS's",
        table,
    )


def _is_taken(row: Row) -> bool:
    problem = make_problem((int(row["m"]), int(row["n"]), int(row["k"])), row["layout"])
    kernel = find(row["kernel"])
    tiles = (t for t in kernel.tiles if kernel.specialised(tile=t).tile_in_short == row["tile"])
    return any(kernel.geometry.unsuited(problem, tile) is None for tile in tiles)


def _ratio(row: Row, measure: str) -> float:
    error, of_cublas = float(row[measure]), float(row[f"cublas_{measure}"])
    if of_cublas == 0:
        return math.inf if error else 1.0
    return error / of_cublas


def jax_times(lines: Sequence[Row]) -> str:
    """Return the times of products and steps of training under ``jax.jit``, by JAX and by ours."""
    first, *timed = lines
    times: dict[str, dict[str, Row]] = defaultdict(dict)
    for line in timed:
        times[line["program"]][line["contender"]] = line
    rows = []
    for program, by_contender in times.items():
        cells = [program, _microseconds(by_contender["jax"])]
        for line in (by_contender["sgemm"], by_contender["sgemm, split"]):
            cells += [_microseconds(line), f"{line['of_jax']:.2f}"]
        rows.append(cells)
    about = first["environment"]
    return markdown(
        "program | >JAX, us | >sgemm, us | >of JAX's | >split, us | >of JAX's",
        rows,
        f"{first['device']}, JAX {first['jax']}, driver {about['driver']}, commit "
        f"{about['commit'][:7]}:",
    )


def _microseconds(line: Row) -> str:
    """Return a median, to four digits at most."""
    return f"{line['median_us']:.4g}" if line["median_us"] < 1e4 else f"{line['median_us']:.0f}"


def torch_sums(lines: Sequence[Row]) -> str:
    """Return the speed of sums by the library's addmm over PyTorch's, by rows and k.

    Each file begins with its environment. Of a sum that was measured again the later times count.
    """
    first, *others = (line for line in lines if "torch" in line)
    commits = dict.fromkeys(line["environment"]["commit"][:7] for line in (first, *others))
    times: dict[tuple[str, int, int, int], dict[str, float]] = defaultdict(dict)
    for line in lines:
        if "torch" in line:
            continue
        shape = line["adds"], line["m"], line["n"], line["k"]
        times[shape][line["contender"]] = line["median_us"]
    groups: dict[tuple[str, str], list[list[float]]] = {}
    for (adds, m, _, k), found in times.items():
        for rows in (str(m), "all"):
            columns = groups.setdefault((adds, rows), [[] for _ in COLUMNS])
            for place in (sum(k >= limit for limit in LIMITS), -1):
                columns[place].append(found["torch"] / found["sgemm"])
    # Rows in the file's order, and all of them last.
    ordered = sorted(groups.items(), key=lambda each: (each[0][0], each[0][1] == "all"))
    return markdown(
        " | >".join(("added", "rows", *COLUMNS)),
        [(*names, *map(_of_torch, columns)) for names, columns in ordered],
        f"{first['device']}, PyTorch {first['torch']}, commit {', '.join(commits)}: the library's "
        "speed over PyTorch's: the geometric mean; in brackets the lowest, and how many of how "
        f"many are below {SLOWER}.",
    )


def _of_torch(speeds: list[float]) -> str:
    slower = sum(speed < SLOWER for speed in speeds)
    mean = statistics.geometric_mean(speeds)
    return f"{mean:.2f} ({min(speeds):.2f}; {slower} of {len(speeds)})"
