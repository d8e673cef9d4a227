"""Plans: the two-kernel rule, and kernels asked for by name."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planning_target import Target
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import NAMES, find
from sgemm.kernels.kernel import Alignment, Operands
from sgemm.kernels.launch import Launch
from sgemm.planning import has_switch, plan
from sgemm.planning.plan import Plan
from sgemm.problem import Problem
from sgemm.verify.awkward import as_stored


def square(size, **rest):
    return Problem(size, size, 64, **rest)


class TestTwoKernelRule:
    @pytest.mark.parametrize(
        ("problem", "kernel"),
        [
            (square(2496), "texture_loads"),
            (square(2499), "ptx_pipeline"),
            (square(2500), "async_copy"),
            (square(4096), "async_copy"),
            (Problem(1, 6_249_996, 4), "texture_loads"),
            (Problem(1, 6_249_999, 4), "ptx_pipeline"),
            (Problem(1, 6_250_000, 4), "async_copy"),
            (Problem(6_250_000, 1, 4), "async_copy"),
            (Problem(100, 100, 1_000_000), "texture_loads"),
            (Problem(100, 100, 1_000_001), "ptx_pipeline"),
        ],
        ids=str,
    )
    def test_elements_of_c_decide_and_k_does_not(self, problem, kernel):
        assert plan(problem, Target(), "two_kernel_rule").kernel.name == kernel

    @pytest.mark.parametrize("size", [2496, 4096])
    @pytest.mark.parametrize("name", ["lda", "ldb"])
    def test_textures_only_where_rows_start_on_texels(self, size, name):
        unaligned = {name: size + 1}
        chosen = plan(Problem(size, size, size, **unaligned), Target(75), "two_kernel_rule")
        assert chosen.kernel.name == "ptx_pipeline"
        assert f"{name} = {size + 1}" in chosen.reason
        aligned = {name: size + 4}
        chosen = plan(Problem(size, size, size, **aligned), Target(75), "two_kernel_rule")
        assert chosen.kernel.name == "texture_loads"

    @pytest.mark.parametrize(
        ("size", "architecture", "kernel", "why"),
        [
            *((4000, each, "async_copy", "m*n = 16000000") for each in (80, 86, 90, 120)),
            (4001, 75, "ptx_pipeline", "not async_copy: it needs sm_80, this is sm_75"),
            (2496, 90, "texture_loads", "m*n = 6230016 < 2500*2500"),
            (2500, 90, "async_copy", "m*n = 6250000 >= 2500*2500"),
        ],
    )
    def test_the_reason_says_why(self, size, architecture, kernel, why):
        chosen = plan(square(size), Target(architecture), "two_kernel_rule")
        assert (chosen.kernel.name, chosen.architecture) == (kernel, architecture)
        assert why in chosen.reason

    def test_nothing_legal_is_an_error(self):
        with pytest.raises(RequirementError, match=r"two_kernel_rule has no kernel.*blocks"):
            plan(Problem(2**31 - 1, 2**31 - 1, 1), Target(), "two_kernel_rule")

    @given(m=st.integers(0, 9000), n=st.integers(0, 9000), k=st.integers(0, 9000))
    def test_whatever_is_chosen_is_legal_and_launches(self, m, n, k):
        problem = Problem(m, n, k)
        chosen = plan(problem, Target(), "two_kernel_rule")
        assert chosen.kernel.violations(problem) == []
        assert chosen.launch == chosen.kernel.launch(problem)
        assert chosen.problem == problem
        assert chosen.name == "two_kernel_rule"


class TestByName:
    @pytest.mark.parametrize(
        ("name", "kernel"), [*zip(NAMES, NAMES, strict=True), ("3", "shared_tile")]
    )
    def test_every_kernel_can_be_asked_for(self, name, kernel):
        problem = as_stored(Problem(48, 48, 48), find(name).layout)
        chosen = plan(problem, Target(), name=name)
        assert chosen.kernel.name == chosen.name == kernel
        assert chosen.reason == "asked for by name"

    @pytest.mark.parametrize(
        ("name", "asked"),
        [("", ""), ("two_kernel", "two_kernel"), ("99", "99"), ("no:machine_code=off", "no")],
    )
    def test_unknown_names_are_refused_with_what_there_is(self, name, asked):
        with pytest.raises(ArgumentError, match=rf"^plan = '{asked}'.*two_kernel_rule"):
            plan(Problem(8, 8, 8), Target(), name=name)

    def test_the_mainloop_is_switched_once(self):
        with pytest.raises(ArgumentError, match="machine_code is forced twice"):
            plan(Problem(8, 8, 8), Target(), name="auto:machine_code=off:machine_code=on")

    @pytest.mark.parametrize("name", [None, 3, ["naive"]])
    def test_names_are_text(self, name):
        with pytest.raises(ArgumentError, match=r"^plan = "):
            plan(Problem(8, 8, 8), Target(), name=name)


def test_text_has_problem_kernel_launch_and_reason():
    naive = plan(Problem(8, 8, 8), Target(), name="naive").kernel
    launch = Launch((4, 1, 1), (32, 32, 1))
    text = str(Plan("rule", Problem(8, 9, 7), naive, launch, 86, "it is small"))
    assert text == "8x9x7: naive on sm_86, grid 4x1x1, block 32x32x1; rule: it is small"


@pytest.mark.parametrize("name", ["auto", "split_k", "split_k:splits=2"])
def test_any_plan_can_keep_the_compilers_mainloop(name):
    problem = Problem(4096, 4096, 4096)
    chosen, kept, patched = (
        plan(problem, Target(), name + switch)
        for switch in ("", ":machine_code=off", ":machine_code=on")
    )
    assert has_switch(kept.name) and not has_switch(name)
    # Kernels differ, so that everything found by a kernel does.
    kernel = dataclasses.replace(chosen.kernel, as_compiled=True)
    assert kept == dataclasses.replace(chosen, name=kept.name, kernel=kernel) != chosen
    assert patched.kernel == chosen.kernel


def test_a_plan_has_the_problem_that_was_asked_for():
    for scalars in ((0.0, 0.0), (-0.0, 0.0), (1.0, -0.0)):
        found = plan(Problem(8, 8, 8, *scalars), Target()).problem
        assert str((found.alpha, found.beta)) == str(scalars)


def test_addresses_count_modulo_16():
    square = Problem(512, 512, 512)
    aligned = plan(square, Target())
    assert plan(square, Target(), alignment=Alignment(0x7F0000000000, 0x100, 0x40)) == aligned
    odd = plan(square, Target(), alignment=Alignment(0x1000, 0x2004, 0x3000))
    assert odd != aligned
    assert plan(square, Target(), alignment=Alignment(0x5000, 0x9994, 0x0)) == odd


def test_alignment_decides_what_is_legal():
    square = Problem(512, 512, 512)
    with pytest.raises(RequirementError, match="B starts at 0x2004, not at a multiple of 16 bytes"):
        plan(square, Target(), "stream_k_tma", Alignment(0x1000, 0x2004, 0x3000))
    # A is transposed by 4-byte copies, which ask for nothing.
    where = Alignment(0x1004, 0x2000, 0x3004)
    assert plan(square, Target(), "stream_k_tma", where).kernel.name == "stream_k_tma"
    large = Problem(4096, 4096, 4096)
    assert plan(large, Target()).kernel.operands is Operands.TENSOR_MAPS
    odd = plan(large, Target(), alignment=Alignment(0, 8, 0))
    assert odd.kernel.operands is not Operands.TENSOR_MAPS
    rule = plan(Problem(64, 64, 64), Target(), "two_kernel_rule", Alignment(4, 0, 0))
    assert rule.kernel.name == "ptx_pipeline"
    assert "A starts at 0x4, not at a multiple of 16 bytes" in rule.reason
