"""The notebook of the ladder: its cells run in their order, and it is committed without outputs."""

import json
import re

from example_runs import EXAMPLES

NOTEBOOK = EXAMPLES / "ladder.ipynb"


def cells(kind):
    """Return the sources of a kind of the notebook's cells."""
    found = json.loads(NOTEBOOK.read_text())["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == kind]


def test_the_notebook_runs(monkeypatch, capsys):
    monkeypatch.chdir(EXAMPLES)
    names = {}
    for number, source in enumerate(cells("code")):
        exec(compile(source, f"{NOTEBOOK.name}, cell {number}", "exec"), names)
    rungs = list(names["LADDER"])
    chain = rungs[: rungs.index("stream_k")]
    assert list(names["same_bits"].values()) == [chain, rungs[len(chain) :]]
    assert list(names["verdicts"]) == rungs
    assert all(verdict.passed for verdict in names["verdicts"].values())
    assert not names["shortcut"].passed
    assert all(speed > 0 for speed in names["measured"].values())
    svg = names["picture"]._repr_svg_()
    printed = capsys.readouterr().out
    for name in rungs:
        assert f"{name} " in printed
        assert name in svg


def test_the_notebook_has_no_outputs_and_no_numbers_that_were_typed():
    notebook = json.loads(NOTEBOOK.read_text())
    assert all(not cell.get("outputs") for cell in notebook["cells"])
    assert all(cell.get("execution_count") is None for cell in notebook["cells"])
    assert not re.search(r"\d ?(%|[TG]FLOP|times)", " ".join(cells("markdown")))
