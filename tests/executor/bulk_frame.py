"""A frame around a few lines of PTX that use mbarriers and bulk copies.

What the lines find: ``%r0`` = tid.x, ``%r1`` = the address of 8 KiB of shared memory (``memory``, a
multiple of 1024), ``%r2`` = that of eight mbarriers that are not made yet (``barriers``), ``%p0`` =
whether this is thread 0, ``%rd0`` = 4 KiB of global memory (0, 1, 2, ... as single-precision
numbers), ``%rd1`` = the address of a tensor map over it: 8 rows of 64 numbers in 2 planes, boxes
of 4 rows of 32. Registers from number 10 on are free.
"""

import differential
import numpy as np
from numpy.typing import NDArray

from sgemm.executor.compiler import NativeKernel
from sgemm.executor.grid import pack_parameters, run_grid
from sgemm.executor.memory import Allocation, AllocationMap
from sgemm.executor.tensor_map import encode_tensor_map

FRAME = """.version 8.6
.target {target}
.address_size 64
.visible .entry k(.param .u64 data, .param .align 64 .b8 map[128])
{{
    .reg .b32 %r<64>;
    .reg .b64 %rd<64>;
    .reg .f32 %f<64>;
    .reg .pred %p<64>;
    .shared .align 1024 .b8 memory[8192];
    .shared .align 8 .b8 barriers[64];
    ld.param.u64 %rd0, [data];
    mov.b64 %rd2, map;
    cvta.param.u64 %rd1, %rd2;
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, memory;
    mov.u32 %r2, barriers;
    setp.eq.u32 %p0, %r0, 0;
{body}
}}
"""
COPY = (
    "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
    "[{target}], [%rd1, {{{x}, {y}, 0}}], [%r2];"
)
BOX_BYTES = 512
DATA_BYTES = 4096


def copy(target: str = "%r1", x: int = 0, y: int = 0) -> str:
    """PTX that copies a box."""
    return COPY.format(target=target, x=x, y=y)


def compiled(
    body: str, threads: int = 64, *, checked: bool = True, lanes: int | None = None
) -> NativeKernel:
    """Compile some lines; ``setmaxnreg`` has another target."""
    target = "sm_90a" if "setmaxnreg" in body else "sm_90"
    ptx = FRAME.format(body=body, target=target)
    how = {"checked": checked, "lanes": lanes}
    return differential.compiled(ptx, (threads, 1, 1), file="b.ptx", **how)


def run(
    body: str,
    *,
    checked: bool = True,
    lanes: int | None = None,
    threads: int = 64,
    blocks: int = 1,
    tensor_map: bytes | None = None,
    allocated: int = DATA_BYTES,
    block_seconds: float | None = None,
) -> NDArray[np.float32]:
    """Run some lines; return what is then in global memory.

    - ``lanes``: threads in a lane group.
    - ``tensor_map``: another map than that of the frame.
    - ``allocated``: how many bytes of global memory count as allocated.
    - ``block_seconds``: processor time that a block may take.
    """
    native = compiled(body, threads, checked=checked, lanes=lanes)
    data = Allocation(DATA_BYTES)
    numbers = data.bytes.view(np.float32)
    numbers[:] = np.arange(numbers.size)
    if tensor_map is None:
        tensor_map = encode_tensor_map(data.address, (64, 8, 2), (256, 2048), (32, 4, 1))
    allocations = AllocationMap()
    allocations.add(data.address, allocated)
    packed = pack_parameters(native.layout, [data.address, tensor_map])
    run_grid(native, (blocks, 1, 1), 0, packed, 1, allocations, block_seconds=block_seconds)
    return numbers
