"""Copies that come later than the multiplying warps want them.

On an idle GPU a stage is there long before it is wanted, and what the machine code does when it is
not is never run. A kernel that hangs takes its process with it, hence a process for each.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from sgemm.kernels.catalogue import LADDER

SCRIPT = Path(__file__).with_name("late_stages.py")
SECONDS = 60.0


TILES = {
    ("stream_k_tma", "nn"): (0, 2, 3, 5, 10, 13),
    ("stream_k_tma", "tn"): (0, 6, 9, 14),
    ("stream_k_tma", "tt"): (1, 12),
    ("stream_k_cp_async", "nn"): (1, 7, 9, 11),
    ("stream_k_cp_async", "nt"): (0, 2, 4, 10),
    ("stream_k_tma_k_major", "nt"): (0, 1, 3, 4, 5, 7),
    ("stream_k_tma_k_major", "nn"): (0, 2, 3, 4, 5, 6),
    ("stream_k_cp_async", "tt"): (5,),
    ("stream_k_cp_async_k_major", "nn"): (0,),
    ("stream_k_cp_async_k_major", "nt"): (1,),
    **{(name, "nn"): (0,) for name in LADDER[16:]},
}
"""Numbers of a kernel's tiles, by its name and layout; the ladder's from warp_specialised on."""


@pytest.mark.parametrize(
    ("kernel", "layout", "tile"),
    [(*which, tile) for which, tiles in TILES.items() for tile in tiles],
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
