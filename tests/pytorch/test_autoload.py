"""What happens when PyTorch is imported where sgemm is installed, and SGEMM_TORCH says."""

import os
import tomllib
import warnings
from pathlib import Path

import pytest

from programs import run_python
from sgemm import autoload, blas

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("value", "expected"), [("on", True), ("0", False), (None, False), ("maybe", False)]
)
def test_the_environment_can_enable_it(tmp_path, value, expected):
    """PyTorch calls what is installed as its backend; here a folder says that sgemm is."""
    folder = tmp_path / "sgemm-0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: sgemm\nVersion: 0\n")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    entry = project["entry-points"]["torch.backends"]["sgemm"]
    (folder / "entry_points.txt").write_text(f"[torch.backends]\nsgemm = {entry}\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT / "src")])
    rest = {} if value is None else {"SGEMM_TORCH": value}
    program = (
        "import torch, sys\n"
        "module = sys.modules.get('sgemm.torch.override')\n"
        "print(bool(module and module._users))"
    )
    done = run_python(program, PYTHONPATH=path, **rest)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(expected)
    assert ("neither on nor off" in done.stderr) == (value == "maybe")


def test_the_compiler_is_kept_out_of_a_library_that_was_imported_before_pytorch(monkeypatch):
    calls = []
    monkeypatch.delenv("SGEMM_TORCH", raising=False)
    monkeypatch.setattr(blas, "keep_compiler_out", lambda: calls.append(None))
    autoload.autoload()
    assert calls


def test_importing_pytorch_never_fails(monkeypatch):
    monkeypatch.setenv("SGEMM_TORCH", "on")
    monkeypatch.setattr("sgemm.torch.override.enable", None)
    with pytest.warns(RuntimeWarning, match="PyTorch is as it was"):
        autoload.autoload()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        autoload.autoload()
