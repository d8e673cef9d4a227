"""The named sets of problems in the words of somebody who does not know their names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sgemm.bench.sets import BATCHED_SIZES, BATCHES, RANDOM_LARGEST, SQUARES, SUSTAINED_SIZE

_RANGE = f"{SQUARES[0]} ... {SQUARES[-1]}"

SET_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "squares_nn": f"squares {_RANGE}, A*B",
        "squares_nt": f"squares {_RANGE}, A*B^T",
        "squares_tn": f"squares {_RANGE}, A^T*B",
        "squares_tt": f"squares {_RANGE}, A^T*B^T",
        "irregular": "irregular shapes: skinny, long k, odd",
        "random": f"random shapes, m, n, k in 1 ... {RANDOM_LARGEST}",
        "batched": (
            f"batches of {BATCHES[0]} ... {BATCHES[-1]}, "
            f"{BATCHED_SIZES[0]} ... {BATCHED_SIZES[-1]} cubed"
        ),
        "sustained": f"{SUSTAINED_SIZE} cubed for ten seconds",
    }
)
"""The sets whose speed is told, in the order of :data:`sgemm.bench.sets.SETS`."""
