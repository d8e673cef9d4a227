"""Machine code of sm_90, where the compiler's is not good enough: the loop of the large kernels.

``rewriting`` is the door; it reads a compiled kernel (``cubin``, ``instruction``), finds the loop
(``recognition``), writes it anew (``order``, ``block``) and proves what it wrote (``proof``).
"""
