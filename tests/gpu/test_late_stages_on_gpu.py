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
        ("stream_k_tma", "nn", 0),
        ("stream_k_tma", "nn", 2),
        ("stream_k_tma", "nn", 3),
        ("stream_k_tma", "tn", 0),
        ("stream_k_tma", "tt", 1),
        ("stream_k_cp_async", "nn", 1),
        ("stream_k_cp_async", "nt", 0),
        ("stream_k_cp_async", "nt", 2),
        ("stream_k_cp_async", "nt", 4),
        ("stream_k_tma_k_major", "nt", 0),
        ("stream_k_tma_k_major", "nt", 1),
        ("stream_k_tma_k_major", "nn", 0),
        ("stream_k_tma", "nn", 10),
        ("stream_k_tma", "tt", 12),
        ("stream_k_cp_async", "nn", 9),
        ("stream_k_cp_async", "nt", 10),
        ("stream_k_tma_k_major", "nn", 2),
        ("stream_k_tma_k_major", "nt", 3),
        ("stream_k_tma_k_major", "nn", 3),
        ("stream_k_tma_k_major", "nn", 4),
        ("stream_k_tma_k_major", "nt", 4),
        ("stream_k_tma_k_major", "nn", 5),
        ("stream_k_tma_k_major", "nt", 5),
        ("stream_k_tma", "nn", 5),
        ("stream_k_tma", "tn", 6),
        ("stream_k_tma", "tn", 9),
        ("stream_k_cp_async", "nn", 7),
        ("stream_k_cp_async", "tt", 5),
        ("stream_k_tma_k_major", "nn", 6),
        ("stream_k_tma_k_major", "nt", 7),
        ("stream_k_tma", "nn", 13),
        ("stream_k_tma", "tn", 14),
        ("stream_k_cp_async", "nn", 11),
        ("stream_k_cp_async_k_major", "nn", 0),
        ("stream_k_cp_async_k_major", "nt", 1),
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
