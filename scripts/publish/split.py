"""The tables of simulated errors of FP32 products on tensor cores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from publish.script_tables import read_rows
from publish.tables import markdown
from sgemm.bench.result_set import ResultSet, load_part
from sgemm.report.chart import Axis, Chart, ChartSeries, Point
from sgemm.report.tables import ABSENT, significant

FILE = "split-errors.csv.gz"
"""What ``scripts/split_errors.py`` wrote."""

MEASURED = "h200", "accuracy"
"""The folder and the part that have errors of cuBLAS on some of the same inputs."""

Row = Mapping[str, str]
Method = tuple[str, str, str]  # method, order of sums, interval

NEVER, ANY = "never", "any"
ONE_CHAIN: Method = ("ffma", "one chain", NEVER)
CHUNKS: Method = ("ffma", "chunks", NEVER)
INTERVALS = ("16", "32", "64", "128", "256", NEVER)

SHORTEST = 64  # k from which on kernels split
PLOTTED: Mapping[str, Method] = {
    "FFMA, one chain": ONE_CHAIN,
    "FFMA, chunks of k": CHUNKS,
    "fp16x3 promoted every 64": ("fp16x3", "scaled", "64"),
    "fp16x3 promoted every 32, chunks": ("fp16x3", "scaled, chunks", "32"),
    "bf16x6 promoted every 32, chunks": ("bf16x6", "before, chunks", "32"),
}
"""Methods whose errors are drawn over k, and what they are called there."""

WORDS = {"normal": "N(0, 1)", "uniform": "U[0, 1)", "wide_4": "`wide_4`"}
"""Classes of inputs, and what tables call them."""

SHORT, LONG = "256", ("256", "4096", "65536")

ORDERS: tuple[tuple[str, str, str], ...] = (
    ("fp16x3", "scaled", "cross products first, times 2^-12, then the large ones"),
    ("fp16x3", "scaled, ties to even", "the same, ties of low halves to even"),
    ("fp16x3", "scaled, chunks", "the same, ties in turn, sums of chunks"),
    ("fp16x3", "scaled, times 1 + 2^-23", "the same, promoted with a factor of 1 + 2^-23"),
    ("fp16x3", "own", "cross products in an accumulator of their own to the end"),
    ("fp16x3", "apart", "cross products promoted by themselves"),
    ("fp16x3", "before", "low halves unscaled, cross products first"),
    ("fp16x3", "after", "low halves unscaled, cross products last"),
    ("fp16x4", "apart", "the fourth product too"),
    ("bf16x6", "before", "six products, small ones first"),
    ("bf16x9", "before", "all nine"),
    ("tf32x3", "before", "three products of TF32"),
)
"""Method, its order, and that in words."""


class Errors:
    """The lines of the file, by what they are of."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        # Without an m the last line counts: those of measured shapes come first in the file.
        self._by_key = {
            (row["method"], row["sums"], row["interval"], row["inputs"], row["k"], m): row
            for row in rows
            for m in (row["m"], ANY)
        }

    def row(self, method: Method, inputs: str, k: str, m: str = ANY) -> Row | None:
        """Return one line; where one interval is all of k, that is the line of none."""
        name, sums, interval = method
        if interval != NEVER and int(interval) >= int(k):
            interval = NEVER
        return self._by_key.get((name, sums, interval, inputs, k, m))

    def cell(self, method: Method, inputs: str, k: str, m: str = ANY) -> str:
        """Return rms, maximum and signed mean."""
        row = self.row(method, inputs, k, m)
        return ABSENT if row is None else figures(*(row[x] for x in ("rms", "maximum", "mean")))


def figures(*values: str | float) -> str:
    """Write rms, maximum and mean into one cell; what is nearly 0 is."""
    numbers = [float(value) for value in values]
    return " / ".join(
        "0" if abs(x) < 0.0005 else significant(x, 3 - (abs(x) < 0.1)) for x in numbers
    )


def split_plots(folder: Path) -> tuple[Chart, ...]:
    """Return the plots of errors over k, on signed and positive inputs; none without the file."""
    errors = _read(folder)
    if errors is None:
        return ()
    return tuple(_over_k(errors, inputs) for inputs in ("normal", "uniform"))


def _over_k(errors: Errors, inputs: str) -> Chart:
    words, lines = WORDS[inputs], []
    lengths = sorted({int(row["k"]) for row in errors.rows if int(row["k"]) >= SHORTEST})
    for name, method in PLOTTED.items():
        found = [(k, errors.row(method, inputs, str(k))) for k in lengths]
        points = tuple(Point(k, float(significant(float(row["rms"])))) for k, row in found if row)
        lines.append(ChartSeries(name, points, dashed=method[0] == "ffma"))
    return Chart(
        f"split-errors-{inputs}",
        "lines",
        f"Errors of sums over k, elements of A and B from {words}",
        "rms of the error in units of 2^-24 * (|A||B|); simulated",
        Axis("k", logarithmic=True, base=2),
        Axis("rms error", logarithmic=True),
        tuple(lines),
        alternative=f"rms error over k for {words}: {', '.join(PLOTTED)}",
    )


def _read(folder: Path) -> Errors | None:
    rows = read_rows(folder / FILE)
    return Errors(rows) if rows else None


def split_tables(folder: Path) -> dict[str, str]:
    """Return all tables by the names that pages use; empty where the files are missing."""
    names = (*TABLES, "split-512", "split-4096")
    errors = _read(folder)
    if errors is None:
        return dict.fromkeys(names, "")
    gpu, part = MEASURED
    measured = cublas_errors(load_part(folder / gpu, part))
    beside = {f"split-{k}": classes(errors, measured, m, k) for m, k in ((512, 512), (256, 4096))}
    return {name: table(errors) for name, table in TABLES.items()} | beside


def intervals(errors: Errors) -> str:
    """Return errors by the interval of promotion."""
    methods: list[tuple[str, str, Method]] = [
        (f"`{name}`", interval, (name, sums, interval))
        for name, sums in (("fp16x3", "scaled"), ("bf16x6", "before"))
        for interval in INTERVALS
    ]
    methods += [("FFMA, one chain", ABSENT, ONE_CHAIN), ("FFMA, chunks", ABSENT, CHUNKS)]
    columns = [(inputs, k) for inputs in ("normal", "uniform") for k in LONG]
    rows = [
        (name, interval, *(errors.cell(method, *each) for each in columns))
        for name, interval, method in methods
    ]
    headers = [f">{WORDS[inputs]}, k = {k}" for inputs, k in columns]
    return markdown(["products", ">promoted every", *headers], rows)


def orders(errors: Errors) -> str:
    """Return errors by the order of the products, all promoted every 64 steps."""
    columns = (("normal", "1024"), ("uniform", "1024"))
    rows = [
        (f"`{name}`", words, *(errors.cell((name, sums, "64"), *each) for each in columns))
        for name, sums, words in ORDERS
    ]
    return markdown("products | order | >N(0, 1) | >U[0, 1)", rows)


def lengths(errors: Errors) -> str:
    """Return errors over k."""
    methods: Sequence[Method] = (
        ONE_CHAIN,
        ("fp16x3", "scaled", "32"),
        ("fp16x3", "scaled", "64"),
        ("bf16x6", "before", "64"),
    )
    lengths = sorted({int(row["k"]) for row in errors.rows})
    rows = [
        (words, str(k), *(errors.cell(method, inputs, str(k)) for method in methods))
        for inputs, words in WORDS.items()
        for k in lengths
    ]
    headers = "inputs | >k | >FFMA, one chain | >`fp16x3` every 32 | >every 64 | >`bf16x6` every 64"
    return markdown(headers, rows)


def distances(errors: Errors) -> str:
    """Return errors where all elements that count lie far below the largest of their row."""
    methods = (("fp16x3", "before", "64"), ("fp16x3", "scaled", "64"), ("bf16x6", "before", "64"))
    names = dict.fromkeys(row["inputs"] for row in errors.rows if row["inputs"][:5] == "below")
    rows = [
        (name.removeprefix("below_"), *(errors.cell(each, name, SHORT) for each in methods))
        for name in names
    ]
    return markdown(">binades below | >low halves unscaled | >times 2^12 | >`bf16x6`", rows)


def mixed(errors: Errors) -> str:
    """Return errors of half times float."""
    shown = (("fp16 * fp32", "scaled"), ("bf16 * fp32", "scaled"), ("bf16 * fp32", "thirds"))
    rows = [
        (
            *(f"`{name}`", {"scaled": "two, halves", "thirds": "three, BF16 parts"}[sums], k),
            *(errors.cell((name, sums, "64"), inputs, k) for inputs in ("normal", "uniform")),
        )
        for name, sums in shown
        for k in ("64", "256", "4096")
    ]
    return markdown("A * B | products | >k | >N(0, 1) | >U[0, 1)", rows)


def choices(errors: Errors) -> str:
    """Return which share of elements of each class may have which arithmetic."""
    paths = ("fp16x3", "bf16x6", "ffma")
    rows = [
        (f"`{row['inputs']}`", row["k"], *(f"{100 * float(row[path]):.4g}%" for path in paths))
        for row in errors.rows
        if row["method"] == "choice" and row["k"] in (SHORT, "4096")
    ]
    rows.sort(key=lambda row: int(row[1]))
    return markdown("inputs | >k | >`fp16x3` | >`bf16x6` | >FFMA", rows)


def cublas_errors(measured: ResultSet) -> dict[tuple[str, str, str], tuple[float, float, float]]:
    """Return rms, maximum and mean of cuBLAS by class, m and k."""
    found = {}
    for one in measured.measurements:
        if one.kernel == "cublas fp32" and (error := one.verification):
            key = error.input_class, str(one.problem.m), str(one.problem.k)
            found[key] = error.rms, error.maximum, error.mean
    return found


def classes(
    errors: Errors,
    measured: Mapping[tuple[str, str, str], tuple[float, float, float]],
    size: int,
    length: int,
) -> str:
    """Return errors on each class beside cuBLAS's on the same inputs."""
    m, k = str(size), str(length)
    methods: Sequence[Method] = (
        *(ONE_CHAIN, CHUNKS),
        *(("fp16x3", "scaled", "64"), ("fp16x3", "scaled", "32")),
        *(("fp16x3", "scaled, chunks", "64"), ("fp16x3", "scaled, chunks", "16")),
        *(("bf16x6", "before", "64"), ("bf16x6", "before, chunks", "64")),
    )
    names = dict.fromkeys(row["inputs"] for row in errors.rows if (row["m"], row["k"]) == (m, k))
    rows = [
        (
            f"`{name}`",
            figures(*measured[name, m, k]) if (name, m, k) in measured else ABSENT,
            *(errors.cell(each, name, k, m) for each in methods),
        )
        for name in names
    ]
    headers = (
        "inputs | >cuBLAS, measured | >FFMA, one chain | >FFMA, chunks | >`fp16x3` every 64 | "
        ">every 32 | >every 64, chunks | >every 16, chunks | >`bf16x6` every 64 | >every 64, chunks"
    )
    return markdown(headers, rows)


TABLES = {
    "split-intervals": intervals,
    "split-orders": orders,
    "split-lengths": lengths,
    "split-distances": distances,
    "split-mixed": mixed,
    "split-choice": choices,
}
"""Those of the file alone, by the names that pages use."""
