"""The catalogue against the ladder: names, numbers, tiles, files, and the errors of find()."""

import ast
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from programs import run_python
from sgemm.errors import ArgumentError
from sgemm.kernels import catalogue
from sgemm.kernels.kernel import Kernel, Language
from sgemm.kernels.library import stream_k
from sgemm.problem import Problem
from sgemm.toolchain import source

# Rows of the ladder in its order: sizes of the block tile, of the thread tile, threads.
RUNGS = {
    "naive": (32, 32, 1, 1, 1, 1024),
    "coalesced": (32, 32, 1, 1, 1, 1024),
    "shared_tile": (32, 32, 32, 1, 1, 1024),
    "conflict_free": (32, 32, 32, 1, 1, 1024),
    "thread_column": (64, 64, 8, 8, 1, 512),
    "vector_loads": (64, 64, 8, 8, 2, 256),
    "thread_tile_4x4": (64, 64, 16, 4, 4, 256),
    "thread_tile_8x8": (128, 128, 8, 8, 8, 256),
    "permuted_tile": (128, 128, 8, 8, 8, 256),
    "warp_tile": (128, 128, 8, 8, 8, 256),
    "register_prefetch": (128, 128, 8, 8, 8, 256),
    "double_buffer": (128, 128, 8, 8, 8, 256),
    "ptx_pipeline": (128, 128, 8, 8, 8, 256),
    "texture_loads": (128, 128, 8, 8, 8, 256),
    "async_copy": (128, 256, 8, 16, 8, 256),
    "bulk_copy": (128, 256, 16, 8, 16, 256),
    "warp_specialised": (128, 256, 16, 8, 16, 384),
    "persistent": (128, 256, 16, 8, 16, 384),
    "stream_k": (128, 256, 16, 8, 16, 384),
    "chunked_sums": (128, 256, 16, 8, 16, 384),
    "patched_mainloop": (128, 256, 16, 8, 16, 384),
}
LAST = len(RUNGS)
PTX_RUNGS = list(catalogue.PTX_LADDER)
BEYOND = [*catalogue.LIBRARY, *catalogue.TENSOR_CORES]
"""Kernels of the library, of which the documents have none."""

NAMES = [*RUNGS, *PTX_RUNGS, *BEYOND]


@pytest.mark.parametrize("name", NAMES)
def test_kernel_is_called_like_its_module_and_its_files(name: str) -> None:
    kernel = catalogue.find(name)
    assert kernel.name == name
    stem = "stream_k" if name in catalogue.STREAM_K else name
    if name in PTX_RUNGS:
        stem = f"ptx_{PTX_RUNGS.index(name) + 1}_{name.removeprefix('ptx_')}"
    elif name not in BEYOND:
        stem = f"rung_{kernel.number:02d}_{name}"
    assert kernel.source.stem == stem
    assert catalogue.module_of(name).__name__.endswith(f".{kernel.source.stem}")
    assert kernel.source.is_file()
    assert kernel.source.with_suffix(".py").is_file()
    entry = {
        Language.CUDA: rf'extern "C" __global__[^{{;]*\b({name}|SGEMM_ENTRY)\(',
        Language.PTX: rf"\.visible \.entry {name}\s*\(",
    }[kernel.language]
    text = kernel.source.read_text(encoding="utf-8")
    assert len(re.findall(entry, text)) == (2 if "#if SGEMM_PRE_KERNEL" in text else 1)


@pytest.mark.parametrize("name", NAMES)
def test_module_says_what_the_idea_is_and_where_it_comes_from(name: str) -> None:
    kernel = catalogue.find(name)
    text = kernel.source.with_suffix(".py").read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(text)) or ""
    first_line = docstring.partition("\n")[0]
    if kernel.number is not None:
        assert first_line.startswith(f"Rung {kernel.number}: ")
    assert len(kernel.idea) >= 10
    assert "\n" not in kernel.idea
    documents = re.findall(r"\b00[0-4]\b", kernel.document)
    assert documents or name in BEYOND or kernel.document == "beyond the documents"
    assert set(documents) <= set(re.findall(r"\b00[0-4]\b", docstring))


@pytest.mark.parametrize(("name", "numbers"), RUNGS.items(), ids=list(RUNGS))
def test_rung_has_the_numbers_of_the_ladder(name: str, numbers: tuple[int, ...]) -> None:
    kernel = catalogue.find(name)
    tile = kernel.tile
    assert kernel.language is Language.CUDA
    assert (tile.bm, tile.bn, tile.bk, tile.tm, tile.tn, tile.threads) == numbers
    assert (tile.stages == 0) == (tile.bk == 1), "operands do not go through shared memory"


def test_headers_of_the_ladder_name_their_rungs() -> None:
    """Of ``rungs_13_14_pipeline.cuh`` rung 13 is the first that includes it, and 14 the last."""
    used: dict[str, list[int]] = {}
    for number, name in enumerate(RUNGS, start=1):
        for header in source.read(catalogue.find(name)).headers:
            used.setdefault(header, []).append(number)
    headers = [path.name for path in catalogue.find("naive").source.parent.glob("*.cuh")]
    assert headers
    for header in headers:
        assert header.startswith(f"rungs_{used[header][0]:02d}_{used[header][-1]:02d}_")


@pytest.mark.parametrize("name", [*RUNGS, *PTX_RUNGS])
@given(m=st.integers(0, 5000), n=st.integers(0, 5000), k=st.integers(0, 5000))
def test_grid_covers_every_element_with_no_block_to_spare(
    name: str, m: int, n: int, k: int
) -> None:
    kernel = catalogue.find(name)
    # Leading dimensions that every requirement in the catalogue accepts.
    problem = Problem(m, n, k, lda=max(4, -(-k // 4) * 4), ldb=max(4, -(-n // 4) * 4))
    launch = kernel.launch(problem)
    blocks = math.prod(launch.grid)
    down, across = -(-m // kernel.tile.bm), -(-n // kernel.tile.bn)
    assert blocks == down * across
    assert launch.grid[1:] == (1, 1)
    assert launch.block == kernel.block


def test_kernels_are_in_the_order_of_the_ladder() -> None:
    found = catalogue.kernels()
    assert [kernel.name for kernel in found] == NAMES
    assert all(isinstance(kernel, Kernel) for kernel in found)
    without_number = [None] * len(PTX_RUNGS + BEYOND)
    assert [kernel.number for kernel in found] == [*range(1, len(RUNGS) + 1), *without_number]


@pytest.mark.parametrize(("former", "present"), catalogue.FORMER_NAMES.items())
def test_former_names_are_for_results_alone(former: str, present: str) -> None:
    assert catalogue.measured_kernel(former) is catalogue.find(present)
    assert catalogue.module_of(former) is catalogue.module_of(present)
    with pytest.raises(ArgumentError, match=f"kernel = '{former}': it is called {present} now"):
        catalogue.find(former)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3-5", [3, 4, 5]),
        (" 15 - 15 ", [15]),
        (" 7 ", [7]),
        ("naive", [1]),
        ("rung7", [7]),
        ("rung_07_thread_tile_4x4", [7]),
        (f"1-{LAST}", range(1, LAST + 1)),
    ],
)
def test_range_is_its_kernels_in_order(text: str, numbers: list[int]) -> None:
    assert [kernel.number for kernel in catalogue.find_range(text)] == list(numbers)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("0", f"kernel = 0: .*1 to {LAST}"),
        (str(LAST + 1), f"kernel = {LAST + 1}: .*1 to {LAST}"),
        ("9" * 20, f"kernel = {'9' * 20}: .*1 to {LAST}"),
        ("5-3", "low to high"),
        ("0-3", f"1 to {LAST}"),
        (f"3-{LAST + 1}", f"1 to {LAST}"),
        ("3-", "no kernel has this name"),
        ("shared_tiles", r"'shared_tiles'.*did you mean (\w+ or )*shared_tile\b.*\?"),
        ("Naive", r"'Naive'.*did you mean (\w+ or )*naive\b.*\?"),
        ("thread_tile_16x16", r"did you mean (\w+ or )*thread_tile_4x4\b.*\?"),
        ("tread_column", r"did you mean (\w+ or )*thread_column\b.*\?"),
    ],
)
def test_what_is_no_kernel_and_no_range(wrong: str, words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        catalogue.find_range(wrong)


@pytest.mark.parametrize("wrong", ["", "-1", "3.0", "zzz", "catalogue", "../naive", "1 2"])
def test_unknown_name_says_what_lists_all(wrong: str) -> None:
    with pytest.raises(ArgumentError, match=r"no kernel has this name; .*`sgemm kernels`"):
        catalogue.find(wrong)


def test_no_kernel_is_imported_before_the_catalogue_is_asked() -> None:
    program = (
        "import sys, sgemm.kernels.catalogue as catalogue\n"
        "folders = ('sgemm.kernels.ladder.', 'sgemm.kernels.library.')\n"
        "print([name for name in sys.modules if name.startswith(folders)])\n"
        "catalogue.find('3')\n"
        "print([name for name in sys.modules if name.startswith(folders)])\n"
    )
    done = run_python(program)
    assert done.stdout.split("\n")[:2] == ["[]", "['sgemm.kernels.ladder.rung_03_shared_tile']"]


def test_every_variant_of_the_stream_k_family_is_in_the_catalogue():
    assert set(stream_k.KERNELS) == set(catalogue.STREAM_K) <= set(catalogue.LIBRARY)
