"""Parquet: what files of JSON Lines hold, in columns, many files in one.

A row is a line. The column ``file`` has the name of the JSON Lines file. Its rows stand
together, in the order of its lines. Of results, ``record`` says which of the columns
``environment``, ``measurement`` and ``trace`` the row has; these have the fields that the lines
have, as structs.

Other lines, such as those of surveys and checks, have no fixed fields. Each field is a column: of
its type, where all values have one plain type; else its name ends with ``:json``, and its values
are JSON. A line without the field has null there.

Polars is imported where it is needed: a machine that only measures does without.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import io
import itertools
import json
import types
import typing
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgemm.bench.codec import NAMES, SCHEMA, TYPES, Record, names_of, parsed
from sgemm.bench.files import check_size, lines_of
from sgemm.bench.statistics import by_round, in_turns
from sgemm.errors import ArgumentError, MissingToolError
from sgemm.kernels.tile import stored_name
from sgemm.visible import visible

if TYPE_CHECKING:
    from polars import DataFrame, Series

SUFFIX = ".parquet"
ENDING = 8  # bytes at the end: four with the length of the footer before them, four letters
# What stands before the footer, and then the digest of all bytes but these. Other readers pass over
# it, since they find the footer from the end, and the columns by the footer. Here it shows damage,
# for which the data frame library may end the whole process.
SEAL = b"sgemm: SHA-256 "

MOST_ROWS = 10**7  # more than a GPU fills in weeks; few compressed bytes can stand for many more
JSON = ":json"  # ends the names of columns whose values are JSON
LEVEL = 9  # of zstd, above which files get little smaller in much more time
SMALLEST = 19  # a sixth smaller than by LEVEL, in the time of ten: for files that are kept
LARGEST_PAGE = 2**30  # bytes: a column is compressed as a whole
PLAIN = (str, bool, int, float)
SETTING = ("machine", "problem", "protocol")  # fields of a measurement: where, what and how
Line = dict[str, Any]
ISO = "%Y-%m-%dT%H:%M:%S%z"  # times as they are written


def polars() -> Any:
    """Return the data frame library."""
    try:
        import polars
    except ImportError as error:
        raise MissingToolError(
            "polars is not installed, which reads Parquet and compares results: pip install polars"
        ) from error
    return polars


def write_records(records: Iterable[tuple[str, Record]], level: int = LEVEL) -> bytes:
    """Write records of results, each with the name of its file, as Parquet.

    What of a measurement's baseline follows from the baseline's own line above is left out.
    """
    pl = polars()
    above: dict[str, dict[Any, Any]] = {}
    rows = []
    for file, record in records:
        name, line = NAMES[type(record)], _stored(record)
        for field, value in _following(line, above.setdefault(file, {})).items():
            if repr(line["baseline"][field]) == repr(value):  # tells 0.0 from -0.0
                line["baseline"][field] = None
        rows.append((file, name, line))
    files, names, lines = ([row[place] for row in rows] for place in range(3))
    try:
        columns = [
            pl.Series("file", files, pl.String),
            pl.Series("schema", [SCHEMA] * len(rows), pl.Int64),
            pl.Series("record", names, pl.String),
        ]
        for kind, its_type in TYPES.items():
            own = [line if name == kind else None for name, line in zip(names, lines, strict=True)]
            columns.append(_column(kind, its_type, own))
        frame = pl.DataFrame(columns)
    except (UnicodeEncodeError, pl.exceptions.PolarsError) as error:
        raise ArgumentError(f"the results do not fit into Parquet: {error}") from error
    return _written(frame, level)


def write_lines(files: Iterable[tuple[str, Iterable[Line]]], level: int = LEVEL) -> bytes:
    """Write lines without fixed fields, each file with its name, as Parquet."""
    pl = polars()
    rows = [(name, line) for name, lines in files for line in lines]
    kinds: dict[str, set[type]] = {}
    for _, line in rows:
        for key, value in line.items():
            kinds.setdefault(key, set()).add(type(value))
    columns = {"file": pl.Series("file", [name for name, _ in rows], pl.String)}
    for key, found in kinds.items():
        if key == "file" or key.endswith(JSON):
            raise ArgumentError(f"a line has the field {key!r}, which has a meaning in Parquet")
        values: list[Any] = [line.get(key) for _, line in rows]
        name = key
        if len(found) > 1 or not found <= set(PLAIN):
            name = f"{key}{JSON}"
            values = [json.dumps(line[key]) if key in line else None for _, line in rows]
        columns[name] = pl.Series(name, values)
    return _written(pl.DataFrame(list(columns.values())), level)


def is_parquet(path: Path) -> bool:
    """Tell whether a path is Parquet, or a file in it: ``bench.parquet/layers.jsonl``."""
    return path.suffix == SUFFIX or (path.parent.suffix == SUFFIX and path.parent.is_file())


def files_in(path: Path) -> tuple[Path, ...]:
    """Return the files of JSON Lines that a path stands for: itself, or all in its Parquet."""
    if path.suffix != SUFFIX:
        return (path,)
    return tuple(path / name for name in read_frame(path)["file"].unique(maintain_order=True))


def read_frame(path: Path, rows: int | None = None) -> DataFrame:
    """Read what :func:`write_records` or :func:`write_lines` wrote, or one file of it."""
    if path.suffix != SUFFIX:
        whole = read_frame(path.parent, rows)
        part = whole.filter(whole["file"] == path.name)
        if not len(part) and rows is None:
            raise ArgumentError(f"{visible(path.parent)} has no file {path.name!r} in it")
        return part
    pl = polars()
    frame: DataFrame
    check_size(path)
    try:
        content = path.read_bytes()
        if not _is_whole(content):
            raise ArgumentError(
                f"{visible(path)} is damaged, or sgemm did not write it: make it again from JSON "
                "Lines by sgemm export --format parquet"
            )
        if pl.scan_parquet(io.BytesIO(content)).select(pl.len()).collect().item() > MOST_ROWS:
            raise ArgumentError(f"{visible(path)} has more than {MOST_ROWS} rows: cut it in parts")
        frame = pl.read_parquet(io.BytesIO(content), n_rows=rows)
    except OSError as error:
        raise ArgumentError(f"{visible(path)} cannot be read: {error.strerror or error}") from error
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        reason = visible(str(error).partition("\n")[0])
        raise ArgumentError(f"{visible(path)} cannot be read: {reason}") from error
    if frame.schema.get("file") != pl.String or frame["file"].null_count():
        raise ArgumentError(f"{visible(path)} has no names of files: sgemm did not write it")
    return frame


def is_results(frame: DataFrame) -> bool:
    """Tell whether a Parquet file has results, and not other lines."""
    return {"schema", "record"} <= set(frame.columns)


def is_other(file: Path) -> bool:
    """Tell whether a file plainly has lines of another kind; a damaged file of results has not."""
    if is_parquet(file):
        try:
            return not is_results(read_frame(file, rows=0))
        except ArgumentError:
            return False
    try:
        first = parsed(next(lines_of(file), b""))
    except (ArgumentError, ValueError, RecursionError):
        return False
    return isinstance(first, dict) and not {"schema", "record"} & first.keys()


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Read lines without fixed fields from JSON Lines, from Parquet, or from a file in Parquet."""
    if is_parquet(path):
        return [_line(row) for row in read_frame(path).iter_rows(named=True)]
    found = []
    for number, line in enumerate(lines_of(path), 1):
        try:
            document = parsed(line)
        except (ValueError, RecursionError) as error:
            words = f"{visible(path)}:{number}: the line is not JSON: {error}"
            raise ArgumentError(words) from None
        if not isinstance(document, dict):
            raise ArgumentError(f"{visible(path)}:{number}: the line is no JSON object")
        try:
            json.dumps(document, ensure_ascii=False).encode()
        except (TypeError, UnicodeEncodeError) as error:
            what = (
                "text that is no Unicode" if isinstance(error, ValueError) else "too large a number"
            )
            raise ArgumentError(f"{visible(path)}:{number}: the line has {what}") from None
        found.append(document)
    return found


def lines_in(path: Path) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """Yield the files of JSON Lines that a path stands for, each with its lines."""
    if path.suffix != SUFFIX:
        yield path, read_lines(path)
        return
    rows = read_frame(path).iter_rows(named=True)
    for name, of_file in itertools.groupby(rows, key=lambda row: row["file"]):
        yield path / name, [_line(row) for row in of_file]


def records_of(frame: DataFrame) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the name of each file, and its lines as documents."""
    for name, rows in itertools.groupby(frame.iter_rows(named=True), key=lambda row: row["file"]):
        documents = []
        above: dict[Any, Any] = {}
        for row in rows:
            given = {x: value for x, value in row.items() if x != "file" and value is not None}
            documents.append(given)
            if (measured := row.get("measurement")) is not None:
                for field, value in _following(measured, above).items():
                    if measured["baseline"][field] is None:
                        measured["baseline"][field] = value
        yield str(name), documents


def without_replaced(frame: DataFrame) -> DataFrame:
    """Leave out lines of results that later ones replace, so that nothing of them is decoded.

    Some of these are kept: of each file one measurement for each machine, which says on which
    hardware the file was measured; and what was measured beside one that is kept, in turns with it.
    Nothing is left out where another version of sgemm wrote the columns, or times are unusual.
    """
    pl = polars()
    if any(frame.schema.get(name) != _type_of(kind) for name, kind in TYPES.items()):
        return frame
    of = pl.col("record").eq
    place = pl.col("environment").struct.field("processor", "gpus", "device")
    hardware = frame.filter(of("environment")).select("file", hardware=pl.struct(place))
    numbered = frame.with_row_index("row").join(hardware, on="file", how="left")
    lines = numbered.filter(of("measurement")).select(
        *("row", "file", "hardware"),
        pl.col("measurement").struct.field("kernel", *SETTING, "architecture", "interrupted"),
        inputs=pl.col("measurement").struct.field("verification").struct.field("input_class"),
        at=pl.col("measurement").struct.field("measured_at").str.to_datetime(ISO, strict=False),
    )
    if lines["at"].null_count():
        return frame
    latest = (
        lines.sort(~pl.col("interrupted"), "at", maintain_order=True)
        .group_by("kernel", *SETTING, "inputs", "hardware")
        .agg(pl.col("file").last())
    )
    of_hardware = lines.unique(("file", "machine", "architecture"), keep="first")
    kept = [
        lines.join(latest, on=("file", *SETTING), how="semi"),
        lines.join(of_hardware, on=("file", *SETTING), how="semi"),
        numbered.filter(of("trace"))
        .with_columns(pl.col("trace").struct.field("name", "at"))
        .sort(pl.col("at").list.first(), maintain_order=True)
        .group_by("name", "hardware")
        .last(),
        numbered.filter(of("environment")),
    ]
    counting: DataFrame = frame[pl.concat([each["row"] for each in kept]).unique().sort()]
    return counting


def _following(line: Line, above: dict[Any, Any]) -> Line:
    """Return what follows of a measurement's baseline from the baseline's own line above it.

    Lines of a file are to be given in their order; ``above`` gets their times.
    """
    try:
        samples, details, beside = line["samples"], line["details"], line["baseline"]
        if samples is None or details is None:
            return {}
        place = line["machine"], line["protocol"], repr(line["problem"])
        own = by_round(samples["seconds"], details["rounds"])
        above[*place, line["kernel"]] = own, samples["complete"]
        if beside is None or (found := above.get((*place, beside["name"]))) is None:
            return {}
        others, complete = found
        _, seconds, ratios = in_turns(own, others)
    except (KeyError, TypeError, ValueError):
        return {}  # no measurement; or what is wrong with it is said where it is decoded
    return {"samples": {"seconds": seconds, "complete": complete}, "round_ratios": ratios}


def _line(row: dict[str, Any]) -> dict[str, Any]:
    """Return a line as it was written."""
    return {
        key.removesuffix(JSON): json.loads(value) if key.endswith(JSON) else value
        for key, value in row.items()
        if key != "file" and value is not None
    }


def _stored(value: Any) -> Any:
    """Return a record, or a tuple in one, as rows have it: structs as dicts, and lists."""
    kind: Any = type(value)
    names = names_of(kind)
    parts = list(value) if names is None else [getattr(value, name) for name in names.values()]
    if names is None and parts and type(parts[0]) is float:
        return parts  # samples come in thousands
    for place, part in enumerate(parts):
        # Polars puts null in the place of what is too large for a column.
        if type(part) is int and not -(2**63) <= part < 2**63:
            raise ArgumentError(f"{part} does not fit into Parquet: its whole numbers have 64 bits")
        if part is not None and type(part) not in PLAIN:
            parts[place] = _stored(part)
    return parts if names is None else dict(zip(names, parts, strict=True))


def _column(name: str, kind: Any, values: Sequence[Any]) -> Series:
    """Return values of a type as rows have them, some of which may be None, as a column."""
    pl = polars()
    kind = _without_none(kind)
    names, is_list = names_of(kind), typing.get_origin(kind) is tuple
    if names is None and not is_list:
        return pl.Series(name, values, _type_of(kind))  # type: ignore[no-any-return]
    known = [value for value in values if value]  # structs, and lists that are not empty
    column: Series
    if names is not None:
        hints = typing.get_type_hints(kind)
        fields = [
            _column(stored, hints[field], [each[stored] for each in known])
            for stored, field in names.items()
        ]
        column = pl.DataFrame(fields).to_struct(name)
    else:
        # Polars takes long to make many lists of Python's. It is faster to group all items.
        items = list(itertools.chain.from_iterable(known))
        owners = itertools.chain.from_iterable([at] * len(one) for at, one in enumerate(known))
        inner = _column("items", typing.get_args(kind)[0], items)
        frame = pl.DataFrame([inner, pl.Series("owner", list(owners), pl.Int64)])
        lists = frame.group_by("owner", maintain_order=True).agg("items")["items"].alias(name)
        column = pl.concat([lists, pl.Series(name, [[]], lists.dtype)])
    places = itertools.count()
    found = [None if one is None else next(places) if one else len(known) for one in values]
    return column.gather(pl.Series(found, dtype=pl.Int64))


def _written(frame: DataFrame, level: int) -> bytes:
    buffer = io.BytesIO()
    frame.write_parquet(
        buffer,
        compression="zstd",
        compression_level=level,
        statistics=False,
        data_page_size=LARGEST_PAGE,
    )
    return sealed(buffer.getvalue())


def sealed(content: bytes) -> bytes:
    """Put the digest of Parquet before its footer."""
    place = _footer(content)
    digest = hashlib.sha256(content).digest()
    return content[:place] + SEAL + digest + content[place:]


def _is_whole(content: bytes) -> bool:
    """Tell whether Parquet is as it was sealed."""
    end = _footer(content)
    begin = end - len(SEAL) - hashlib.sha256().digest_size
    if begin < 0 or not content[begin:end].startswith(SEAL):
        return False
    rest = content[:begin] + content[end:]
    return content[begin + len(SEAL) : end] == hashlib.sha256(rest).digest()


def _footer(content: bytes) -> int:
    """Return where the footer begins, as the end of Parquet has it."""
    length = int.from_bytes(content[-ENDING : -ENDING // 2], "little")
    return max(0, len(content) - ENDING - length)


@functools.cache
def _type_of(kind: Any) -> Any:
    """Return the type of a column for that of a field."""
    pl = polars()
    kind = _without_none(kind)
    if typing.get_origin(kind) is tuple:
        return pl.List(_type_of(typing.get_args(kind)[0]))
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        fields = {stored_name(x): _type_of(hints[x.name]) for x in dataclasses.fields(kind)}
        return pl.Struct(fields)
    return {str: pl.String, bool: pl.Boolean, int: pl.Int64, float: pl.Float64}[kind]


def _without_none(kind: Any) -> Any:
    """Return the type of what is there, where it may be missing."""
    if typing.get_origin(kind) not in (types.UnionType, typing.Union):
        return kind
    (inner,) = (choice for choice in typing.get_args(kind) if choice is not type(None))
    return inner
