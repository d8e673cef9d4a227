"""The environment says what matters and nothing that identifies a person or a host."""

from __future__ import annotations

import contextlib
import dataclasses
import getpass
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sgemm.bench import environment
from sgemm.bench.codec import encode
from sgemm.bench.environment import describe_environment, fp32_variables


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
    variables = {
        "NVIDIA_TF32_OVERRIDE": "1",
        "CUBLAS_WORKSPACE_CONFIG": ":4096:8",
        "CUBLAS_LOGDEST_DBG": "/home/somebody/log.txt",
        "CUBLAS_EMULATE_SINGLE_PRECISION": "1",
        "OPENBLAS_NUM_THREADS": "2",
        "OMP_NUM_THREADS": "4,2",
        "MKL_CBWR": "AVX2",
        "PATH": "/usr/bin",
        "HOME": "/home/somebody",
        "HOSTNAME": "secret",
        "CUDA_VISIBLE_DEVICES": "GPU-0123",
        "MY_OMP_NUM_THREADS": "9",
    }
    assert dict(fp32_variables(variables.items())) == {
        "NVIDIA_TF32_OVERRIDE": "1",
        "CUBLAS_WORKSPACE_CONFIG": ":4096:8",
        "CUBLAS_LOGDEST_DBG": "(set)",
        "CUBLAS_EMULATE_SINGLE_PRECISION": "1",
        "OPENBLAS_NUM_THREADS": "2",
        "OMP_NUM_THREADS": "4,2",
        "MKL_CBWR": "AVX2",
    }


IDENTITY = ("-c", "user.name=t", "-c", "user.email=t@example.org")


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ("git", "-C", str(folder), *IDENTITY, *arguments),
        check=True,
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    )
    return done.stdout.strip()


def committed(folder: Path) -> str:
    """Make a repository of all that a folder holds; return its commit."""
    git(folder, "init", "-q")
    git(folder, "add", "--force", ".")
    git(folder, "commit", "-q", "-m", "first")
    return git(folder, "rev-parse", "HEAD")[:12]


def commit_of(package: Path) -> str | None:
    """Return the commit that a package at a place of its own reports."""
    code = "from sgemm.bench.environment import describe_environment as d; print(d().commit)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(package.parent)},
    )
    return None if done.stdout == "None\n" else done.stdout.strip()


def copied_to(place: Path) -> Path:
    """Copy this package to a place."""
    shutil.copytree(
        Path(environment.__file__).parents[1], place, ignore=shutil.ignore_patterns("__pycache__")
    )
    return place


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    tree = tmp_path / "checkout"
    copied_to(tree / "src" / "sgemm")
    return tree


def test_the_commit_is_that_of_the_checkout_whatever_git_is_given(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = committed(checkout)
    other = tmp_path / "other"
    copied_to(other / "src" / "sgemm" / "errors").joinpath("more.py").touch()
    assert committed(other) != commit
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "no-index"))
    package = checkout / "src" / "sgemm"
    assert commit_of(package) == commit
    (package / "errors.py").open("a").write("\n")
    assert commit_of(package) == commit + "+"


def test_an_installed_package_has_no_commit(checkout: Path) -> None:
    """Not even where it lies in a checkout of sgemm, and is tracked there."""
    installed = copied_to(checkout / "venv" / "site-packages" / "sgemm")
    committed(checkout)
    assert commit_of(installed) is None


def test_a_checkout_that_another_tree_does_not_track_has_no_commit(checkout: Path) -> None:
    (checkout / ".gitignore").write_text("src\n")
    committed(checkout)
    git(checkout, "rm", "-r", "-q", "--cached", "src")
    assert commit_of(checkout / "src" / "sgemm") is None


def test_no_commit_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert describe_environment().commit is None


@pytest.mark.parametrize(
    ("named", "commit"), [("0123456789ab", "0123456789ab"), ("no commit", None), ("", None)]
)
def test_a_variable_may_name_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, commit: str | None
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("SGEMM_COMMIT", named)
    assert describe_environment().commit == commit
