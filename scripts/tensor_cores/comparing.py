"""Tiles of one instruction compared with the model, bit for bit."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensor_cores import experiments
from tensor_cores.inputs import CLASSES, Maker, Tiles, make
from tensor_cores.instructions import Device, Instruction
from tensor_cores.model import multiply_add

MOST_SHOWN = 5  # differing cases of a class, in words
MOST_KEPT = 96  # differing cases of a class, in the sample
SAMPLE_ROWS = 16  # of a tile in the sample
SAMPLE_TILES = 20
TILES_AT_ONCE = {"mma": 1024, "wgmma": 256}

Record = dict[str, Any]
Sample = dict[str, NDArray[Any]]


@dataclasses.dataclass
class Comparison:
    """Tiles of one class so far, and those where the model is not what came out."""

    tiles: int = 0
    equal: int = 0
    elements: int = 0
    elements_equal: int = 0
    shown: list[Record] = dataclasses.field(default_factory=list)
    kept: list[tuple[NDArray[Any], ...]] = dataclasses.field(default_factory=list)

    def add(self, at: Instruction, tiles: Tiles, d: NDArray[np.uint32], seed: int) -> None:
        """Compare some more."""
        a, b, c = tiles
        expected = multiply_add(at.form, a, b, c)
        is_equal = d == expected
        self.tiles += len(d)
        self.equal += int(is_equal.all(axis=(1, 2)).sum())
        self.elements += d.size
        self.elements_equal += int(is_equal.sum())
        if len(self.kept) >= MOST_KEPT or is_equal.all():
            return
        for tile, i, j in np.argwhere(~is_equal)[: MOST_KEPT - len(self.kept)]:
            row, column = a[tile, i], b[tile, :, j]
            at_place = c[tile, i, j], d[tile, i, j]
            self.kept.append((row.copy(), column.copy(), *at_place))
            if len(self.shown) < MOST_SHOWN:
                digits = at.form.word_bits // 4
                accumulator, found, modelled = (
                    f"{word:08x}" for word in (*at_place, expected[tile, i, j])
                )
                self.shown.append(
                    {
                        "seed": seed,
                        "place": [int(tile), int(i), int(j)],
                        "a": " ".join(f"{word:0{digits}x}" for word in row),
                        "b": " ".join(f"{word:0{digits}x}" for word in column),
                        "c": accumulator,
                        "d": found,
                        "model": modelled,
                    }
                )

    def record(self, inputs: str) -> Record:
        """Return the line of results."""
        return {
            "record": "tiles",
            "inputs": inputs,
            "tiles": self.tiles,
            "equal": self.equal,
            "elements": self.elements,
            "elements_equal": self.elements_equal,
            "differing": self.shown,
        }

    def sample(self) -> Sample:
        """Return the differing dot products that are kept."""
        if not self.kept:
            return {}
        names = ("a", "b", "c", "d")
        return {
            f"{name}_differing": np.array([case[place] for case in self.kept])
            for place, name in enumerate(names)
        }


def probe(
    at: Instruction,
    open_device: Callable[[Instruction], Device],
    rounds: int,
    seconds: float,
    keep: Callable[[Sample], None],
) -> Iterator[Record]:
    """Yield all records about one instruction; ``keep`` is given samples as they are there.

    Every round compares tiles of every class. Rounds end after so many seconds.
    """
    begin = time.monotonic()
    device = open_device(at)
    yield {"record": "instruction", "status": "runs", "device": device.description}
    done = [
        experiments.perform(at, device, name, cases)
        for name, cases in experiments.experiments(at)
        if cases
    ]
    for outcome in done:
        yield {"record": "experiment", **experiments.report(at, outcome)}
    keep(
        {
            f"experiments/{name}": np.concatenate([getattr(each, name) for each in done]).squeeze()
            for name in ("a", "b", "c", "d")
        }
    )
    comparisons = {each: Comparison() for each in CLASSES}
    for number in range(rounds):
        if number and time.monotonic() - begin > seconds:
            break
        for each, comparison in comparisons.items():
            _compare(at, device, each, comparison, number, keep)
    for each, comparison in comparisons.items():
        yield comparison.record(each.__name__)
        keep({f"{each.__name__}/{name}": array for name, array in comparison.sample().items()})


def _compare(
    at: Instruction,
    device: Device,
    each: Callable[[Maker], Tiles],
    comparison: Comparison,
    seed: int,
    keep: Callable[[Sample], None],
) -> None:
    """Compare one round of one class; the first tiles of the first round are kept."""
    sizes = at.m, at.n, at.k
    a, b, c = make(each, at.form, sizes, TILES_AT_ONCE[at.family] // at.chain, seed)
    d = device.run(a, b, c)
    if seed == 0:
        tiles = max(2, SAMPLE_TILES * 16 // at.k)
        part = slice(tiles), slice(SAMPLE_ROWS)
        sample = {"a": a[part], "b": b[:tiles], "c": c[part], "d": d[part]}
        keep({f"{each.__name__}/{name}": array for name, array in sample.items()})
    comparison.add(at, (a, b, c), d, seed)
