#!/usr/bin/env python3
"""What do the tensor cores compute? Experiments and random tiles on a GPU, against the model.

PYTHONPATH=src python3 scripts/probe_tensor_cores.py --out DIR [--seconds 60] [--only NAME]

Each instruction is probed by a process of its own: where one does not compile, launch or end, the
others go on. Small experiments and then tiles of many classes are compared bit for bit with the
model, ``tensor_cores/model.py``. DIR gets

    results.jsonl  one line an experiment, and a class of inputs with its first differing cases in
                   full bits
    sample.npz     bits of inputs and outputs of every class and instruction, of at most 2 MB:
                   the model can be corrected with it where there is no GPU
    parts          the same, with more tiles

``--simulated`` takes the model in the place of a GPU.
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
import sys
import time
import traceback
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from tensor_cores.comparing import Sample, probe
from tensor_cores.instructions import INSTRUCTIONS, Gpu, Instruction, Simulated

MOST_SAMPLE_BYTES = 2_000_000
TILES_DIMENSIONS = 3  # experiments and differing cases have fewer: they are kept whole
ROUNDS = 16
GRACE_SECONDS = 25  # that a process may take longer, for its start and its last round


def run(at: Instruction, out: str, rounds: int, seconds: float, simulated: bool) -> None:
    """Probe one instruction; write its lines and its sample as they come."""
    lines = Path(out) / f"{at.name}.jsonl"
    numbers = itertools.count()

    def write(record: dict[str, Any]) -> None:
        with lines.open("a") as stream:
            stream.write(json.dumps({"instruction": at.name, **record}) + "\n")

    def keep(sample: Sample) -> None:
        arrays: dict[str, Any] = sample
        np.savez(Path(out) / f"{at.name}.{next(numbers)}.npz", **arrays)

    try:
        for record in probe(at, Simulated if simulated else Gpu, rounds, seconds, keep):
            write(record)
    except Exception as error:
        write(failure(f"{type(error).__name__}: {error}", traceback.format_exc()))


def failure(error: str, details: str = "") -> dict[str, Any]:
    """Return the record of an instruction that could not be probed to the end."""
    return {"record": "instruction", "status": "failed", "error": error, "details": details}


def gather(out: Path, parts: Path, names: list[str]) -> list[dict[str, Any]]:
    """Put the lines of all processes into one file, and the samples into another."""
    records: list[dict[str, Any]] = []
    arrays: dict[str, Any] = {}
    for name in names:
        lines = parts / f"{name}.jsonl"
        text = lines.read_text() if lines.exists() else ""
        records += [json.loads(line) for line in text.splitlines() if line.endswith("}")]
        for file in sorted(parts.glob(f"{name}.*.npz")):
            try:
                with np.load(file) as sample:
                    arrays.update({f"{name}/{key}": sample[key] for key in sample.files})
            except (OSError, ValueError, EOFError, zipfile.BadZipFile):
                continue  # its process was ended while it wrote
    with (out / "results.jsonl").open("w") as stream:
        stream.writelines(json.dumps(record) + "\n" for record in records)
    # Fewer tiles of each class, until the file is small enough.
    while arrays:
        np.savez_compressed(out / "sample.npz", **arrays)
        if (out / "sample.npz").stat().st_size <= MOST_SAMPLE_BYTES:
            break
        arrays = {
            key: array if array.ndim < TILES_DIMENSIONS else array[: max(1, len(array) * 2 // 3)]
            for key, array in arrays.items()
        }
    return records


def summary(records: list[dict[str, Any]]) -> str:
    """Return a table for people."""
    lines = []
    tiles: dict[str, list[int]] = {}
    for record in records:
        at = record["instruction"]
        if record["record"] == "instruction":
            lines.append(f"{at}: {record['status']} {record.get('error') or record['device']}")
        elif record["record"] == "experiment" and record["explained"] != record["results"]:
            said = f"{record['explained']} of {record['results']} results explained"
            lines.append(f"{at}: {record['experiment']}: {said}")
        elif record["record"] == "tiles":
            counts = tiles.setdefault(at, [0, 0])
            counts[0] += record["tiles"]
            counts[1] += record["equal"]
            if record["equal"] != record["tiles"]:
                said = f"{record['equal']} of {record['tiles']} tiles equal to the model"
                lines.append(f"{at}: {record['inputs']}: {said}")
    for at, (count, equal) in tiles.items():
        lines.append(f"{at}: {equal} of {count} tiles equal to the model")
    total = sum(count for count, _ in tiles.values())
    return "\n".join([*lines, f"{total} tiles in all"])


def main() -> int:
    """Probe all instructions at once."""
    parser = argparse.ArgumentParser(description="Probe the arithmetic of tensor cores.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each instruction")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of every class, at most")
    parser.add_argument("--only", action="append", help="part of the name of an instruction")
    parser.add_argument("--simulated", action="store_true", help="the model in place of a GPU")
    asked = parser.parse_args()
    chosen = [
        each for each in INSTRUCTIONS if any(part in each.name for part in asked.only or [""])
    ]
    parts = asked.out / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    for left in parts.iterdir():
        left.unlink()
    context = multiprocessing.get_context("spawn")
    options = str(parts), asked.rounds, asked.seconds, asked.simulated
    processes = [context.Process(target=run, args=(each, *options)) for each in chosen]
    for process in processes:
        process.start()
    end = time.monotonic() + asked.seconds + GRACE_SECONDS
    for process, each in zip(processes, chosen, strict=True):
        process.join(max(0.0, end - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()
            ended = "took too long and was ended"
        elif process.exitcode:
            ended = f"its process ended with status {process.exitcode}"
        else:
            continue
        with (parts / f"{each.name}.jsonl").open("a") as stream:
            record = {"instruction": each.name, **failure(ended)}
            stream.write("\n" + json.dumps(record) + "\n")
    records = gather(asked.out, parts, [each.name for each in chosen])
    print(summary(records))
    return int(not any(record["record"] == "tiles" for record in records))


if __name__ == "__main__":
    sys.exit(main())
