"""What NVIDIA's compilers write is read whole."""

from pathlib import Path

import pytest

from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import Instruction, LabelStatement

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.ptx"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_compiler_output_parses_to_as_many_instructions_as_it_has_lines(path: Path) -> None:
    text = path.read_text()
    (entry,) = parse(text, path.name).entries.values()
    instructions = [s for s in entry.body if isinstance(s, Instruction)]
    # In these files a semicolon ends an instruction, a declaration or a pragma, and nothing else.
    code = text[text.index("{") : text.index(".section") if ".section" in text else None]
    other = sum(code.count(directive) for directive in (".reg", ".shared .align", ".pragma"))
    assert len(instructions) == code.count(";") - other
    for instruction in instructions:
        assert text.splitlines()[instruction.location.line - 1].find(instruction.operation) >= 0


def test_compiler_output_of_inline_assembly() -> None:
    path = Path(__file__).parent / "samples" / "scopes_sm80.ptx"
    entry = parse(path.read_text(), path.name).entries["scopes"]
    assert [p.nbytes for p in entry.parameters] == [8, 8, 24, 24, 8, 4]
    assert [p.offset for p in entry.parameters] == [0, 8, 16, 40, 64, 72]
    assert [(v.alignment, v.nbytes) for v in entry.shared] == [(128, 0), (16, 4224)]
    assert entry.max_threads == (64, 1, 1)
    predicates = {n for n, r in entry.registers.items() if r.type.kind == "pred"} - {
        f"%p{i}" for i in range(8)
    }
    assert predicates == {"p", "p'2", "p'3", "p'4"}
    labels = [s.label.name for s in entry.body if isinstance(s, LabelStatement)]
    assert labels[:2] == ["DONE", "DONE'2"]
