"""Mainloops whose patch was validated before they came here.

The verdict depends on nothing but what the cache finds it by: the compiled bytes, the numbers of
the tile, and the revision of all that patches and validates. Validation takes a quarter of the time
in which a large kernel is compiled. So ``validated.json`` has these keys, as digests, of all
kernels, for the two compilers that most users have: the newest one, and the one that PyTorch asks
for. ``scripts/mainloop_compilers.py`` writes it. Whatever is not in it is validated where it is
compiled.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from pathlib import Path

from sgemm.toolchain.cache import Key, digest

PLACE = Path(__file__).with_name("validated.json")

# Of 64 digits: enough that no two keys have the same ones.
_DIGITS = 32


def is_validated(key: Key) -> bool:
    """Whether the patch of an entry, by its key, is one of those."""
    return _short(key) in _all()


def read() -> dict[str, dict[str, list[str]]]:
    """Return digests by the version of NVRTC, such as ``"13.5.37"``: of patches, and of sources."""
    found: dict[str, dict[str, list[str]]] = json.loads(PLACE.read_text())
    return found


def write(version: str, keys: Iterable[Key], sources: Key) -> None:
    """Write down the patches of a version of NVRTC, and what all of them were made of.

    So it is seen whether those of all versions were made of the same sources.
    """
    made = {"sources": [_short(sources)], "patches": sorted(map(_short, keys))}
    content = dict(sorted({**read(), version: made}.items()))
    PLACE.write_text(json.dumps(content, indent=0) + "\n")


@functools.cache
def _all() -> frozenset[str]:
    return frozenset(digest for made in read().values() for digest in made["patches"])


def _short(key: Key) -> str:
    return digest(key).hex()[:_DIGITS]
