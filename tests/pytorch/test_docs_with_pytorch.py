"""Blocks of the documentation that need PyTorch run with it."""

import pytest

from doc_blocks import elsewhere, run_programs

PROGRAMS = elsewhere()["torch"]


@pytest.mark.parametrize("programs", PROGRAMS.values(), ids=PROGRAMS)
def test_blocks_run(programs):
    run_programs(programs)
