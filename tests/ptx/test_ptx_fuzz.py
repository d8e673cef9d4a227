"""Whatever the text, parsing gives a consistent module or a PtxSyntaxError."""

from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from sgemm.errors import PtxSyntaxError
from sgemm.ptx.flow import control_flow
from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import Instruction, Label, LabelStatement
from sgemm.ptx.tokens import TokenStream

_HEADER_TO_TABLES = [
    (Path(__file__).parent / "samples" / f"{name}.ptx").read_text()
    for name in ("scopes_sm80", "hopper_sm90a", "shared_tile_sm120_lineinfo")
]
# Debugging tables are most of a text and least of its grammar: keep their beginning.
SAMPLES = [
    text[: text.index(".section") + 60] + "}" if ".section" in text else text
    for text in _HEADER_TO_TABLES
]
_STREAMS = [TokenStream(text, "sample.ptx") for text in SAMPLES]
VOCABULARY = sorted(
    {token for stream in _STREAMS for token in stream.texts}
    | set("{}[]()<>;:,@!|+-*/=_~^&\"'\\#?\0\n")
    | {".func", ".local", ".extern", ".reg", ".shared", "call", "bra", "/*", "//", "999999999999"}
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Draw a sample in which a few tokens were deleted, repeated, replaced, moved or added."""
    stream = draw(st.sampled_from(_STREAMS))
    starts = stream.starts
    pieces = [
        stream.source[a:b] for a, b in zip(starts, [*starts[1:], len(stream.source)], strict=True)
    ]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(pieces) - 1))
        count = draw(st.integers(1, 5))
        kind = draw(st.sampled_from(["delete", "repeat", "replace", "insert", "truncate", "move"]))
        piece = pieces[at : at + count]
        if kind == "delete":
            del pieces[at : at + count]
        elif kind == "repeat":
            pieces[at:at] = piece
        elif kind == "replace":
            pieces[at : at + count] = [draw(st.sampled_from(VOCABULARY)) + " "]
        elif kind == "insert":
            pieces.insert(at, draw(st.sampled_from(VOCABULARY)) + " ")
        elif kind == "truncate" and draw(st.booleans()):
            del pieces[at:]
        elif kind == "move":
            del pieces[at : at + count]
            to = draw(st.integers(0, len(pieces)))
            pieces[to:to] = piece
        if not pieces:
            break
    return "".join(pieces)


@st.composite
def cut(draw: st.DrawFn) -> str:
    """Draw a sample in which a slice of characters is missing."""
    text = draw(st.sampled_from(SAMPLES))
    start = draw(st.integers(0, len(text)))
    return text[:start] + text[start + draw(st.integers(1, 200)) :]


def in_a_body(text: str) -> str:
    return (
        ".version 8.0 .target sm_80 .address_size 64 .entry f(.param .u64 a) {"
        f".reg .b32 %r<9>; .reg .pred %p<9>; {text} }}"
    )


TOKENS = st.lists(st.sampled_from(VOCABULARY), max_size=40).map(" ".join)
ANYTHING = st.text(max_size=100)


@settings(deadline=None, max_examples=800)
@given(mutated() | mutated() | cut() | TOKENS.map(in_a_body) | ANYTHING.map(in_a_body) | ANYTHING)
@example(in_a_body("bra L; L: { L: bra L; } bra L;"))
def test_texts_are_parsed_or_refused(text: str) -> None:
    try:
        module = parse(text, "fuzz.ptx")
    except PtxSyntaxError as error:
        assert error.file == "fuzz.ptx"
        assert 1 <= error.line <= text.count("\n") + 1
        return
    for entry in module.entries.values():
        labels = {s.label.name for s in entry.body if isinstance(s, LabelStatement)}
        for statement in entry.body:
            assert text.split("\n")[statement.location.line - 1]
            assert statement.location.text in text
            if isinstance(statement, Instruction):
                assert set(statement.registers_read) <= set(entry.registers)
                assert set(statement.registers_written) <= set(entry.registers)
                for operand in statement.operands:
                    assert not isinstance(operand, Label) or operand.name in labels
        flow = control_flow(entry)
        assert sum(len(block.instructions) for block in flow.blocks) == len(entry.body) - len(
            labels
        )
