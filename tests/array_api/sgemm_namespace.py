"""What the tests of the array API standard test: an array library with the matmul of sgemm.

They import the module that ARRAY_API_TESTS_MODULE names, this one, and test all that it has. The
rest of it, arrays above all, is the library's that SGEMM_ARRAY_LIBRARY names: numpy, cupy, torch,
jax.numpy or array_api_strict. The standard has no module that multiplies in one type alone. So this
is a plugin of pytest as well, which lets operands be drawn in float32 alone. `make test-array-api`
runs them.

The arrays are where the library makes them: CuPy's on a GPU, and so are JAX's if it sees one.
PyTorch makes them on the device that SGEMM_ARRAY_DEVICE names, "cuda" for a GPU.
"""

import functools
import importlib
import os
from types import SimpleNamespace

import sgemm

_library = importlib.import_module(os.environ.get("SGEMM_ARRAY_LIBRARY", "numpy"))
__version__ = f"{sgemm.__version__} on {_library.__name__}"
__array_api_version__ = "2024.12"

globals().update({name: value for name, value in vars(_library).items() if name[:1] != "_"})
if _library.__name__ == "torch" and "SGEMM_ARRAY_DEVICE" in os.environ:
    # torch.set_default_device would do it by a mode, under which calls go a longer way.
    for _name in ("arange", "asarray", "empty", "eye", "full", "linspace", "ones", "zeros"):
        globals()[_name] = functools.partial(
            getattr(_library, _name), device=os.environ["SGEMM_ARRAY_DEVICE"]
        )
__array_namespace_info__ = getattr(_library, "__array_namespace_info__", None)
linalg = SimpleNamespace(**vars(_library.linalg))
matmul = linalg.matmul = sgemm.matmul


def pytest_report_header(config):
    """Tell where the arrays are."""
    return f"Arrays of {_library.__name__} on {globals()['zeros'](1).device}"


def pytest_sessionstart(session):
    """Draw operands in float32, before the tests are imported."""
    from array_api_tests import dtype_helpers

    dtype_helpers.real_dtypes = (_library.float32,)
