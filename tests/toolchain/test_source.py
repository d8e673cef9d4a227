import dataclasses
import re

import pytest

from sgemm.errors import ArgumentError, CompileError
from sgemm.kernels.kernel import Language
from sgemm.kernels.ladder.rung_03_shared_tile import KERNEL as SHARED_TILE
from sgemm.kernels.tile import Tile
from sgemm.toolchain import source

TILE = Tile(bm=64, bn=128, bk=8, tm=4, tn=8, wm=32, wn=64, stages=2, padding=4)


def test_the_tile_header_has_every_number_by_name(make_kernel):
    header = source.tile_header(make_kernel("", tile=TILE))
    members = re.findall(r"^ +(\w+) = (\d+),$", header, re.MULTILINE)
    expected = dataclasses.asdict(TILE) | {"threads": 16 * 16, "consumers": 16 * 16}
    expected |= {"trans_a": 0, "trans_b": 0}
    assert {name: int(value) for name, value in members} == expected
    assert "struct Tile {" in header


def test_headers_are_found_transitively(make_kernel, tmp_path):
    (tmp_path / "first.cuh").write_text('#pragma once\n  #  include "second.cuh" // why\n')
    (tmp_path / "second.cuh").write_text('#include "common.cuh"\n#include "first.cuh"\n')
    (tmp_path / "not_used.cuh").write_text("wrong")
    kernel = make_kernel('#include "first.cuh"\n// #include "nowhere.cuh"\n')
    headers = source.read(kernel).headers
    assert set(headers) == {"first.cuh", "second.cuh", "common.cuh"}
    include = SHARED_TILE.source.parents[1] / "include"
    assert headers["common.cuh"] == (include / "common.cuh").read_text()
    assert headers["second.cuh"] == (tmp_path / "second.cuh").read_text()


def test_a_header_is_there_only_where_it_is_included_and_not_by_a_comment(make_kernel):
    assert source.read(make_kernel("int unused;")).headers == {}
    kernel = make_kernel('// #include "nothing.cuh"\n  # include "tile.cuh"\n', name="other")
    assert source.read(kernel).headers == {"tile.cuh": source.tile_header(kernel)}
    assert source.translation_unit(kernel).startswith('// #include "nothing.cuh"\n')


def test_a_missing_header_is_named_with_file_and_line(make_kernel, tmp_path):
    (tmp_path / "first.cuh").write_text('\n\n#include "nowhere.cuh"\n')
    with pytest.raises(CompileError, match=r"^first\.cuh:3: includes 'nowhere\.cuh'"):
        source.read(make_kernel('#include "first.cuh"\n'))


def test_a_source_that_cannot_be_read_is_named(make_kernel):
    kernel = make_kernel("")
    kernel.source.write_bytes(b"// \xff")
    with pytest.raises(CompileError, match=r"sample\.cu is not UTF-8 text: byte 3 "):
        source.read(kernel)
    kernel.source.unlink()
    with pytest.raises(CompileError, match=r"sample\.cu cannot be read: .*No such file"):
        source.read(kernel)


def test_ptx_has_no_headers_and_no_translation_unit(make_kernel):
    kernel = make_kernel('// #include "x"', language=Language.PTX)
    assert source.read(kernel) == source.Source("sample.ptx", '// #include "x"', {})
    with pytest.raises(ArgumentError, match="'sample': it is written in PTX"):
        source.translation_unit(kernel)


def test_the_translation_unit_holds_each_header_once(make_kernel, tmp_path):
    (tmp_path / "first.cuh").write_text('#pragma once\n#include "second.cuh"\nint first;\n')
    (tmp_path / "second.cuh").write_text('#pragma once\n#include "tile.cuh"\nint second;\n')
    kernel = make_kernel('#include "second.cuh"\n#include "first.cuh"\nint own;\n', tile=TILE)
    text = source.translation_unit(kernel)
    assert re.findall(r"^(?:int (\w+);|struct (Tile))", text, re.MULTILINE) == [
        ("", "Tile"),
        ("second", ""),
        ("first", ""),
        ("own", ""),
    ]
    assert "#include" not in text
    assert "#pragma once" not in text
