"""What goes wrong with mbarriers and bulk copies is reported, with the line of the PTX."""

import pytest
from async_frame import BOX_BYTES, copy, run

from sgemm.errors import DeadlockError, ExecutionError, MemoryAccessError

INIT = "@%p0 mbarrier.init.shared::cta.b64 [%r2], 1; bar.sync 0;"


def once(*statements: str) -> str:
    """Statements for thread 0 alone."""
    return "\n".join(f"@%p0 {statement}" for statement in statements)


def wait(parity: int = 0) -> str:
    return f"""
    L{parity}: mbarrier.try_wait.parity.shared::cta.b64 %p10, [%r2], {parity};
        @%p10 bra D{parity};
        bra L{parity};
    D{parity}:"""


def expect(nbytes: int) -> str:
    return f"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], {nbytes};"


def copied(target: str = "%r1", x: int = 0, y: int = 0, nbytes: int = BOX_BYTES) -> str:
    """A box that thread 0 copies, some bytes being expected."""
    return INIT + once(expect(nbytes), copy(target, x, y))


def copied_run(nbytes: int, offset: int = 0) -> str:
    """A run of bytes that thread 0 copies."""
    operation = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
    return INIT + once(expect(nbytes), f"{operation} [%r1], [%rd0+{offset}], {nbytes}, [%r2];")


def made(arrivals: int) -> str:
    return once(f"mbarrier.init.shared::cta.b64 [%r2], {arrivals};")


STUCK = {
    "nobody_arrives": (INIT + wait(), "phase 0 .* still expects 1 arrival, which"),
    "too_many_bytes_are_expected": (
        copied(nbytes=BOX_BYTES + 16) + wait(),
        "phase 0 .* still expects 16 bytes, which",
    ),
    "bytes_that_nobody_expects": (
        copied(nbytes=BOX_BYTES - 16) + wait(),
        "phase 0 .* still expects expect_tx for 16 bytes that have come, which",
    ),
    "no_copy": (INIT + once(expect(64)) + wait(), "still expects 64 bytes, which"),
    "the_phase_after": (
        INIT + once("mbarrier.arrive.shared.b64 _, [%r2];") + wait() + wait(1),
        "phase 1 .* still expects 1 arrival, which",
    ),
    "a_warp_that_waits_elsewhere": (
        f"""{INIT}
        setp.ge.u32 %p11, %r0, 32;
        @%p11 bra OTHER;
        bar.sync 1, 64;
    OTHER: {wait()}""",
        "still expects 1 arrival, which",
    ),
}
WRONG = {
    "not_made": (once(expect(16)), "there is no mbarrier at shared address 9216"),
    "a_wait_for_none": (wait(), "there is no mbarrier at shared address 9216"),
    "removed": (
        INIT + once("mbarrier.inval.shared::cta.b64 [%r2];", expect(16)),
        "there is no mbarrier at shared address 9216: it was not initialised",
    ),
    "no_arrivals": (made(0), "cannot expect 0 arrivals: 1 ... 1048575 are possible"),
    "a_million_arrivals": (made(1048576), "cannot expect 1048576 arrivals"),
    "more_arrivals_than_expected": (
        made(3)
        + once(
            "mbarrier.arrive.shared::cta.b64 _, [%r2];",
            "mbarrier.arrive.shared::cta.b64 _, [%r2], 3;",
        ),
        "expects 2 arrivals more in this phase, and more come",
    ),
    "more_bytes_than_it_can_count": (
        INIT
        + once(
            "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r2], 1048575;",
            "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r2], 1;",
        ),
        "waits for 1048575 bytes already, and can count 1048575 either way",
    ),
    "a_box_off_its_alignment": (copied("%r1+64"), "the address 0x440 is not a multiple of 128"),
    "a_box_that_starts_within_16_bytes": (
        copied(x=-3),
        r"starts at a column that is a multiple of 4 \(16 bytes\), not at -3",
    ),
    "a_box_after_shared_memory": (
        copied("%r1+8064"),
        "shared address 9088 is outside the block's 1024 ... 9280",
    ),
    "a_box_before_shared_memory": (
        copied("%r1+-128"),
        "shared address 896 is outside the block's 1024 ... 9280",
    ),
    "a_map_somewhere_else": (
        "mov.u64 %rd1, 64;" + copied(),
        "there is no tensor map of this machine at 0x40",
    ),
    "a_map_in_memory_that_is_none": (
        "mov.u64 %rd1, %rd0;" + copied(),
        "there is no tensor map of this machine at 0x",
    ),
    "a_map_off_its_alignment": (
        "add.u64 %rd1, %rd1, 8;" + copied(),
        r"is not a multiple of 128 \(shared memory\), or 64 \(a tensor map\)",
    ),
    "a_map_of_more_dimensions": (
        copied().replace(".3d.", ".2d.").replace("{0, 0, 0}", "{0, 0}"),
        "the tensor map has 3 dimensions",
    ),
    "a_run_of_half_chunks": (copied_run(24), "a bulk copy moves a multiple of 16 bytes, not 24"),
    "a_run_from_between_chunks": (copied_run(32, 4), "is not a multiple of 16"),
}
CHECKED = {
    "read_before_anybody_waited": (
        copied() + "bar.sync 0; ld.shared.f32 %f10, [memory+128];",
        "shared address 1152 are those of an asynchronous copy",
    ),
    "written_before_anybody_waited": (
        copied() + "bar.sync 0; st.shared.f32 [memory+508], %f0;",
        "shared address 1532 are those of an asynchronous copy",
    ),
    "read_through_a_generic_address": (
        copied()
        + "bar.sync 0; mov.u64 %rd10, memory; cvta.shared.u64 %rd11, %rd10; ld.f32 %f10, [%rd11];",
        "shared address 1024 are those of an asynchronous copy",
    ),
    "two_copies_to_one_place": (
        copied(nbytes=2 * BOX_BYTES) + once(copy("%r1+384")),
        "shared address 1408 are those of an asynchronous copy",
    ),
    "nobody_waits": (
        copied(),
        "the block ended while the copy to shared address 1024 was under way",
    ),
    "an_mbarrier_between_words": (
        "add.u32 %r2, %r2, 4;" + made(1),
        "the address 0x2404 is not a multiple",
    ),
    "an_mbarrier_outside": (
        "add.u32 %r2, %r2, 64;" + made(1),
        "shared address 9280 is outside the block's",
    ),
}


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize(("body", "text"), STUCK.values(), ids=STUCK)
def test_waits_that_nobody_ends(body: str, text: str, checked: bool) -> None:
    with pytest.raises(DeadlockError, match=text) as caught:
        run(body, checked=checked)
    message = str(caught.value)
    assert message.startswith("a.ptx:") and "mbarrier.try_wait.parity" in message
    assert "in k, block (0, 0, 0) of (1, 1, 1), thread (" in message


@pytest.mark.parametrize(
    ("name", "checked"),
    [
        *((name, checked) for name in WRONG for checked in (False, True)),
        *((n, True) for n in CHECKED),
    ],
)
def test_misuse_is_an_error(name: str, checked: bool) -> None:
    body, text = (WRONG | CHECKED)[name]
    with pytest.raises(MemoryAccessError, match=text) as caught:
        run(body, checked=checked)
    assert str(caught.value).startswith("a.ptx:")
    assert "in k, block (0, 0, 0) of (1, 1, 1), thread (" in str(caught.value)


def test_checked_mode_looks_at_what_a_copy_reads() -> None:
    whole = copied(y=4) + wait()
    run(whole, allocated=2048)
    with pytest.raises(MemoryAccessError, match="at byte 1792 of an allocation of 1800 bytes"):
        run(whole, allocated=1800)
    # Rows outside of the tensor are not read.
    run(copied(x=32, y=-3) + wait(), allocated=256)


@pytest.mark.parametrize("first", ["consumers", "producer"])
def test_mistakes_show_whoever_runs_first(first: str) -> None:
    """Warp 1 reads what warp 0 has copied, or the other way round, and does not wait for it."""
    compare = "ge" if first == "producer" else "lt"
    lane = 0 if first == "producer" else 32
    body = f"""{INIT}
        setp.{compare}.u32 %p11, %r0, 32;
        @%p11 bra READ;
        setp.eq.u32 %p12, %r0, {lane};
        @%p12 {expect(BOX_BYTES)}
        @%p12 {copy()}
        {wait()}
        bra END;
    READ:
        ld.shared.f32 %f10, [memory];
    END:"""
    with pytest.raises(ExecutionError, match="are those of an asynchronous copy"):
        run(body, blocks=2)


def test_a_question_without_an_answer_is_endless() -> None:
    body = INIT + wait().replace("try_wait", "test_wait")
    for checked in (False, True):
        with pytest.raises(DeadlockError, match="a loop does not end"):
            run(body, checked=checked, block_seconds=0.02)
