"""Sources in colours: the text itself stays as it is."""

import html
import re

import pytest

from sgemm.kernels.catalogue import NAMES, measured_kernel
from sgemm.report.html.highlighting import highlighted
from sgemm.toolchain import source


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("cu", "const int x1 = 0x1fu;", "<b>const</b> <var>int</var> x1 = <u>0x1fu</u>;"),
        ("cu", "a < .5e-3f", "a &lt; <u>.5e-3f</u>"),
        ("cu", "// for\n  // if\nreturns();", "<i>// for\n  // if</i>\nreturns();"),
        ("cu", "a /* int\n*/ / b", "a <i>/* int\n*/</i> / b"),
        (
            "cu",
            r'asm("\"//" : "r"(x))',
            r"<b>asm</b>(<u>&#34;\&#34;//&#34;</u> : <u>&#34;r&#34;</u>(x))",
        ),
        ("cu", '#include "a.cuh"  // why', "<em>#include &#34;a.cuh&#34;  </em><i>// why</i>"),
        ("cu", "#define A \\\n  int\nint", "<em>#define A \\\n  int</em>\n<var>int</var>"),
        ("ptx", "ld.param.u32 %m, [lda];", "<b>ld.param.u32</b> <var>%m</var>, [lda];"),
        ("ptx", "@!%p bra END;  // for", "@!<var>%p</var> <b>bra</b> END;  <i>// for</i>"),
        ("ptx", ".reg .f32 %a<4>;", "<b>.reg</b> <var>.f32</var> <var>%a</var>&lt;<u>4</u>&gt;;"),
        ("ptx", "mov.f32 %c, 0f3F800000;\n\n", "<b>mov.f32</b> <var>%c</var>, <u>0f3F800000</u>;"),
    ],
)
def test_elements(language, text, written):
    assert highlighted(text, language) == written


def test_no_source_is_changed():
    texts = {}
    for name in NAMES:
        found = source.read(measured_kernel(name))
        texts |= {found.file: found.text} | found.headers
    assert len(texts) > 100
    for file, text in texts.items():
        page = str(highlighted(text, "ptx" if file.endswith(".ptx") else "cu"))
        assert html.unescape(re.sub("</?(i|u|em|b|var)>", "", page)) == text.rstrip("\n"), file
        assert "<i>" in page or "//" not in text
