"""The geometry of a launch, checked by both machines before anything runs."""

from __future__ import annotations

from sgemm.executor.limits import check_block, check_grid, check_shared_bytes
from sgemm.kernels.launch import Launch


def check_launch(launch: Launch) -> None:
    """Check all grids and blocks of a launch.

    Parameters
    ----------
    launch : Launch

    Raises
    ------
    ArgumentError
        If no GPU launches one of them.
    """
    for each in (launch.first, launch, launch.last):
        if each is not None:
            check_grid(each.grid)
            check_block(each.block)
    check_shared_bytes(launch.shared_bytes)
