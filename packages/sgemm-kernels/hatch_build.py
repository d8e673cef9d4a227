"""A wheel without kernels is none: says what to do first."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelsAreThere(BuildHookInterface):
    """Refuse to build the wheel before anything was compiled for it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look for the manifest of an architecture."""
        if not list(Path(self.root).glob("src/sgemm_kernels/sm_*/manifest.json")):
            raise SystemExit(
                "sgemm-kernels: nothing was compiled yet; in the folder of sgemm, "
                "make kernels ARCHITECTURES=90 compiles and builds the wheel"
            )
