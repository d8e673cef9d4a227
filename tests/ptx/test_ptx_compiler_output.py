"""What NVIDIA's compilers write is read whole."""

from pathlib import Path

import pytest

from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import Instruction

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
