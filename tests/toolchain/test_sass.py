import re

import pytest

from sgemm.errors import ArgumentError, CompileError, MissingToolError
from sgemm.kernels.catalogue import FUSED, find
from sgemm.kernels.kernel import HALF_TYPES, Language
from sgemm.kernels.ladder.rung_03_shared_tile import KERNEL as SHARED_TILE
from sgemm.toolchain import compiler, sass, tools
from sgemm.toolchain.build import Build, name_of

needs_nvdisasm = pytest.mark.skipif(
    tools.find("nvdisasm") is None, reason="nvdisasm is not installed"
)


@needs_nvdisasm
@pytest.mark.parametrize("architecture", [75, 80, 90, 120])
def test_machine_code_is_clean_text(architecture):
    text = sass.disassemble(compiler.build(SHARED_TILE, architecture))
    lines = text.splitlines()
    assert lines[0] == "shared_tile:"
    for line in lines:
        assert re.fullmatch(r"[.$\w]+:|    [@!A-Z][^;]*[^; ]", line), line
    # One fused multiply-add for each of the 32 steps, and the scaling of the result.
    assert len(re.findall(r"\bFFMA\b", text)) in (32, 33)
    assert re.search(r"BAR\.SYNC", text)
    assert lines.count("shared_tile:") == 1


@needs_nvdisasm
@pytest.mark.parametrize(
    "kernel",
    [
        *(kernel for name in FUSED for kernel in find(name).specialisations()),
        *(
            find(name).specialised(*each)
            for name in FUSED
            for each in zip(find(name).layouts, find(name).tiles, HALF_TYPES, strict=True)
        ),
    ],
    ids=name_of,
)
@pytest.mark.sampled(3)
def test_copies_with_a_policy_have_an_address_that_an_h200_executes(kernel):
    """Of one that is partly uniform, with a descriptor in an odd register, it makes an error."""
    text = sass.disassemble(compiler.build(kernel, 90))
    copies = re.findall(r"LDGSTS.*", text)
    assert copies
    assert all("desc[UR" in copy for copy in copies)
    assert not [copy for copy in copies if "+UR" in copy]


@needs_nvdisasm
def test_only_the_entry_is_shown(make_kernel):
    kernel = make_kernel(
        'extern "C" __global__ void other(float* p) { *p = sinf(*p); }\n'
        'extern "C" __global__ void sample(float* p) { *p = 1.0f; }\n'
    )
    text = sass.disassemble(compiler.build(kernel, 80))
    assert text.startswith("sample:\n")
    assert "other" not in text
    assert "STG" in text


@needs_nvdisasm
@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"cubin": b"no ELF file"}, CompileError, "shared_tile for sm_80: nvdisasm "),
        ({"entry": "shared"}, CompileError, "no code of 'shared'"),
        ({"cubin": None}, ArgumentError, "shared_tile for sm_80: it has no machine code"),
    ],
    ids=str,
)
def test_what_is_no_machine_code_of_the_entry_is_refused(changes, error, words):
    with pytest.raises(error, match=words):
        sass.disassemble(compiler.build(SHARED_TILE, 80)._replace(**changes))


@pytest.mark.parametrize("missing", ["nvdisasm", "ptxas"])
def test_a_missing_tool_says_what_to_install(make_kernel, monkeypatch, missing):
    monkeypatch.setattr(tools, "find", lambda tool: None)
    if missing == "nvdisasm":
        build = compiler.build(SHARED_TILE, 80)
        hint = r"nvdisasm, .* install it with: pip install 'sgemm\[tools\]'"
    else:
        kernel = make_kernel("", language=Language.PTX)
        build = Build(kernel, 80, "sample", "", None, None, "written by hand")
        hint = r"ptxas, .* install it with: pip install --no-deps 'nvidia-cuda-nvcc"
    with pytest.raises(MissingToolError, match=hint):
        sass.disassemble(build)


@needs_nvdisasm
def test_a_listing_is_made_once(monkeypatch, make_kernel):
    build = compiler.build(make_kernel('extern "C" __global__ void sample() {}\n'), 80)
    first = sass.disassemble(build)
    monkeypatch.setattr(tools, "run", lambda *_, **__: pytest.fail("it was run again"))
    assert sass.disassemble(build) == first
