import dataclasses
from pathlib import Path

import pytest

from sgemm.kernels.kernel import Kernel, Language
from sgemm.kernels.tile import Tile
from sgemm.toolchain import compiler


@pytest.fixture(scope="session")
def uses_local_memory():
    """A function: whether threads of a build spill registers, or have a stack frame."""

    def is_used(build) -> bool:
        found = build.resources
        return bool(found.spill_stores or found.spill_loads or found.stack)

    return is_used


@pytest.fixture(autouse=True)
def enabled(monkeypatch):
    monkeypatch.delenv("SGEMM_CACHE_DISABLE", raising=False)


@pytest.fixture
def forget():
    """A function that forgets what this process has built, as a new process would."""
    compiler._build.cache_clear()
    yield compiler._build.cache_clear
    compiler._build.cache_clear()


@pytest.fixture
def compiles_nothing(monkeypatch):
    """A function after which it is an error to compile."""

    def never(*arguments: object) -> None:
        raise AssertionError("compiled again")

    return lambda: monkeypatch.setattr(compiler.nvrtc, "_compile", never)


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """An empty cache of this test's own."""
    root = tmp_path / "cache"
    monkeypatch.setenv("SGEMM_CACHE_DIR", str(root))
    return root


@pytest.fixture
def make_kernel(tmp_path):
    """A function (text, name, **fields) -> Kernel whose file holds that text."""

    def make(text: str, name: str = "sample", **fields: object) -> Kernel:
        language = fields.pop("language", Language.CUDA)
        source: Path = tmp_path / f"{name}.{language.value}"
        source.write_text(text)
        kernel = Kernel(
            name=name,
            idea="a test",
            document="-",
            tile=Tile(bm=32, bn=32, bk=1),
            source=source,
        )
        return dataclasses.replace(kernel, **fields)

    return make
