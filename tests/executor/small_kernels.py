"""A frame around a few lines of PTX, so that they run as a :class:`program_base.Program`.

What the lines find: ``%r0`` = 3 (a parameter), ``%r1`` = 0xFFFFFF80 (a parameter), ``%r2`` = 0 (a
parameter), ``%r3`` = tid.x, ``%r4`` = the thread's number in its block, ``%rd0`` = the input,
``%rd1`` = the block's output, ``%rd2`` = this thread's 8 bytes in slot 0 of it, ``%rd3`` =
2**63 + 5 (a parameter), ``%f0`` = -1.5 (a parameter), and 4 KiB of shared memory in ``array``.
Each of them is written once, so that it has one form.
Registers from number 10 on are free.
"""

import numpy as np
from differential import entry_of
from program_base import BLOCK_BYTES, SLOT_BYTES, Program

PARAMETERS = (
    ".param .u64 input, .param .u64 output, .param .u32 p0, .param .u32 p1, .param .u32 p2, "
    ".param .u64 q, .param .f32 s"
)
START = """
    ld.param.u64 %rd0, [input];
    ld.param.u64 %rd4, [output];
    ld.param.u32 %r0, [p0];
    ld.param.u32 %r1, [p1];
    ld.param.u32 %r2, [p2];
    ld.param.u64 %rd3, [q];
    ld.param.f32 %f0, [s];
    mov.u32 %r3, %tid.x;
    mov.u32 %r5, %tid.z;
    mad.lo.u32 %r6, %r5, {y}, %tid.y;
    mad.lo.u32 %r4, %r6, {x}, %r3;
    mov.u32 %r7, %ctaid.x;
    mad.wide.u32 %rd1, %r7, {block_bytes}, %rd4;
    mad.wide.u32 %rd2, %r4, 8, %rd1;
"""


def store(slot: int, register: str) -> str:
    """PTX that stores a register of any type into a slot."""
    kind = {"%rs": "u16", "%rd": "u64", "%fd": "f64", "%f": "f32", "%r": "u32"}
    name = register.rstrip("0123456789")
    return f"st.global.{kind[name]} [%rd2+{slot * SLOT_BYTES}], {register};"


def kernel(
    body: str,
    threads: tuple[int, int, int] = (64, 1, 1),
    grid: tuple[int, int, int] = (2, 1, 1),
    target: int = 80,
) -> Program:
    """Return a program made of some lines."""
    x, y, _ = threads
    start = START.format(block_bytes=BLOCK_BYTES, x=x, y=y)
    array = ".shared .align 16 .b8 array[4096];"
    ptx = entry_of(start + body, PARAMETERS, array, f"sm_{target}")
    every = dict.fromkeys(range(BLOCK_BYTES // SLOT_BYTES), np.float32)
    scalars = (3, 0xFFFFFF80, 0, 2**63 + 5, -1.5)
    floats = every if "st.global.f32" in body else {}
    return Program(ptx, threads, grid, scalars, floats, False)
