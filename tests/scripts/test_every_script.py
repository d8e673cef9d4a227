"""Every script with options starts and says what they are, also where there is no GPU."""

import runpy
import sys
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parents[2] / "scripts").glob("*.py"))
WITH_OPTIONS = [
    path for path in SCRIPTS if "argparse" in (text := path.read_text()) and "__main__" in text
]


@pytest.mark.parametrize("script", WITH_OPTIONS, ids=lambda path: path.stem)
def test_it_answers_help(script, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [script.name, "--help"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(script), run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: {script.name}")
