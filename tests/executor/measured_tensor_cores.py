"""What the tensor cores of an H200 gave: the sample that scripts/probe_tensor_cores.py took."""

import io
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

RESULTS = Path(__file__).parents[2] / "results" / "h200"
FINDINGS: dict[str, Any] = json.loads((RESULTS / "tensor-cores.json").read_text())

Tiles = tuple[NDArray[Any], ...]  # A, B, C and D


def measured(instruction: str) -> Iterator[tuple[str, Tiles]]:
    """Yield the tiles of an instruction by class; single dot products are tiles of one element."""
    # Compressed as a whole: the inputs of most instructions are the same.
    content = lzma.decompress((RESULTS / "tensor-cores.npz.xz").read_bytes())
    with np.load(io.BytesIO(content)) as sample:
        for key in sample.files:
            # Such as mma_m16n8k16_f16/wide/d, or d_differing where an earlier model was wrong.
            name, _, last = key.rpartition("/")
            if name.startswith(f"{instruction}/") and last.startswith("d"):
                a, b, c, d = (sample[f"{name}/{each}{last[1:]}"] for each in "abcd")
                if d.ndim == 1:
                    a, b = a[:, np.newaxis], b[:, :, np.newaxis]
                    c, d = c[:, np.newaxis, np.newaxis], d[:, np.newaxis, np.newaxis]
                yield name, (a, b, c, d)
