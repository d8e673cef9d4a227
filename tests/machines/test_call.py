"""Calls: the argument list of either ABI, tensor maps, and the workspace."""

from pathlib import Path

import numpy as np
import pytest

from numpy_machine import NumpyMachine
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Geometry, Kernel, Operands, Parameters
from sgemm.kernels.schedule import Schedule, TensorBox, Workspace
from sgemm.kernels.tile import Tile
from sgemm.machines.call import bound_arguments, bound_call, workspace_buffers
from sgemm.machines.interface import Addresses, TensorMap
from sgemm.problem import Problem

TILE = Tile(bm=64, bn=32, bk=8)
BOXES = (TensorBox(8, 64), TensorBox(32, 8, 128))


def extended_kernel(**changes):
    given = {
        "name": "sample",
        "idea": "a sample",
        "document": "none",
        "tile": TILE,
        "source": Path("sample.cu"),
        "layouts": ("nn", "tn"),
        "parameters": Parameters.EXTENDED,
        "geometry": Geometry(
            grid=lambda problem, tile, schedule: (problem.m * problem.n * problem.batch, 1, 1),
            workspace=lambda problem, tile, schedule: Workspace(
                (schedule.splits - 1) * problem.m * problem.n, schedule.splits - 1
            ),
            schedule=lambda problem, tile, multiprocessors: Schedule(multiprocessors, 3, 5),
        ),
    }
    return Kernel(**(given | changes))


class Memory(NumpyMachine):
    """Describes matrices by their numbers."""

    multiprocessors = 7

    def __init__(self):
        super().__init__()
        self.maps = []

    def tensor_map(self, *described):
        self.maps.append(described)
        return TensorMap(bytes([len(self.maps)]) * 128)


def arguments(kernel, problem, schedule=None, *workspace, machine=None):
    where = Addresses(256, 512, 768, *workspace)
    with bound_arguments(machine or Memory(), kernel, problem, where, schedule) as bound:
        return bound[1]


def test_extended_parameters_follow_in_the_order_of_the_abi():
    problem = Problem(3, 4, 5, batch=6, stride_a=100, stride_b=0, stride_c=2**33)
    found = arguments(extended_kernel(), problem, Schedule(9, 2, 1), 1024, 2048)
    assert found[11:] == (100, 0, 2**33, 6, 1024, 2048, 2, 1)
    types = [type(argument) for argument in found[11:]]
    assert types == [np.int64] * 3 + [np.int32] + [np.uint64] * 2 + [np.int32] * 2


def test_nobody_planned_so_the_kernel_schedules_for_the_machine():
    found = arguments(extended_kernel(), Problem(3, 4, 5), None, 1024, 2048)
    assert found[-2:] == (3, 5)
    with pytest.raises(ArgumentError, match=r"^workspace = 0: sample needs 24 words"):
        arguments(extended_kernel(), Problem(3, 4, 5))
    with pytest.raises(ArgumentError, match=r"^counters = 0: sample needs 2 words"):
        arguments(extended_kernel(), Problem(3, 4, 5), None, 1024)


def test_an_empty_problem_needs_no_workspace():
    for problem in (Problem(0, 4, 5), Problem(3, 4, 5, batch=0)):
        nowhere = Addresses(0, 0, 0)
        with bound_arguments(Memory(), extended_kernel(), problem, nowhere) as (launch, _):
            assert 0 in launch.grid


def test_layout_and_batch_are_refused_where_the_kernel_has_them_not():
    with pytest.raises(RequirementError, match=r"layout tn is not nn"):
        arguments(extended_kernel(), Problem(3, 4, 5, trans_a=True))
    with pytest.raises(RequirementError, match=r"batch = 2: it computes one product"):
        arguments(find("naive"), Problem(3, 4, 5, batch=2))


def mapped(problem, boxes=BOXES):
    """Return what tensor maps describe, by address, and the maps that the kernel is given."""
    machine = Memory()
    kernel = extended_kernel(operands=Operands.TENSOR_MAPS, boxes=lambda problem, tile: boxes)
    found = arguments(kernel.specialised(problem.layout), problem, Schedule(), machine=machine)
    assert [type(each) for each in found[-2:]] == [TensorMap] * 2
    return machine.maps, [map_.data[0] for map_ in found[-2:]]


# Boxes and swizzles go with the operand; strides that lead nowhere are such as maps can have.
@pytest.mark.parametrize(
    ("problem", "described"),
    [
        (
            Problem(10, 12, 16, trans_a=True, lda=20, ldb=24, batch=3, stride_b=0),
            [((10, 16, 3), (80, 1280)), ((12, 16, 1), (96, 1536))],
        ),
        (Problem(1, 8, 10, lda=13), [((10, 1, 1), (48, 48)), ((8, 10, 1), (32, 320))]),
    ],
)
def test_tensor_maps_describe_the_matrices_as_they_are_stored(problem, described):
    (a, b), given = described, [1, 2]
    assert mapped(problem) == ([(256, *a, BOXES[0]), (512, *b, BOXES[1])], given)


def test_an_operand_that_goes_another_way_is_not_described():
    maps, given = mapped(Problem(10, 12, 15, ldb=16), (None, BOXES[1]))
    assert ([described[0] for described in maps], given) == ([512], [0, 1])


@pytest.mark.parametrize("problem", [Problem(3, 4, 0), Problem(3, 4, 5, 0.0), Problem(0, 4, 5)])
def test_operands_that_are_not_read_are_not_described(problem):
    assert mapped(problem) == ([], [0, 0])


def test_a_workspace_lives_as_long_as_its_context_and_its_counters_are_zero():
    machine = Memory()
    with workspace_buffers(machine, Workspace(10, 3)) as (floats, counters):
        assert (floats.nbytes, counters.nbytes) == (40, 12)
        assert list(machine.live.values()) == [floats, counters]
        assert not counters.storage.view(np.uint32)[:3].any()
    assert not machine.live
    with workspace_buffers(machine, Workspace()) as buffers:
        assert buffers == (None, None)
    with bound_call(machine, extended_kernel(), Problem(3, 4, 5), 256, 512, 768) as (_, found):
        assert [machine.live[int(address)].nbytes for address in found[15:17]] == [96, 8]
    assert not machine.live
