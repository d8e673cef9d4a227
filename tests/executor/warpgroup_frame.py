"""A frame around a few lines of PTX that use ``wgmma``, run in checked mode.

What the lines find: ``%r0`` = tid.x, ``%r1`` = the address of 8 KiB of shared memory (``memory``, a
multiple of 1024, all zeros), ``%r2`` = that of eight mbarriers that are not made yet, ``%p0`` =
whether this is thread 0, ``%p1`` = true, ``%rd0`` = 48 KiB of global memory, ``%rd1`` and
``%rd2`` = descriptors of a matrix at the start of shared memory and of one 2 KiB after it (rows of
32 bytes), and zeros in ``%f0`` to ``%f31`` and ``%a0`` to ``%a7``. Other registers from number 10
on are free, and so is ``%p2``.
"""

import differential
import numpy as np
from async_frame import SHARED

START = """
    ld.param.u64 %rd0, [data];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, memory;
    mov.u32 %r2, barriers;
    setp.eq.u32 %p0, %r0, 0;
    setp.ge.u32 %p1, %r0, 0;
    cvt.u64.u32 %rd1, %r1;
    shr.u64 %rd1, %rd1, 4;
    or.b64 %rd1, %rd1, 0xc000001000000000;
    add.s64 %rd2, %rd1, 128;
"""
ZEROS = " ".join(
    [f"mov.f32 %f{i}, 0f00000000;" for i in range(32)] + [f"mov.b32 %a{i}, 0;" for i in range(8)]
)
FENCE = "wgmma.fence.sync.aligned;"
COMMIT = "wgmma.commit_group.sync.aligned;"
A_REGISTERS = "{%a0, %a1, %a2, %a3}"
DATA_BYTES = 49152


def wait(pending: int = 0) -> str:
    """PTX that waits for all groups but the latest ones."""
    return f"wgmma.wait_group.sync.aligned {pending};"


def multiply(first: int = 0, a: str = "%rd1", b: str = "%rd2", n: int = 16) -> str:
    """PTX that multiplies into n/2 registers, from a number on."""
    registers = ", ".join(f"%f{i}" for i in range(first, first + n // 2))
    rest = "0" if a.startswith("{") else "0, 0"
    return (
        f"wgmma.mma_async.sync.aligned.m64n{n}k16.f32.f16.f16 {{{registers}}}, {a}, {b}, 1, 1, 1, "
        f"{rest};"
    )


def ptx_of(body: str) -> str:
    """Return some lines in the frame."""
    return differential.entry_of(f"{START}{ZEROS}\n{body}", ".param .u64 data", SHARED)


FIRST_LINE = ptx_of("HERE").partition("HERE")[0].count("\n") + 1  # of the lines in the frame


def run(body: str, threads: int = 128, blocks: int = 1) -> None:
    """Run some lines in checked mode; global memory holds zeros before."""
    native = differential.compiled(ptx_of(body), (threads, 1, 1), file="w.ptx", checked=True)
    differential.run_on_copies(native, np.zeros(DATA_BYTES // 4, np.uint32), blocks=blocks)
