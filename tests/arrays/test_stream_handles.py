"""A CUDA stream, however a caller names it."""

import types

import pytest

from sgemm.arrays.library import stream_handle
from sgemm.errors import ArgumentError


class Protocol:
    def __init__(self, found):
        self.found = found

    def __cuda_stream__(self):
        return self.found


class Attribute:
    __cuda_stream__ = (0, 99)


@pytest.mark.parametrize(
    ("stream", "handle"),
    [
        (None, None),
        (0, 0),
        (1, 0),
        (2, 2),
        (2**63, 2**63),
        (Protocol((0, 99)), 99),
        (Protocol((0, 1)), 0),
        (Attribute(), 99),
        (types.SimpleNamespace(cuda_stream=99), 99),
        (types.SimpleNamespace(ptr=99), 99),
        (types.SimpleNamespace(ptr=0), 0),
        (types.SimpleNamespace(handle=99), 99),
    ],
)
def test_every_form(stream, handle):
    assert stream_handle("stream", stream) == handle


@pytest.mark.parametrize(
    "stream",
    [True, -1, 2**64, 1.0, "side", object(), types.SimpleNamespace(ptr="x"), [1]],
)
def test_anything_else_is_refused(stream):
    with pytest.raises(ArgumentError, match=r"^stream = .*a stream's handle"):
        stream_handle("stream", stream)


@pytest.mark.parametrize("found", [99, (1, 99), (0,), None])
def test_a_protocol_of_another_version(found):
    with pytest.raises(ArgumentError, match=r"^stream: its __cuda_stream__ says .*\(0, handle\)"):
        stream_handle("stream", Protocol(found))


def test_a_protocol_that_fails():
    class Gone:
        def __cuda_stream__(self):
            raise RuntimeError("the stream was closed")

    with pytest.raises(ArgumentError, match=r"^stream: its __cuda_stream__ fails, .*was closed"):
        stream_handle("stream", Gone())
