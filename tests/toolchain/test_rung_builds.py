"""Every rung of the catalogue compiles, everywhere it may, and stays in registers."""

import pytest

from sgemm.errors import RequirementError
from sgemm.kernels import catalogue
from sgemm.kernels.kernel import Language
from sgemm.toolchain import compiler, nvrtc, ptxas, source

ARCHITECTURES = (75, 80, 86, 89, 90, 100, 120)
WITHOUT_SPILLS = (80, 86, 90)
REGISTERS_OF_A_BLOCK = 65536
# A warp gets registers in units of 8 a thread.
REGISTER_UNIT = 8


IN_TURN = {
    name: 90 if catalogue.find(name).architecture > 86 else WITHOUT_SPILLS[place % 3]
    for place, name in enumerate(catalogue.NAMES)
}
ELSEWHERE = [
    (name, architecture)
    for name in catalogue.NAMES
    for architecture in ARCHITECTURES
    if catalogue.find(name).runs_on(architecture) and architecture != IN_TURN[name]
]


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_older_architectures_are_refused(name):
    kernel = catalogue.find(name)
    for architecture in ARCHITECTURES:
        if not kernel.runs_on(architecture):
            with pytest.raises(RequirementError, match=f"{name} needs sm_{kernel.architecture}"):
                compiler.build(kernel, architecture)


@pytest.mark.parametrize(
    ("name", "architecture"),
    [
        *(pytest.param(*each, marks=pytest.mark.sampled(7)) for each in ELSEWHERE),
        *IN_TURN.items(),
    ],
)
def test_a_kernel_builds(name, architecture, uses_local_memory):
    kernel = catalogue.find(name)
    build = compiler.build(kernel, architecture)
    assert f".entry {name}" in build.ptx
    if kernel.language is Language.PTX and not ptxas.available():
        pytest.skip("ptxas is not installed, and this rung is written in PTX")
    assert build.cubin.startswith(b"\x7fELF")
    assert architecture not in WITHOUT_SPILLS or not uses_local_memory(build)
    x, y, z = kernel.block
    registers = -(-build.resources.registers // REGISTER_UNIT) * REGISTER_UNIT
    assert registers * x * y * z <= REGISTERS_OF_A_BLOCK, "a block cannot be launched"


@pytest.mark.parametrize("name", catalogue.LADDER + catalogue.LIBRARY)
@pytest.mark.sampled(3)
def test_a_rung_compiles_without_warnings_and_stands_alone(name):
    kernel = catalogue.find(name)
    texts = source.read(kernel)
    target = "90a" if kernel.architecture_specific else "90"
    made = nvrtc.to_cubin(texts.text, texts.file, texts.headers, target)
    assert "warning" not in made.log.lower()
    # PTX is kept as one, whether it was made with machine code or without.
    alone = nvrtc.to_ptx(source.translation_unit(kernel), f"{name}.cu", {}, target)
    assert alone == made.ptx == compiler.build(kernel, 90, cubin=False).ptx
