"""CUDA C++ and PTX in colours, without a script in the page.

Comments, literals, directives, keywords and types have elements of their own. So little needs no
parser: a report shows the sources of all kernels, and is to take no longer than reading results.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

COMMENT = r"(?P<i>//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*.*?\*/)"
LITERAL = r'(?P<u>"(?:\\.|[^"\\\n])*"|\.?\d(?:[eE][+-]|[\w.])*)'  # a text, or a number
WORD = r"(?P<word>[A-Za-z_$][\w$]*)"

PATTERNS = {
    language: re.compile("|".join((COMMENT, LITERAL, *own, WORD)), re.DOTALL | re.MULTILINE)
    for language, own in {
        "cu": (r'(?P<em>^[ \t]*#(?:\\\n|"[^"\n]*"|/(?![/*])|[^\n"/])*)',),
        # Registers and types; directives, and instructions, which have a dot but for a few.
        "ptx": (
            r"(?P<var>%[\w$.]+|\.(?:[bfsu]\d+|pred)\b)",
            r"(?P<b>\.[a-z_]\w*|[a-z_]\w*(?:\.\w+)+|\b(?:bra|exit|ret)\b)",
        ),
    }.items()
}
"""The groups are the names of elements; words of C++ are looked up in :data:`WORDS`.

There are some twenty thousand of them on a page, where a class would be half of its size.
"""

KEYWORDS = (
    "alignas alignof asm auto break case class const const_cast constexpr continue decltype "
    "default delete do else enum explicit extern false for friend goto if inline mutable "
    "namespace new noexcept nullptr operator private protected public reinterpret_cast return "
    "sizeof static static_assert static_cast struct switch template this true typedef "
    "typename union using virtual volatile while __align__ __constant__ __device__ "
    "__forceinline__ __global__ __grid_constant__ __host__ __launch_bounds__ __noinline__ "
    "__restrict__ __shared__"
)
TYPES = (
    "bool char double float half int long short signed unsigned void size_t "
    "int8 int16 int32 int64 uint8 uint16 uint32 uint64 int2 int4 uint2 uint4 float2 float4 double2"
)
WORDS = dict.fromkeys(KEYWORDS.split(), "b") | dict.fromkeys(TYPES.split(), "var")


def highlighted(text: str, language: str) -> Markup:
    """Return text of ``"cu"`` or ``"ptx"`` as HTML."""
    from markupsafe import Markup, escape

    text = text.rstrip("\n")
    words = WORDS if language == "cu" else {}
    parts: list[str] = []
    end = 0
    for found in PATTERNS[language].finditer(text):
        element = words.get(found[0]) if found.lastgroup == "word" else found.lastgroup
        if element is not None:
            parts += escape(text[end : found.start()]), f"<{element}>{escape(found[0])}</{element}>"
            end = found.end()
    return Markup("".join((*parts, escape(text[end:]))))
