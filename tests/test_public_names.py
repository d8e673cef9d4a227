"""The public names, and that importing the package costs nothing."""

import pytest

import sgemm
from programs import run_python

HEAVY = ["llvmlite", "cuda", "click", "rich", "jinja2", "numpy", "pynvml", "ctypes"]
HEAVY += ["torch", "jax", "cupy"]  # where they are installed

LATE = ["arrays.cupy_library", "arrays.jax_library", "arrays.dlpack", "planning.forcing"]
LATE += ["planning.tuned", "kernels.library.tensor_cores.split", "toolchain.ptxas"]


@pytest.mark.parametrize("name", sgemm.__all__)
def test_every_name_can_be_had_and_belongs_to_the_package(name):
    value = getattr(sgemm, name)
    if name != "__version__":
        assert value.__module__.startswith("sgemm.")
        assert value.__name__ == name


def test_every_error_is_public():
    from sgemm import errors

    defined = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert defined <= set(sgemm.__all__) == set(dir(sgemm))
    for name in defined:
        assert issubclass(getattr(sgemm, name), sgemm.SgemmError)


def test_other_names_are_attribute_errors():
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = sgemm.no_such_name


def test_import_loads_no_heavy_module_and_touches_no_driver():
    program = (
        "import sys, sgemm\n"
        f"found = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "sys.exit(f'imported {found}' if found else 0)"
    )
    done = run_python(program)
    assert done.returncode == 0, done.stderr


def test_a_product_of_float32_does_without_what_few_calls_need(tmp_path):
    """Each would make the first call of a process longer."""
    program = (
        "import sys, sgemm\n"
        "from sgemm.kernels.gpus import H200\n"
        "class Gpu:\n"
        "    name, architecture, multiprocessors, figures = 'cuda', 90, 132, H200\n"
        "sgemm.matmul, sgemm.explain(sgemm.Problem(1000, 1000, 1000), Gpu)\n"
        "from sgemm.planning.rates import shipped_lines\n"
        "assert shipped_lines.cache_info().currsize == 1\n"
        f"found = [name for name in {LATE!r} if f'sgemm.{{name}}' in sys.modules]\n"
        "sys.exit(f'imported {found}' if found else 0)"
    )
    done = run_python(program, SGEMM_DATA_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
