"""What GPUs have: the limits that keep a tile off an architecture."""

import pytest

from planning_target import Target
from sgemm.bench.peak import FP32_LANES
from sgemm.errors import RequirementError
from sgemm.executor.memory import max_shared_bytes
from sgemm.kernels.catalogue import NAMES, find
from sgemm.kernels.gpus import ARCHITECTURES, H200, RESERVED_SHARED, architecture_of
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import plan
from sgemm.planning.candidates import candidates
from sgemm.problem import Problem

LARGE = "warp_sliced_k:bm=16:bn=32:bk=256"


def test_the_cpu_machine_has_what_an_h200_has():
    found = CpuMachine()
    assert (found.architecture, found.multiprocessors) == (H200.architecture, H200.multiprocessors)


def test_an_unknown_architecture_has_what_the_one_before_has():
    for number in (*ARCHITECTURES, 60, 88, 99, 200):
        known = max([each for each in ARCHITECTURES if each <= number], default=75)
        assert architecture_of(number) == ARCHITECTURES[known]
    assert H200.has.fp32_lanes == FP32_LANES[90] == 128


def test_the_executor_has_as_much_shared_memory():
    for number, has in ARCHITECTURES.items():
        assert max_shared_bytes(number) == has.block_shared_bytes


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_no_candidate_needs_more_shared_memory_than_there_is(architecture):
    has = architecture_of(architecture)
    for name in NAMES:
        for kernel in find(name).specialisations():
            if kernel.runs_on(architecture):
                assert kernel.shared_bytes <= has.block_shared_bytes < has.shared_bytes * 1.01
    found, _ = candidates(Problem(40, 40, 900), Target(architecture))
    assert found and all(each.kernel.runs_on(architecture) for each in found)


def test_a_multiprocessor_holds_as_many_blocks_as_a_tile_is_made_for():
    for name in NAMES:
        for kernel in find(name).specialisations():
            of_block = kernel.shared_bytes + RESERVED_SHARED
            assert kernel.tile.blocks * of_block <= H200.has.shared_bytes, kernel.label


@pytest.mark.parametrize(("architecture", "runs"), [(80, True), (86, False), (89, False)])
def test_a_tile_that_is_too_large_is_refused_in_words(architecture, runs):
    """On Ada 16x32x256 of warp_sliced_k could be planned once, and no launch of it succeeded."""
    problem, target = Problem(40, 40, 900), Target(architecture)
    if runs:
        assert plan(problem, target, LARGE).kernel.tile.bk == 256
        return
    words = f"needs 106496 bytes of shared memory, and sm_{architecture} has 101376"
    with pytest.raises(RequirementError, match=words):
        plan(problem, target, LARGE)
    _, refused = candidates(problem, target)
    assert any(words in reason for each in refused for reason in each.reasons)
