"""A plan that keeps the compiler's mainloop."""

import dataclasses

import pytest

from sgemm.errors import ArgumentError
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import has_switch, plan
from sgemm.problem import Problem

MACHINE = CpuMachine(threads=1, architecture=90)
PROBLEM = Problem(4096, 4096, 4096)


@pytest.mark.parametrize("name", ["auto", "split_k", "split_k:splits=2"])
def test_any_plan_can_keep_the_compilers_mainloop(name):
    chosen = plan(PROBLEM, MACHINE, name)
    kept = plan(PROBLEM, MACHINE, f"{name}:machine_code=off")
    assert has_switch(kept.name) and not has_switch(name)
    assert kept.kernel.as_compiled and not chosen.kernel.as_compiled
    assert kept.kernel != chosen.kernel  # so that everything found by a kernel differs
    plain = dataclasses.replace(kept.kernel, as_compiled=False)
    assert dataclasses.replace(kept, kernel=plain, name=chosen.name) == chosen
    assert not plan(PROBLEM, MACHINE, f"{name}:machine_code=on").kernel.as_compiled


@pytest.mark.parametrize(
    "name", ["auto:machine_code=maybe", "machine_code=off", "no:machine_code=off"]
)
def test_other_words_are_errors(name):
    with pytest.raises(ArgumentError, match="plan = "):
        plan(PROBLEM, MACHINE, name)
