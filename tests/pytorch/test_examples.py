"""The examples with PyTorch, on its CPU tensors."""

from example_runs import CHECKS, NEEDS_A_GPU, output_of


def test_a_network_is_trained_by_the_library():
    CHECKS["train_network.py"](output_of("train_network.py"))


def test_an_example_that_needs_a_gpu_says_so():
    assert output_of("cuda_graph.py") == NEEDS_A_GPU
