"""A disk that is full, for tests: files of this process can't grow any more."""

import contextlib
import resource
from collections.abc import Iterator


@contextlib.contextmanager
def disk_with(count: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (count, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
