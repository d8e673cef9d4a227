"""Machine code of sm_90, where the compiler's is not good enough: the loop of the large kernels.

``patch`` is the entry point; it reads a compiled kernel (``cubin``, ``instruction``), finds the
loop (``match``), patches it (``accumulator_order``, ``patched_loop``) and validates the patch
(``validation``).
"""

REVISION = 17
"""Changes with what is written: caches of machine code go by it."""
