"""What all tests share: the tiers, and settings of NumPy and hypothesis."""

import gc
import itertools
import os

import pytest
from hypothesis import settings

# A reference is a product of a few hundred rows, and tests already run on all processors. NumPy
# reads this when it is loaded: by default it spreads even such a product over threads, which then
# keep a processor busy for longer than the product takes, waiting for another one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Their assertions are shown with their values, as those of tests are.
pytest.register_assert_rewrite("example_runs", "matmul_samples")

# Tests are about what is compiled from the sources here, whatever is installed.
os.environ["SGEMM_PREBUILT"] = "off"

# Plans are those of rates that ship, whatever was tuned here: there is no folder below this one.
os.environ["SGEMM_DATA_DIR"] = os.devnull

# How long an example takes depends on the machine and its load; no test is timed.
settings.register_profile("sgemm", deadline=None)
settings.load_profile("sgemm")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all-cases", action="store_true", help="every case of tests marked sampled")


def pytest_collection_finish() -> None:
    """Spare Python's collector of cycles what stays: modules, and thousands of collected tests.

    It looked at all of that again and again while kernels were compiled, which makes many objects:
    a sixth of the tests' time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep every n-th case of a test that is marked ``sampled(n)``, unless all are asked for.

    The cases of such a test differ in a tile or an architecture, and seldom fail alone.
    """
    if config.getoption("--all-cases"):
        return
    left_out: list[pytest.Item] = []
    tests = itertools.groupby(items, lambda item: item.nodeid.partition("[")[0])
    for _, cases in tests:
        for number, item in enumerate(cases):
            mark = item.get_closest_marker("sampled")
            if mark is not None and number % mark.args[0]:
                left_out.append(item)
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]
