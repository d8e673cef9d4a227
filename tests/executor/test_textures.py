"""Texture reads: one texel for all lanes, one for each, none outside the texture."""

import dataclasses

import numpy as np
import pytest
from differential import (
    RunMode,
    differences,
    input_bytes,
    lane_counts_for,
    run_on_executor,
    run_on_interpreter,
)
from small_kernels import kernel, store

from sgemm.executor.memory import ALIGNMENT, Allocation, LinearTexture

TEXELS = 40
THREADS = (64, 1, 1)
STORES = " ".join(store(number, f"%f{10 + number}") for number in range(4))
READ = "tex.1d.v4.f32.s32 {{%f10, %f11, %f12, %f13}}, [%rd3, {{{index}}}];"

BODIES = {
    "one texel for all": READ.format(index="%r0") + STORES,
    "one texel for all, outside": READ.format(index="%r1") + STORES,
    "a texel for each lane, some outside": READ.format(index="%r4") + STORES,
    "on both sides of the texture": f"""
        sub.s32 %r10, %r4, 10;
        {READ.format(index="%r10")} {STORES}""",
    "from anywhere": f"""
        mul.lo.u32 %r10, %r4, 0x9E3779B1;
        shr.s32 %r11, %r10, 26;
        {READ.format(index="%r11")} {STORES}""",
    "far outside": f"""
        mul.lo.u32 %r10, %r4, 0x10000001;
        {READ.format(index="%r10")} {STORES}""",
    "in some lanes": f"""
        mov.f32 %f10, 0f3F800000; mov.f32 %f11, %f10; mov.f32 %f12, %f10; mov.f32 %f13, %f10;
        and.b32 %r10, %r4, 3;
        setp.eq.u32 %p10, %r10, 1;
        @%p10 {READ.format(index="%r4")} {STORES}""",
    "in divergent lanes": f"""
        mov.f32 %f10, 0f3F800000; mov.f32 %f11, %f10; mov.f32 %f12, %f10; mov.f32 %f13, %f10;
        setp.gt.u32 %p10, %r4, 13;
        @%p10 bra END;
        {READ.format(index="%r4")}
    END: {STORES}""",
    "into registers of which one differs for another reason": f"""
        mov.f32 %f11, 0f3F800000;
        setp.gt.u32 %p10, %r4, 13;
        @%p10 mov.f32 %f11, 0f40000000;
        st.global.f32 [%rd2+65536], %f11;
        {READ.format(index="%r0")} {STORES}""",
    "of which some numbers are not wanted": f"""
        tex.1d.v4.f32.s32 {{_, %f11, _, %f13}}, [%rd3, {{%r4}}];
        tex.1d.v4.f32.s32 {{%f10, _, %f12, _}}, [%rd3, {{%r0}}];
        {STORES}""",
    "into its own index": f"""
        mov.u32 %r10, %r4;
        tex.1d.v4.f32.s32 {{%r10, %r11, %r12, %r13}}, [%rd3, {{%r10}}];
        {" ".join(store(number, f"%r{10 + number}") for number in range(4))}""",
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.sampled(2)
def test_texels_are_those_of_the_texture(name: str) -> None:
    program = kernel(BODIES[name], THREADS)
    memory = Allocation(ALIGNMENT + TEXELS * 16)
    memory.bytes[:] = np.random.default_rng(3).integers(0, 256, memory.nbytes, dtype=np.uint8)
    start = -memory.address % ALIGNMENT
    texture = LinearTexture(memory.address + start, TEXELS * 16)
    scalars = (*program.scalars[:3], texture.handle, program.scalars[4])
    program = dataclasses.replace(program, scalars=scalars)
    textures = {texture.handle: memory.bytes[start : start + TEXELS * 16].tobytes()}
    expected = run_on_interpreter(program, input_bytes(0), textures)
    assert len(np.unique(expected)) > 1
    for lanes in lane_counts_for(THREADS):
        found = run_on_executor(program, input_bytes(0), RunMode(lanes))
        assert not differences(program, expected, found), (name, lanes)
