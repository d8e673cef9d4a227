"""What all tests share."""

import os

from hypothesis import settings

# A reference is a product of a few hundred rows, and tests already run on all processors. NumPy
# reads this when it is loaded: by default it spreads even such a product over threads, which then
# keep a processor busy for longer than the product takes, waiting for another one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# How long an example takes depends on the machine and its load; no test is timed.
settings.register_profile("sgemm", deadline=None)
settings.load_profile("sgemm")
