"""The grammar of declarations and of directives, inside and outside kernels."""

from __future__ import annotations

from sgemm.errors import PtxSyntaxError
from sgemm.ptx.symbol_table import TYPES
from sgemm.ptx.syntax import SharedVariable, Type
from sgemm.ptx.tokens import DIRECTIVE, END, STRING, WORD, TokenStream

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
    """Read one of `TUNING`, such as ``.maxntid 16, 16``, and give its numbers.

    Raises PtxSyntaxError if there are too many, or one is not positive.
    """
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
    """Read ``.shared .align 16 .b8 a[4096], b[4096];``, with the names as written.

    With `dynamic` (``.extern``) the size is not known before the launch, and counts as 0.
    """
    tokens.expect(".shared", "in a declaration of a variable")
    explicit = alignment(tokens)
    width = {".v2": 2, ".v4": 4}.get(tokens.text, 1)
    if width > 1:
        tokens.position += 1
    element_nbytes = memory_type(tokens).nbytes * width
    variables: list[SharedVariable] = []
    while True:
        name = tokens.take(WORD, "the name of a shared variable")
        nbytes = element_nbytes
        for size in dimensions(tokens):
            nbytes *= size
        if dynamic:
            nbytes = 0
        elif nbytes == 0:
            raise tokens.error(f"shared variable {name} must have a size, or be .extern")
        variables.append(SharedVariable(name, explicit or element_nbytes, nbytes))
        if not tokens.accept(","):
            break
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
    tokens.position += 1
    if tokens.accept(".attribute"):
        tokens.expect("(", "after .attribute")
        tokens.take(DIRECTIVE, "an attribute")
        tokens.expect(")", "after an attribute")
    alignment(tokens)
    if tokens.text in (".v2", ".v4", ".texref", ".samplerref", ".surfref"):
        tokens.position += 1
    if tokens.kind == DIRECTIVE:
        memory_type(tokens)
    names: list[str] = []
    while True:
        names.append(tokens.take(WORD, "the name of a variable"))
        dimensions(tokens)
        if tokens.accept("="):
            _skip_initial_value(tokens)
        if not tokens.accept(","):
            break
    tokens.expect(";", "after a declaration")
    return names


def _skip_initial_value(tokens: TokenStream) -> None:
    depth = 0
    while depth or tokens.text not in (",", ";"):
        if tokens.kind == END:
            raise tokens.error("an initial value that never ends")
        if tokens.text in ("{", "("):
            depth += 1
        elif tokens.text in ("}", ")"):
            depth -= 1
        tokens.position += 1


# ---- what has no meaning for execution


def skip_debugging(tokens: TokenStream) -> bool:
    """Step over a directive for debuggers or optimisers; False if there is none."""
    skip = {
        ".pragma": _skip_pragma,
        ".loc": _skip_source_line,
        ".file": _skip_source_file,
        ".section": _skip_section,
    }.get(tokens.text)
    if skip is None:
        return False
    tokens.position += 1
    skip(tokens)
    return True


def _skip_pragma(tokens: TokenStream) -> None:
    tokens.take(STRING, "a string after .pragma")
    while tokens.accept(","):
        tokens.take(STRING, "a string after ','")
    tokens.expect(";", "after .pragma")


def _skip_source_file(tokens: TokenStream) -> None:
    tokens.take_integer("the number of a file")
    tokens.take(STRING, "the name of a file")
    while tokens.accept(","):
        tokens.take_integer("a time stamp or size")


def _skip_source_line(tokens: TokenStream) -> None:
    _skip_place(tokens)
    while tokens.accept(","):
        attribute = tokens.take(WORD, "function_name or inlined_at")
        if attribute == "function_name":
            tokens.take(WORD, "a label")
            if tokens.accept("+"):
                tokens.take_integer("an offset")
        elif attribute == "inlined_at":
            _skip_place(tokens)
        else:
            tokens.position -= 1
            raise tokens.error(f"expected function_name or inlined_at, found {attribute!r}")


def _skip_place(tokens: TokenStream) -> None:
    for what in ("a file", "a line", "a column"):
        tokens.take_integer(f"the number of {what}")


def _skip_section(tokens: TokenStream) -> None:
    tokens.take(DIRECTIVE, "the name of a section")
    tokens.expect("{", "in front of the contents of a section")
    while not tokens.accept("}"):
        if tokens.kind == END:
            raise tokens.error("a section is never closed by '}'")
        tokens.position += 1
