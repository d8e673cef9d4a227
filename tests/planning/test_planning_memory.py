"""Plans are remembered, by all that they depend on and nothing else."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor

import pytest

from sgemm import planning
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.kernel import Alignment, Operands
from sgemm.planning import automatic, plan
from sgemm.problem import Problem

SQUARE = Problem(512, 512, 512)


@dataclasses.dataclass
class Target:
    """All that planning knows of a machine; not hashable, as a machine need not be."""

    architecture: int = 90
    multiprocessors: int = 132
    name: str = "cuda"


@pytest.fixture(autouse=True)
def asked(monkeypatch):
    """Count how often the automatic choice is really made."""
    calls = []

    def counted(problem, target, alignment=None):
        calls.append(problem)
        return automatic.automatic(problem, target, alignment)

    monkeypatch.setitem(planning.RULES, "auto", counted)
    planning.forget()
    yield calls
    planning.forget()


def test_a_known_problem_is_not_planned_again(asked):
    first = plan(SQUARE, Target())
    assert plan(Problem(512, 512, 512, 1.0, 0.0, lda=512), Target()) is first
    assert len(asked) == 1
    planning.forget()
    assert plan(SQUARE, Target()) == first
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("problem", "target", "alignment"),
    [
        (Problem(512, 512, 513), Target(), None),
        (Problem(512, 512, 512, lda=516), Target(), None),
        (Problem(512, 512, 512, trans_a=True), Target(), None),
        (Problem(512, 512, 512, alpha=2.0), Target(), None),
        (SQUARE, Target(80), None),
        (SQUARE, Target(90, 114), None),
        (SQUARE, Target(name="cpu"), None),
        (SQUARE, Target(), Alignment(0, 4, 0)),
    ],
    ids=["k", "lda", "layout", "alpha", "architecture", "multiprocessors", "name", "alignment"],
)
def test_what_a_plan_depends_on(asked, problem, target, alignment):
    plan(SQUARE, Target())
    plan(problem, target, alignment=alignment)
    assert len(asked) == 2


def test_zeros_of_both_signs_are_not_the_same_problem():
    zero, minus = Problem(8, 8, 8, alpha=0.0), Problem(8, 8, 8, alpha=-0.0)
    assert zero == minus
    assert str(plan(zero, Target()).problem.alpha) == "0.0"
    assert str(plan(minus, Target()).problem.alpha) == "-0.0"
    assert str(plan(Problem(8, 8, 8, beta=-0.0), Target()).problem.beta) == "-0.0"


def test_addresses_count_by_what_is_left_of_them(asked):
    aligned = plan(SQUARE, Target())
    assert plan(SQUARE, Target(), alignment=Alignment(0x7F0000000000, 0x100, 0x40)) is aligned
    odd = plan(SQUARE, Target(), alignment=Alignment(0x1000, 0x2004, 0x3000))
    assert plan(SQUARE, Target(), alignment=Alignment(0x5000, 0x9994, 0x0)) is odd
    assert len(asked) == 2


def test_alignment_decides_what_is_legal():
    with pytest.raises(RequirementError, match="B starts at 0x2004, not at a multiple of 16 bytes"):
        plan(SQUARE, Target(), "tma_pipeline", Alignment(0x1000, 0x2004, 0x3000))
    # A is transposed by 4-byte copies, which ask for nothing.
    where = Alignment(0x1004, 0x2000, 0x3004)
    assert plan(SQUARE, Target(), "tma_pipeline", where).kernel.name == "tma_pipeline"
    large = Problem(4096, 4096, 4096)
    assert plan(large, Target()).kernel.operands is Operands.TENSOR_MAPS
    odd = plan(large, Target(), alignment=Alignment(0, 8, 0))
    assert odd.kernel.operands is not Operands.TENSOR_MAPS
    rule = plan(Problem(64, 64, 64), Target(), "two_kernel_rule", Alignment(4, 0, 0))
    assert rule.kernel.name == "ptx_pipeline"
    assert "the address of A, 0x4, is not a multiple of 16" in rule.reason


def test_only_alignments_are_alignments():
    with pytest.raises(ArgumentError, match=r"alignment = \(0, 4, 0\): an Alignment or None"):
        plan(SQUARE, Target(), "auto", (0, 4, 0))


def test_errors_are_not_remembered_as_plans():
    for _ in range(2):
        with pytest.raises(ArgumentError, match="no such rule"):
            plan(SQUARE, Target(), "nothing")


def test_no_more_than_a_number_is_kept():
    assert planning._remembered.cache_info().maxsize == planning.KEPT
    for m in range(planning.KEPT + 1):
        planning._remembered(
            Problem(m, 0, 0), 1.0, 1.0, planning._Target("cuda", 90, 132), "1", None
        )
    assert planning._remembered.cache_info().currsize == planning.KEPT


def test_threads_have_the_same_plans():
    problems = [Problem(m, 300, 200) for m in range(100, 140)]
    with ThreadPoolExecutor(8) as pool:
        rounds = [pool.map(lambda problem: plan(problem, Target()), problems) for _ in range(8)]
        found = [list(plans) for plans in rounds]
    planning.forget()
    anew = [plan(problem, Target()) for problem in problems]
    assert all(plans == anew for plans in found)
