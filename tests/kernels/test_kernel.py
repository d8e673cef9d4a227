"""Kernel: specialisations, schedules, and what is refused."""

import dataclasses
from pathlib import Path

import pytest

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import find, kernels
from sgemm.kernels.kernel import Geometry, Kernel, Operands, Parameters, tiles_of
from sgemm.kernels.launch import Launch, SideLaunch
from sgemm.kernels.schedule import Schedule, TensorBox, Workspace
from sgemm.kernels.tile import Tile, warp_specialised
from sgemm.problem import Problem

SMALL, LARGE = Tile(bm=16, bn=16, bk=8), Tile(bm=64, bn=32, bk=8)


def kernel(**changes):
    given = {
        "name": "sample",
        "idea": "a sample",
        "document": "none",
        "tile": SMALL,
        "tiles": (SMALL, LARGE),
        "layouts": ("nn", "tt"),
        "source": Path("sample.cu"),
        "parameters": Parameters.EXTENDED,
        "geometry": Geometry(
            grid=lambda problem, tile, schedule: (
                schedule.blocks or tiles_of(problem, tile) * schedule.splits,
                1,
                1,
            ),
            shared_bytes=lambda layout, tile: 1000 if layout == "tt" else 0,
        ),
    }
    return Kernel(**(given | changes))


def test_specialisations_are_every_layout_and_tile():
    found = kernel().specialisations()
    every = [(layout, tile) for layout in ("nn", "tt") for tile in (SMALL, LARGE)]
    assert [(each.layout, each.tile) for each in found] == every
    assert [each.block[0] for each in found] == [256, 2048, 256, 2048]
    assert [each.shared_bytes for each in found] == [0, 0, 1000, 1000]
    assert len(set(found)) == 4


def test_what_does_not_ship_is_refused_with_what_does():
    with pytest.raises(ArgumentError, match=r"layout = 'nt': sample ships in nn, tt"):
        kernel().specialised("nt")
    with pytest.raises(ArgumentError, match=r"tile = 8x8x8.*16x16x8.*64x32x8"):
        kernel().specialised(tile=Tile(8, 8, 8))
    with pytest.raises(ArgumentError, match=r"naive ships in 32x32x1"):
        find("naive").specialised(tile=SMALL)
    with pytest.raises(ArgumentError, match=r"layout = 'xx'"):
        kernel(layouts=("xx",), layout="xx")


@pytest.mark.parametrize("operands", [Operands.TENSOR_MAPS, Operands.POINTERS])
def test_tensor_maps_have_boxes_and_no_others_do(operands):
    boxes = None if operands is Operands.TENSOR_MAPS else lambda problem, tile: None
    with pytest.raises(ArgumentError, match="boxes of sample"):
        kernel(operands=operands, boxes=boxes)


def test_layouts_and_batches_are_part_of_what_is_legal():
    batch = Problem(20, 20, 5, batch=3)
    assert kernel().violations(batch) == []
    assert kernel(parameters=Parameters.BASIC).violations(batch) == [
        "batch = 3: it computes one product"
    ]
    transposed = dataclasses.replace(batch, trans_a=True, trans_b=True, lda=0, ldb=0)
    assert kernel().specialised("tt").violations(transposed) == []
    with pytest.raises(RequirementError, match="layout tt is not nn, which it is compiled for"):
        kernel().launch(transposed)


def test_the_schedule_decides_the_grid():
    problem = Problem(20, 20, 5, batch=3)
    assert kernel().launch(problem).grid == (12, 1, 1)
    assert kernel().launch(problem, schedule=Schedule(splits=2)).grid == (24, 1, 1)
    assert kernel().launch(problem, schedule=Schedule(blocks=7)).grid == (7, 1, 1)
    with pytest.raises(RequirementError, match="blocks are more than"):
        kernel().launch(problem, schedule=Schedule(splits=2**31 - 1))


@pytest.mark.parametrize("problem", [Problem(0, 9, 9), Problem(9, 0, 9), Problem(9, 9, 9, batch=0)])
def test_nothing_is_launched_for_an_empty_problem(problem):
    assert 0 in kernel().launch(problem, schedule=Schedule(blocks=132)).grid


@pytest.mark.parametrize(
    "wrong",
    [{"blocks": -1}, {"splits": 0}, {"stream_k_tiles": -1}, {"blocks": 1.0}, {"splits": True}],
    ids=str,
)
def test_schedules_that_cannot_be_are_refused(wrong):
    (name,) = wrong
    with pytest.raises(ArgumentError, match=rf"^{name} = "):
        Schedule(**wrong)


def test_one_block_for_each_tile_is_no_choice():
    kernel, problem = find("shared_tile"), Problem(100, 90, 8000)
    assert kernel.launch(problem, schedule=Schedule()).grid == (12, 1, 1)
    for schedule in (Schedule(splits=4), Schedule(blocks=2)):
        with pytest.raises(ArgumentError, match="one block for each tile"):
            kernel.launch(problem, schedule=schedule)


def test_threads_whose_registers_are_set_are_whole_groups():
    numbers = warp_specialised(168, 32, 224, blocks=2)
    Tile(bm=128, bn=96, bk=16, tm=8, tn=12, wm=32, wn=96, **numbers)
    with pytest.raises(ArgumentError, match=r"96 consumers, 128 producers: .* multiples of 128"):
        Tile(bm=192, bn=64, bk=16, tm=16, tn=8, wm=64, wn=64, **numbers)


def test_workspaces_and_boxes_that_cannot_be_are_refused():
    for wrong in ({"floats": -1}, {"counters": 1.5}):
        with pytest.raises(ArgumentError, match=rf"^{next(iter(wrong))} = "):
            Workspace(**wrong)
    for wrong in ((0, 8), (257, 8), (8, 0), (8, 257), (6, 8), (64, 8, 128), (8, 8, 16)):
        with pytest.raises(ArgumentError, match=r"^(columns|rows|swizzle) = "):
            TensorBox(*wrong)
    assert TensorBox(32, 8, 128).swizzle == 128
    assert Workspace(10, 3).nbytes == 52


def test_tiles_and_schedules_in_words():
    assert str(LARGE) == "64x32x8, 1x1 a thread"
    assert str(Tile(64, 128, 32, 8, 8, slices=4)) == "64x128x32, 8x8 a thread, 4 slices"
    assert str(Schedule()) == "one block a work item"
    text = "132 persistent blocks, k cut into 3, 5 tiles spread by k"
    assert str(Schedule(132, 3, 5)) == text
    assert str(Schedule(1, stream_k_tiles=1)) == "1 persistent block, 1 tile spread by k"


@pytest.mark.parametrize("entry", kernels(), ids=lambda entry: entry.name)
def test_every_entry_is_its_first_specialisation(entry):
    first = entry.specialisations()[0]
    assert first == entry
    assert entry.specialised() is entry
    for each in entry.specialisations():
        assert each.specialised(entry.layout, entry.tile) == entry


def test_launches_say_what_comes_first() -> None:
    further = SideLaunch("other", (1, 1, 1), (32, 1, 1))
    assert str(Launch((2, 1, 1), (32, 1, 1), before=(further,))) == (
        "other (grid 1x1x1, block 32x1x1), then grid 2x1x1, block 32x1x1"
    )
