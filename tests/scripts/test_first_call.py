"""The stand-in of scripts/first_call.py is planned for as an H200 is."""

import first_call

from planning_target import Target
from sgemm.kernels.gpus import H200
from sgemm.planning import plan
from sgemm.problem import Problem


def test_the_stand_in_has_the_kernels_of_an_h200() -> None:
    found = first_call.kernels_of_steps(on_gpu=False)
    for sizes in first_call.SIZES:
        expected = plan(Problem(*sizes), Target(figures=H200))
        assert found["x".join(map(str, sizes))] == expected.kernel.name
    assert len(set(found.values())) > 4
