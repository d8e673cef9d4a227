"""The environment says what matters and nothing that identifies a person or a host."""

import contextlib
import dataclasses
import getpass
import json
import os
import platform
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from sgemm.bench import environment
from sgemm.bench.codec import encode
from sgemm.bench.environment import describe_environment, fp32_variables
from sgemm.errors import ArgumentError


def test_says_what_matters() -> None:
    found = describe_environment()
    assert found.processor and found.processor != "unknown"
    assert 1 <= found.usable_cores <= found.logical_cores
    assert platform.python_version() in found.python
    assert dict(found.packages)["numpy"] == np.__version__
    assert {"llvmlite", "nvidia-cuda-nvrtc"} <= dict(found.packages).keys()
    assert found.blas.name != "unknown"
    # The tree may be committed to meanwhile; all else must stay.
    again = dataclasses.replace(describe_environment(), commit=found.commit)
    assert found == again


def test_names_no_host_no_user_no_path() -> None:
    text = json.dumps(encode(describe_environment()))
    names = {platform.node(), os.environ.get("USER", ""), str(Path.home()), str(Path.cwd())}
    with contextlib.suppress(KeyError, OSError):
        names.add(getpass.getuser())
    # Short names, like "root" or "a", may be part of innocent words.
    for name in names:
        assert len(name) < 5 or name not in text, name
    assert "/home" not in text and "/usr" not in text and ".so" not in text


def test_variables_that_change_single_precision() -> None:
    shown = {
        "NVIDIA_TF32_OVERRIDE": "1",
        "CUBLAS_WORKSPACE_CONFIG": ":4096:8",
        "CUBLAS_EMULATE_SINGLE_PRECISION": "1",
        "OPENBLAS_NUM_THREADS": "2",
        "OMP_NUM_THREADS": "4,2",
        "MKL_CBWR": "AVX2",
    }
    others = {
        "CUBLAS_LOGDEST_DBG": "/home/somebody/log.txt",
        "PATH": "/usr/bin",
        "HOME": "/home/somebody",
        "HOSTNAME": "secret",
        "CUDA_VISIBLE_DEVICES": "GPU-0123",
        "MY_OMP_NUM_THREADS": "9",
    }
    found = fp32_variables((shown | others).items())
    assert dict(found) == shown | {"CUBLAS_LOGDEST_DBG": "(set)"}


IDENTITY = ("-c", "user.name=t", "-c", "user.email=t@example.org")


@pytest.fixture
def package_in(monkeypatch):
    """Return what makes this package lie in a folder."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)

    def lies_in(folder):
        module = folder / "sgemm" / "bench" / "environment.py"
        module.parent.mkdir(parents=True)
        module.write_text(str(folder))
        monkeypatch.setattr(environment, "__file__", str(module))
        return module

    return lies_in


def committed(folder):
    """Make a repository of a folder; return its commit."""
    for arguments in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "first")):
        subprocess.run(["git", "-C", str(folder), *IDENTITY, *arguments], check=True)
    head = ["git", "-C", str(folder), "rev-parse", "--short=12", "HEAD"]
    return subprocess.run(head, check=True, capture_output=True, text=True).stdout.strip()


def test_the_commit_is_that_of_the_checkout_whatever_git_is_given(
    package_in, tmp_path, monkeypatch
):
    checkout, other = tmp_path / "checkout", tmp_path / "other"
    package_in(other / "src")
    module = package_in(checkout / "src")
    commit = committed(checkout)
    assert committed(other) != commit
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "no-index"))
    assert describe_environment().commit == commit
    module.write_text("changed")
    assert describe_environment().commit == commit + "+"


@pytest.mark.parametrize(("place", "ignored"), [("venv/site-packages", "-"), ("src", "src")])
def test_what_another_tree_holds_has_no_commit(package_in, tmp_path, place, ignored):
    """Installed in a checkout of sgemm and tracked there, or in a tree that does not track it."""
    package_in(tmp_path / place)
    (tmp_path / ".gitignore").write_text(f"{ignored}\n")
    committed(tmp_path)
    assert describe_environment().commit is None


@pytest.mark.parametrize(
    ("named", "commit"), [("0123456789ab", "0123456789ab"), ("0123456+", "0123456+"), ("", None)]
)
def test_a_variable_may_name_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, commit: str | None
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("SGEMM_COMMIT", named)
    assert describe_environment().commit == commit
    monkeypatch.setenv("SGEMM_COMMIT", "no commit")
    with pytest.raises(ArgumentError, match="SGEMM_COMMIT = 'no commit': a commit is 7 to 40"):
        describe_environment()
