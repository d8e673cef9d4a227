"""Results on disk: JSON Lines, one environment and then any number of measurements.

The first line says what machine and software the file is of; each further line is one
measurement with all its samples. Every line carries the schema version. Lines are only ever
added, in one write under a lock, so that several processes can fill a file and a reader never
sees half a line.
"""

from __future__ import annotations

import dataclasses
import fcntl
import json
import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sgemm.bench.codec import CodecError, decode, encode
from sgemm.bench.comparison import Comparison
from sgemm.bench.environment import Environment
from sgemm.bench.timing import Samples
from sgemm.errors import ArgumentError, MachineError
from sgemm.kernels.kernel import Tile
from sgemm.problem import Problem
from sgemm.toolchain.build import Resources
from sgemm.verify.check import Verdict

SCHEMA = 1
"""Version of the format; it grows by one when a reader of the old one would go wrong."""


@dataclasses.dataclass(frozen=True, slots=True)
class Verification:
    """Whether the result was right, and how far from the reference it was.

    Parameters
    ----------
    passed : bool
    reason : str
        In words.
    input_class : str
    seed : int
    rms, maximum, mean, percentile : float
        Error in units of 2**-24 * (|A||B|); the percentile is the 99.99th.
    allowed_rms, allowed_maximum : float
        The tolerance.
    """

    passed: bool
    reason: str
    input_class: str
    seed: int
    rms: float
    maximum: float
    mean: float
    percentile: float
    allowed_rms: float
    allowed_maximum: float

    @classmethod
    def from_verdict(cls, verdict: Verdict) -> Verification:
        """Keep what matters of a verdict."""
        error = verdict.error
        return cls(
            passed=verdict.passed,
            reason=verdict.reason,
            input_class=verdict.input_class,
            seed=verdict.seed,
            rms=error.rms,
            maximum=error.maximum,
            mean=error.mean,
            percentile=error.percentile,
            allowed_rms=verdict.tolerance.rms,
            allowed_maximum=verdict.tolerance.maximum,
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Baseline:
    """What the kernel was compared with, in interleaved rounds.

    Parameters
    ----------
    name : str
        Library and mode: ``"numpy"``, ``"cublas fp32"``.
    samples : Samples
        All samples of the baseline.
    ratio : float
        Speed of the kernel over that of the baseline, from the medians.
    round_ratios : tuple of float
        The same for each round.
    """

    name: str
    samples: Samples
    ratio: float
    round_ratios: tuple[float, ...]

    @classmethod
    def from_comparison(cls, name: str, comparison: Comparison) -> Baseline:
        """Keep the baseline's side of a comparison."""
        return cls(name, comparison.baseline_samples, comparison.ratio, comparison.round_ratios)


@dataclasses.dataclass(frozen=True, slots=True)
class Conditions:
    """How the processor was running meanwhile, as far as it is known.

    Parameters
    ----------
    clock_mhz : float or None
        Median clock of the cores that computed.
    power_watts : float or None
        Median power.
    temperature_celsius : float or None
    throttling : tuple of str
        Reasons for a reduced clock that the device named.
    """

    clock_mhz: float | None = None
    power_watts: float | None = None
    temperature_celsius: float | None = None
    throttling: tuple[str, ...] = ()


def now() -> str:
    """Return the time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclasses.dataclass(frozen=True, slots=True)
class Measurement:
    """One kernel on one problem on one machine.

    Parameters
    ----------
    problem : Problem
    kernel : str
        Name in the catalogue, or of a library's function.
    machine : str
        ``"cuda"`` or ``"cpu"``.
    samples : Samples or None
        None where the result was wrong: a wrong kernel is not timed.
    verification : Verification or None
        None where it was not checked.
    number : int or None
        Place on the ladder.
    tile : Tile or None
        None for a library.
    architecture : int or None
        Compute capability times ten that the kernel was built for.
    compiler : str or None
    resources : Resources or None
        Registers, spills, stack and shared memory, where known.
    baseline : Baseline or None
    conditions : Conditions or None
    protocol : str
        How it was timed, as a label that no two protocols share: ``"hot"``, ``"cold L2"``.
    measured_at : str
        When, in UTC.
    """

    problem: Problem
    kernel: str
    machine: str
    samples: Samples | None
    verification: Verification | None
    number: int | None = None
    tile: Tile | None = None
    architecture: int | None = None
    compiler: str | None = None
    resources: Resources | None = None
    baseline: Baseline | None = None
    conditions: Conditions | None = None
    protocol: str = "hot"
    measured_at: str = dataclasses.field(default_factory=now)

    @property
    def gflops(self) -> float | None:
        """Billions of floating-point operations a second, from the median; None if not timed."""
        if self.samples is None or self.samples.median == 0.0:
            return None
        return self.problem.flops / self.samples.median / 1e9


@dataclasses.dataclass(frozen=True, slots=True)
class Results:
    """A file of results.

    Parameters
    ----------
    environment : Environment
    measurements : tuple of Measurement
        In the order of the file.
    """

    environment: Environment
    measurements: tuple[Measurement, ...]


def write(
    path: str | os.PathLike[str], environment: Environment, measurements: Iterable[Measurement]
) -> None:
    """Add measurements to a file, which begins with its environment.

    All lines appear together or not at all. Missing folders are made.

    Parameters
    ----------
    path : path
        Is created where it does not exist.
    environment : Environment
        Must equal the one in the file, where there is one.
    measurements : iterable of Measurement

    Raises
    ------
    ArgumentError
        If the file belongs to another environment, or is not a file of results.
    MachineError
        If the file cannot be written; what it held before is still there.
    """
    target = Path(path)
    header = _line("environment", environment)
    lines = b"".join(_line("measurement", measurement) for measurement in measurements)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(target, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            _append(descriptor, target, header, lines)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise MachineError(f"{target} cannot be written: {error.strerror}") from error


class OtherSchemaError(CodecError):
    """A line may be in order, but is of a schema that this version does not read."""


def read(path: str | os.PathLike[str], skipped: list[str] | None = None) -> Results:
    """Read a file of results, checking every line.

    Parameters
    ----------
    path : path
    skipped : list of str, optional
        If given, damaged measurements are left out, and what is wrong with each (file, number of
        the line, reason) is added to this list. The environment must be in order in any case.

    Returns
    -------
    Results

    Raises
    ------
    ArgumentError
        If the file is missing, or a line is damaged or of another schema: the message has the
        file, the number of the line and what is wrong with it.
    """
    source = Path(path)
    try:
        content = source.read_bytes()
    except OSError as error:
        raise ArgumentError(f"{source} cannot be read: {error.strerror}") from error
    return _parse(source, content, skipped)


def _append(descriptor: int, target: Path, header: bytes, lines: bytes) -> None:
    """Write to a locked file, restoring its size if that fails half-way."""
    size = os.fstat(descriptor).st_size
    if size:
        with open(descriptor, "rb", closefd=False) as file:
            first = file.readline()
            file.seek(-1, os.SEEK_END)
            last = file.read(1)
        if last != b"\n":
            raise ArgumentError(f"{target} ends in the middle of a line: repair or move it")
        if first != header:
            found = _parse(target, first).environment
            differing = [
                field.name
                for field in dataclasses.fields(Environment)
                if encode(getattr(found, field.name))
                != json.loads(header)["environment"][field.name]
            ]
            raise ArgumentError(
                f"{target} is of another environment ({', '.join(differing)} differ): "
                "write to a new file"
            )
    data = lines if size else header + lines
    try:
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
    except OSError:
        os.ftruncate(descriptor, size)
        raise


def _line(record: str, value: Any) -> bytes:
    document = {"schema": SCHEMA, "record": record, record: encode(value)}
    return json.dumps(document, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def _parse(source: Path, content: bytes, skipped: list[str] | None = None) -> Results:
    environment: Environment | None = None
    measurements: list[Measurement] = []
    lines = content.split(b"\n")
    if lines[-1]:
        words = f"{source}:{len(lines)}: the line is cut off: it has no end"
        if skipped is None:
            raise ArgumentError(words)
        skipped.append(words)
    for number, line in enumerate(lines[:-1], start=1):
        try:
            record = _parse_line(line)
        except CodecError as error:
            words = f"{source}:{number}: {error}"
            if skipped is None or environment is None or isinstance(error, OtherSchemaError):
                raise ArgumentError(words) from error
            skipped.append(words)
            continue
        if isinstance(record, Measurement) == (environment is None):
            what = "the first line is the environment, and there is one in a file"
            raise ArgumentError(f"{source}:{number}: {what}")
        if isinstance(record, Environment):
            environment = record
        else:
            measurements.append(record)
    if environment is None:
        raise ArgumentError(f"{source} is empty: its first line should be the environment")
    return Results(environment, tuple(measurements))


def _parse_line(line: bytes) -> Environment | Measurement:
    try:
        document = json.loads(line, parse_constant=_refuse_constant)
    except ValueError as error:
        raise CodecError(f"the line is not JSON: {error}") from error
    if not isinstance(document, dict) or not isinstance(document.get("schema"), int):
        raise CodecError("the line has no schema version")
    if document["schema"] != SCHEMA:
        raise OtherSchemaError(
            f"the line is of schema {document['schema']}, and this version of sgemm "
            f"reads schema {SCHEMA}"
        )
    kinds: dict[str, type] = {"environment": Environment, "measurement": Measurement}
    record = document.get("record")
    if not isinstance(record, str) or record not in kinds:
        raise CodecError(f"the line is a record {record!r} and should be one of {sorted(kinds)}")
    if document.keys() != {"schema", "record", record}:
        raise CodecError(f"the line should have schema, record and {record}, and nothing else")
    decoded: Environment | Measurement = decode(kinds[record], document[record], record)
    return decoded


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
