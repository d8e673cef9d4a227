"""The patched loop where rows lie along k: its registers, and what validation refuses of it."""

import dataclasses

import pytest
from compiled_loops import K_MAJOR, Sample, name_of

from sgemm.machine_code import instruction as ins
from sgemm.machine_code.instruction import InstructionType
from sgemm.machine_code.k_major import KMajorWriter
from sgemm.machine_code.match import MismatchError, match_mainloop
from sgemm.machine_code.patch import patched_loop

SAMPLE = Sample(next(each for each in K_MAJOR if each.layout == "nt"))
IT = SAMPLE.it
ROWS, COLUMNS = IT.loop.rows.elements, IT.loop.columns.elements


# ---- what is written


@pytest.mark.parametrize(
    "kernel",
    [
        IT.kernel,
        next(each for each in K_MAJOR if each.tile.tm == 9),
        next(each for each in K_MAJOR if each.tile.tn == 20),
    ],
    ids=name_of,
)
def test_what_a_block_has(kernel):
    """Nine rows have halves that differ; of twenty columns two vectors share a barrier."""
    sample = Sample(kernel)
    it, rows, columns, vectors = sample.it, kernel.tile.tm, kernel.tile.tn, kernel.tile.tn // 4
    # Four steps, an item's first and a stage's last one, half of which an item's end has too.
    assert len(sample.products) == (4 + 1 + 1) * rows * columns + (rows - rows // 2) * columns
    # All at first, then a vector of each row a round and one of each four columns a step; the round
    # and the last step of a stage both lead to the first half of the rows.
    loads = rows + 2 * vectors - 1 + rows + 4 * vectors + 1 + rows // 2 + vectors - 1
    assert len(sample.loads) == loads
    assert len(sample.copies) > 10
    for number, vector in enumerate(it.registers.columns):
        found = [i for i in map(sample.code.__getitem__, sample.loads) if i.d == vector]
        assert {i.control.write_barrier for i in found} == {max(0, number - (vectors - 4))}
    assert rows != 9 or it.registers.spare in it.loop.idle
    it.validate(sample.block)


@pytest.mark.parametrize(
    ("rows", "vectors", "steps", "words"),
    [
        (6, 4, 16, "6 rows along k and 16 columns"),
        (8, 3, 16, "8 rows along k and 12 columns"),
        (8, 4, 14, "14 steps a stage are no multiple of 4"),
    ],
)
def test_other_shapes_are_refused(rows, vectors, steps, words):
    loop = dataclasses.replace(
        IT.loop,
        rows=dataclasses.replace(IT.loop.rows, offsets=IT.loop.rows.offsets[:rows]),
        columns=dataclasses.replace(IT.loop.columns, offsets=IT.loop.columns.offsets[:vectors]),
    )
    with pytest.raises(MismatchError, match=words):
        KMajorWriter(IT.code, loop, IT.registers, steps)


# ---- what is damaged


def test_a_load_of_a_single_element():
    """The compiled loop has them; of the block every load is of 128 bits."""
    single = IT.code[single_loads()[0]]
    assert "is not the block's" in SAMPLE.refusal(SAMPLE.changed(SAMPLE.loads[3], single))


# ---- what is matched


def single_loads() -> list[int]:
    loop = range(IT.loop.inner, IT.loop.inner_end)
    return [at for at in loop if IT.code[at].type is InstructionType.LOAD_32]


def test_rows_that_are_not_along_k():
    """A row that begins within a vector, and rows that move on by two elements."""
    within, apart = list(IT.code), list(IT.code)
    at = next(at for at in single_loads() if within[at].offset)
    within[at] = dataclasses.replace(within[at], low=within[at].low + (4 << 40))
    for at in IT.loop.others:
        i = apart[at]
        if i.is_increment and i.d == IT.loop.rows.address:
            apart[at] = ins.add_immediate(i.d, i.a, 8).controlled(i.control)
    for code in (within, apart):
        with pytest.raises(MismatchError, match="are not vectors of four"):
            match_mainloop(code, ROWS * COLUMNS)


def test_what_is_left_out_still_waits():
    """A block that says where lanes meet is not copied, but what it waits for has to have ended."""
    code, loop = list(IT.code), IT.loop
    begin = next(
        at for at in range(loop.outer, loop.inner) if code[at].opcode == ins.CONVERGENCE_BEGINS
    )
    release = next(
        at
        for at in range(loop.inner_end, loop.outer_end)
        if code[at].control.read_barrier != ins.NO_BARRIER
    )
    barrier = code[release].control.read_barrier
    waits = [
        at for at in range(release + 1, loop.outer_end) if code[at].control.wait >> barrier & 1
    ]
    for at in waits:
        code[at] = code[at].issued(wait=code[at].control.wait & ~(1 << barrier))
    code[begin] = code[begin].issued(wait=code[begin].control.wait | 1 << barrier)
    moved = dataclasses.replace(IT, code=tuple(code))
    moved.validate(patched_loop(moved.code, loop, *IT.numbers))
