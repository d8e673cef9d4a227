"""The mainloop of PTX and of machine code."""

import pytest

from sgemm.kernels.catalogue import kernels
from sgemm.report.html.listing import main_loop
from sgemm.toolchain.compiler import build

PTX = """
	mov.u32 	%r1, 0;
$L__BB0_1:
	ld.global.f32 	%f1, [%rd1];
	@%p1 bra 	$L__BB0_2;
	fma.rn.f32 	%f2, %f1, %f1, %f2;
$L__BB0_2:
	fma.rn.f32 	%f2, %f1, %f1, %f2;
	@%p2 bra 	$L__BB0_1;

$L__BB0_3:
	fma.rn.f32 	%f2, %f1, %f1, %f2;
	@%p3 bra 	$L__BB0_3;
	ret;
"""

SASS = """
    MOV R1, c[0x0][0x28]
.L_x_0:
.L_x_1:
    LDS R4, [R2]
    FFMA R3, R4, R4, R3
    @!P0 BRA `(.L_x_1)
    FFMA R3, R4, R4, R3
    FFMA R3, R4, R4, R3
    @P1 BRA `(.L_x_0)
.L_x_2:
    BRA `(.L_x_2)
"""


def test_the_loop_with_most_multiply_adds_is_found():
    loop = main_loop(PTX)
    assert loop.text.startswith("$L__BB0_1:") and loop.text.endswith("bra \t$L__BB0_1;")
    assert (loop.multiply_adds, loop.instructions) == (2, 5)
    assert dict(loop.opcodes) == {"fma": 2, "bra": 2, "ld": 1}


def test_it_need_not_be_the_first_loop():
    first, second = ".L_x_0:\n    FFMA R3, R4, R4, R3\n    BRA `(.L_x_0)\n", SASS
    more = second.replace("LDS R4, [R2]", "FFMA R3, R4, R4, R3").replace(".L_x_", ".L_y_")
    loop = main_loop(first + more)
    assert (loop.text.splitlines()[0], loop.multiply_adds) == (".L_y_1:", 2)


def test_of_nested_loops_it_is_the_inner_one():
    loop = main_loop(SASS)
    assert loop.text.startswith(".L_x_1:")
    assert dict(loop.opcodes) == {"LDS": 1, "FFMA": 1, "BRA": 1}
    assert loop.multiply_adds == 1


@pytest.mark.parametrize("listing", ["", "ret;", ".L_x_2:\n    BRA `(.L_x_2)\n"])
def test_without_a_loop_that_multiplies_there_is_none(listing):
    assert main_loop(listing) is None


def test_an_excerpt_shows_the_first_multiply_add_and_counts_what_it_leaves_out():
    body = ["    LDS R1, [R2]"] * 30 + ["    FFMA R3, R1, R1, R3"] * 40
    loop = main_loop("\n".join([".L_x_0:", *body, "    @P0 BRA `(.L_x_0)"]))
    text, before, after = loop.excerpt(20)
    assert len(text.splitlines()) == 20
    assert before + 20 + after == 72
    assert text.splitlines()[10].strip().startswith("FFMA")
    assert loop.excerpt(100) == (loop.text, 0, 0)


@pytest.mark.parametrize("kernel", kernels(), ids=lambda kernel: kernel.name)
def test_every_rung_has_a_main_loop_that_multiplies(kernel):
    loop = main_loop(build(kernel, 90, cubin=False).ptx)
    # A pass of the loop does at least one multiply-add for each element of the thread's tile.
    assert loop.multiply_adds >= kernel.tile.tm * kernel.tile.tn
