"""Small CUDA kernels that use what Hopper has, and what each must compute: for any machine.

Every kernel takes pointers, whole numbers and tensor maps. Operands are small whole numbers, so
that sums are exact in any order.
"""

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from reference_waits import shuffle_source

from machine_memory import in_memory, read_back
from sgemm.kernels.kernel import Geometry, Kernel
from sgemm.kernels.launch import Launch
from sgemm.kernels.schedule import TensorBox
from sgemm.kernels.tile import Tile
from sgemm.machines.interface import Argument, Machine
from sgemm.toolchain.build import Build
from sgemm.toolchain.compiler import build

HERE = Path(__file__).parent
Floats = NDArray[np.float32]
Words = NDArray[np.uint32]


@dataclasses.dataclass(frozen=True)
class MapOf:
    """A tensor map over one of the buffers of a run, made when its address is known."""

    buffer: str
    sizes: tuple[int, int, int]
    strides: tuple[int, int]
    box: TensorBox


def compiled(name: str, threads: int) -> Build:
    """Compile one of the test kernels for sm_90."""
    source = "hopper_cluster.cu" if name == "cluster_ring" else "hopper_small.cu"
    kernel = Kernel(
        name=name,
        idea="a test",
        document="",
        tile=Tile(1, 1, 1),
        source=HERE / source,
        geometry=Geometry(block=(threads, 1, 1)),
        architecture=90,
    )
    return build(kernel, 90)


def run(
    machine: Machine,
    name: str,
    blocks: int,
    threads: int,
    buffers: Mapping[str, NDArray[np.generic]],
    arguments: Sequence[str | int | MapOf],
    shared_bytes: int = 0,
    cluster: tuple[int, int, int] | None = None,
) -> dict[str, NDArray[Any]]:
    """Run a test kernel on named buffers; return what is then in them.

    Arguments are names of buffers, whole numbers and tensor maps.
    """
    loaded = machine.load(compiled(name, threads))
    with in_memory(machine, *buffers.values()) as found:
        memory = dict(zip(buffers, found, strict=True))

        def bound(argument: str | int | MapOf) -> Argument:
            if isinstance(argument, MapOf):
                where = memory[argument.buffer].address
                return machine.tensor_map(where, argument.sizes, argument.strides, argument.box)
            if isinstance(argument, str):
                return np.uint64(memory[argument].address)
            return np.int32(argument)

        launch = Launch((blocks, 1, 1), (threads, 1, 1), shared_bytes, cluster=cluster)
        machine.launch(loaded, launch, [bound(argument) for argument in arguments])
        machine.synchronize()
        return {key: read_back(machine, memory[key], array) for key, array in buffers.items()}


def whole_numbers(seed: int, *shape: int) -> Floats:
    """Return small whole numbers as single-precision ones."""
    return np.random.default_rng(seed).integers(-8, 9, shape).astype(np.float32)


# ---- single boxes

BOX_BYTES = 48 * 1024


def copied_box(
    machine: Machine,
    tensor: Floats,
    box: tuple[int, int],
    swizzle: int,
    start: tuple[int, int, int],
    offset: int = 0,
) -> tuple[Words, Words]:
    """Copy a box of a batch of matrices; return what it makes of shared memory, and the right.

    Shared memory holds 0x5A5A5A5A before. The box lies ``offset`` bytes after an address that is
    a multiple of 1024.
    """
    batch, rows, columns = tensor.shape
    found = run(
        machine,
        "copy_box",
        1,
        64,
        {"tensor": tensor, "image": np.zeros(BOX_BYTES // 4, np.uint32)},
        [
            "image",
            *start,
            offset,
            box[0] * box[1] * 4,
            MapOf(
                "tensor",
                (columns, rows, batch),
                (4 * columns, 4 * columns * rows),
                TensorBox(*box, swizzle),
            ),
        ],
        BOX_BYTES + 1024,
    )["image"]
    return found, box_image(tensor, box, swizzle, start, offset)


def box_image(
    tensor: Floats,
    box: tuple[int, int],
    swizzle: int,
    start: tuple[int, int, int],
    offset: int,
) -> Words:
    """Return what must be in shared memory, element by element."""
    batch, rows, columns = tensor.shape
    image = np.full(BOX_BYTES // 4, 0x5A5A5A5A, np.uint32)
    for row, column in itertools.product(range(box[1]), range(box[0])):
        x, y, z = start[0] + column, start[1] + row, start[2]
        inside = 0 <= x < columns and 0 <= y < rows and 0 <= z < batch
        address = offset + 4 * (row * box[0] + column)
        chunk, line = address // 16 % 8, address // 128
        swapped = chunk ^ (line % 8 & (swizzle // 16 - 1 if swizzle else 0))
        address += 16 * (swapped - chunk)
        value = tensor[z, y, x] if inside else np.float32(0)
        image[address // 4] = np.float32(value).view(np.uint32)
    return image


BOXES: tuple[tuple[tuple[int, int], int, tuple[int, int, int], int], ...] = (
    ((32, 8), 0, (0, 0, 0), 0),
    ((32, 8), 0, (-4, -2, 0), 128),
    ((32, 8), 0, (48, 37, 1), 0),
    ((256, 4), 0, (-8, 3, 2), 0),
    ((4, 256), 0, (8, -20, 1), 256),
    ((32, 64), 128, (0, 0, 0), 0),
    ((32, 64), 128, (28, -5, 2), 0),
    ((32, 24), 128, (-32, 17, 1), 384),
    ((16, 64), 64, (4, 5, 0), 0),
    ((16, 33), 64, (44, 20, 1), 128),
    ((8, 64), 32, (4, 2, 1), 0),
    ((8, 40), 32, (52, -9, 2), 640),
    ((32, 8), 128, (64, 0, 0), 0),
    ((32, 8), 128, (0, 0, 3), 0),
    ((32, 8), 128, (0, 0, -1), 0),
    ((32, 8), 0, (-(2**31), 2**31 - 1, 0), 0),
)
"""Box, swizzle, where it starts, and its offset in shared memory; the tensor is 3 x 41 x 56."""


def box_tensor() -> Floats:
    """Return the tensor of `BOXES`: every element another number."""
    return np.arange(1, 3 * 41 * 56 + 1, dtype=np.float32).reshape(3, 41, 56)


# ---- the others

RUN_BYTES = (16, 1024, 4096 - 64)
"""Sizes for :func:`copied_run`."""


def copied_run(machine: Machine, nbytes: int) -> tuple[Words, Words]:
    """Copy a run of bytes in bulk; return what it makes of shared memory, and the right."""
    source = random_words(3, 1024)
    buffers = {"image": np.zeros(1024, np.uint32), "source": source}
    found = run(machine, "copy_run", 1, 64, buffers, ["image", "source", nbytes])["image"]
    image = np.full(1024, 0x5A5A5A5A, np.uint32)
    image[16 : 16 + nbytes // 4] = source[: nbytes // 4]
    return found, image


def added_copies(machine: Machine, name: str, steps: int) -> tuple[Floats, Floats]:
    """Add what producer warps copy thread by thread; return the sums, and the right ones."""
    source = whole_numbers(4, steps, 256)
    buffers = {"sums": np.zeros(64, np.float32), "source": source}
    found = run(machine, name, 1, 128, buffers, ["sums", "source", steps])["sums"]
    whole = source.sum(axis=0, dtype=np.float32)
    right = np.roll(whole, -1).reshape(4, 64).sum(axis=0, dtype=np.float32)
    return found, right


def added_parts(machine: Machine, tiles: int, splits: int) -> tuple[Floats, Floats, Words]:
    """Add parts in the block that comes last; return the sums, the right ones, and the counters."""
    source = np.random.default_rng(5).standard_normal((tiles, splits, 128)).astype(np.float32)
    results = run(
        machine,
        "add_parts",
        tiles * splits,
        128,
        {
            "sums": np.zeros((tiles, 128), np.float32),
            "parts": np.full_like(source, np.nan),
            "counters": np.zeros(tiles, np.uint32),
            "source": source,
        },
        ["sums", "parts", "counters", "source", splits],
    )
    right = np.zeros((tiles, 128), np.float32)
    # A compiler makes one fused operation of the product and the sum.
    fused = (source.astype(np.float64) * np.float32(0.1) + 1.0).astype(np.float32)
    for part in range(splits):
        right += fused[:, part]
    return results["sums"], right, results["counters"]


def handed_over(machine: Machine, steps: int) -> tuple[Words, Words]:
    """Hand numbers from warp to warp; return what the second made of them, and the right."""
    buffers = {"results": np.zeros(32, np.uint32)}
    found = run(machine, "hand_over", 1, 64, buffers, ["results", steps])["results"]
    lanes = np.arange(31, -1, -1, dtype=np.uint64)
    right = sum((step * 1000 + lanes) * (step + 1) for step in range(steps))
    return found, np.asarray(right).astype(np.uint32)


def ring_of_a_cluster(
    machine: Machine, cluster: int, clusters: int, stages: int
) -> tuple[Words, Words]:
    """Add up what all blocks of a cluster bring to each of them; return that, and the right."""
    source = random_words(8, stages * 1024)
    blocks, threads = cluster * clusters, 64
    buffers = {"sums": np.zeros((blocks, threads), np.uint32), "source": source}
    arguments = ["sums", "source", stages]
    size = (cluster, 1, 1)
    found = run(machine, "cluster_ring", blocks, threads, buffers, arguments, cluster=size)["sums"]
    words = source.reshape(stages, -1, threads).sum(1, dtype=np.uint32)
    factors = np.arange(1, stages + 1, dtype=np.uint32)[:, None]
    sums = (words * factors).sum(0, dtype=np.uint32)
    ranks = np.arange(blocks, dtype=np.uint32) % cluster
    return found, np.outer(ranks + 1 + (ranks + 1) % cluster + 1, sums)


def random_words(seed: int, count: int) -> Words:
    """Return any numbers."""
    return np.random.default_rng(seed).integers(0, 2**32, count, dtype=np.uint32)


def exchanged(machine: Machine, threads: int) -> tuple[Words, Words]:
    """Shuffle, vote and elect in every warp; return all results, and the right ones."""
    source = random_words(6, threads)
    rows = all_exchanges(source)
    buffers = {"results": np.zeros((len(rows), threads), np.uint32), "source": source}
    found = run(machine, "together", 1, threads, buffers, ["results", "source"])["results"]
    return found, np.array(rows, np.uint32)


def all_exchanges(source: Words) -> list[list[int]]:
    """Return what every thread gets from each step of ``together``, one row a step."""
    threads = range(source.size)
    rows: list[list[int]] = []

    def shuffle(kind: str, amounts: Sequence[int], clamp: int) -> None:
        found = [shuffle_source(kind, t % 32, int(amounts[t]), clamp) for t in threads]
        values = [int(source[t // 32 * 32 + lane]) for t, (lane, _) in enumerate(found)]
        flags = [int(inside) for _, inside in found]
        rows.extend((values, flags))

    for amount in (0, 1, 5, 31):
        same = [amount] * source.size
        for kind, clamp in (
            ("up", 0), ("down", 31), ("bfly", 31), ("idx", 31), ("up", 24 << 8),
            ("down", 24 << 8 | 31), ("bfly", 16 << 8 | 31), ("idx", 28 << 8 | 3),
        ):  # fmt: skip
            shuffle(kind, same, clamp)
    shuffle("idx", [int(x) for x in source], 31)
    shuffle("down", [thread % 32 // 2 for thread in threads], 20)
    for limit in (0, 1 << 28, 1 << 31, 0xFFFFFFFF):
        below = (source < limit).reshape(-1, 32)
        ballots = [sum(int(bit) << lane for lane, bit in enumerate(warp)) for warp in below]
        votes = (ballots, below.any(1), below.all(1), below.all(1) | ~below.any(1))
        rows.extend([int(vote[thread // 32]) for thread in threads] for vote in votes)
    rows.append([0] * source.size)
    rows.append([int(thread % 32 == 0) for thread in threads])
    return rows


def exchanged_by_halves(machine: Machine) -> tuple[Words, Words]:
    """Exchange among odd and among even lanes; return the results, and the right ones."""
    source = random_words(7, 64)
    buffers = {"results": np.zeros(64, np.uint32), "source": source}
    found = run(machine, "half_together", 1, 64, buffers, ["results", "source"])["results"]
    right = source.astype(np.uint64).reshape(2, 32)
    lanes = np.arange(32)
    odd, even = lanes[1::2], lanes[::2]
    for distance in (2, 4, 8):
        right[:, odd] += right[:, odd ^ distance]
    ballots = [sum(1 << lane for lane in even if warp[lane] % 2**32 % 3 == 0) for warp in right]
    right[:, even] ^= np.array(ballots, np.uint64)[:, None]
    right[:, even] += right[:, np.where(even + 2 < 32, even + 2, even)]
    right += right[:, 7:8].copy()
    return found, (right % 2**32).astype(np.uint32).reshape(-1)


def counted(machine: Machine, blocks: int) -> tuple[Words, Words]:
    """Count in many blocks at once; return the words they leave, and the right ones."""
    source = random_words(8, blocks * 128)
    first = np.zeros(16, np.uint32)
    first[[2, 9, 12]] = 0xFFFFFFFF
    buffers = {"words": first, "wide": np.zeros(1, np.uint64), "source": source}
    results = run(machine, "count_up", blocks, 128, buffers, ["words", "wide", "source"])
    words = results["words"]
    signed = source.view(np.int32)
    count = source.size
    right = np.zeros(16, np.uint64)
    right[0] = (source % 7).sum(dtype=np.uint64)
    right[1] = count
    right[2], right[3] = source.min(), source.max()
    right[4] = min(0, int(signed.min())) % 2**32
    right[5] = max(0, int(signed.max()))
    right[6] = count % 100
    right[7] = -count % 50
    right[8] = np.bitwise_or.reduce(1 << (source.astype(np.uint64) % 32))
    right[9] = 0xFFFFFFFF & ~int(np.bitwise_or.reduce(1 << (source.astype(np.uint64) % 31)))
    right[10] = np.bitwise_xor.reduce(source)
    tripled = 0
    for _ in range(count):
        tripled = (tripled * 3 + 1) % 2**32
    right[11] = tripled
    right[12] = words[12]  # whoever came last
    right[13] = 1
    right[14] = source.sum(dtype=np.uint64) % 2**32
    right[15] = (np.arange(count) % 128)[source % 2 == 1].sum()
    wide = int((source.astype(object) * 65536).sum()) % 2**64
    assert words[12] in source
    right = np.append(right.astype(np.uint32), np.array([wide], np.uint64).view(np.uint32))
    return np.append(words, results["wide"].view(np.uint32)), right
