"""skinny_evict_first: every bit is that of skinny, and its loads have the policy."""

import re

import pytest
from products_on_cpu import (
    assert_same_bits,
    computed,
    each_tile_in_two_layouts,
    for_each,
    loaded_on,
    problem_of,
)

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.machines.cpu import CpuMachine
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import make_operands

KERNEL, PLAIN = find("skinny_evict_first"), find("skinny")
every_tile = for_each(each_tile_in_two_layouts(KERNEL))


@every_tile
@pytest.mark.sampled(5)
def test_every_bit_is_that_of_skinny(checked: CpuMachine, kernel: Kernel) -> None:
    plain = loaded_on(checked, PLAIN.specialised(kernel.layout, kernel.tile))
    loaded = loaded_on(checked, kernel)
    for m, n, k, beta in ((1, 301, 700, 0.0), (277, 1, 130, 0.5), (13, 140, 261, -1.0)):
        given = make_operands(
            problem_of(kernel, m=m, n=n, k=k, alpha=0.7, beta=beta), "uniform_signed", k
        )
        schedule = KERNEL.schedule(given.problem, 2)
        found, expected = (computed(checked, each, given, schedule).C for each in (loaded, plain))
        assert_same_bits(found, expected)


@pytest.mark.parametrize("layout", ["nn", "nt"])
@pytest.mark.parametrize("place", [0, 7, 12])
def test_the_large_operand_is_loaded_with_the_policy_and_the_small_one_without(
    layout: str, place: int
) -> None:
    """Of the loads of 16 bytes: one operand's is like skinny's, the other's has the policy."""
    tile = PLAIN.tiles[place]
    wide = r"(?:cp\.async\.cg|ld\.global\.nc)\S*"
    of_plain, found = (
        re.findall(wide, build(kernel.specialised(layout, tile), 90, cubin=False).ptx)
        for kernel in (PLAIN, KERNEL)
    )
    assert not any("cache_hint" in operation for operation in of_plain)
    with_policy = [operation for operation in found if "cache_hint" in operation]
    assert 0 < len(with_policy) < len(found) == len(of_plain)
