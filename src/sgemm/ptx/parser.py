"""PTX text to a :class:`~sgemm.ptx.syntax.Module`.

Everything that NVIDIA's compiler emits for kernels without function calls, local memory, and
constant or global variables, and the same by hand. What is refused is refused by name.
"""

from __future__ import annotations

import dataclasses
import math
import re

from sgemm.errors import PtxSyntaxError
from sgemm.ptx.names import TYPES, Names, Scope
from sgemm.ptx.operands import OperandParser
from sgemm.ptx.syntax import (
    Entry,
    Guard,
    Instruction,
    Label,
    LabelStatement,
    Module,
    Operand,
    Parameter,
    SharedVariable,
    Type,
)
from sgemm.ptx.tokens import DIRECTIVE, END, NUMBER, STRING, WORD, TokenStream

# The largest kernels of a compiler have some ten thousand; a typing error may ask for billions.
_MOST_REGISTERS = 1 << 20

_UNSUPPORTED = {
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
_LINKAGE = (".visible", ".weak", ".extern", ".common")


def parse(text: str, file: str = "<ptx>") -> Module:
    """Parse a PTX module.

    Parameters
    ----------
    text : str
        PTX.
    file : str
        Its name in errors and locations.

    Returns
    -------
    Module
        A kernel's `shared` are the module's shared variables that it names, then its own.

    Raises
    ------
    PtxSyntaxError
        If the text is malformed, a register, label or variable is not declared or declared
        twice, or the text uses what is not supported: functions and calls, local memory,
        constant and global variables, vector registers, 32-bit addresses.
    """
    return _ModuleParser(TokenStream(text, file)).module()


class _ModuleParser:
    """What stands outside kernels."""

    def __init__(self, tokens: TokenStream) -> None:
        self.tokens = tokens
        self.shared: list[SharedVariable] = []
        self.entries: dict[str, Entry] = {}

    def module(self) -> Module:
        tokens = self.tokens
        version = self._version()
        target = self._target()
        while tokens.kind != END:
            tokens.begin_statement()
            linkage = tokens.text if tokens.text in _LINKAGE else ""
            if linkage:
                tokens.position += 1
            self._declaration(linkage)
        return Module(version, target, self.entries)

    def _version(self) -> tuple[int, int]:
        tokens = self.tokens
        tokens.begin_statement()
        tokens.expect(".version", "at the start of the module")
        text = tokens.take(NUMBER, "a version such as 8.0")
        match = re.fullmatch(r"(\d{1,3})\.(\d{1,3})", text)
        if match is None:
            tokens.position -= 1
            raise tokens.error(f"expected a version such as 8.0, found {text!r}")
        return int(match[1]), int(match[2])

    def _target(self) -> str:
        tokens = self.tokens
        tokens.begin_statement()
        tokens.expect(".target", "after the version")
        target = tokens.take(WORD, "a target such as sm_80")
        if not re.fullmatch(r"sm_\d{2,3}[af]?", target):
            tokens.position -= 1
            raise tokens.error(f"expected a target such as sm_80, found {target!r}")
        while tokens.accept(","):
            tokens.take(WORD, "an option of the target")
        return target

    def _declaration(self, linkage: str) -> None:
        tokens = self.tokens
        directive = tokens.text
        if directive == ".entry":
            entry = _EntryParser(tokens, self.shared).entry()
            if entry.name in self.entries:
                raise PtxSyntaxError(
                    f"kernel {entry.name} is defined twice",
                    entry.location.file,
                    entry.location.line,
                    entry.location.text,
                )
            self.entries[entry.name] = entry
        elif directive == ".shared":
            for variable in shared_variables(tokens, dynamic=linkage == ".extern"):
                if any(variable.name == other.name for other in self.shared):
                    raise tokens.error(f"{variable.name} is declared twice")
                self.shared.append(variable)
        elif directive == ".address_size" and not linkage:
            tokens.position += 1
            if tokens.take_integer("64") != 64:
                tokens.position -= 1
                raise tokens.error("only 64-bit addresses are supported")
        elif linkage or not skip_debugging(tokens):
            raise unsupported(tokens, "a kernel, a shared variable or a directive")


class _EntryParser:
    """One kernel, from ``.entry`` to its closing brace."""

    def __init__(self, tokens: TokenStream, module_shared: list[SharedVariable]) -> None:
        self.tokens = tokens
        self.module_shared = module_shared
        self.names = Names()
        self.operands = OperandParser(tokens, self.names)
        self.shared: list[SharedVariable] = []
        self.body: list[Instruction | LabelStatement] = []
        # Instructions with an operand that may be a label: index in the body, scope it stands in.
        self.unresolved: list[tuple[int, Scope]] = []
        self.operations: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.tuning: dict[str, tuple[int, ...]] = {}

    def entry(self) -> Entry:
        tokens = self.tokens
        tokens.position += 1
        for variable in self.module_shared:
            self.names.declare_symbol(variable.name)
        name = tokens.take(WORD, "the name of a kernel")
        location = tokens.location()
        parameters = self._parameters()
        while tokens.text != "{":
            self._tuning_directive()
        self._statements()
        self._resolve_labels()
        used = self.operands.symbols
        return Entry(
            name=name,
            parameters=parameters,
            registers=self.names.registers,
            shared=(*(v for v in self.module_shared if v.name in used), *self.shared),
            body=tuple(self.body),
            max_threads=self._three(".maxntid"),
            required_threads=self._three(".reqntid"),
            min_blocks=self.tuning[".minnctapersm"][0] if ".minnctapersm" in self.tuning else None,
            cluster=self._three(".reqnctapercluster"),
            location=location,
        )

    # ---- in front of the body

    def _parameters(self) -> tuple[Parameter, ...]:
        tokens = self.tokens
        parameters: list[Parameter] = []
        if not tokens.accept("(") or tokens.accept(")"):
            return ()
        end = 0
        while True:
            tokens.begin_statement()
            parameter = self._parameter(end)
            parameters.append(parameter)
            end = parameter.offset + parameter.nbytes
            if not tokens.accept(","):
                break
        tokens.expect(")", "after the parameters")
        return tuple(parameters)

    def _parameter(self, end: int) -> Parameter:
        """Read a parameter; those before it end at byte `end`."""
        tokens = self.tokens
        tokens.expect(".param", "in front of a parameter")
        explicit = alignment_of(tokens)
        type_ = memory_type(tokens)
        if tokens.accept(".ptr"):
            # What a pointer points to: state space and alignment say nothing about the parameter.
            if tokens.text in (".global", ".shared", ".const", ".local"):
                tokens.position += 1
            alignment_of(tokens)
        explicit = alignment_of(tokens) or explicit
        name = tokens.take(WORD, "the name of a parameter")
        elements = dimensions(tokens)
        if elements == 0:
            raise tokens.error(f"parameter {name} must have a size")
        if self.names.scope.declares(name):
            raise tokens.error(f"{name} is declared twice")
        self.names.declare_symbol(name)
        alignment = explicit or type_.nbytes
        offset = -(-end // alignment) * alignment
        return Parameter(name, type_, alignment, offset, type_.nbytes * (elements or 1))

    def _tuning_directive(self) -> None:
        tokens = self.tokens
        tokens.begin_statement()
        directive = tokens.text
        if directive in (
            ".maxntid",
            ".reqntid",
            ".reqnctapercluster",
            ".minnctapersm",
            ".maxnctapersm",
            ".maxnreg",
            ".maxclusterrank",
        ):
            tokens.position += 1
            values = [tokens.take_integer(f"a number after {directive}")]
            while tokens.accept(","):
                values.append(tokens.take_integer("a number after ','"))
            if len(values) > 3:
                raise tokens.error(f"{directive} takes at most three numbers")
            self.tuning[directive] = tuple(values)
        elif directive in (".explicitcluster", ".blocksareclusters", ".noreturn"):
            tokens.position += 1
        elif not skip_debugging(tokens):
            raise tokens.error(
                f"expected a directive or the body of the kernel, found {tokens.described()}"
            )

    def _three(self, directive: str) -> tuple[int, int, int] | None:
        values = self.tuning.get(directive)
        if values is None:
            return None
        x, y, z = (*values, 1, 1)[:3]
        return x, y, z

    # ---- the body

    def _statements(self) -> None:
        tokens = self.tokens
        names = self.names
        depth = 0
        while True:
            tokens.begin_statement()
            kind, text = tokens.kind, tokens.text
            if kind == WORD:
                if tokens.texts[tokens.position + 1] == ":":
                    self._label(text)
                else:
                    self._instruction(None)
            elif text == "@":
                tokens.position += 1
                negated = tokens.accept("!")
                self._instruction(Guard(self.operands.predicate(), negated))
            elif text == "{":
                tokens.position += 1
                depth += 1
                if depth > 1:
                    names.scope = Scope(names.scope)
            elif text == "}":
                tokens.position += 1
                depth -= 1
                if depth == 0:
                    return
                assert names.scope.parent is not None  # one scope was opened for each brace
                names.scope = names.scope.parent
            elif kind == DIRECTIVE:
                self._directive()
            elif kind == END:
                raise tokens.error("a '}' is missing at the end of the kernel")
            else:
                raise tokens.error(f"no statement begins with {text!r}")

    def _label(self, name: str) -> None:
        tokens = self.tokens
        tokens.position += 2
        if tokens.text in _UNSUPPORTED:
            raise unsupported(tokens, "a statement")
        if "." in name or name == "_":
            raise tokens.error(f"{name!r} cannot be a label")
        if self.names.scope.declares(name):
            raise tokens.error(f"{name} is declared twice in a scope")
        self.body.append(LabelStatement(self.names.declare_label(name), tokens.location()))

    def _instruction(self, guard: Guard | None) -> None:
        tokens = self.tokens
        text = tokens.take(WORD, "an instruction")
        operation = self.operations.get(text)
        if operation is None:
            operation = self.operations[text] = self._operation(text)
        opcode, modifiers = operation
        while tokens.kind == DIRECTIVE:
            # ``ld .global.f32`` is as good as ``ld.global.f32``.
            modifiers = (*modifiers, tokens.text[1:])
            tokens.position += 1
        operands: tuple[Operand | Label, ...] = ()
        parser = self.operands
        parser.has_label = False
        if opcode == "bra":
            operands = (Label(tokens.take(WORD, "a label to branch to")),)
            parser.has_label = True
        elif tokens.text != ";":
            first = parser.operand()
            operands = (first,)
            if tokens.text == ",":
                more = [first]
                while tokens.accept(","):
                    more.append(parser.operand())
                operands = tuple(more)
        location = tokens.location()
        tokens.expect(";", "after the operands")
        if parser.has_label:
            self.unresolved.append((len(self.body), self.names.scope))
        self.body.append(Instruction(opcode, modifiers, operands, guard, location))

    def _operation(self, text: str) -> tuple[str, tuple[str, ...]]:
        opcode, *modifiers = text.split(".")
        if opcode == "call":
            raise self.tokens.error("calls are not supported: everything must be inlined")
        if not re.fullmatch(r"[a-z][a-z0-9_]*", opcode):
            raise self.tokens.error(f"{text!r} is not an instruction")
        return opcode, tuple(modifiers)

    def _resolve_labels(self) -> None:
        """Replace the names of labels by the labels that they mean in their scopes."""
        for index, scope in self.unresolved:
            instruction = self.body[index]
            assert isinstance(instruction, Instruction)
            operands = list(instruction.operands)
            for place, operand in enumerate(operands):
                if isinstance(operand, Label):
                    label = scope.find_label(operand.name)
                    if label is None:
                        what = "label" if instruction.opcode == "bra" else "name"
                        raise PtxSyntaxError(
                            f"{what} {operand.name} is not declared",
                            instruction.location.file,
                            instruction.location.line,
                            instruction.location.text,
                        )
                    operands[place] = label
            self.body[index] = dataclasses.replace(instruction, operands=tuple(operands))

    def _directive(self) -> None:
        tokens = self.tokens
        directive = tokens.text
        if directive == ".reg":
            self._registers()
        elif directive in (".shared", ".extern"):
            dynamic = tokens.accept(".extern")
            for variable in shared_variables(tokens, dynamic=dynamic):
                if self.names.scope.declares(variable.name):
                    raise tokens.error(f"{variable.name} is declared twice in a scope")
                symbol = self.names.declare_symbol(variable.name)
                self.shared.append(dataclasses.replace(variable, name=symbol.name))
        elif not skip_debugging(tokens):
            raise unsupported(tokens, "a statement")

    def _registers(self) -> None:
        """Read ``.reg .b32 %r<10>, %x;``."""
        tokens = self.tokens
        tokens.position += 1
        if tokens.text in (".v2", ".v4"):
            raise tokens.error("vector registers are not supported: declare scalars")
        if tokens.text not in TYPES:
            raise tokens.error(f"expected the type of a register, found {tokens.described()}")
        type_ = TYPES[tokens.text]
        tokens.position += 1
        while True:
            name = tokens.take(WORD, "the name of a register")
            if "." in name or name == "_":
                raise tokens.error(f"{name!r} cannot name a register")
            if tokens.accept("<"):
                count = tokens.take_integer("a number of registers")
                tokens.expect(">", "after a number of registers")
                names = [f"{name}{number}" for number in range(min(count, _MOST_REGISTERS + 1))]
            else:
                names = [name]
            if len(self.names.registers) + len(names) > _MOST_REGISTERS:
                raise tokens.error(f"more than {_MOST_REGISTERS} registers in a kernel")
            for each in names:
                if self.names.scope.declares(each):
                    raise tokens.error(f"{each} is declared twice in a scope")
                self.names.declare_register(each, type_)
            if not tokens.accept(","):
                break
        tokens.expect(";", "after a declaration")


# ---- what may stand both inside and outside kernels


def unsupported(tokens: TokenStream, wanted: str) -> PtxSyntaxError:
    """Make the error for a directive that the parser does not take."""
    reason = _UNSUPPORTED.get(tokens.text)
    return tokens.error(reason or f"expected {wanted}, found {tokens.described()}")


def memory_type(tokens: TokenStream) -> Type:
    """Read the type of a parameter or variable."""
    type_ = TYPES.get(tokens.text)
    if type_ is None or type_.kind == "pred":
        raise tokens.error(f"expected a type such as .f32, found {tokens.described()}")
    tokens.position += 1
    return type_


def alignment_of(tokens: TokenStream) -> int:
    """Read ``.align 16`` if it stands here: bytes, or 0."""
    if not tokens.accept(".align"):
        return 0
    alignment = tokens.take_integer("an alignment in bytes")
    if alignment == 0 or alignment & (alignment - 1):
        raise tokens.error(f"an alignment must be a power of two, not {alignment}")
    return alignment


def dimensions(tokens: TokenStream) -> int | None:
    """Read ``[8][132]``: the number of elements, 0 for ``[]``, None where there is no bracket."""
    if tokens.text != "[":
        return None
    sizes: list[int] = []
    while tokens.accept("["):
        sizes.append(0 if tokens.text == "]" else tokens.take_integer("a size"))
        tokens.expect("]", "after a size")
    return math.prod(sizes)


def shared_variables(tokens: TokenStream, *, dynamic: bool) -> list[SharedVariable]:
    """Read ``.shared .align 16 .b8 a[4096], b[4096];``, with the names as written.

    With `dynamic` (``.extern``) arrays have no size.
    """
    tokens.expect(".shared", "in a declaration of a variable")
    explicit = alignment_of(tokens)
    width = {".v2": 2, ".v4": 4}.get(tokens.text, 1)
    if width > 1:
        tokens.position += 1
    nbytes = memory_type(tokens).nbytes * width
    explicit = alignment_of(tokens) or explicit
    variables: list[SharedVariable] = []
    while True:
        name = tokens.take(WORD, "the name of a shared variable")
        elements = dimensions(tokens)
        if dynamic:
            elements = 0
        elif elements is None:
            elements = 1
        elif elements == 0:
            raise tokens.error(f"shared variable {name} must have a size, or be .extern")
        variables.append(SharedVariable(name, explicit or nbytes, nbytes * elements))
        if not tokens.accept(","):
            break
    tokens.expect(";", "after a declaration")
    return variables


def skip_debugging(tokens: TokenStream) -> bool:
    """Step over a directive that has no meaning for execution; False if there is none."""
    directive = tokens.text
    if directive == ".pragma":
        tokens.position += 1
        tokens.take(STRING, "a string after .pragma")
        while tokens.accept(","):
            tokens.take(STRING, "a string after ','")
        tokens.expect(";", "after .pragma")
    elif directive == ".loc":
        tokens.position += 1
        for what in ("a file", "a line", "a column"):
            tokens.take_integer(f"the number of {what}")
        while tokens.accept(","):
            _skip_inlining(tokens)
    elif directive == ".file":
        tokens.position += 1
        tokens.take_integer("the number of a file")
        tokens.take(STRING, "the name of a file")
        while tokens.accept(","):
            tokens.take_integer("a time stamp or size")
    elif directive == ".section":
        tokens.position += 1
        tokens.take(DIRECTIVE, "the name of a section")
        tokens.expect("{", "in front of the contents of a section")
        while not tokens.accept("}"):
            if tokens.kind == END:
                raise tokens.error("a section that is never closed by '}'")
            tokens.position += 1
    else:
        return False
    return True


def _skip_inlining(tokens: TokenStream) -> None:
    """Step over ``function_name $L__info_string0`` or ``inlined_at 1 5 3`` of a ``.loc``."""
    attribute = tokens.take(WORD, "function_name or inlined_at")
    if attribute == "function_name":
        tokens.take(WORD, "a label")
        if tokens.accept("+"):
            tokens.take_integer("an offset")
    elif attribute == "inlined_at":
        for what in ("a file", "a line", "a column"):
            tokens.take_integer(f"the number of {what}")
    else:
        tokens.position -= 1
        raise tokens.error(f"expected function_name or inlined_at, found {attribute!r}")
