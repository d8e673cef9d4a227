"""What planning knows of a machine, for tests."""

import dataclasses

from sgemm.kernels.gpus import Figures


@dataclasses.dataclass(frozen=True)
class Target:
    """An H200, if nothing else is said."""

    architecture: int = 90
    multiprocessors: int = 132
    name: str = "cuda"
    figures: Figures | None = None
