"""The house's rules that reading alone does not keep: who imports whom, and what a file looks like.

CONTRIBUTING.md has the rules in words, and the table of who may import whom. Imports inside
functions count as well; imports for type checkers count for the parts, and not for cycles, since
they never happen.
"""

import ast
import os
import re
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "sgemm"
FILES = sorted(PACKAGE.rglob("*.py"))
PUBLISHING = sorted((PACKAGE.parents[1] / "scripts" / "publish").rglob("*.py"))
SOURCES = PUBLISHING + sorted(
    path
    for ending in ("py", "cu", "cuh", "js", "css", "html")
    for path in PACKAGE.rglob(f"*.{ending}")
)

EVERYWHERE = {"errors", "visible", "importing"}
"""Every part may raise the errors that a user meets, make text of others visible in them, and
import what it needs late."""

TABLE = re.findall(
    r"^\| (`.*`) \|.*\| (.*) \|$",
    (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text().split("\n## ")[1],
    re.MULTILINE,
)
MAY_IMPORT = {
    part: set(re.findall(r"\w+", allowed))
    for names, allowed in TABLE
    for part in re.findall(r"`(\w+)(?:/|\.py)`", names)
}
"""Part of the package -> parts that it may import, beside itself and those of EVERYWHERE."""

HOMES = {
    "llvmlite": {"executor"},
    "cuda": {"toolchain", "bench"},
    "jinja2": {"report"},
    "markupsafe": {"report"},
    "pygments": {"report"},
    "click": {"cli"},
    "rich": {"cli", "report"},
    "threadpoolctl": {"bench"},
    "polars": {"bench"},
    "numpy": {"arrays", "executor", "machines", "verify", "bench", "jax"},
    "torch": {"torch"},
    "jax": {"jax"},
}
"""Package from elsewhere -> parts that may import it."""

EXCEPTIONS = {
    ("cli/doctor.py", "llvmlite"),  # sgemm doctor tells its version
    ("jax/entry_point.py", "llvmlite"),  # XLA enters Python through machine code
    ("machines/compiling_forks.py", "llvmlite"),  # its lock is held over a fork
}

LATE_CIRCLES = {
    # matmul is an operator where PyTorch or JAX records it, and these call what matmul calls.
    ("sgemm.blas.tracing", "sgemm.torch.functions"),
    ("sgemm.blas.tracing", "sgemm.jax.functions"),
    # A GPU's fixture is a Fixture, and is opened, by an import in a function, where there is one.
    ("sgemm.bench.fixture", "sgemm.bench.gpu.fixture"),
}
"""Imports, importer first, that close a circle and may."""

MOST_LINES = 500

KERNEL_FOLDERS = ("ladder", "library", "library/tensor_cores")
"""Folders of kernels, in ``kernels/``."""


def name_of(path):
    """Return the dotted name of a module."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def place_of(path):
    """Return where a file lies, from the root of the repository."""
    return path.relative_to(PACKAGE.parents[1]).as_posix()


MODULES = {name_of(path): path for path in FILES}


def part_of(module):
    """Return the part of a module of the package; the package itself is ``__init__``."""
    return (*module.split("."), "__init__")[1]


def parsed(path):
    return ast.parse(path.read_text(), str(path))


def without_type_checking(tree):
    """Return a tree less what stands under ``if TYPE_CHECKING``."""

    class Cut(ast.NodeTransformer):
        def visit_If(self, node):
            is_for_checkers = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
            return node.orelse if is_for_checkers else self.generic_visit(node)

    return Cut().visit(tree)


def imported(tree):
    """Yield the dotted names of all modules that a tree imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import on line {node.lineno}"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in MODULES else node.module


def own(names):
    return {name for name in names if name.split(".")[0] == "sgemm"}


def violations(path, tree):
    """Return the imports of a file that its part does not allow."""
    module = name_of(path)
    part = part_of(module)
    place = path.relative_to(PACKAGE).as_posix()
    allowed = MAY_IMPORT[part] | EVERYWHERE | {part}
    found = []
    for name in imported(tree):
        package = name.split(".")[0]
        if package == "sgemm":
            if part_of(name) not in allowed and (module, name) not in LATE_CIRCLES:
                found.append(f"{place} imports {name}")
        elif package not in sys.stdlib_module_names:
            is_home = part in HOMES.get(package, set()) or (place, package) in EXCEPTIONS
            if not is_home:
                found.append(f"{place} imports {name}")
    return found


def test_the_package_was_found():
    assert len(FILES) > 100
    assert len(PUBLISHING) > 20
    assert {part_of(name) for name in MODULES} == set(MAY_IMPORT)


def test_parts_import_only_what_they_may():
    assert [each for path in FILES for each in violations(path, parsed(path))] == []


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("ptx/flow.py", "from sgemm.executor.plan import ExecutionPlan"),
        ("kernels/kernel.py", "from sgemm.machines.interface import Machine"),
        ("kernels/kernel.py", "import sgemm.machines.interface"),
        ("blas.py", "def late():\n    from sgemm.bench import timing"),
        ("executor/compiler.py", "from sgemm import toolchain"),
        ("bench/rounds.py", "from sgemm.cli.main import main"),
        ("ptx/tokens.py", "import numpy as np"),
        ("verify/error.py", "from llvmlite import ir"),
        ("verify/error.py", "import scipy"),
    ],
)
def test_forbidden_imports_are_found(place, line):
    assert len(violations(PACKAGE / place, ast.parse(line))) == 1


def test_what_is_allowed_is_needed():
    """A permission that nobody uses any more is taken back."""
    used = set()
    for path in FILES:
        part, place = part_of(name_of(path)), path.relative_to(PACKAGE).as_posix()
        for name in imported(parsed(path)):
            package = name.split(".")[0]
            other = part_of(name) if package == "sgemm" else package
            used |= {(part, other), (place, other)}
    parts = {(part, other) for part, allowed in MAY_IMPORT.items() for other in allowed}
    homes = {(part, package) for package, allowed in HOMES.items() for part in allowed}
    assert (parts | homes | EXCEPTIONS) - used == set()


def test_parts_form_no_circle():
    """Seen as parts alone, imports lead downwards: nothing runs back up."""
    assert circle(MAY_IMPORT) is None


def test_modules_form_no_circle():
    imports = {
        name: own(imported(without_type_checking(parsed(path)))) for name, path in MODULES.items()
    }
    for importer, other in LATE_CIRCLES:
        imports[importer].remove(other)
    assert circle(imports) is None


def circle(edges):
    """Return some names of which each leads to the next and the last to the first, or None."""
    done = set()

    def visit(name, way):
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return None
        for following in sorted(edges.get(name, ())):
            found = visit(following, [*way, name])
            if found:
                return found
        done.add(name)
        return None

    return next(filter(None, (visit(name, []) for name in sorted(edges))), None)


def test_circles_are_found():
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) is None
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


@pytest.mark.parametrize("path", FILES + PUBLISHING, ids=place_of)
def test_every_module_says_what_it_is(path):
    documentation = ast.get_docstring(parsed(path))
    assert documentation
    assert documentation.splitlines()[0].endswith((".", ":")), "its first line is a sentence"


def test_files_are_read_in_one_sitting():
    long = {
        place_of(path): count
        for path in SOURCES
        if (count := len(path.read_text().splitlines())) > MOST_LINES
    }
    assert long == {}


def test_kernels_lie_beside_their_sources():
    """A kernel's Python and its CUDA C++ or PTX share folder and name."""
    part = PACKAGE / "kernels"
    sources = {path for ending in ("cu", "ptx") for path in part.rglob(f"*.{ending}")}
    assert {path.parent.relative_to(part).as_posix() for path in sources} == set(KERNEL_FOLDERS)
    assert {path for path in sources if not path.with_suffix(".py").exists()} == set()


def test_headers_lie_where_they_are_used():
    """A header lies in the folder whose kernels include it; what several do, in one above them."""
    part = PACKAGE / "kernels"
    include = re.compile(r'^#include "(\w+\.cuh)"', re.MULTILINE)
    headers = list(part.rglob("*.cuh"))
    used: dict[str, set[str]] = {path.name: set() for path in headers}
    assert len(used) == len(headers)
    for folder in KERNEL_FOLDERS:
        waiting = list((part / folder).glob("*.cu"))
        while waiting:
            for name in include.findall(waiting.pop().read_text()):
                if name in used and folder not in used[name]:
                    used[name].add(folder)
                    waiting += part.rglob(name)
    assert {path.name: path.parent.relative_to(part).as_posix() for path in headers} == {
        name: home_of(folders) for name, folders in used.items()
    }


def home_of(folders):
    """Return the folder of a header that kernels of some folders include."""
    return (os.path.commonpath(folders) or "include") if folders else None
