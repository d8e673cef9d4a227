"""Blocks of the documentation that need a GPU run on one."""

import importlib.util

import pytest

from doc_blocks import elsewhere, run_programs

CASES = [
    pytest.param(place.removeprefix("gpu, "), programs, id=page)
    for place, pages in elsewhere().items()
    if place.startswith("gpu, ")
    for page, programs in pages.items()
]


@pytest.mark.parametrize(("library", "programs"), CASES)
def test_blocks_run(library, programs):
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    run_programs(programs)
