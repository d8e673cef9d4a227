"""What the cuda machine checks before it asks the driver, and says when that refuses."""

import types

import numpy as np
import pytest

from fake_libcuda import attributes_of
from sgemm.errors import ArgumentError
from sgemm.kernels.launch import Launch, SideLaunch
from sgemm.machines.cuda_driver import BEGINS_EARLY, CLUSTER_DIMENSION
from sgemm.machines.cuda_objects import check_copy, configurations

BUFFER = types.SimpleNamespace(nbytes=16)


@pytest.mark.parametrize(("count", "offset"), [(5, 0), (1, 13), (0, 17), (1, -4), (0, -1)])
def test_what_does_not_fit_is_refused(count, offset):
    words = rf"^source has {4 * count} bytes, which from offset = {offset} do not fit into a buffer"
    with pytest.raises(ArgumentError, match=words):
        check_copy("source", np.zeros(count, np.float32), BUFFER, offset)


def test_an_array_with_gaps_is_refused():
    with pytest.raises(ArgumentError, match=r"^target is not C-contiguous"):
        check_copy("target", np.zeros((2, 2), np.float32)[:, :1], BUFFER, 0)


def test_a_launch_may_be_of_clusters_and_begin_early():
    before = SideLaunch("pack", (1, 1, 1), (32, 1, 1))
    launch = Launch((4, 2, 1), (32, 1, 1), before=(before,), cluster=(2, 2, 1))
    found = [attributes_of(each) for each in configurations(launch, begins_early=True)]
    assert found == [[], [(CLUSTER_DIMENSION, 2, 2, 1), (BEGINS_EARLY, 1, 0, 0)]]
