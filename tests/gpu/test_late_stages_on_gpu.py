"""Copies that come later than the multiplying warps want them.

On an idle GPU a stage is there long before it is wanted, and what the machine code does when it is
not is never run. A kernel that hangs takes its process with it, hence a process for each.
"""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("late_stages.py")
SECONDS = 60.0


@pytest.mark.parametrize(
    ("kernel", "layout", "tile"),
    [
        ("tma_pipeline", "nn", 0),
        ("tma_pipeline", "nn", 2),
        ("tma_pipeline", "nn", 3),
        ("tma_pipeline", "tn", 0),
        ("tma_pipeline", "tt", 1),
        ("async_producer", "nn", 1),
        ("async_producer", "nt", 0),
        ("async_producer", "nt", 2),
        ("async_producer", "nt", 4),
        ("quads_along_k", "nt", 0),
        ("quads_along_k", "nt", 1),
        ("quads_along_k", "nn", 0),
        ("sliced_k", "nn", 0),
        ("sliced_k", "tt", 2),
        ("sliced_producer", "nn", 1),
        ("sliced_producer", "nt", 2),
        ("quads_along_k", "nn", 2),
        ("quads_along_k", "nt", 3),
        ("quads_along_k", "nn", 3),
        ("quads_along_k", "nn", 4),
        ("quads_along_k", "nt", 4),
        ("quads_along_k", "nn", 5),
        ("quads_along_k", "nt", 5),
        ("tma_pipeline", "nn", 5),
        ("tma_pipeline", "tn", 6),
        ("tma_pipeline", "tn", 9),
        ("async_producer", "nn", 7),
        ("async_producer", "tt", 5),
        ("quads_along_k", "nn", 6),
        ("quads_along_k", "nt", 7),
        ("sliced_k", "nn", 3),
        ("sliced_k", "tn", 4),
        ("sliced_producer", "nn", 3),
        ("quads_by_elements", "nn", 0),
        ("quads_by_elements", "nt", 1),
        ("warp_specialised", "nn", 0),
        ("persistent", "nn", 0),
        ("stream_k", "nn", 0),
        ("chunked_sums", "nn", 0),
        ("patched_mainloop", "nn", 0),
    ],
)
def test_late_stages_give_the_same_bits(
    kernel: str, layout: str, tile: int, tmp_path: Path
) -> None:
    command = [sys.executable, str(SCRIPT), str(tmp_path), kernel, layout, str(tile)]
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.fail(f"{kernel} {layout}, tile {tile}: no end within {SECONDS:.0f} s")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip() == "the same bits"
