"""Kernels whose warps part, wait and end, and that are right on every GPU."""

from small_kernels import store

EXCHANGE = """
    mov.u32 %r10, array;
    mad.lo.u32 %r11, %r4, 4, %r10;
    st.shared.u32 [%r11], %r12;
    bar.sync 0;
    xor.b32 %r13, %r4, 32;
    mad.lo.u32 %r14, %r13, 4, %r10;
    ld.shared.u32 %r15, [%r14];"""

ENDING = f"""
    mul.lo.u32 %r12, %r4, 7;
    mov.u32 %r22, array;
    mad.lo.u32 %r23, %r4, 4, %r22;
    st.shared.u32 [%r23], %r12;
    setp.ge.u32 %p10, %r4, {{first}};
    @%p10 {{end}};
    {EXCHANGE}
    {store(0, "%r15")}"""
"""Threads from a number on end; the others read what they wrote before."""

RIGHT = {
    # Lanes wait at a plain barrier while others of their warp still exchange.
    "some_lanes_exchange_before_a_barrier_and_others_after": f"""
        and.b32 %r20, %r4, 31;
        add.u32 %r12, %r4, 100;
        setp.ge.u32 %p10, %r20, 8;
        @%p10 bra A;
        shfl.sync.bfly.b32 %r21, %r12, 1, 31, 0xff;
        add.u32 %r12, %r12, %r21;
    A:  {EXCHANGE}
        @!%p10 bra B;
        shfl.sync.bfly.b32 %r21, %r15, 1, 31, 0xffffff00;
        add.u32 %r15, %r15, %r21;
    B:  bar.sync 0;
        {store(0, "%r15")}""",
    "some_threads_end_before_a_barrier": ENDING.format(first=40, end="ret"),
    "whole_warps_end_before_a_barrier": ENDING.format(first=32, end="exit"),
    "lanes_end_before_a_barrier_for_a_number_of_threads": f"""
        setp.ge.u32 %p10, %r4, 40;
        @%p10 ret;
        bar.sync 1, 64;
        {store(0, "%r4")}""",
    "lanes_end_before_they_arrive": f"""
        setp.ge.u32 %p10, %r4, 32;
        @%p10 bra A;
        setp.ge.u32 %p11, %r4, 20;
        @%p11 ret;
        bar.arrive 1, 64;
        bra B;
    A:  bar.sync 1, 64;
    B:  {store(0, "%r4")}""",
    "lanes_end_and_the_others_exchange": f"""
        setp.ge.u32 %p10, %r4, 50;
        @%p10 ret;
        shfl.sync.down.b32 %r10|%p11, %r4, 1, 31, 0xffffffff;
        setp.ne.u32 %p12, %r4, 3;
        vote.sync.all.pred %p13, %p12, 0xffffffff;
        vote.sync.ballot.b32 %r11, %p12, 0xffffffff;
        selp.u32 %r12, 1, 0, %p13;
        {store(0, "%r10")} {store(1, "%r11")} {store(2, "%r12")}""",
    "lanes_end_while_others_wait_for_them": f"""
        setp.ge.u32 %p10, %r4, 8;
        @%p10 bra A;
        shfl.sync.down.b32 %r10, %r4, 1, 31, 0xffffffff;
        {store(0, "%r10")}
    A:""",
    "one_barrier_at_two_instructions_that_are_not_aligned": f"""
        mul.lo.u32 %r12, %r4, 7;
        mov.u32 %r10, array;
        mad.lo.u32 %r11, %r4, 4, %r10;
        st.shared.u32 [%r11], %r12;
        setp.lt.u32 %p10, %r4, 16;
        @%p10 bra A;
        barrier.sync 0;
        bra B;
    A:  barrier.sync 0;
    B:  xor.b32 %r13, %r4, 33;
        mad.lo.u32 %r14, %r13, 4, %r10;
        ld.shared.u32 %r15, [%r14];
        {store(0, "%r15")}""",
}

_PLAIN = "some_lanes_exchange_before_a_barrier_and_others_after"
RIGHT["the_same_at_a_barrier_for_a_number_of_threads"] = RIGHT[_PLAIN].replace(
    "bar.sync 0;", "bar.sync 1, 64;"
)
