"""The examples run: these with NumPy; tests/pytorch, tests/xla and tests/gpu have the others."""

import ast
import re
import subprocess
import sys

import pytest

from example_runs import CHECKS, EXAMPLES, NEEDS_A_GPU, output_of

FILES = sorted(EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("name", ["gram_matrix.py", "batched_systems.py", "split_precision.py"])
def test_examples_with_numpy(name):
    CHECKS[name](output_of(name))


def test_an_example_that_needs_a_gpu_says_so():
    assert output_of("cuda_graph.py") == NEEDS_A_GPU


def test_sizes_can_be_chosen():
    words = [sys.executable, str(EXAMPLES / "gram_matrix.py"), "999"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "Gram matrix of 999 x 200" in done.stdout


def test_every_example_is_run_and_linked():
    assert {path.name for path in FILES} == set(CHECKS)
    text = (EXAMPLES.parent / "README.md").read_text()
    linked = set(re.findall(r"\]\(examples/([\w.]+)\)", text))
    assert linked == {path.name for path in EXAMPLES.iterdir() if path.is_file()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_example_is_short_and_says_what_it_shows(path):
    text = path.read_text()
    assert len(text.splitlines()) <= 60
    assert f"\n\npython examples/{path.name}" in ast.get_docstring(ast.parse(text))
