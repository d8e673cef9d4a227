"""The grammar of declarations and of directives, inside and outside kernels."""

from __future__ import annotations

from sgemm.errors import PtxSyntaxError
from sgemm.ptx.symbol_table import TYPES
from sgemm.ptx.syntax import SharedVariable, Type
from sgemm.ptx.tokens import DIRECTIVE, END, NUMBER, STRING, WORD, TokenStream

UNSUPPORTED = {
    ".func": "functions are not supported: only kernels (.entry), so everything must be inlined",
    ".local": "local memory is not supported: a kernel must keep its arrays in registers",
    ".const": "constant variables are not supported: pass the values as parameters",
    ".global": "global variables are not supported: pass a pointer as a parameter",
    ".tex": "texture variables are not supported: pass a texture object as a parameter",
    ".param": "parameters of calls are not supported: everything must be inlined",
    ".alias": "function aliases are not supported",
    ".branchtargets": "indirect branches are not supported",
    ".calltargets": "indirect calls are not supported",
    ".callprototype": "indirect calls are not supported",
    ".blocksareclusters": "grids that count clusters are not supported: leave it out, and launch a "
    "grid of blocks",
}

TUNING = {
    ".maxntid": 3,
    ".reqntid": 3,
    ".reqnctapercluster": 3,
    ".minnctapersm": 1,
    ".maxnctapersm": 1,
    ".maxnreg": 1,
    ".maxclusterrank": 1,
}
"""Directives in front of a kernel's body, with the most numbers that each takes."""


def unsupported(tokens: TokenStream, wanted: str) -> PtxSyntaxError:
    """Make the error for a directive that cannot stand here, or nowhere."""
    reason = UNSUPPORTED.get(tokens.text)
    return tokens.error(reason or f"expected {wanted}, found {tokens.described()}")


def tuning_directive(tokens: TokenStream) -> tuple[int, ...]:
    """Read one of `TUNING`, such as ``.maxntid 16, 16``, and give its numbers."""
    directive = tokens.text
    tokens.position += 1
    values: list[int] = []
    while True:
        values.append(tokens.take_integer(f"a number for {directive}"))
        if values[-1] == 0:
            raise tokens.error(f"the numbers of {directive} must be positive")
        if len(values) == TUNING[directive] or not tokens.accept(","):
            return tuple(values)


def memory_type(tokens: TokenStream) -> Type:
    """Read the type of a parameter or variable."""
    type_ = TYPES.get(tokens.text)
    if type_ is None or type_.kind == "pred":
        raise tokens.error(f"expected a type such as .f32, found {tokens.described()}")
    tokens.position += 1
    return type_


def alignment(tokens: TokenStream) -> int | None:
    """Read ``.align 16``, in bytes, if it stands here."""
    if not tokens.accept(".align"):
        return None
    value = tokens.take_integer("an alignment in bytes")
    if value == 0 or value & (value - 1):
        raise tokens.error(f"an alignment must be a power of two, not {value}")
    return value


def dimensions(tokens: TokenStream) -> list[int]:
    """Read ``[8][132]``; a dimension without a size, ``[]``, is 0."""
    sizes: list[int] = []
    while tokens.accept("["):
        sizes.append(0 if tokens.text == "]" else tokens.take_integer("a size"))
        tokens.expect("]", "after a size")
    return sizes


def shared_variables(tokens: TokenStream, *, dynamic: bool) -> list[SharedVariable]:
    """Read ``.shared .align 16 .b8 a[4096], b[4096];``; the size of dynamic ones counts as 0."""
    tokens.expect(".shared", "in a declaration of a variable")
    explicit = alignment(tokens)
    width = {".v2": 2, ".v4": 4}.get(tokens.text, 1)
    if width > 1:
        tokens.position += 1
    element_nbytes = memory_type(tokens).nbytes * width
    variables: list[SharedVariable] = []
    for _ in tokens.separated():
        name = tokens.take(WORD, "the name of a shared variable")
        nbytes = element_nbytes
        for size in dimensions(tokens):
            nbytes *= size
        if dynamic:
            nbytes = 0
        elif nbytes == 0:
            raise tokens.error(f"shared variable {name} must have a size, or be .extern")
        variables.append(SharedVariable(name, explicit or element_nbytes, nbytes))
    tokens.expect(";", "after a declaration")
    return variables


def skip_declaration(tokens: TokenStream) -> None:
    """Step over a whole kernel, function or variable: to its closing brace, or to its ';'."""
    depth = 0
    while tokens.kind != END:
        text = tokens.text
        tokens.position += 1
        if text == ".pragma" and depth == 0:  # stands in front of a body, with a ';' of its own
            _skip_pragma(tokens)
        elif text == "{":
            depth += 1
        elif text == "}" or (text == ";" and depth == 0):
            depth -= 1
            if depth <= 0:
                return
    raise tokens.error("a declaration that never ends: '}' or ';' is missing")


def skip_variables(tokens: TokenStream) -> list[str]:
    """Step over ``.global .align 4 .u32 a = 32, b[2] = {1, 2};`` and give the names in it.

    A compiler also emits the variables that no kernel uses (static constants of a class).
    """
    names: list[str] = []
    depth = 0
    is_name = False  # whether a word is the next variable's name: after its type, or a comma
    while depth or tokens.text != ";":
        if tokens.kind == END:
            raise tokens.error("a declaration that never ends: ';' is missing")
        if tokens.text in ("{", "("):
            depth += 1
        elif tokens.text in ("}", ")"):
            depth -= 1
        elif depth == 0 and tokens.kind == WORD and is_name:
            names.append(tokens.text)
        is_name = tokens.kind == DIRECTIVE or tokens.text == ","
        tokens.position += 1
    tokens.position += 1
    return names


# ---- what has no meaning for execution


def skip_debugging(tokens: TokenStream) -> bool:
    """Step over a directive for debuggers or optimisers; False if there is none."""
    directive = tokens.text
    if directive not in (".pragma", ".loc", ".file", ".section"):
        return False
    tokens.position += 1
    if directive == ".pragma":
        _skip_pragma(tokens)
    elif directive == ".section":
        tokens.take(DIRECTIVE, "the name of a section")
        tokens.expect("{", "in front of the contents of a section")
        while not tokens.accept("}"):
            if tokens.kind == END:
                raise tokens.error("a section is never closed by '}'")
            tokens.position += 1
    else:
        # No ';' ends it: it goes as far as numbers, strings and the names of its attributes do.
        tokens.take_integer("the number of a file")
        while tokens.kind in (NUMBER, STRING) or tokens.text in _ATTRIBUTES:
            if tokens.accept("function_name"):
                tokens.take(WORD, "the label of a function's name")
            else:
                tokens.position += 1
    return True


_ATTRIBUTES = frozenset({",", "+", "function_name", "inlined_at"})


def _skip_pragma(tokens: TokenStream) -> None:
    for _ in tokens.separated():
        tokens.take(STRING, "a string in .pragma")
    tokens.expect(";", "after .pragma")
