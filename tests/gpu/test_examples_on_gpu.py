"""The examples at the sizes that they have on a GPU."""

import pytest

from example_runs import CHECKS, output_of

NEEDS = {"train_network.py": "torch", "cuda_graph.py": "torch", "jax_gradient.py": "jax"}


@pytest.mark.parametrize("name", CHECKS)
def test_examples(name):
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    CHECKS[name](output_of(name, on_gpu=True))
