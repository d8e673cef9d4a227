"""Copies that come later than the multiplying warps want them.

On an idle GPU a stage is there long before it is wanted, and what the machine code does when it is
not is never run. A kernel that hangs takes its process with it, hence a process for each.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from sgemm.kernels.catalogue import LADDER, find

SCRIPT = Path(__file__).with_name("late_stages.py")
SECONDS = 60.0

STREAM_K = [
    f"stream_k_{loads}"
    for loads in ("tma", "cp_async", "tma_k_major", "cp_async_k_major", "swap_ab")
]

CASES = [
    (name, layout, tile)
    for name in (*STREAM_K, *LADDER[16:])
    for layouts in [find(name).layouts]
    for tile in range(len(find(name).all_tiles))
    for place, layout in enumerate(layouts)
    if len(layouts) <= 2 or place == tile % len(layouts)
]
"""Kernels with layouts and numbers of tiles; of the ladder, those from warp_specialised on."""


@pytest.mark.parametrize(("kernel", "layout", "tile"), CASES)
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
