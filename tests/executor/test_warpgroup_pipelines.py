"""Checked mode: a kernel whose producer fills a ring of stages for wgmma, right and wrong."""

import dataclasses
import functools
from typing import Any

import numpy as np
import pytest
from differential import compiled, entry_of, run_on_copies
from numpy.typing import NDArray
from tensor_cores.model import FP16, multiply_add
from test_warpgroup_matrices import Layout, image, tiles_of

from sgemm.errors import MemoryAccessError

N, STAGES, STEPS, CONSUMERS, THREADS = 16, 3, 8, 2, 384
LAYOUT = Layout(64)  # of a stage: two instructions along k
BYTES_A, BYTES_B = CONSUMERS * 64 * 64, N * 64
STAGE = BYTES_A + BYTES_B


@dataclasses.dataclass(frozen=True)
class Pipeline:
    """A warpgroup of which one thread copies, and two that multiply."""

    pending: int  # groups that a consumer leaves in flight
    arrivals: int  # at an empty barrier in a phase: of each thread, or of one in a warpgroup
    apart: bool = False  # two accumulators in groups of their own, the first read before the second

    @property
    def arrival(self) -> str:
        """Return the arrival of a consumer at the empty barrier in %r9."""
        guard = "@%p4 " if self.arrivals == CONSUMERS else ""
        return f"{guard}mbarrier.arrive.shared.b64 _, [%r9];"

    @property
    def ptx(self) -> str:
        previous = f"sub.u32 %r9, %r9, {8 * self.pending};" if self.pending else ""
        if self.pending:
            # Of the stage before, which may be the last one of the ring.
            previous += f"@%p6 add.u32 %r9, %r9, {8 * STAGES};"
        registers = ["{" + ", ".join(f"%f{8 * j + i}" for i in range(8)) + "}" for j in (0, 1)]
        multiply = [
            f"wgmma.mma_async.sync.aligned.m64n{N}k16.f32.f16.f16 "
            f"{registers[step if self.apart else 0]}, %rd{6 + 2 * step}, %rd{7 + 2 * step}, "
            f"{'0' if self.apart else '1'}, 1, 1, 0, 0;"
            for step in (0, 1)
        ]
        commit = "wgmma.commit_group.sync.aligned;"
        total = [f"add.f32 %f{16 + i}, %f{16 + i}, %f{i};" for i in range(8)]
        rest = [f"add.f32 %f{16 + i}, %f{16 + i}, %f{8 + i};" for i in range(8)]
        if self.apart:
            body = [multiply[0], commit, multiply[1], commit, "wgmma.wait_group.sync.aligned 1;"]
            body += [*total, "wgmma.wait_group.sync.aligned 0;", *rest]
        else:
            body = [*multiply, commit, f"wgmma.wait_group.sync.aligned {self.pending};"]
        shared = f".shared .align 1024 .b8 memory[{STAGES * STAGE}];"
        shared += f".shared .align 8 .b8 full[{8 * STAGES}], empty[{8 * STAGES}];"
        text = f"""
    mov.u32 %r0, %tid.x;
    setp.ne.u32 %p0, %r0, 0;
    @%p0 bra READY;
    {" ".join(f"mbarrier.init.shared.b64 [full+{8 * s}], 1;" for s in range(STAGES))}
    {" ".join(f"mbarrier.init.shared.b64 [empty+{8 * s}], {self.arrivals};" for s in range(STAGES))}
    fence.mbarrier_init.release.cluster;
READY:
    bar.sync 0;
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
    mov.u32 %r3, 0;
    setp.ge.u32 %p1, %r0, 128;
    @%p1 bra CONSUME;
    @%p0 ret;
    ld.param.u64 %rd0, [stages];
PRODUCE:
    mov.u32 %r4, empty; mad.lo.u32 %r4, %r2, 8, %r4;
    mov.u32 %r5, full; mad.lo.u32 %r5, %r2, 8, %r5;
    xor.b32 %r6, %r3, 1;
EMPTY:
    mbarrier.try_wait.parity.shared.b64 %p2, [%r4], %r6;
    @!%p2 bra EMPTY;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r5], {STAGE};
    mov.u32 %r7, memory; mad.lo.u32 %r7, %r2, {STAGE}, %r7;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
        [%r7], [%rd0], {BYTES_A}, [%r5];
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
        [%r7+{BYTES_A}], [%rd0+{BYTES_A}], {BYTES_B}, [%r5];
    add.s64 %rd0, %rd0, {STAGE};
    add.u32 %r1, %r1, 1; add.u32 %r2, %r2, 1;
    setp.eq.u32 %p3, %r2, {STAGES};
    @%p3 xor.b32 %r3, %r3, 1;
    @%p3 mov.u32 %r2, 0;
    setp.lt.u32 %p3, %r1, {STEPS};
    @%p3 bra PRODUCE;
    ret;
CONSUME:
    {" ".join(f"mov.f32 %f{i}, 0f00000000;" for i in range(24))}
    and.b32 %r8, %r0, 127;
    setp.eq.u32 %p4, %r8, 0;
    shr.u32 %r8, %r0, 7; sub.u32 %r8, %r8, 1;
NEXT:
    mov.u32 %r5, full; mad.lo.u32 %r5, %r2, 8, %r5;
FULL:
    mbarrier.try_wait.parity.shared.b64 %p2, [%r5], %r3;
    @!%p2 bra FULL;
    mov.u32 %r7, memory; mad.lo.u32 %r7, %r2, {STAGE}, %r7;
    mad.lo.u32 %r9, %r8, {64 * 64}, %r7;
    shr.u32 %r9, %r9, 4; cvt.u64.u32 %rd6, %r9; or.b64 %rd6, %rd6, {LAYOUT.descriptor(64):#x};
    add.u32 %r9, %r7, {BYTES_A};
    shr.u32 %r9, %r9, 4; cvt.u64.u32 %rd7, %r9; or.b64 %rd7, %rd7, {LAYOUT.descriptor(N):#x};
    add.s64 %rd8, %rd6, 2; add.s64 %rd9, %rd7, 2;
    wgmma.fence.sync.aligned;
    {" ".join(body)}
    mov.u32 %r9, empty; mad.lo.u32 %r9, %r2, 8, %r9;
    setp.lt.u32 %p6, %r2, {self.pending};
    {previous}
    setp.lt.u32 %p5, %r1, {self.pending};
    @%p5 bra SKIP;
    {self.arrival}
SKIP:
    add.u32 %r1, %r1, 1; add.u32 %r2, %r2, 1;
    setp.eq.u32 %p3, %r2, {STAGES};
    @%p3 xor.b32 %r3, %r3, 1;
    @%p3 mov.u32 %r2, 0;
    setp.lt.u32 %p3, %r1, {STEPS};
    @%p3 bra NEXT;
    wgmma.wait_group.sync.aligned 0;
    ld.param.u64 %rd1, [d];
    sub.u32 %r9, %r0, 128;
    mul.wide.u32 %rd2, %r9, 32; add.s64 %rd1, %rd1, %rd2;
    {" ".join(f"st.global.f32 [%rd1+{4 * i}], %f{16 + i if self.apart else i};" for i in range(8))}
    ret;
"""
        return entry_of(text, ".param .u64 stages, .param .u64 d", shared)


@functools.cache
def operands() -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any]]:
    """Return the stages one after the other, A and B."""
    a, b, _ = tiles_of(FP16, N, LAYOUT, 7, CONSUMERS * STEPS)
    a = a.reshape(STEPS, CONSUMERS * 64, -1)
    b = b[:STEPS]
    images = image(LAYOUT, a), image(LAYOUT, b.swapaxes(1, 2))
    return np.concatenate(images, axis=1).ravel(), a, b


def run(
    ptx: str, *, checked: bool, blocks: int = 2, descending: bool = False
) -> NDArray[np.uint32]:
    """Return D of a block, as its threads hold it.

    In checked mode the consumers of the first block run before the producer, unless descending.
    """
    stages, _, _ = operands()
    native = compiled(ptx, (THREADS, 1, 1), file="p.ptx", checked=checked)
    result = np.empty(CONSUMERS * 128 * 8, np.uint32)
    return run_on_copies(native, stages, result, blocks=blocks, descending=descending)[1]


PIPELINES = [
    Pipeline(0, CONSUMERS * 128),
    Pipeline(0, CONSUMERS),
    Pipeline(1, CONSUMERS * 128),
    Pipeline(1, CONSUMERS),
    Pipeline(0, CONSUMERS, apart=True),
]


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
@pytest.mark.parametrize("pipeline", PIPELINES, ids=str)
def test_a_right_pipeline_passes(pipeline: Pipeline, checked: bool) -> None:
    _, a, b = operands()
    d = np.zeros((1, CONSUMERS * 64, N), np.uint32)
    half = a.shape[2] // 2
    total = np.zeros(d.shape, np.float32)
    for step in range(STEPS):
        for part in (slice(0, half), slice(half, None)):
            start = 0 * d if pipeline.apart else d
            d = multiply_add(FP16, a[step : step + 1, :, part], b[step : step + 1, part], start)
            total += d.view(np.float32)
    right = total.view(np.uint32) if pipeline.apart else d
    lane, i = np.arange(CONSUMERS * 128)[:, np.newaxis], np.arange(8)
    row = lane // 32 * 16 + lane % 32 // 4 + i // 2 % 2 * 8
    column = lane % 4 * 2 + i // 4 * 8 + i % 2
    found = run(pipeline.ptx, checked=checked).reshape(-1, 8)
    np.testing.assert_array_equal(found, right[0][row, column])


COMMIT = "wgmma.commit_group.sync.aligned;"
EMPTY = "mov.u32 %r9, empty; mad.lo.u32 %r9, %r2, 8, %r9;"
READING = r"cp\.async\.bulk.*a wgmma\.mma_async of warpgroup [12] may still be reading at shared"


def early(pipeline: Pipeline) -> list[tuple[str, str]]:
    """Give a stage back before the wait."""
    arrival = pipeline.arrival
    return [(arrival, ""), (COMMIT, f"{COMMIT} {EMPTY} {arrival}")]


WRONG = {
    "a_stage_is_given_back_before_the_wait": (PIPELINES[0], early(PIPELINES[0]), READING),
    "by_one_thread_of_a_warpgroup": (PIPELINES[1], early(PIPELINES[1]), READING),
    "the_wait_leaves_one_group_too_many": (
        PIPELINES[0],
        [
            (
                f"{COMMIT} wgmma.wait_group.sync.aligned 0;",
                f"{COMMIT} wgmma.wait_group.sync.aligned 1;",
            )
        ],
        READING,
    ),
    "a_stage_is_given_back_too_early_by_one": (
        PIPELINES[2],
        [
            (f"sub.u32 %r9, %r9, 8;@%p6 add.u32 %r9, %r9, {8 * STAGES};", ""),
            ("setp.lt.u32 %p5, %r1, 1;", "setp.lt.u32 %p5, %r1, 0;"),
        ],
        READING,
    ),
    "a_consumer_does_not_wait_for_its_stage": (
        PIPELINES[0],
        [("mbarrier.try_wait.parity.shared.b64 %p2, [%r5], %r3;\n    @!%p2 bra FULL;", "")],
        r"wgmma.*are those of an asynchronous copy that is under way",
    ),
    "the_producer_does_not_wait": (
        PIPELINES[0],
        [("mbarrier.try_wait.parity.shared.b64 %p2, [%r4], %r6;\n    @!%p2 bra EMPTY;", "")],
        "expects 0 arrivals more",
    ),
    "an_accumulator_is_read_early": (
        PIPELINES[4],
        [("wgmma.wait_group.sync.aligned 1;", "wgmma.wait_group.sync.aligned 2;")],
        r"add\.f32 .*its registers belong",
    ),
    "the_last_group_is_not_awaited": (
        PIPELINES[2],
        [("bra NEXT;\n    wgmma.wait_group.sync.aligned 0;", "bra NEXT;")],
        r"st\.global\.f32 .*its registers belong",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_pipeline_is_an_error(name: str) -> None:
    pipeline, changes, text = WRONG[name]
    ptx = pipeline.ptx
    for old, new in changes:
        assert ptx.count(old) == 1
        ptx = ptx.replace(old, new)
    orders = [True] if name == "a_consumer_does_not_wait_for_its_stage" else [False, True]
    for descending in orders:
        with pytest.raises(MemoryAccessError, match=text):
            run(ptx, checked=True, blocks=1, descending=descending)
