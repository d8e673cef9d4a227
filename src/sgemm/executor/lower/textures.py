"""Texture reads from linear memory."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.llvm_types import F32, I1, I8, I64, POINTER, Value, integer
from sgemm.executor.lower.access import zeros
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import destination_varies
from sgemm.executor.lower.per_lane import LaneResults, for_each_lane
from sgemm.executor.lower.table import lowers
from sgemm.executor.memory import LinearTexture
from sgemm.ptx.syntax import Instruction, TextureAddress, Type, Vector

_TEXEL = ir.VectorType(F32, 4)


@lowers("tex.1d.v4.f32.s32", operands=">texel texture")
def read_texel(emitter: Emitter, instruction: Instruction) -> None:
    """Read a texel of 4 floats by its index; outside the texture, four zeros."""
    destination, source = instruction.operands
    assert isinstance(source, TextureAddress) and isinstance(destination, Vector)
    builder = emitter.builder
    address, texels = texture_of(emitter, source)
    index_type = Type("s", 32)
    (coordinate, *_) = source.coordinates
    # One element that is kept as a scalar means that all lanes read one texel.
    if not all(destination_varies(emitter, element) for element in destination.elements):
        texel = _read(emitter, address, texels, emitter.base(coordinate, index_type))
        for place, element in enumerate(destination.elements):
            emitter.write(element, builder.extract_element(texel, integer(32, place)))
        return
    results = [LaneResults(emitter, F32, place) for place in range(4)]
    with for_each_lane(emitter, emitter.vector(coordinate, index_type)) as (lane, (index,)):
        texel = _read(emitter, address, texels, index)
        for place, result in enumerate(results):
            result.set(lane, builder.extract_element(texel, integer(32, place)))
    for element, result in zip(destination.elements, results, strict=True):
        emitter.write(element, result.read())


def texture_of(emitter: Emitter, source: TextureAddress) -> tuple[Value, Value]:
    """Return the address of a texture and the number of its texels, the handle checked."""
    if emitter.varies(source.texture):
        raise emitter.refuse("lanes read from different textures")
    builder = emitter.builder
    number = emitter.base(source.texture, Type("u", 64))
    if emitter.plan.checked:
        guard = emitter.guard_value(emitter.guard) if emitter.guard else ir.Constant(I1, 1)
        with builder.if_then(guard):
            for offset in (0, 8):
                place = builder.add(number, integer(64, offset))
                emitter.check_access(place, 8, "global")
    handle = builder.inttoptr(number, POINTER)
    address = builder.load(handle, typ=I64, align=8)
    count_place = builder.gep(handle, [integer(64, 8)], source_etype=I8)
    return address, builder.load(count_place, typ=I64, align=8)


def _read(emitter: Emitter, address: Value, texels: Value, index: Value) -> Value:
    builder = emitter.builder
    # Sign-extended, a negative index is larger than any texture.
    wide = builder.sext(index, I64)
    inside = builder.icmp_unsigned("<", wide, texels)
    offset = builder.mul(wide, integer(64, LinearTexture.TEXEL_BYTES))
    place = builder.inttoptr(builder.add(address, offset), POINTER)
    place = builder.select(inside, place, zeros(emitter))
    return builder.load(place, typ=_TEXEL, align=16)
