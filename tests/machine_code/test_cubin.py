"""Cubins: read, grown, and refused where they are damaged."""

import random
import struct

import pytest
from compiled_loops import SAMPLES, compiled
from hypothesis import given
from hypothesis import strategies as st

from sgemm.machine_code.cubin import ALIGNMENT, Cubin, UnreadableError
from sgemm.machine_code.instruction import Instruction, nop
from sgemm.machine_code.match import MismatchError

KERNEL = SAMPLES[1]
NO_BITS = 8


def header(data: bytes) -> tuple[int, int, int, int, int]:
    """Return where segments and sections are listed, how many of each, and the names' section."""
    segments_at, sections_at = struct.unpack_from("<QQ", data, 0x20)
    _, segments, _, sections, names = struct.unpack_from("<HHHHH", data, 0x36)
    return segments_at, sections_at, segments, sections, names


def sections(data: bytes) -> dict[str, tuple[int, ...]]:
    """Return the ten fields of each section, by name."""
    _, at, _, count, names = header(data)
    rows = [struct.unpack_from("<IIQQQQIIQQ", data, at + 64 * i) for i in range(count)]
    begin = rows[names][4]
    found = {}
    for row in rows:
        start = begin + row[0]
        found[data[start : data.index(b"\0", start)].decode()] = row
    return found


def contents(data: bytes) -> dict[str, bytes]:
    return {
        name: data[row[4] : row[4] + row[5]]
        for name, row in sections(data).items()
        if row[1] != NO_BITS
    }


@pytest.fixture(params=SAMPLES, ids=lambda kernel: kernel.tile.bn)
def it(request):
    return compiled(request.param)


def test_there_and_back(it):
    cubin = Cubin(it.cubin, it.kernel.name)
    assert cubin.with_instructions(cubin.instructions()) == it.cubin
    assert len(cubin.instructions()) * 16 == sections(it.cubin)[f".text.{it.kernel.name}"][5]


@pytest.mark.parametrize("pieces", [1, 100])
def test_growing_moves_what_follows_and_changes_nothing_else(it, pieces):
    cubin, more = Cubin(it.cubin, it.kernel.name), pieces * ALIGNMENT
    grown = cubin.with_instructions([*it.code, *[nop()] * more])
    text = f".text.{it.kernel.name}"
    before, after = sections(it.cubin), sections(grown)
    code = before[text]
    assert list(before) == list(after)
    for name, row in before.items():
        place = row[4] + 16 * more * (row[4] >= code[4] + code[5])
        size = row[5] + 16 * more * (name == text)
        assert after[name] == (*row[:4], place, size, *row[6:]), name
        if row[1] != NO_BITS:
            assert place % max(1, row[8]) == 0, name
    old, new = contents(it.cubin), contents(grown)
    assert new.pop(text) == old.pop(text) + struct.pack("<QQ", 0x7918, 0xFE2 << 40) * more
    symbols, grown_symbols = old.pop(".symtab"), new.pop(".symtab")
    assert new == old
    assert Cubin(grown, it.kernel.name).instructions()[: len(it.code)] == list(it.code)
    # The kernel's symbol alone is another one.
    changed = [
        at
        for at in range(0, len(symbols), 24)
        if symbols[at : at + 24] != grown_symbols[at : at + 24]
    ]
    assert len(changed) == 1
    assert struct.unpack_from("<Q", grown_symbols, changed[0] + 16)[0] == code[5] + 16 * more


def test_the_segment_of_the_code_grows_with_it(it):
    grown = Cubin(it.cubin, it.kernel.name).with_instructions([*it.code, *[nop()] * ALIGNMENT])
    before, after = header(it.cubin), header(grown)
    code = sections(it.cubin)[f".text.{it.kernel.name}"]
    end, longer = code[4] + code[5], 16 * ALIGNMENT
    seen = 0
    for number in range(before[2]):
        old = struct.unpack_from("<IIQQQQQQ", it.cubin, before[0] + 56 * number)
        new = struct.unpack_from("<IIQQQQQQ", grown, after[0] + 56 * number)
        if old[2] <= code[4] and old[2] + old[5] >= end:
            seen += 1
            assert new == (*old[:5], old[5] + longer, old[6] + longer, old[7])
        else:
            assert new == (*old[:2], old[2] + longer * (old[2] >= end), *old[3:])
    assert seen == 1


@pytest.mark.parametrize("count", [-ALIGNMENT, -1, 1])
def test_code_never_shrinks_and_comes_in_whole_pieces(it, count):
    code = [*it.code, nop()][: len(it.code) + count]
    with pytest.raises(ValueError, match="fewer than before, or not whole"):
        Cubin(it.cubin, it.kernel.name).with_instructions(code)


@pytest.mark.parametrize("entry", ["tma_pipelin", "", "naive"])
def test_another_kernel_is_not_in_it(it, entry):
    with pytest.raises(UnreadableError, match=f"no code of '{entry}'"):
        Cubin(it.cubin, entry)


@pytest.mark.parametrize("data", [b"", b"\x7fELF\x01\x01", b"\x7fELF\x02\x02" + bytes(90)])
def test_what_is_no_cubin(data):
    with pytest.raises(UnreadableError, match="not an ELF file of 64 bits"):
        Cubin(data, "naive")


@pytest.mark.parametrize("kind", [4, 9])
def test_code_that_is_changed_when_it_is_loaded_is_refused(kind):
    """The change would not reach the patched loop's copies of an instruction."""
    it = compiled(KERNEL)
    _, sections_at, _, _, _ = header(it.cubin)
    name = f".rela.text.{it.kernel.name}"
    row = list(sections(it.cubin)[name])
    assert (row[1], row[5]) == (4, 0)  # the compiler lists none
    place = it.loop.inner_end + 1
    entry = struct.pack("<QQq", 16 * place + 4, 1 << 32 | 2, 0)[: 24 if kind == 4 else 16]
    row[1], row[4:6] = kind, [len(it.cubin), len(entry)]
    data = bytearray(it.cubin + entry)
    number = list(sections(it.cubin)).index(name)
    struct.pack_into("<IIQQQQIIQQ", data, sections_at + 64 * number, *row)
    with pytest.raises(MismatchError, match="its code is changed when it is loaded"):
        it.patched(bytes(data))


def survives(data: bytes) -> bool:
    """Use a damaged cubin; return whether it was read. Only one kind of error is allowed."""
    it = compiled(KERNEL)
    try:
        cubin = Cubin(data, it.kernel.name)
        code = cubin.instructions()
        cubin.with_instructions([*code, *[Instruction(0, 0)] * ALIGNMENT])
    except UnreadableError:
        with pytest.raises(MismatchError):
            it.patched(data)
        return False
    return True


@given(st.data())
def test_truncated_cubins_are_refused(data):
    whole = compiled(KERNEL).cubin
    assert not survives(whole[: data.draw(st.integers(0, len(whole) - 1))])


def test_damaged_tables_are_refused_or_read():
    """Any bit of the header and of all tables: an error of the module's, or none at all."""
    whole = compiled(KERNEL).cubin
    segments_at, sections_at, segments, count, _ = header(whole)
    symbols = sections(whole)[".symtab"]
    tables = [
        *range(64),
        *range(segments_at, segments_at + 56 * segments),
        *range(sections_at, sections_at + 64 * count),
        *range(symbols[4], symbols[4] + symbols[5]),
    ]
    draw = random.Random(0)
    fates = set()
    for _ in range(400):
        damaged = bytearray(whole)
        for _ in range(draw.choice((1, 1, 4))):
            damaged[draw.choice(tables)] ^= 1 << draw.randrange(8)
        fates.add(survives(bytes(damaged)))
    assert fates == {True, False}


def test_sizes_that_no_file_has_are_refused():
    whole = compiled(KERNEL).cubin
    _, sections_at, _, count, _ = header(whole)
    for number in range(count):
        for field in (24, 32):  # its place and its size
            damaged = bytearray(whole)
            struct.pack_into("<Q", damaged, sections_at + 64 * number + field, 2**64 - 1)
            survives(bytes(damaged))
