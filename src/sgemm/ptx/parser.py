"""PTX text to a :class:`~sgemm.ptx.syntax.Module`.

Everything that NVIDIA's compiler emits for kernels without function calls, local memory, and
constant or global variables, and the same by hand. What is refused is refused by name.
"""

from __future__ import annotations

import dataclasses
import re

from sgemm.errors import PtxSyntaxError
from sgemm.ptx.directives import (
    TUNING,
    UNSUPPORTED,
    alignment,
    dimensions,
    memory_type,
    shared_variables,
    skip_debugging,
    skip_declaration,
    skip_variables,
    tuning_directive,
    unsupported,
)
from sgemm.ptx.operands import OperandParser
from sgemm.ptx.symbol_table import TYPES, SymbolTable, innermost
from sgemm.ptx.syntax import (
    Entry,
    Guard,
    Instruction,
    Label,
    LabelStatement,
    Location,
    Module,
    Operand,
    Parameter,
    SharedVariable,
)
from sgemm.ptx.tokens import DIRECTIVE, END, NUMBER, WORD, TokenStream

# The largest kernels of a compiler have some ten thousand; a typing error may ask for billions.
_MOST_REGISTERS = 1 << 18

_LINKAGE = (".visible", ".weak", ".extern", ".common")
_TARGET_OPTIONS = ("texmode_unified", "texmode_independent", "debug", "map_f64_to_f32")


def parse(text: str, file: str = "<ptx>", only: str | None = None) -> Module:
    """Parse a PTX module; the file is its name in errors and locations.

    If one kernel only is wanted, what stands in others, and in functions, is stepped over, so that
    nothing unsupported there matters. A kernel's `shared` are those of the module's shared
    variables that it names, then its own. Raises PtxSyntaxError if the text is malformed, a name is
    not declared or declared twice, or the text uses what is not supported: functions and calls,
    local memory, constant and global variables (where a kernel names one), vector registers, 32-bit
    addresses.
    """
    return _ModuleParser(TokenStream(text, file), only).module()


class _ModuleParser:
    """What stands outside kernels."""

    def __init__(self, tokens: TokenStream, only: str | None) -> None:
        self.tokens = tokens
        self.only = only
        self.others: list[str] = []
        self.shared: list[SharedVariable] = []
        self.unsupported: dict[str, str] = {}
        self.entries: dict[str, Entry] = {}

    def module(self) -> Module:
        tokens = self.tokens
        target = self._header()
        while tokens.kind != END:
            tokens.begin_statement()
            linkage = tokens.text if tokens.text in _LINKAGE else ""
            if linkage:
                tokens.position += 1
            if self.only is not None and self._is_unwanted():
                if tokens.text == ".entry":
                    self.others.append(tokens.texts[tokens.position + 1])
                skip_declaration(tokens)
            elif tokens.text == ".entry":
                self._entry()
            elif tokens.text == ".shared":
                self._shared(dynamic=linkage == ".extern")
            elif tokens.text in (".global", ".const"):
                reason = UNSUPPORTED[tokens.text]
                self.unsupported.update(dict.fromkeys(skip_variables(tokens), reason))
            elif linkage or not skip_debugging(tokens):
                raise unsupported(tokens, "a kernel, a shared variable or a directive")
        return Module(target, self.entries, tuple(self.others))

    def _header(self) -> str:
        """Read version, target and size of addresses; return the target."""
        tokens = self.tokens
        tokens.begin_statement()
        tokens.expect(".version", "at the start of the module")
        if not re.fullmatch(r"\d{1,3}\.\d{1,3}", tokens.text):
            raise tokens.error(f"expected a version such as 8.0, found {tokens.described()}")
        tokens.take(NUMBER, "a version")
        tokens.begin_statement()
        tokens.expect(".target", "after the version")
        target = tokens.text
        if not re.fullmatch(r"sm_\d{2,3}[af]?", target):
            raise tokens.error(f"expected a target such as sm_80, found {tokens.described()}")
        tokens.take(WORD, "a target")
        while tokens.accept(","):
            if tokens.text not in _TARGET_OPTIONS:
                raise tokens.error(f"{tokens.described()} is not an option of a target")
            tokens.position += 1
        tokens.begin_statement()
        if tokens.accept(".address_size") and tokens.take_integer("64") != 64:
            raise tokens.error("only 64-bit addresses are supported")
        return target

    def _is_unwanted(self) -> bool:
        """Whether the next declaration is of no matter to the kernel that is wanted."""
        tokens = self.tokens
        is_other = tokens.text == ".entry" and tokens.texts[tokens.position + 1] != self.only
        return is_other or tokens.text in (".func", ".tex", ".alias")

    def _entry(self) -> None:
        entry = _EntryParser(self.tokens, self.shared, self.unsupported).entry()
        if entry.name in self.entries or any(v.name == entry.name for v in self.shared):
            raise _error_at(entry.location, f"{entry.name} is declared twice")
        self.entries[entry.name] = entry

    def _shared(self, *, dynamic: bool) -> None:
        for variable in shared_variables(self.tokens, dynamic=dynamic):
            declared = [*self.entries, *(other.name for other in self.shared)]
            if variable.name in declared:
                raise self.tokens.error(f"{variable.name} is declared twice")
            self.shared.append(variable)


class _EntryParser:
    """One kernel, from ``.entry`` to its closing brace."""

    def __init__(
        self, tokens: TokenStream, module_shared: list[SharedVariable], reasons: dict[str, str]
    ) -> None:
        self.tokens = tokens
        self.module_shared = module_shared
        self.names = SymbolTable(variable.name for variable in module_shared)
        self.operands = OperandParser(tokens, self.names, reasons)
        self.shared: list[SharedVariable] = []
        self.body: list[Instruction | LabelStatement] = []
        # Branches may go forward, so that their labels are known only when the body was read:
        # index in the body, labels of the scopes in which the branch stands.
        self.branches: list[tuple[int, tuple[dict[str, Label], ...]]] = []
        self.operations: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.tuning: dict[str, tuple[int, ...]] = {}
        self.needs_cluster = False

    def entry(self) -> Entry:
        tokens = self.tokens
        tokens.position += 1
        name = tokens.take(WORD, "the name of a kernel")
        location = tokens.location()
        parameters = self._parameters()
        while tokens.text != "{":
            self._directive_before_body()
        self._statements()
        self._resolve_branches()
        used = self.operands.symbols
        return Entry(
            name=name,
            parameters=parameters,
            registers=self.names.registers,
            shared=(*(v for v in self.module_shared if v.name in used), *self.shared),
            body=tuple(self.body),
            max_threads=self._three(".maxntid"),
            required_threads=self._three(".reqntid"),
            location=location,
            required_cluster=self._three(".reqnctapercluster"),
            max_cluster=self.tuning.get(".maxclusterrank", (None,))[0],
            needs_cluster=self.needs_cluster,
        )

    # ---- in front of the body

    def _parameters(self) -> tuple[Parameter, ...]:
        tokens = self.tokens
        parameters: list[Parameter] = []
        if not tokens.accept("(") or tokens.accept(")"):
            return ()
        end = 0
        for _ in tokens.separated():
            tokens.begin_statement()
            parameters.append(self._parameter(end))
            end = parameters[-1].offset + parameters[-1].nbytes
        tokens.expect(")", "after the parameters")
        return tuple(parameters)

    def _parameter(self, end: int) -> Parameter:
        """Read a parameter; those before it end at byte `end`."""
        tokens = self.tokens
        tokens.expect(".param", "in front of a parameter")
        aligned = alignment(tokens)
        type_ = memory_type(tokens)
        if tokens.accept(".ptr"):
            # State space and alignment of what it points to say nothing about the parameter.
            if tokens.text in (".global", ".shared", ".const", ".local"):
                tokens.position += 1
            alignment(tokens)
        else:
            aligned = alignment(tokens) or aligned
        name = tokens.take(WORD, "the name of a parameter")
        sizes = dimensions(tokens)
        if len(sizes) > 1 or 0 in sizes:
            raise tokens.error(f"parameter {name} must have one dimension, with a size")
        self._check_new(name)
        aligned = aligned or type_.nbytes
        return Parameter(
            name=self.names.declare_symbol(name).name,
            type=type_,
            offset=-(-end // aligned) * aligned,
            nbytes=type_.nbytes * (sizes[0] if sizes else 1),
        )

    def _directive_before_body(self) -> None:
        tokens = self.tokens
        tokens.begin_statement()
        directive = tokens.text
        if directive in TUNING:
            if directive in self.tuning:
                raise tokens.error(f"{directive} stands here twice")
            self.tuning[directive] = tuning_directive(tokens)
            if ".maxntid" in self.tuning and ".reqntid" in self.tuning:
                raise tokens.error(".maxntid and .reqntid exclude each other")
        elif tokens.accept(".explicitcluster"):
            self.needs_cluster = True
        elif not skip_debugging(tokens):
            raise unsupported(tokens, "a directive or the body of the kernel")

    def _three(self, directive: str) -> tuple[int, int, int] | None:
        numbers = self.tuning.get(directive)
        if numbers is None:
            return None
        x, y, z = (*numbers, 1, 1)[:3]
        return x, y, z

    # ---- the body

    def _statements(self) -> None:
        tokens = self.tokens
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
                if depth > 1:  # the kernel's own braces enclose its parameters' scope
                    self.names.open()
            elif text == "}":
                tokens.position += 1
                depth -= 1
                if depth == 0:
                    return
                self.names.close()
            elif kind == DIRECTIVE:
                self._directive()
            elif kind == END:
                raise tokens.error("a '}' is missing at the end of the kernel")
            else:
                raise tokens.error(f"no statement begins with {text!r}")

    def _label(self, name: str) -> None:
        tokens = self.tokens
        if "." in name or name == "_":
            raise tokens.error(f"{name!r} cannot be a label")
        self._check_new(name)
        tokens.position += 2
        if tokens.text in UNSUPPORTED:  # NAME: .branchtargets ...
            raise unsupported(tokens, "a statement")
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
        operands: list[Operand] = []
        if opcode == "bra":
            operands.append(Label(tokens.take(WORD, "a label to branch to")))
            self.branches.append((len(self.body), self.names.labels))
        elif tokens.text != ";":
            operands.append(self.operands.operand())
            while tokens.accept(","):
                operands.append(self.operands.operand())
        location = tokens.location()
        tokens.expect(";", "after an instruction")
        self.body.append(Instruction(opcode, modifiers, tuple(operands), guard, location))

    def _operation(self, text: str) -> tuple[str, tuple[str, ...]]:
        opcode, *modifiers = text.split(".")
        if opcode == "call":
            raise self.tokens.error("calls are not supported: everything must be inlined")
        if not re.fullmatch(r"[a-z][a-z0-9_]*", opcode):
            raise self.tokens.error(f"{text!r} is not an instruction")
        return opcode, tuple(modifiers)

    def _resolve_branches(self) -> None:
        """Replace the labels in branches by what they mean in their scopes."""
        for index, labels in self.branches:
            branch = self.body[index]
            assert isinstance(branch, Instruction) and isinstance(branch.operands[0], Label)
            name = branch.operands[0].name
            label = innermost(labels, name)
            if label is None:
                raise _error_at(branch.location, f"label {name} is not declared")
            self.body[index] = dataclasses.replace(branch, operands=(label,))

    # ---- declarations in the body

    def _directive(self) -> None:
        tokens = self.tokens
        if tokens.text == ".reg":
            self._registers()
        elif tokens.text == ".shared":
            for variable in shared_variables(tokens, dynamic=False):
                self._check_new(variable.name)
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
        for _ in tokens.separated():
            for name in self._register_names():
                self._check_new(name)
                self.names.declare_register(name, type_)
        tokens.expect(";", "after a declaration")

    def _register_names(self) -> list[str]:
        """Read ``%x``, or ``%r<10>``, which means ``%r0`` to ``%r9``."""
        tokens = self.tokens
        name = tokens.take(WORD, "the name of a register")
        if "." in name or name == "_":
            raise tokens.error(f"{name!r} cannot name a register")
        count = None
        if tokens.accept("<"):
            count = tokens.take_integer("a number of registers")
            tokens.expect(">", "after a number of registers")
        if len(self.names.registers) + (count or 1) > _MOST_REGISTERS:
            raise tokens.error(f"a kernel cannot have more than {_MOST_REGISTERS} registers")
        return [name] if count is None else [f"{name}{number}" for number in range(count)]

    def _check_new(self, name: str) -> None:
        if self.names.declares(name):
            raise self.tokens.error(f"{name} is declared twice in a scope")


def _error_at(location: Location, message: str) -> PtxSyntaxError:
    return PtxSyntaxError(message, location.file, location.line, location.text)
