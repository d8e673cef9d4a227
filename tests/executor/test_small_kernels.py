"""Small kernels that the executor once ran wrongly, and random ones seldom contain."""

import numpy as np
import pytest
from differential import RunMode, compare, input_bytes, lane_counts_for, run_on_executor
from small_kernels import kernel, store

CASES: dict[str, str] = {
    # ---- LLVM's masked instruction for bits that are combined, if a predicate holds
    "a_bit_field_is_inserted_where_a_predicate_holds": f"""
        max.u32 %r10, %r0, 1;
        sub.u32 %r11, %r10, 12;
        setp.ne.s32 %p10, %r4, -1024;
        @%p10 bfi.b32 %r11, %r10, %r11, 5, 3;
        {store(0, "%r11")}""",
    # ---- registers of another type or width than the instruction's
    "loads_and_stores_of_wider_registers": f"""
        mad.wide.u32 %rd10, %r4, 8, %rd0;
        ld.global.f32 %rd11, [%rd10];
        ld.global.b16 %f10, [%rd10];
        ld.global.b32 %fd10, [%rd10+4];
        ld.global.b8 %fd11, [%rd0+3];
        st.global.f32 [%rd2+{7 * 8192}], %rd3;
        ld.global.b32 %fd12, [%rd10];
        st.global.b16 [%rd2+{8 * 8192}], %fd12;
        st.global.b32 [%rd2+{9 * 8192}], %fd10;
        setp.lt.u32 %p10, %r4, 19;
        @%p10 ld.global.f32 %rd11, [%rd10+4];
        {store(0, "%rd11")} {store(1, "%fd10")} {store(2, "%fd11")}
        st.global.b32 [%rd2+{3 * 8192}], %f10;""",
    "conversions_of_wider_registers": f"""
        cvt.rn.f32.u32 %rd10, %r4;
        cvt.rzi.u32.f32 %r10, %rd10;
        cvt.f64.f32 %fd10, %rd3;
        cvt.f64.f32 %fd11, %rd10;
        {store(0, "%rd10")} {store(1, "%r10")} {store(2, "%fd10")} {store(3, "%fd11")}""",
    "bits_of_floats": f"""
        cvt.rn.f32.u32 %f10, %r4;
        prmt.b32 %r10, %f10, %f0, 0x3456;
        lop3.b32 %r11, %f10, %r4, 0f40490FDB, 0x96;
        shf.l.wrap.b32 %f11, %f10, %f0, %r4;
        {store(0, "%r10")} {store(1, "%r11")}
        st.global.b32 [%rd2+{2 * 8192}], %f11;""",
    "bytes_packed_and_unpacked": f"""
        .reg .b8 %c<4>;
        mov.b32 {{%c0, %c1, %c2, %c3}}, %r1;
        mov.b32 %r10, {{%c3, %c2, %c1, %c0}};
        cvt.u16.u32 %rs10, %r4;
        mov.b16 {{%c0, %c1}}, %rs10;
        mov.b16 %rs11, {{%c1, %c0}};
        {store(0, "%r10")} {store(1, "%rs11")}""",
    "constants_cut_to_their_type": f"""
        add.u32 %r10, %r4, 99999999999;
        and.b16 %rs10, %rs11, 0x123450FF;
        mul.wide.s32 %rd10, %r4, 0x1FFFFFFFE;
        min.s32 %r11, %r4, -2147483649;
        add.f32 %f10, %f0, 1e300;
        mov.f32 %f11, 0d3FF0000010000001;
        {store(0, "%r10")} {store(1, "%rs10")} {store(2, "%rd10")} {store(3, "%r11")}
        st.global.b32 [%rd2+{4 * 8192}], %f10; st.global.b32 [%rd2+{5 * 8192}], %f11;""".replace(
        "and.b16", "mov.u16 %rs11, 0x3333; and.b16"
    ),
    "generic_accesses_by_name_and_in_some_lanes": f"""
        st.u32 [array+8], 7;
        bar.sync 0;
        ld.u32 %r10, [array+8];
        mov.u64 %rd10, array;
        cvta.shared.u64 %rd11, %rd10;
        mad.wide.u32 %rd12, %r4, 4, %rd11;
        mad.wide.u32 %rd13, %r4, 4, %rd0;
        setp.lt.u32 %p10, %r4, 19;
        selp.b64 %rd14, %rd12, %rd13, %p10;
        setp.ne.u32 %p11, %r4, 5;
        bar.sync 0;
        mov.u32 %r11, 1;
        @%p10 st.u32 [%rd12], %r4;
        @%p11 ld.u32 %r11, [%rd14];
        setp.eq.u32 _, %r4, 5;
        {store(0, "%r10")} {store(1, "%r11")}""",
    # ---- lane offsets where floating-point numbers are due
    "thread_index_as_a_float": f"""
        mov.b32 %f10, %r3;
        add.f32 %f11, %f10, %f0;
        mov.b32 %r10, %r4;
        add.f32 %r11, %r10, %f0;
        fma.rn.f32 %f12, %r4, %f0, %f0;
        mov.b64 %fd10, %rd2;
        mov.b64 %rd10, %fd10;
        sub.s64 %rd10, %rd10, %rd1;
        {store(0, "%f11")} {store(1, "%r11")} {store(2, "%f12")} {store(3, "%rd10")}""",
    "thread_index_as_a_float_in_divergent_lanes": f"""
        mov.b32 %f10, %r4;
        mov.u32 %r10, %r4;
        setp.lt.u32 %p10, %r4, 5;
        @%p10 bra A;
        add.f32 %f10, %f10, %r10;
    A:
        add.f32 %f11, %r10, %f10;
        {store(0, "%f11")} {store(1, "%r10")}""",
    # ---- guards
    "guarded_vector_load_into_its_own_address": f"""
        shl.b64 %rd10, %rd2, 1;
        shl.b64 %rd11, %rd1, 1;
        sub.s64 %rd10, %rd10, %rd11;
        add.s64 %rd10, %rd10, %rd0;
        mov.u64 %rd11, 7;
        setp.lt.u32 %p10, %r4, 19;
        @%p10 ld.global.v2.u64 {{%rd10, %rd11}}, [%rd10];
        @!%p10 mov.u64 %rd10, 5;
        {store(0, "%rd10")} {store(1, "%rd11")}""",
    "guarded_comparison_into_its_own_guard": f"""
        setp.lt.u32 %p10, %r4, 19;
        setp.lt.u32 %p11, %r4, 3;
        @%p10 setp.lt.u32 %p10|%p11, %r4, 7;
        selp.u32 %r10, 1, 0, %p10;
        selp.u32 %r11, 1, 0, %p11;
        {store(0, "%r10")} {store(1, "%r11")}""",
    "shared_addresses_with_a_stride_that_is_negative_or_large": f"""
        mov.u32 %r10, array;
        and.b32 %r24, %r4, 31;
        mul.lo.u32 %r11, %r24, %r1;
        add.u32 %r12, %r11, %r10;
        mul.lo.s32 %r13, %r24, %r1;
        add.u32 %r14, %r13, %r10;
        xor.b32 %r15, %r1, 0x80000000;
        mul.lo.u32 %r16, %r24, %r15;
        add.u32 %r17, %r16, %r10;
        st.shared.u32 [%r12+4032], %r4;
        bar.sync 0;
        ld.shared.u32 %r20, [%r12+4032];
        ld.shared.u32 %r21, [%r14+4032];
        and.b32 %r18, %r24, 30;
        mul.lo.u32 %r19, %r18, %r15;
        add.u32 %r22, %r19, %r10;
        ld.shared.u32 %r23, [%r22+4032];
        {store(0, "%r20")} {store(1, "%r21")} {store(2, "%r23")}""",
    # ---- shared addresses that are sums of a register and a constant
    "a_shared_address_stays_when_the_register_it_came_from_changes": f"""
        mov.u32 %r10, array;
        shl.b32 %r11, %r4, 2;
        add.s32 %r12, %r10, %r11;
        add.s32 %r14, %r12, 512;
        add.s32 %r13, %r12, 256;
        mov.u32 %r12, %r10;
        st.shared.u32 [%r13], %r4;
        st.shared.u32 [%r14], %r3;
        bar.sync 0;
        sub.s32 %r15, %r14, 256;
        ld.shared.u32 %r16, [%r15];
        ld.shared.u32 %r17, [%r13+256];
        {store(0, "%r16")} {store(1, "%r17")}""",
    "places_inside_a_shared_array": f"""
        mov.u32 %r10, array+16;
        mov.u64 %rd10, array+2048;
        mad.lo.u32 %r11, %r3, 4, %r10;
        cvt.u64.u32 %rd11, %r3;
        shl.b64 %rd12, %rd11, 3;
        add.s64 %rd13, %rd10, %rd12;
        st.shared.u32 [%r11], %r3;
        st.shared.u64 [%rd13], %rd11;
        bar.sync 0;
        ld.shared.u32 %r12, [array+20];
        ld.shared.u64 %rd14, [array+2072];
        cvta.shared.u64 %rd15, %rd10;
        add.s64 %rd16, %rd15, %rd12;
        ld.u64 %rd17, [%rd16];
        cvta.to.shared.u64 %rd18, %rd16;
        ld.shared.u64 %rd19, [%rd18];
        {store(0, "%r12")} {store(1, "%rd14")} {store(2, "%rd17")} {store(3, "%rd19")}""",
    # ---- branches
    "both_ways_write_what_was_never_written": f"""
        bar.sync 0;
        setp.lt.u32 %p10, %r4, 40;
        @%p10 bra A;
        sub.s32 %r10, %r4, 7;
        bra B;
    A:
        add.u32 %r10, %r4, 3;
    B:
        bar.sync 0;
        {store(0, "%r10")}""",
    "a_short_branch_over_an_access_and_what_it_needs": f"""
        mov.u32 %r11, 7;
        mov.u32 %r12, 9;
        setp.lt.u32 %p10, %r4, 40;
        @%p10 bra A;
        mad.wide.u32 %rd10, %r4, 8, %rd0;
        ld.global.u32 %r11, [%rd10];
        add.u32 %r12, %r11, %r4;
        {store(2, "%r12")}
    A:
        {store(0, "%r11")} {store(1, "%r12")}""",
    "a_short_branch_that_changes_its_own_condition": f"""
        setp.lt.u32 %p10, %r4, 40;
        mov.u32 %r11, 7;
        @%p10 bra A;
        setp.lt.u32 %p10, %r4, 50;
        add.u32 %r11, %r4, 3;
    A:
        selp.u32 %r12, 1, 2, %p10;
        {store(0, "%r11")} {store(1, "%r12")}""",
    "a_branch_over_two_labels": f"""
        setp.lt.u32 %p10, %r4, 40;
        mov.u32 %r11, 1;
        @%p10 bra B;
        add.u32 %r11, %r11, %r4;
    A:
        add.u32 %r11, %r11, 100;
    B:
        {store(0, "%r11")}""",
    "a_branch_into_what_another_skips": f"""
        setp.lt.u32 %p10, %r4, 40;
        setp.lt.u32 %p11, %r4, 20;
        mov.u32 %r11, 1;
        @%p11 bra A;
        add.u32 %r11, %r11, %r4;
        @%p10 bra B;
    A:
        add.u32 %r11, %r11, 100;
    B:
        {store(0, "%r11")}""",
    "a_return_that_never_happens_before_a_barrier": f"""
        mov.u32 %r10, array;
        mad.lo.u32 %r10, %r4, 4, %r10;
        setp.eq.u32 %p12, %r2, 77;
        mov.u32 %r13, 0;
        mov.u32 %r14, 100;
    LOOP:
        setp.lt.u32 %p10, %r4, 40;
        add.u32 %r11, %r4, %r14;
        @%p10 bra A;
        @%p12 ret;
        add.u32 %r11, %r11, %r11;
    A:
        st.shared.u32 [%r10], %r11;
        bar.sync 0;
        xor.b32 %r15, %r10, 60;
        ld.shared.u32 %r12, [%r15];
        add.u32 %r14, %r14, %r12;
        bar.sync 0;
        add.u32 %r13, %r13, 1;
        setp.lt.u32 %p11, %r13, %r0;
        @%p11 bra LOOP;
        {store(0, "%r14")}""",
    "a_product_that_outlives_its_factor": f"""
        mov.u32 %r10, 0;
        mov.u32 %r11, 0;
    LOOP:
        setp.ne.u32 %p10, %r10, 0;
        mad.lo.u32 %r12, %r10, 5, %r0;
        @%p10 mad.lo.u32 %r11, %r11, 3, %r13;
        mul.lo.s32 %r13, %r4, %r12;
        add.u32 %r10, %r10, 1;
        setp.lt.u32 %p11, %r10, 4;
        @%p11 bra LOOP;
        {store(0, "%r11")}""",
}


SHAPES = ((64, 1, 1), (8, 4, 2))
CASES_AND_SHAPES = [
    (name, SHAPES[(number + turn) % 2]) for number, name in enumerate(CASES) for turn in range(2)
]
"""The first of two for each case is the one that `make test` runs."""


@pytest.mark.parametrize(("name", "threads"), CASES_AND_SHAPES, ids=str)
@pytest.mark.sampled(2)
def test_every_number_of_lanes_agrees_with_the_interpreter(
    name: str, threads: tuple[int, int, int]
) -> None:
    program = kernel(CASES[name], threads)
    modes = [RunMode(lanes) for lanes in lane_counts_for(threads)] + [RunMode(None, checked=True)]
    compare(program, input_bytes(1), modes)


def test_a_block_of_odd_size_knows_its_last_warp() -> None:
    body = f"""
        mov.u32 %r10, %warpid;
        mul.lo.u32 %r11, %r10, %r3;
        shl.b32 %r12, %r10, 4;
        mov.u32 %r13, %laneid;
        {store(0, "%r10")} {store(1, "%r11")} {store(2, "%r12")} {store(3, "%r13")}"""
    threads = (48, 1, 1)
    program = kernel(body, threads)
    compare(program, input_bytes(1), [RunMode(lanes) for lanes in lane_counts_for(threads)])


@pytest.mark.parametrize("mode", [RunMode(1), RunMode(32), RunMode(None, checked=True)], ids=str)
def test_an_arrival_tells_how_many_were_pending(mode: RunMode) -> None:
    body = f"""
        mov.u32 %r10, array;
        setp.eq.u32 %p10, %r4, 0;
        @%p10 mbarrier.init.shared.b64 [%r10], 64;
        bar.sync 0;
        mbarrier.arrive.shared.b64 %rd10, [%r10];
        mbarrier.pending_count.b64 %r11, %rd10;
        {store(0, "%r11")}"""
    found = run_on_executor(kernel(body, (64, 1, 1), (1, 1, 1)), input_bytes(0), mode)
    assert sorted(found[: 64 * 8].view(np.uint32)[::2]) == list(range(1, 65))


@pytest.mark.parametrize("mode", [RunMode(1), RunMode(32), RunMode(None, checked=True)], ids=str)
def test_shared_memory_that_nobody_wrote_is_nan(mode: RunMode) -> None:
    body = f"""
        mov.u32 %r10, array;
        ld.shared.f32 %f10, [%r10+4092];
        mul.f32 %f11, %f10, 0f00000000;
        {store(0, "%r10")} st.global.f32 [%rd2+8192], %f11;"""
    found = run_on_executor(kernel(body, (32, 1, 1), (1, 1, 1)), input_bytes(0), mode)
    assert np.isnan(found[8192 : 8192 + 4].view(np.float32)).all()
