"""Examples as a user starts them, and what each has to print."""

import os
import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
NEEDS_A_GPU = "cuda_graph.py needs PyTorch and an NVIDIA GPU: nothing was run\n"


def output_of(name, on_gpu=False):
    """Run an example and return what it printed; by default no GPU is seen."""
    choice = {"XLA_PYTHON_CLIENT_PREALLOCATE": "false"} if on_gpu else {"CUDA_VISIBLE_DEVICES": ""}
    warnings = [] if on_gpu else ["-W", "error"]  # packages for GPUs have their own
    done = subprocess.run(
        [sys.executable, *warnings, str(EXAMPLES / name)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env=os.environ | choice,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def numbers_after(words, output):
    """Return the numbers that an example printed after some words."""
    found = re.findall(rf"{words} ([\d.e+-]*\d)", output)
    assert found, output
    return [float(each) for each in found]


def gram_matrix(output):
    assert max(numbers_after("largest error over largest element:", output)) < 1e-5


def batched_systems(output):
    assert max(numbers_after("largest residual", output)) < 1e-4


def split_precision(output):
    assert output.count("prepared gives the same bits: True") == 2
    assert max(numbers_after("split", output) + numbers_after("IEEE", output)) < 10
    assert min(numbers_after("half precision", output)) > 100


def train_network(output):
    first, last = re.search(r"loss ([\d.]+) -> ([\d.]+)", output).groups()
    assert float(last) < float(first) / 2
    assert re.search(r"of mm.*'sgemm': \d", output)


def jax_gradient(output):
    assert max(numbers_after("largest error of a weight:", output)) < 1e-3


def cuda_graph(output):
    assert "the graph gives the same bits as the calls: True" in output


CHECKS = {
    f"{check.__name__}.py": check
    for check in (gram_matrix, batched_systems, split_precision, train_network, jax_gradient)
} | {"cuda_graph.py": cuda_graph}
"""Example -> a check of what it prints."""
