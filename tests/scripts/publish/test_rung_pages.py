"""Each page of a rung prints the headers that the rung is the first to need; short differences."""

import re
from pathlib import Path

import pytest
from publish.rungs import rung_blocks

from sgemm.kernels.catalogue import LADDER, PTX_LADDER

KERNELS = Path(__file__).parents[3] / "src/sgemm/kernels"
HEADERS = sorted([*KERNELS.glob("ladder/*.cuh"), *KERNELS.glob("include/*.cuh")])


@pytest.fixture(scope="module")
def blocks():
    """The blocks of all rungs, without pictures and results."""
    return {name.removeprefix("rung-"): text for name, text in rung_blocks((), {}).items()}


def section(text, title):
    return text.partition(f"## {title}\n")[2].partition("\n## ")[0]


def printed_on(blocks, header):
    return [name for name, text in blocks.items() if f"### {header.name}\n" in text]


@pytest.mark.parametrize("header", [each for each in HEADERS if each.parent.name == "ladder"])
def test_each_header_stands_on_one_page(blocks, header):
    (page,) = printed_on(blocks, header)
    assert f"```cuda\n{header.read_text().rstrip()}\n```\n" in blocks[page]
    assert f"(../../src/sgemm/kernels/ladder/{header.name})" in blocks[page]


def test_headers_of_other_pages_are_those_of_earlier_rungs_and_linked(blocks):
    linked = 0
    for name, text in blocks.items():
        for file, page in re.findall(r"\[(\w+\.cuh)\]\((\w+)\.md#\w+\)", text):
            assert printed_on(blocks, Path(file)) == [page]
            assert LADDER.index(page) < LADDER.index(name)
            linked += 1
    assert linked > 50
    assert "[common.cuh](naive.md#commoncuh)" in blocks["stream_k"]
    assert "tile.cuh#" not in "".join(blocks.values())


def test_a_difference_is_short_or_folded_or_left_out(blocks):
    shown, folded = set(), set()
    for name in LADDER + PTX_LADDER:
        change = section(blocks[name], "What changes in the source")
        if "```diff" not in change:
            continue
        before, _, rest = change.partition("```diff\n")
        lines = rest.partition("\n```")[0].splitlines()
        if "<details" in before:
            folded.add(name)
            assert 120 < len(lines) <= 400
            assert f"<summary>The difference, {len(lines)} lines</summary>" in before
            assert "Most of the source differs" in before
        else:
            shown.add(name)
            assert 0 < len(lines) <= 120
    assert {"coalesced", "warp_tile", "stream_k"} <= shown
    assert {"texture_loads", "async_copy", "ptx_thread_column"} <= folded
    left_out = {*LADDER, *PTX_LADDER} - shown - folded
    assert left_out == {"naive", "ptx_naive", "ptx_thread_tile"}
    assert "Most of the source differs" in blocks["ptx_thread_tile"]
    assert "The table has the numbers that changed." in blocks["async_copy"]
