"""Which banks of shared memory the lanes of a warp meet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from publish.drawings.canvas import LEFT, Canvas
from publish.recorded.banks import BANKS, busiest
from publish.recorded.recording import Row
from sgemm.problem import Problem
from sgemm.report.tables import groups

TITLE = "Banks of shared memory"

WORDS = (
    "Single requests of one warp. Each column is a bank, and each box in it is a word that some "
    "lane wants. A bank gives one word at a time, so that a request takes at least as many passes "
    "as its busiest bank has words. Lanes that want the same word share it."
)

_COLUMN = 22.0


def draw(name: str, table: Sequence[Row], problem: Problem) -> bytes:
    """Draw the words of each request, bank by bank."""
    canvas = Canvas(
        f"{name}: banks that a warp meets",
        "in a box: the lane, or how many lanes (x) share the word",
    )
    left = LEFT + 8.0
    for rows in groups(table, lambda row: row[0]).values():
        most = busiest(rows)
        down = 15.0 if most <= 8 else 9.0
        canvas.y += 20
        canvas.words(left, canvas.y, _request(rows), weight=600)
        wanted = len({row[4] for row in rows})
        least = -(-wanted // BANKS)
        words = f"passes: {most}; {_words(wanted)} need {least} at least"
        canvas.words(left + BANKS * _COLUMN, canvas.y, words, anchor="end")
        top = canvas.y + 8
        lanes: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for _, _, _, lane, word, bank in rows:
            lanes[bank][word].append(lane)
        for bank in range(BANKS):
            x = left + bank * _COLUMN
            if not lanes[bank]:
                canvas.box(x, top, _COLUMN, down, "", "rule")
            for place, word in enumerate(sorted(lanes[bank])):
                who = lanes[bank][word]
                fill = "series-2" if len(who) > 1 else "series-1"
                fill = "series-7" if len(lanes[bank]) > least else fill
                canvas.box(x, top + place * down, _COLUMN, down, fill, "page", 0.9)
                label = f"x{len(who)}" if len(who) > 1 else str(who[0])
                size = 9 if down > 10 else 7.5
                canvas.words(
                    x + _COLUMN / 2, top + (place + 1) * down - 2 - (down > 10) * 2, label, size,
                    "page", "middle",
                )  # fmt: skip
        canvas.y = top + most * down + 12
        for bank in range(0, BANKS, 4):
            canvas.words(left + (bank + 0.5) * _COLUMN, canvas.y, str(bank), 9, "faint", "middle")
        canvas.y += 8
    return canvas.file(
        ("series-1", 0.9, "a word for one lane"),
        ("series-2", 0.9, "a word for several lanes"),
        ("series-7", 0.9, "a conflict: more words in the bank than there have to be"),
    )


def _words(count: int) -> str:
    return "1 word" if count == 1 else f"{count} words"


def _request(rows: Sequence[Row]) -> str:
    _, operation, variable, *_ = rows[0]
    verb = "load from" if operation.startswith("ld") else "store to"
    return f"{verb} {variable} ({operation})"


def summary(table: Sequence[Row], problem: Problem) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return headers and rows of the table that says the same."""
    found = []
    for rows in groups(table, lambda row: row[0]).values():
        words, banks = {row[4] for row in rows}, {row[5] for row in rows}
        least = -(-len(words) // BANKS)
        counts = (len(words), len(banks), busiest(rows), least)
        found.append((_request(rows), *map(str, counts)))
    headers = ["request", ">words that the warp wants", ">banks", ">words in the busiest bank"]
    return [*headers, ">fewest possible"], found
