import os
import sys
from pathlib import Path

import pytest

from sgemm.errors import CompileError, MissingToolError
from sgemm.toolchain import tools

PYTHON = Path(sys.executable)


@pytest.fixture(autouse=True)
def fresh():
    tools.find.cache_clear()
    yield
    tools.find.cache_clear()


def make_program(path: Path) -> Path:
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_wheel_comes_before_the_path(tmp_path, monkeypatch):
    on_path = make_program(tmp_path / "bin" / "sometool")
    monkeypatch.setenv("PATH", str(on_path.parent))
    assert tools.find("sometool") == on_path
    tools.find.cache_clear()
    in_wheel = make_program(tmp_path / "site" / "nvidia" / "cu13" / "bin" / "sometool")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    assert tools.find("sometool") == in_wheel


def test_a_folder_of_the_path_may_be_relative(tmp_path, monkeypatch):
    program = make_program(tmp_path / "bin" / "sometool")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "bin")
    found = tools.find("sometool")
    assert found == program
    assert tools.run(found, []).status == 0


@pytest.mark.skipif(not os.environ.get("CI"), reason="only where tests must not skip for tools")
@pytest.mark.parametrize("tool", ["ptxas", "nvdisasm"])
def test_continuous_integration_has_every_tool(tool):
    """Tests that need one skip without it, which there would hide that they never run."""
    assert tools.find(tool) is not None


def test_a_program_that_is_nowhere(monkeypatch):
    assert tools.find("sometool") is None
    message = "sometool, a tool, is not installed; install it with: pip install x"
    with pytest.raises(MissingToolError, match=message):
        tools.require("sometool", "a tool", "pip install x")


@pytest.mark.parametrize(
    ("script", "file", "expected"),
    [
        (
            "open('output','wb').write(open(sys.argv[1],'rb').read()[::-1]); print(7)",
            ("in.ptx", b"abc"),
            (0, "7\n", "7", b"cba"),
        ),
        ("sys.exit('no')", (), (1, "", "no", None)),
    ],
    ids=["reads one file and writes another", "fails"],
)
def test_a_program_tells_its_status_and_words(script, file, expected):
    assert tools.run(PYTHON, ["-c", f"import sys; {script}"], *file) == expected


def test_a_program_that_does_not_end_is_ended():
    with pytest.raises(CompileError, match=r"did not end within 0\.2 s"):
        tools.run(PYTHON, ["-c", "import time; time.sleep(60)"], timeout=0.2)


def test_a_program_that_cannot_be_run(tmp_path):
    with pytest.raises(CompileError, match=r"nothing cannot be run: .*No such file"):
        tools.run(tmp_path / "nothing", [])
