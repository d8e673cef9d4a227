"""The words of the errors of launches."""

import numpy as np
import pytest

from sgemm.executor.abi import Failure, Word
from sgemm.executor.compiler import Layout
from sgemm.executor.launch_errors import MESSAGES, launch_error
from sgemm.executor.memory import AllocationMap
from sgemm.ptx.syntax import Location

NO_ERRORS = {Failure.NONE, Failure.STOPPED}


def test_every_failure_has_a_message() -> None:
    assert MESSAGES.keys() == set(Failure) - NO_ERRORS


@pytest.mark.parametrize("cluster", [(1, 1, 1), (2, 1, 1)])
@pytest.mark.parametrize("failure", MESSAGES)
def test_every_message_has_its_fields(failure: Failure, cluster: tuple[int, int, int]) -> None:
    layout = Layout(
        entry="k",
        threads=(64, 1, 1),
        lanes=1,
        groups=64,
        frame_bytes=64,
        shared_start=1024,
        shared_bytes=64,
        parameters=(),
        parameter_bytes=0,
        architecture=90,
        locations=(Location("k.ptx", 7, "some.thing  %r0"),) * 2,
        cluster=cluster,
    )
    context = np.ones(len(Word), np.uint64)
    context[Word.ERROR] = failure
    error = launch_error(layout, (2, 1, 1), context, AllocationMap(), 6.0)
    begin = "" if failure is Failure.ENDLESS else "k.ptx:7: 'some.thing %r0' in "
    assert str(error).startswith(f"{begin}k, block (1, 1, 1) of (2, 1, 1)")
    assert not {"{", "}"} & set(str(error))
