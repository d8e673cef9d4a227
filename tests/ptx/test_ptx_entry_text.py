"""An entry is cut out of its module with all that decides how it is compiled, and nothing else."""

import pytest

from compiled_modules import BODY, module
from sgemm.kernels.catalogue import find
from sgemm.ptx.entry_text import EntryText, entry_text
from sgemm.ptx.parser import parse
from sgemm.toolchain.compiler import build

TEXT = module({"first": BODY, "second": BODY.replace("7", "8")})


@pytest.mark.parametrize("name", ["first", "second"])
def test_what_is_cut_out_parses_as_in_its_module(name: str) -> None:
    cut = entry_text(TEXT, name)
    entry = parse(TEXT, "f.ptx", only=name).entries[name]
    assert parse(cut.module, "f.ptx", only=name).entries[name] == entry
    assert parse(cut.module, "f.ptx").entries.keys() == {name}
    assert cut.lines == entry.location.line - 1
    assert cut.target == "sm_80"


@pytest.mark.parametrize(
    "changed",
    [
        module({"second": BODY.replace("7", "8")}),
        module({"first": BODY + BODY, "second": BODY.replace("7", "8"), "third": BODY}),
        TEXT.replace("sm_80", "sm_90a"),
        TEXT.replace("steps = 16", "steps = 32"),
        TEXT.replace("unused[64]", "unused[128]"),
        TEXT.replace(".b8 unused[64];", ".b8 shared[];"),
        TEXT.replace("\n// a comment", ""),
    ],
    ids=["alone", "among others", "target", "constant", "variable", "like a space", "comment"],
)
def test_what_does_not_matter_decides_nothing(changed: str) -> None:
    assert changed != TEXT
    assert entry_text(changed, "second").decides == entry_text(TEXT, "second").decides


@pytest.mark.parametrize(
    "changed",
    [
        TEXT.replace("8", "9"),
        TEXT.replace(".align 16 .b8 memory", ".align 1024 .b8 memory"),
        TEXT.replace(".maxntid 64", ".maxntid 32"),
    ],
    ids=["instruction", "variable", "threads"],
)
def test_what_matters_decides(changed: str) -> None:
    assert entry_text(changed, "second").decides != entry_text(TEXT, "second").decides


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (TEXT, "third"),
        (TEXT, "fir"),
        (TEXT.replace("NVVM", "another"), "first"),
        (TEXT.replace(".target sm_80\n", ""), "first"),
        (TEXT.replace(".visible .entry first", ".weak .entry first"), "first"),
        (TEXT.replace(".visible .entry first", ".entry first"), "first"),
        (TEXT.replace("\n// a comment", "\n.func f() { ret; }"), "first"),
        (TEXT.replace("\n// a comment", "\n.shared .b8 a[4], b[4];"), "first"),
        (TEXT.replace("\n// a comment", "\n/* a comment\n*/"), "first"),
        (TEXT + ".shared .align 4 .b8 late[4];\n", "first"),
        (TEXT + '.section .debug_str { .b8 "{" }\n', "first"),
        (module({"first": BODY}) + module({"first": BODY}), "first"),
        ("", "first"),
    ],
)
def test_a_module_of_another_form_counts_as_a_whole(text: str, name: str) -> None:
    assert entry_text(text, name) == EntryText(text, text)


def test_tiles_and_kernels_share_the_entries_that_split() -> None:
    """As NVRTC writes them: a release that writes otherwise has every module compiled whole."""
    wgmma, mma = find("fp16x3"), find("fp16x3_mma")
    # Which other tests build, too.
    kernels = [wgmma.specialised("nn", tile) for tile in (wgmma.tiles[0], wgmma.tiles[-1])]
    kernels.append(mma.specialised("nn", mma.tiles[0]))
    texts = [build(kernel, 90, cubin=False).ptx or "" for kernel in kernels]
    decides = {
        name: {entry_text(text, name).decides for text in texts if f".entry {name}(" in text}
        for name in ("scan_operands", "split_whole_rows", "split_into_halves", "fp16x3")
    }
    assert {name: len(found) for name, found in decides.items()} == {
        "scan_operands": 1,
        "split_whole_rows": 1,
        "split_into_halves": 1,
        "fp16x3": 2,
    }
