"""The list of planted faults: it is worth something while its lines are in the tree."""

import csv
import gzip
from collections import Counter
from pathlib import Path

from plant_faults import COLUMNS, FOLDERS, ROOT, package_of, write

LEAST = 330


def lines_of(file: str) -> list[str]:
    path = ROOT / file
    return [line.strip() for line in path.read_text().split("\n")] if path.exists() else []


def test_every_fault_can_be_planted() -> None:
    with (ROOT / "scripts/faults.csv").open(newline="") as source:
        faults = list(csv.DictReader(source))
    elsewhere = [each for each in faults if lines_of(each["file"]).count(each["line"]) != 1]
    assert not elsewhere and len(faults) >= LEAST
    packages = {path.parent.name for path in (ROOT / "src/sgemm").glob("*/*.py")}
    found = Counter(package_of(each["file"]) for each in faults)
    assert found.keys() == FOLDERS.keys() == packages | {"", "publish"}
    assert min(found.values()) >= 4


def test_what_was_found_is_written_whole(tmp_path: Path) -> None:
    found = [dict.fromkeys(COLUMNS, "x"), dict.fromkeys(COLUMNS, "y,\n")]
    for count in (1, 2):
        write(tmp_path / "found.csv.gz", found[:count])
    with gzip.open(tmp_path / "found.csv.gz", "rt", newline="") as source:
        assert list(csv.DictReader(source)) == found
    assert len(list(tmp_path.iterdir())) == 1
