"""Machine code of sm_90, where the compiler's is not good enough: the loop of the large kernels.

``patch`` is the entry point; it reads a compiled kernel (``cubin``, ``instruction``), finds the
loop (``match``), patches it (``accumulator_order``, ``patched_loop``) and validates the patch
(``validation``).
"""

from __future__ import annotations

import functools


@functools.cache
def revision() -> str:
    """Return a digest of this package: caches of machine code go by it.

    So what one version has patched or validated is not used by another.
    """
    import hashlib  # what finds machine code in a cache has imported both
    from pathlib import Path

    digest = hashlib.sha256()
    for place in sorted(Path(__path__[0]).glob("*.py")):
        content = place.read_bytes()
        digest.update(f"{place.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:12]
