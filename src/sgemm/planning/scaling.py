"""The rates of one GPU made those of another, from what both tell of themselves.

- **Work** takes as many cycles, and so as much longer as the clock is lower. Where a multiprocessor
  starts fewer multiply-adds in a cycle, a step takes the cycles more that its multiply-adds need.
- **Blocks** that a multiprocessor holds at once are fewer where it has less shared memory, or has
  room for fewer threads.
- **Memory** is as much faster as its bandwidth is higher, and dirty lines are as many as the L2
  cache is large.
- A launch, and what the parts of a tile wait for each other, takes as long.

How many multiprocessors there are is no matter of rates: the model counts them. What tensor cores
do in a cycle is taken to be the same: their kernels are for one architecture.
"""

from __future__ import annotations

from sgemm.kernels.gpus import RESERVED_SHARED, Architecture, Figures
from sgemm.kernels.kernel import Kernel
from sgemm.planning.rates import Rates, RateTable, Speeds


def scaled(table: RateTable, of: Figures, to: Figures) -> RateTable:
    """Return the rates of a GPU from those of another one.

    A clock or a cache of 0 is one that the driver does not tell: it counts as the other's.
    """
    clock_mhz, l2_bytes = to.clock_mhz or of.clock_mhz, to.l2_bytes or of.l2_bytes
    to = to._replace(clock_mhz=clock_mhz, l2_bytes=l2_bytes)

    def find(kernel: Kernel) -> Rates | None:
        found = table.find(kernel)
        return None if found is None else scaled_rates(found, kernel, of, to)

    return RateTable(find, scaled_speeds(table.speeds, of, to), words(of, to))


def scaled_rates(rates: Rates, kernel: Kernel, of: Figures, to: Figures) -> Rates:
    """Return the rates of a kernel, in its tile, on another GPU than they were fitted on."""
    slower, tile, more = of.clock_mhz / to.clock_mhz, kernel.tile, 0.0
    if not kernel.products:
        lanes = 1.0 / to.has.fp32_lanes - 1.0 / of.has.fp32_lanes
        more = max(0.0, tile.bm * tile.bn * tile.bk * lanes / of.clock_mhz)
    resident = rates.resident * held(kernel, to.has) // held(kernel, of.has)
    return rates._replace(
        step=(rates.step + more) * slower,
        busy=(rates.busy + more) * slower,
        tile=rates.tile * slower,
        part=rates.part * slower,
        copy=rates.copy * slower,
        elementwise=rates.elementwise * slower,
        resident=max(1, min(rates.resident, resident)),
    )


def scaled_speeds(speeds: Speeds, of: Figures, to: Figures) -> Speeds:
    """Return how fast memory is on another GPU; in proportion to its work, if it does not tell."""
    by = to.memory_gbytes / of.memory_gbytes
    if not by:
        by = to.multiprocessors * to.clock_mhz / (of.multiprocessors * of.clock_mhz)
    bytes_a_microsecond, packed, split, cached_bytes = speeds
    cached_bytes *= to.l2_bytes / of.l2_bytes
    return Speeds(by * bytes_a_microsecond, by * packed, by * split, cached_bytes)


def held(kernel: Kernel, has: Architecture) -> int:
    """Return how many blocks fit a multiprocessor by their threads and dynamic shared memory."""
    by_threads = has.threads // kernel.tile.threads
    by_shared = has.shared_bytes // (kernel.shared_bytes + RESERVED_SHARED)
    return max(1, min(by_threads, by_shared))


def words(of: Figures, to: Figures) -> str:
    """Say what was scaled by what."""
    memory = f"{to.memory_gbytes:.0f} GB/s" if to.memory_gbytes else "unknown bandwidth"
    return (
        f"scaled from those of an {of.name} to this {to.name} ({to.multiprocessors} "
        f"multiprocessors of {to.has.shared_bytes // 1024} KiB at {to.clock_mhz:.0f} MHz, "
        f"{memory}, {to.l2_bytes / 2**20:.0f} MiB of L2 cache): sgemm tune measures this GPU"
    )
