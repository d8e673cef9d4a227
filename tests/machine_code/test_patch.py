"""The entry point: what changes in a cubin, and what is refused."""

import random

import pytest
from compiled_loops import (
    SAMPLES,
    SPECIALISATIONS,
    compiled,
    flipped,
    name_of,
    written,
)

from sgemm.kernels.catalogue import find
from sgemm.machine_code import instruction as ins
from sgemm.machine_code.cubin import Cubin
from sgemm.machine_code.instruction import Instruction
from sgemm.machine_code.match import MismatchError
from sgemm.toolchain.compiler import build

IT = compiled(SAMPLES[1])


@pytest.mark.parametrize("kernel", SPECIALISATIONS, ids=name_of)
@pytest.mark.sampled(9)
def test_a_branch_a_request_and_what_is_appended(kernel):
    """Nothing else differs, and what is written is valid, and the same each time."""
    it = compiled(kernel)
    new = Cubin(it.patched(), kernel.name).instructions()
    old = list(it.code)
    block = [Instruction(i.low, i.high) for i in written(kernel).instructions]
    assert new[len(old) :] == block
    differing = [at for at, i in enumerate(old) if new[at] != i]
    request, jump = differing
    assert jump == it.loop.inner
    assert ins.branch_target(jump, new[jump]) == len(old)
    assert new[jump].guard == ins.ALWAYS
    assert (old[request].requests, new[request].requests) == (
        it.tile.consumer_registers,
        it.tile.loop_registers,
    )
    assert new[request].high == old[request].high
    assert new[request].low & 0xFFFFFFFF == old[request].low & 0xFFFFFFFF


def test_a_loop_that_is_new_is_not_written_again():
    with pytest.raises(MismatchError):
        IT.patched(IT.patched())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"accumulators": 128}, "0 loops with 128 multiply-adds"),
        ({"steps": 8}, "not seen to have as many as a stage"),
        ({"steps": 12}, "not seen to have as many as a stage"),
        ({"steps": 20}, "not seen to have as many as a stage"),
        ({"steps": 16}, "not seen to have as many as a stage"),
        ({"steps": 15}, "15 steps a stage are no multiple of 4"),
        ({"steps": 0}, "0 steps"),
        ({"steps": -4}, "-4 steps"),
        ({"known": 136}, "0 instructions ask for 136 registers"),
        ({"known": 64}, "0 instructions ask for 64 registers"),  # what the copying warps keep
        ({"registers": 176}, "too few for the loop"),
        ({"registers": 144}, "144 registers instead of 144"),
        ({"registers": 181}, "181 registers instead of 144"),
        ({"registers": 264}, "264 registers instead of 144"),
        ({"registers": 0}, "0 registers instead of 144"),
    ],
)
def test_other_numbers_are_refused(changes, words):
    with pytest.raises(MismatchError, match=words):
        IT.patched(**changes)


@pytest.mark.parametrize("name", ["split_k", "shared_tile", "any_layout"])
def test_kernels_without_such_a_loop(name):
    cubin = build(find(name), 90).cubin
    for accumulators in (1, 64, 128):
        with pytest.raises(MismatchError, match=r"loops|loop over steps|ask for"):
            IT.patched(cubin, name, accumulators=accumulators)


def test_damaged_code_is_refused_or_right():
    """A bit anywhere in the loop: the error is of one kind."""
    draw = random.Random(0)
    cubin = Cubin(IT.cubin, IT.kernel.name)
    refused = 0
    for _ in range(40):
        code = list(IT.code)
        at = draw.randrange(IT.loop.outer, IT.loop.outer_end + 1)
        code[at] = flipped(code[at], draw.randrange(105))
        try:
            IT.patched(cubin.with_instructions(code))
        except MismatchError:
            refused += 1
    assert refused > 20


def test_loads_that_reach_too_far_are_refused():
    code = list(IT.code)
    loop = IT.loop
    for at in range(loop.outer, loop.outer_end + 1):
        if code[at].is_increment and code[at].d == loop.rows.address:
            code[at] = Instruction(code[at].low ^ 1 << 32 + 25, code[at].high)
    with pytest.raises(MismatchError, match=r"offset = \d+: a load reaches"):
        IT.patched(Cubin(IT.cubin, IT.kernel.name).with_instructions(code))
