"""Mainloops whose patch was validated before they came here.

The verdict depends on nothing but what the cache finds it by: the compiled bytes, the numbers of
the tile, and the revision of all that patches and validates. So it is made once, for what two
compilers make of all kernels: the newest one, and the one that PyTorch asks for.
``validated.json`` has digests of these keys; ``scripts/mainloop_compilers.py --ship`` writes it.
Whatever is not in it is validated where it is compiled.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from sgemm.toolchain.cache import Key, digest

PLACE = Path(__file__).with_name("validated.json")

# Of 64 digits: enough that no two keys have the same ones.
_DIGITS = 32


class Shipped(NamedTuple):
    """What the file says."""

    sources: str  # the digest of all that was compiled, and of what patched it
    patches: dict[str, list[str]]  # version of NVRTC, such as "13.5.37" -> digests, one a kernel


def is_validated(key: Key) -> bool:
    """Whether the patch of an entry, by its key, is one of those."""
    return _short(key) in _all()


def read() -> Shipped:
    """Read the file."""
    return Shipped(**json.loads(PLACE.read_text()))


def write(version: str, keys: Iterable[Key], sources: Key) -> None:
    """Write down the patches of a version of NVRTC; those made of other sources are left out."""
    made_of, known = _short(sources), read()
    others = known.patches if known.sources == made_of else {}
    patches = {**others, version: sorted(map(_short, keys))}
    found = Shipped(made_of, dict(sorted(patches.items())))
    PLACE.write_text(json.dumps(found._asdict(), indent=0) + "\n")


@functools.cache
def _all() -> frozenset[str]:
    return frozenset(digest for digests in read().patches.values() for digest in digests)


def _short(key: Key) -> str:
    return digest(key).hex()[:_DIGITS]
