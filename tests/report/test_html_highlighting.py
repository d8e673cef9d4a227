"""Source in colours: what each part of CUDA C++ and of PTX is, and that no text is lost."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.kernels.catalogue import NAMES, measured_kernel
from sgemm.report.html.highlighting import TOKENS, highlighted
from sgemm.toolchain import source

ELEMENT = re.compile(r"<(b|i|u|var|em)>(.*?)</\1>", re.DOTALL)

CUDA = r"""#include "tile.cuh"  // if
#define TWICE(x) \
    (2 * x)
// for
// while
/* a
   return */
template <class T> __device__ void put(const float *a, float4 &if_not) {
    #pragma unroll 4
    for (int i = 0; i < 16; ++i) a[i] = 1.5e-3f * x1 + 0x1p-20f - '"'; /* one */ /* two */
    asm volatile("fma.rn \"%0\", // no comment\n");
}
"""

PTX = """.version 7.0
.visible .entry naive(.param .u64 C,
                      .param .u32 k)
.maxntid 32, 1, 1
{
    .shared .align 16 .f32 block_a[4];  // ret
AGAIN:
    mov.u32 %row, %tid.x;
@%more ld.shared.v4.f32 {%a0, %a1, %a2, %a3}, [%a + -16];
    fma.rn.f32 %c, %a, 0f3F800000, %c;
    cp.async.bulk.shared::cluster [%a], 7.5;
    bra AGAIN;
    ret;
}
"""


def elements(text, language):
    """Return the texts of each element."""
    found = {}
    for element, piece in ELEMENT.findall(str(highlighted(text, language))):
        found.setdefault(element, []).append(html.unescape(piece))
    return found


def test_cuda_has_keywords_types_literals_comments_and_directives():
    assert elements(CUDA, "cu") == {
        "b": ["template", "class", "const", "for", "asm", "volatile"],
        "i": ["// if", "// for\n// while", "/* a\n   return */", "/* one */", "/* two */"],
        "u": ["0", "16", "1.5e-3f", "0x1p-20f", "'\"'", '"fma.rn \\"%0\\", // no comment\\n"'],
        "var": ["__device__", "void", "float", "float4", "int"],
        "em": [
            *('#include "tile.cuh"  ', "#define TWICE(x) \\\n    (2 * x)", "    #pragma unroll 4"),
        ],
    }


def test_ptx_has_instructions_types_registers_literals_comments_and_labels():
    assert elements(PTX, "ptx") == {
        "b": [
            *(".version", ".visible", ".entry", ".param", ".param", ".maxntid", ".shared"),
            *(".align", "mov", "ld", "fma", "cp", "bra", "ret"),
        ],
        "i": ["// ret"],
        "u": ["7.0", "32", "1", "1", "16", "4", "-16", "0f3F800000", "7.5"],
        "var": [
            *(".u64", ".u32", ".f32", ".u32", "%row", "%tid.x", "%more", ".shared.v4.f32", "%a0"),
            *("%a1", "%a2", "%a3", "%a", ".rn.f32", "%c", "%a", "%c"),
            *(".async.bulk.shared::cluster", "%a"),
        ],
        "em": ["AGAIN:"],
    }


@given(st.text("/*#\"'\\\n <>&.%:a0f_if "), st.sampled_from(sorted(TOKENS)))
def test_no_text_is_lost_or_opens_an_element(text, language):
    written = str(highlighted(text, language))
    assert html.unescape(ELEMENT.sub(r"\2", written)) == text
    assert "<" not in ELEMENT.sub("", written)


@pytest.mark.parametrize("language", ["cu", "ptx"])
def test_all_of_every_kernel_is_there(language):
    for name in NAMES:
        text = source.read(measured_kernel(name)).text
        assert html.unescape(ELEMENT.sub(r"\2", str(highlighted(text, language)))) == text
