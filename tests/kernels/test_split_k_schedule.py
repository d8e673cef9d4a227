"""What kernels with shared k declare: grids, workspaces, schedules, shared memory, registers."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from products_on_cpu import SPLIT_K_KERNELS, for_each

from sgemm.errors import ArgumentError
from sgemm.kernels.gpus import ARCHITECTURES
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library import any_layout, split_k
from sgemm.kernels.library import split_k_schedule as splitting
from sgemm.kernels.schedule import Schedule
from sgemm.problem import LAYOUTS, Problem
from sgemm.toolchain.compiler import build

every_tile = for_each(
    kernel.specialised(tile=tile) for kernel in SPLIT_K_KERNELS for tile in kernel.tiles
)
WHOLE = [tile for tile in any_layout.TILES if not any_layout.cuts_k(tile)]


@every_tile
def test_every_layout_fits_the_shared_memory_of_sm_80(kernel: Kernel) -> None:
    for layout in LAYOUTS:
        assert kernel.specialised(layout).shared_bytes <= ARCHITECTURES[80].block_shared_bytes


@every_tile
@pytest.mark.parametrize("architecture", [80, 90])
@pytest.mark.sampled(15)
def test_no_register_is_spilled(kernel: Kernel, architecture: int) -> None:
    # All layouts on one architecture, two on the other: what differs is how operands are loaded.
    for layout in LAYOUTS if architecture == 90 else ("nn", "tt"):
        assert_not_spilled(kernel.specialised(layout), architecture)


@for_each(any_layout.KERNEL.specialisations())
@pytest.mark.sampled(9)
def test_plain_loads_do_without_spills_on_the_oldest_gpu(kernel: Kernel) -> None:
    assert_not_spilled(kernel, kernel.architecture)


def assert_not_spilled(kernel: Kernel, architecture: int) -> None:
    resources = build(kernel, architecture, cubin=True).resources
    assert resources is not None
    assert (resources.spill_stores, resources.stack) == (0, 0), kernel.layout


@every_tile
@given(splits=st.integers(1, 3000), m=st.integers(1, 300), batch=st.integers(0, 5))
def test_workspace_holds_the_parts_of_every_level(
    kernel: Kernel, splits: int, m: int, batch: int
) -> None:
    problem, schedule = Problem(m, 77, 4096, batch=batch), Schedule(splits=splits)
    tile = kernel.tile
    tiles = -(-m // tile.bm) * -(-77 // tile.bn) * batch
    levels = [splits]
    while levels[-1] > 1:
        levels.append(-(-levels[-1] // splitting.fan(tile)))
    found = kernel.workspace(problem, schedule)
    assert found.floats == tiles * tile.bm * tile.bn * sum(levels[:-1])
    assert found.counters == tiles * sum(levels[1:])
    if tile not in WHOLE:
        assert kernel.checked_grid(problem, None, schedule)[0] == (tiles * splits, 1, 1)


def test_tiles_that_compute_k_whole_say_so() -> None:
    assert WHOLE
    assert len(WHOLE) < len(any_layout.TILES)
    for tile in WHOLE:
        kernel = any_layout.KERNEL.specialised(tile=tile)
        assert kernel.launch(Problem(200, 300, 5000)).grid == (
            -(-200 // tile.bm) * -(-300 // tile.bn), 1, 1,
        )  # fmt: skip
        with pytest.raises(ArgumentError, match=rf"splits = 2: a {tile.bm}x{tile.bn} tile .* be 1"):
            kernel.launch(Problem(200, 300, 5000), schedule=Schedule(splits=2))


@every_tile
@given(
    m=st.integers(0, 9000),
    n=st.integers(0, 9000),
    k=st.integers(0, 300000),
    multiprocessors=st.integers(1, 200),
)
@example(m=1, n=1, k=384, multiprocessors=132)
@example(m=1, n=1, k=1024, multiprocessors=132)
def test_default_schedule_splits_only_where_multiprocessors_are_idle(
    kernel: Kernel, m: int, n: int, k: int, multiprocessors: int
) -> None:
    tile, schedule = kernel.tile, kernel.schedule(Problem(m, n, k), multiprocessors)
    assert (schedule.blocks, schedule.stream_k_tiles) == (0, 0)
    if tile in WHOLE:
        assert schedule.splits == 1
        return
    tiles = -(-m // tile.bm) * -(-n // tile.bn)
    wanted = (3 if tile.bm * tile.bn >= 4096 else 1) * multiprocessors
    if schedule.splits > 1:
        assert k >= 384
        assert tiles * schedule.splits <= wanted + tiles / 2, "no more blocks than are wanted"
        assert schedule.splits * 64 <= k
        assert schedule.splits <= -(-k // tile.bk), "no part is empty"
    elif k >= max(384, 2 * tile.bk) and tiles:
        assert tiles * 3 > wanted * 2, "multiprocessors would be idle"


def test_schedule_leaves_k_whole_where_operands_are_not_read() -> None:
    assert split_k.KERNEL.schedule(Problem(8, 8, 9999, alpha=0.0), 132).splits == 1
    assert split_k.KERNEL.schedule(Problem(0, 8, 9999), 132).splits == 1


@pytest.mark.parametrize(
    ("schedule", "words"),
    [
        (Schedule(blocks=5), "blocks = 5: .* must be 0"),
        (Schedule(splits=2, stream_k_tiles=3), "stream_k_tiles = 3: .* must be 0"),
    ],
)
def test_schedules_of_other_kernels_are_refused(schedule: Schedule, words: str) -> None:
    for kernel in SPLIT_K_KERNELS:
        with pytest.raises(ArgumentError, match=words):
            kernel.launch(Problem(64, 64, 64), schedule=schedule)
