"""The notation of plans: a kernel with numbers of its tile and schedule forced."""

import dataclasses
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planning_target import Target
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import find, kernels
from sgemm.kernels.schedule import Schedule
from sgemm.planning import plan
from sgemm.planning.forcing import SCHEDULE_NAMES, TILE_NAMES, Forced, parse_forced
from sgemm.problem import Problem
from sgemm.verify.awkward import as_stored

SPLIT = find("split_k")
PAGE = (Path(__file__).parents[2] / "docs/planning.md").read_text()


def numbers_of(tile):
    return tuple((name, getattr(tile, name)) for name in TILE_NAMES)


def test_parsing():
    assert parse_forced("7") == ("7", Forced())
    name, forced = parse_forced(" split_k :splits=4:bm=64: bn = 32 ")
    assert name == "split_k"
    assert forced == Forced((("bm", 64), ("bn", 32)), (("splits", 4),))
    assert str(forced) == ":bm=64:bn=32:splits=4"
    assert parse_forced("a:consumer_registers=224")[1].tile == (("consumer_registers", 224),)


names = st.sampled_from(
    ["bm", "bn", "bk", "stages", "slices", "blocks", "splits", "stream_k_tiles"]
)


@given(st.dictionaries(names, st.integers(0, 10**18 - 1)))
def test_what_is_written_is_what_is_parsed(numbers):
    text = "split_k" + "".join(f":{name}={value}" for name, value in numbers.items())
    name, forced = parse_forced(text)
    assert dict(forced.tile) | dict(forced.schedule) == numbers
    assert parse_forced(f"{name}{forced}") == (name, forced)


@given(st.text(alphabet="abmnk_:=0123456789 ,-²", max_size=20))
def test_any_text_is_a_plan_or_an_error_that_names_it(text):
    try:
        plan(Problem(8, 8, 8), Target(), text)
    except ArgumentError as error:
        assert str(error).startswith(f"plan = {text!r}: ")


@pytest.mark.parametrize(
    "part",
    ["", "bm", "bm=-1", "bm=x", "colour=3", "bm=1.5", "bm=²", "BM=8", "machine_code=of"],
)
def test_what_cannot_be_parsed(part):
    words = rf"^plan = 'a:{part}': '{part}' is not NAME=NUMBER .* tile \(bm, .* machine_code=on"
    with pytest.raises(ArgumentError, match=words):
        parse_forced(f"a:{part}")


@pytest.mark.parametrize("kernel", [k for k in kernels() if k.tiles], ids=lambda k: k.name)
def test_every_tile_can_be_forced(kernel):
    for tile in kernel.tiles:
        assert Forced(numbers_of(tile)).tile_of(kernel) == tile
        sizes = f":bm={tile.bm}:bn={tile.bn}:bk={tile.bk}:tm={tile.tm}"
        problem = as_stored(Problem(48, 48, 48), kernel.layout)
        assert plan(problem, Target(), kernel.name + sizes).kernel.tile == tile
    assert Forced().tile_of(kernel) == kernel.tile
    assert len({numbers_of(tile) for tile in kernel.tiles}) == len(kernel.tiles)


def test_tiles_that_do_not_ship():
    with pytest.raises(ArgumentError, match="tile = 'bm=7': split_k ships in no such tile, but in"):
        Forced((("bm", 7),)).tile_of(SPLIT)
    with pytest.raises(ArgumentError, match="ships in several such tiles: bn="):
        Forced((("bm", 32),)).tile_of(SPLIT)
    # A kernel's own tile is meant wherever it fits.
    assert Forced((("bm", 64),)).tile_of(SPLIT) == SPLIT.tile
    assert len(Forced((("bm", 64),)).tiles_of(SPLIT)) > 1


def test_a_plan_has_what_is_forced_and_the_kernels_own_choice_of_the_rest():
    problem = Problem(300, 500, 4000, trans_a=True)
    chosen = plan(problem, Target(), "split_k:bm=64:bn=128:splits=7")
    assert (chosen.kernel.name, chosen.kernel.layout) == ("split_k", "tn")
    assert (chosen.kernel.tile.bm, chosen.kernel.tile.bn) == (64, 128)
    assert chosen.schedule == Schedule(splits=7)
    assert chosen.name == "split_k:bm=64:bn=128:splits=7"
    assert chosen.reason == "asked for by name, with bm=64:bn=128:splits=7 forced"
    assert chosen.launch.grid == (5 * 4 * 7, 1, 1)
    assert chosen.workspace == chosen.kernel.workspace(problem, chosen.schedule)
    own = plan(problem, Target(), "split_k:bm=64:bn=128")
    assert own.schedule == own.kernel.schedule(problem, 132)
    blocks = plan(Problem(4096, 4096, 4096), Target(), "stream_k_tma:bn=64:blocks=99")
    own = blocks.kernel.schedule(blocks.problem, 132)
    assert blocks.schedule == dataclasses.replace(own, blocks=99)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a:bm=8:splits=2:bm=8", "plan = 'a:bm=8:splits=2:bm=8': bm is forced twice"),
        ("splitk:bm=64", r"plan = 'splitk:bm=64': there is no such rule \(auto, .*did you mean"),
        ("99:bm=64", "plan = '99:bm=64': .*rungs are numbered"),
        (":bm=64", "plan = ':bm=64': .*no kernel has this name"),
        ("auto:splits=2", "plan = 'auto:splits=2': auto is a rule and chooses tile and schedule"),
        ("split_k:bm=7", "plan = 'split_k:bm=7': tile = 'bm=7': split_k ships in no such tile"),
        ("naive:splits=2", "plan = 'naive:splits=2': splits=2: naive has one block for each tile"),
        ("split_k:splits=0", "plan = 'split_k:splits=0': splits = 0: a whole number in 1 ... "),
        ("split_k:splits=3000000000", "splits = 3000000000: a whole number in 1 ... 2147483647"),
    ],
)
def test_what_no_problem_has(text, words):
    with pytest.raises(ArgumentError, match=words):
        plan(Problem(512, 512, 512), Target(), text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("split_k:blocks=4", "blocks = 4: this kernel has one block for each part of a tile"),
        ("stream_k_tma:splits=2", "splits = 2: this kernel spreads tiles over persistent blocks"),
        ("stream_k_cp_async:stream_k_tiles=9999", "stream_k_tiles = 9999: the problem has "),
        ("stream_k_cp_async:stream_k_tiles=4:blocks=0", "blocks = 0: 4 tiles can be spread over 1"),
        ("split_k:splits=2147483647", "blocks are more than the 2"),
        ("stream_k_tma:blocks=4", "ldb = 513 is not a multiple of 4"),
    ],
)
def test_what_this_problem_cannot_have(text, words):
    words = f"^{text} cannot compute 512x513x512 on cuda: .*{words}"
    with pytest.raises(RequirementError, match=words):
        plan(Problem(512, 513, 512), Target(), text)


def test_what_this_machine_cannot_have():
    with pytest.raises(RequirementError, match="it needs exactly sm_90, this is sm_80"):
        plan(Problem(512, 512, 512), Target(80), "stream_k_tma:blocks=4")
    with pytest.raises(RequirementError, match="layout nt: it ships in nn, tn, tt"):
        plan(Problem(8, 8, 8, trans_b=True), Target(), "stream_k_tma:blocks=4")


def test_the_documentation_has_every_name():
    for kind, names in (("tile", TILE_NAMES), ("schedule", SCHEDULE_NAMES)):
        rows = re.findall(rf"^\| the {kind} \| (.*?) \|", PAGE, re.MULTILINE)
        found = re.findall(r"`(\w+)`", " ".join(rows))
        assert sorted(found) == sorted(names)
