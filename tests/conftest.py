"""What all tests share."""

from hypothesis import settings

# How long an example takes depends on the machine and its load; no test is timed.
settings.register_profile("sgemm", deadline=None)
settings.load_profile("sgemm")
