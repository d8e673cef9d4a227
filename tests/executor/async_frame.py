"""A frame around a few lines of PTX that use mbarriers, bulk copies and clusters.

What the lines find:

- ``%r0`` = tid.x; ``%p0`` = whether this is thread 0;
- ``%r1`` = the address of 8 KiB of shared memory (``memory``, a multiple of 1024);
- ``%r2`` = that of eight mbarriers that are not made yet (``barriers``);
- ``%r3`` = the rank of the block in its cluster, ``%r4`` = that of the next block (or the first);
- ``%rd0`` = 4 KiB of global memory (0, 1, 2, ... as single-precision numbers);
- ``%rd1`` = the address of a tensor map over it: 8 rows of 64 numbers in 2 planes, boxes of 4 rows
  of 32;
- ``%rd3`` = where this thread puts a word of its own, of which there are 1024.

Registers from number 10 on are free.
"""

from collections.abc import Sequence

import differential
import numpy as np
from numpy.typing import NDArray

from sgemm.executor.compiler import NativeKernel
from sgemm.executor.grid import pack_parameters, run_grid
from sgemm.executor.memory import Allocation, AllocationMap
from sgemm.executor.tensor_map import encode_tensor_map

PARAMETERS = ".param .u64 data, .param .u64 words, .param .align 64 .b8 map[128]"
SHARED = ".shared .align 1024 .b8 memory[8192]; .shared .align 8 .b8 barriers[64];"
START = """
    ld.param.u64 %rd0, [data];
    ld.param.u64 %rd3, [words];
    mov.b64 %rd2, map;
    cvta.param.u64 %rd1, %rd2;
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, memory;
    mov.u32 %r2, barriers;
    mov.u32 %r3, %cluster_ctarank;
    setp.eq.u32 %p0, %r0, 0;
    mov.u32 %r4, %ctaid.x;
    mov.u32 %r5, %ntid.x;
    mad.lo.u32 %r4, %r4, %r5, %r0;
    mul.wide.u32 %rd2, %r4, 4;
    add.u64 %rd3, %rd3, %rd2;
    add.u32 %r4, %r3, 1;
    mov.u32 %r5, %cluster_nctarank;
    rem.u32 %r4, %r4, %r5;
"""
DATA_BYTES = 4096
WORDS = 1024
BOX_BYTES = 512

ARRIVE = "barrier.cluster.arrive.release.aligned;"
WAIT = "barrier.cluster.wait.acquire.aligned;"
SYNC = f"{ARRIVE} {WAIT}"
MAKE = "@%p0 mbarrier.init.shared.b64 [%r2], 1; @%p0 fence.mbarrier_init.release.cluster;"
NEXT = "mapa.shared::cluster.u32 %r10, %r1, %r4; mapa.shared::cluster.u32 %r11, %r2, %r4;"
PASS = (
    "L{0}: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p3, [%r2], {1};@!%p3 bra L{0};"
)

MODES = ({"checked": True}, {}, {"lanes": 1}, {"lanes": 32})


def copy(target: str = "%r1", x: int = 0, y: int = 0) -> str:
    """PTX that copies a box."""
    return (
        "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        f"[{target}], [%rd1, {{{x}, {y}, 0}}], [%r2];"
    )


def ptx_of(body: str, directives: str = "") -> str:
    """Return some lines in the frame; ``setmaxnreg`` has another target."""
    target = "sm_90a" if "setmaxnreg" in body else "sm_90"
    return differential.entry_of(START + body, PARAMETERS, SHARED, target, directives)


def compiled(body: str, threads: int = 64, *, directives: str = "", **how: object) -> NativeKernel:
    """Compile some lines."""
    return differential.compiled(ptx_of(body, directives), (threads, 1, 1), file="a.ptx", **how)


def launch(
    native: NativeKernel,
    grid: tuple[int, int, int],
    workers: int = 1,
    descending: bool = False,
    block_seconds: float | None = None,
    allocated: int = DATA_BYTES,
) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
    """Run what was compiled; return what is then in global memory, and the words.

    Words are in the order of blocks and threads. ``block_seconds`` is processor time that a block
    may take, and ``allocated`` how many bytes of global memory count as allocated.
    """
    threads = native.layout.threads[0]
    data, words = Allocation(DATA_BYTES), Allocation(4 * WORDS)
    numbers = data.bytes.view(np.float32)
    numbers[:] = np.arange(numbers.size)
    words.bytes[:] = 0
    tensor_map = encode_tensor_map(data.address, (64, 8, 2), (256, 2048), (32, 4, 1))
    allocations = AllocationMap()
    allocations.add(data.address, allocated)
    allocations.add(words.address, words.nbytes)
    packed = pack_parameters(native.layout, [data.address, words.address, tensor_map])
    run_grid(native, grid, 0, packed, workers, allocations, descending, block_seconds)
    return numbers, words.bytes.view(np.uint32)[: threads * grid[0]].reshape(grid[0], threads)


def run(
    body: str,
    *,
    checked: bool = True,
    blocks: int = 1,
    allocated: int = DATA_BYTES,
    block_seconds: float | None = None,
) -> NDArray[np.float32]:
    """Run some lines without clusters; return what is then in global memory."""
    native = compiled(body, checked=checked)
    return launch(native, (blocks, 1, 1), block_seconds=block_seconds, allocated=allocated)[0]


def run_cluster(
    body: str,
    threads: int = 64,
    *,
    grid: tuple[int, int, int] = (2, 1, 1),
    cluster: tuple[int, int, int] | None = (2, 1, 1),
    workers: int = 1,
    descending: bool = False,
    block_seconds: float | None = None,
    **how: object,
) -> NDArray[np.uint32]:
    """Run some lines in clusters; return the words."""
    native = compiled(body, threads, cluster=cluster, **how)
    return launch(native, grid, workers, descending, block_seconds)[1]


def run_everywhere(
    body: str,
    threads: int = 64,
    modes: Sequence[dict[str, object]] = MODES,
    grid: tuple[int, int, int] = (2, 1, 1),
    cluster: tuple[int, int, int] | None = (2, 1, 1),
) -> NDArray[np.uint32]:
    """Run some lines in all modes and both orders, which must not matter; return the words."""
    found = [
        launch(native, grid, workers, descending)[1]
        for native in (compiled(body, threads, cluster=cluster, **mode) for mode in modes)
        for descending, workers in ((False, 1), (True, 2))
    ]
    for each in found[1:]:
        np.testing.assert_array_equal(each, found[0])
    return found[0]
