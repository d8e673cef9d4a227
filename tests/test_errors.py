"""Errors as people read them."""

import pickle

from sgemm.errors import PtxSyntaxError


def test_a_ptx_error_is_one_line_with_the_place_and_the_text():
    error = PtxSyntaxError("a malformed number", "a.ptx", 3, "mov.u32\n  %r0, 0xZZ;")
    assert str(error) == "a.ptx:3: a malformed number: 'mov.u32 %r0, 0xZZ;'"
    assert (error.file, error.line) == ("a.ptx", 3)


def test_a_ptx_error_in_a_very_long_line_is_short_and_keeps_the_text():
    error = PtxSyntaxError(f"found {'y' * 9999!r}", "a.ptx", 1, "x" * 1_000_000)
    assert len(str(error)) < 600
    assert str(error).endswith("xxx...'")
    assert len(error.text) == 1_000_000


def test_a_ptx_error_comes_back_from_another_process():
    error = PtxSyntaxError("a malformed number", "a.ptx", 3, "mov.u32 %r0, 0xZZ;")
    found = pickle.loads(pickle.dumps(error))
    assert type(found) is PtxSyntaxError
    assert (str(found), vars(found)) == (str(error), vars(error))
