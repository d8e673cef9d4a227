"""The environment says what matters and nothing that identifies a person or a host."""

from __future__ import annotations

import contextlib
import dataclasses
import getpass
import json
import os
import platform
import subprocess
from pathlib import Path

import numpy as np
import pytest

from sgemm.bench import environment
from sgemm.bench.codec import decode, encode
from sgemm.bench.environment import Environment, describe_environment, fp32_variables


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


def test_goes_through_json() -> None:
    found = describe_environment()
    text = json.dumps(encode(found), allow_nan=False)
    assert decode(Environment, json.loads(text), "environment") == found


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


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    subprocess.run(
        ("git", "-C", str(folder), *identity, *arguments), check=True, capture_output=True
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    try:
        git(tmp_path, "init", "-q")
    except FileNotFoundError:
        pytest.skip("git is not installed")
    return tmp_path


def test_commit_of_a_clean_and_a_changed_tree(tree: Path) -> None:
    package = tree / "package"
    package.mkdir()
    (package / "code.py").write_text("1\n")
    git(tree, "add", ".")
    git(tree, "commit", "-q", "-m", "first")
    clean = environment._commit(package)
    assert clean is not None and len(clean) == 12
    (package / "code.py").write_text("2\n")
    assert environment._commit(package) == clean + "+"


def test_no_commit_in_a_tree_that_does_not_track_the_package(tree: Path) -> None:
    (tree / "other.txt").write_text("x")
    git(tree, "add", ".")
    git(tree, "commit", "-q", "-m", "first")
    package = tree / "installed"
    package.mkdir()
    (package / "code.py").write_text("1\n")
    assert environment._commit(package) is None


def test_no_commit_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert environment._commit(tmp_path) is None
