"""Source in colours: CUDA C++ and PTX, each by one regular expression.

Elements are short and have no class: there are some ten thousands of them on a page, where a class
would be half of its size. What has no element is plain, and costs nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

KEYWORDS = """
alignas asm auto break case class const constexpr const_cast continue default do else enum explicit
extern for goto if inline namespace operator private protected public register reinterpret_cast
return sizeof static static_assert static_cast struct switch template this typedef typename union
using volatile while __forceinline__ __global__ __host__ __launch_bounds__ __noinline__
"""

TYPES = """
bool char double float int long short signed unsigned void size_t uint8_t uint16_t uint32_t uint64_t
int8_t int16_t int32_t int64_t uintptr_t dim3 char4 double2 float2 float3 float4 int2 int4 uint2
uint4 __constant__ __device__ __restrict__ __shared__
"""

WORDS = dict.fromkeys(KEYWORDS.split(), "b") | dict.fromkeys(TYPES.split(), "var")
"""Elements of words of CUDA C++; those of other words are plain."""

DIRECTIVES = """
address_size align const entry extern func global local maxnctapersm maxnreg maxntid minnctapersm
param pragma reg reqntid shared target tex version visible weak
"""

COMMENT = r"(?P<i>//[^\n]*(?:\s*//[^\n]*)*|/\*.*?\*/)"

# A group is called by its element, or "word" if WORDS has that. What matches first takes its text,
# so that no word in a comment or in a string counts.
TOKENS = {
    "cu": re.compile(
        rf"""{COMMENT}
        |(?P<em>^[ \t]*\#(?:\\.|/(?![/*])|[^/\\\n])*)  # a directive with its continued lines
        |(?P<u>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\.?\d(?:[eEpP][+-]|[\w.'])*)
        |(?P<word>[A-Za-z_]\w*)
        """,
        re.DOTALL | re.MULTILINE | re.VERBOSE,
    ),
    "ptx": re.compile(
        rf"""{COMMENT}
        |(?P<em>^[ \t]*[\w$]+:)  # a label
        |(?P<u>"[^"]*"|(?<![\w$%.])-?\d\w*(?:\.\d+)?)
        |(?P<b>\.(?:{"|".join(DIRECTIVES.split())})\b(?=\s)
           |(?<![\w$%.])[a-z][a-z0-9]*(?=[.;]|[ \t]+\S))  # an instruction
        |(?P<var>%\w+(?:\.[xyzw]\b)?|(?:[.:]+\w+)+)  # a register, and types and modifiers
        """,
        re.DOTALL | re.MULTILINE | re.VERBOSE,
    ),
}


def highlighted(text: str, language: str) -> Markup:
    """Return text of ``"cu"`` or ``"ptx"`` in colours, without a script in the page."""
    from markupsafe import Markup, escape

    parts: list[str] = []
    end = 0
    for token in TOKENS[language].finditer(text):
        element = token.lastgroup
        if element == "word":
            element = WORDS.get(token[0])
        if element is not None:
            plain, piece = escape(text[end : token.start()]), escape(token[0])
            parts.append(f"{plain}<{element}>{piece}</{element}>")
            end = token.end()
    parts.append(escape(text[end:]))
    return Markup("".join(parts))
