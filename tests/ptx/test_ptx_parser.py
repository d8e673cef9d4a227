"""Modules, kernels, declarations and scopes."""

import pytest

from sgemm.errors import PtxSyntaxError
from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import (
    Entry,
    Integer,
    LabelStatement,
    Location,
    Parameter,
    Register,
    SharedVariable,
    Type,
)

HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n"


def kernel(body: str = "ret;", *, parameters: str = "", before: str = "", tuning: str = "") -> str:
    return f"{HEADER}{before}\n.visible .entry kernel({parameters}) {tuning}\n{{\n{body}\n}}\n"


def only(text: str) -> Entry:
    (entry,) = parse(text, "t.ptx").entries.values()
    return entry


def failure(text: str) -> PtxSyntaxError:
    with pytest.raises(PtxSyntaxError) as caught:
        parse(text, "t.ptx")
    return caught.value


def listing(entry: Entry) -> list[str]:
    """Render the body with resolved names, one statement a line."""
    lines: list[str] = []
    for statement in entry.body:
        if isinstance(statement, LabelStatement):
            lines.append(f"{statement.label.name}:")
            continue
        names = [
            str(o.value) if isinstance(o, Integer) else o.name  # type: ignore[union-attr]
            for o in statement.operands
        ]
        guard = f"@{statement.guard.register.name} " if statement.guard else ""
        lines.append(f"{guard}{statement.opcode} {', '.join(names)}".strip())
    return lines


# ---- modules


def test_header() -> None:
    module = parse(".version 7.4 .target sm_90a, texmode_independent, debug .address_size 64")
    assert (module.target, module.architecture) == ("sm_90a", 90)
    assert module.entries == {}


MALFORMED = [
    # ---- modules
    ("", "expected '.version' at the start of the module, found the end of the text"),
    (".version sm_80", "expected a version such as 8.0, found 'sm_80'"),
    (".version 8.0", "expected '.target' after the version"),
    (".version 8.0 .target 80", "expected a target such as sm_80, found '80'"),
    (".version 8.0 .target sm_80, fast", "'fast' is not an option of a target"),
    (".version 8.0 .target sm_80 .address_size 32", "only 64-bit addresses"),
    (f"{HEADER} {HEADER}", "expected a kernel, a shared variable or a directive"),
    (f"{kernel()} ret;", "expected a kernel, a shared variable or a directive, found 'ret'"),
    (f"{kernel()} {kernel()[len(HEADER) :]}", "kernel is declared twice"),
    (f"{HEADER}.file", "the number of a file"),
    (f"{HEADER}.loc 1 5 3, function_name", "the label of a function's name, found the end"),
    (f"{HEADER}.section .debug_str {{ .b8 1", "never closed"),
    (f"{HEADER}.entry kernel();", "a directive or the body of the kernel, found ';'"),
    (f"{HEADER}.entry kernel() {{ ret;", "a '}' is missing"),
    (f"{HEADER}.global .u32 x = {{1, 2;", "never ends"),
    # ---- parameters
    (kernel(parameters=".param .u32 a .param .u32 b"), "expected ')' after the parameters"),
    (kernel(parameters=".param .u32 a, .param .u32 a"), "a is declared twice"),
    (kernel(parameters=".param .pred a"), "expected a type such as .f32, found '.pred'"),
    (kernel(parameters=".param .b8 a[]"), "with a size"),
    (kernel(parameters=".param .b8 a[0]"), "with a size"),
    (kernel(parameters=".param .b8 a[2][3]"), "one dimension"),
    (kernel(parameters=".param .align 3 .b8 a[4]"), "power of two, not 3"),
    # ---- directives in front of the body
    (kernel(tuning=".maxntid"), "expected a number for .maxntid"),
    (kernel(tuning=".maxntid 1, 2, 3, 4"), "found ','"),
    (kernel(tuning=".maxntid 0"), "must be positive"),
    (kernel(tuning=".maxntid 32 .reqntid 32"), "exclude each other"),
    (kernel(tuning=".maxntid 32 .maxntid 32"), "stands here twice"),
    (kernel(tuning=".unheard_of 3"), "a directive or the body of the kernel, found '.unheard_of'"),
    # ---- scopes
    (kernel("{ .reg .b32 x; } mov.b32 x, 1;"), "name x is not declared"),
    (kernel("bra L; { L: ret; }"), "label L is not declared"),
    (kernel("{ bra L; } { L: ret; }"), "label L is not declared"),
]


@pytest.mark.parametrize(("text", "message"), MALFORMED)
def test_malformed_texts(text: str, message: str) -> None:
    assert message in failure(text).message


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (f"{HEADER}\n.visible .func f() {{ ret; }}", "functions are not supported"),
        (f"{HEADER}\n.func (.reg .b32 r) f() {{ ret; }}", "functions are not supported"),
        (kernel(".global .align 4 .b8 x[4];"), "global variables are not supported"),
        (kernel(".const .f32 x;"), "constant variables are not supported"),
        (f"{HEADER}\n.tex .u64 t;", "texture variables are not supported"),
        (f"{HEADER}\n.alias f, g;", "function aliases are not supported"),
        (kernel(".local .align 4 .b8 depot[16];"), "local memory is not supported"),
        (kernel(".param .b32 argument;"), "parameters of calls are not supported"),
        (kernel("t: .branchtargets a, b;"), "indirect branches are not supported"),
        (kernel("p: .callprototype _ ();"), "indirect calls are not supported"),
        (kernel(".reg .v4 .f32 x;"), "vector registers are not supported"),
        (kernel("call.uni f;"), "calls are not supported"),
    ],
)
def test_what_is_not_supported_is_refused_by_name(text: str, what: str) -> None:
    error = failure(text)
    assert what in error.message
    assert error.line in (5, 6, 7)
    assert error.text.split()[0] in text.splitlines()[error.line - 1]


FOREIGN = {
    "calls": ".entry bad() { call.uni f; }",
    "local memory": ".visible .entry bad(.param .u64 p) .maxntid 8 { .local .b8 depot[16]; ret; }",
    "vector registers": ".entry bad() { { .reg .v4 .f32 x; } ret; }",
    "nonsense": '.entry bad() .pragma "nounroll"; { add.s32 %none, 5; foo bar, {; } }',
    "functions": ".visible .func f(.param .b32 a) { ret; }",
    "declared functions": ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);",
    "textures": ".tex .u64 t;",
}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("place", ["before", "after"])
def test_what_is_not_wanted_is_stepped_over(text: str, place: str) -> None:
    good = ".shared .b32 x; .entry good() { st.shared.u32 [x], 5; ret; }"
    parts = (text, good) if place == "before" else (good, text)
    module = parse(f"{HEADER}\n{parts[0]}\n{parts[1]}\n", "m.ptx", only="good")
    assert len(module.entries["good"].body) == 2
    assert module.others == (("bad",) if "bad" in text else ())


def test_a_declaration_that_never_ends_is_malformed_whoever_wants_it() -> None:
    with pytest.raises(PtxSyntaxError, match="a declaration that never ends"):
        parse(f"{HEADER}.entry bad() {{ ret; .entry good() {{ ret; }}", "m.ptx", only="good")


def test_module_with_several_kernels_each_with_the_shared_variables_it_names() -> None:
    text = f"""{HEADER}
.extern .shared .align 16 .b8 dynamic[];
.shared .align 8 .b64 barrier;
.shared .f32 table[4][8];
.shared .v2 .f32 pairs[3];
.entry first() {{ .reg .b32 r; .shared .b8 own[5], other[6];
  mov.u32 r, pairs; mov.u32 r, table; mov.u32 r, dynamic; }}
.weak .entry second() {{ .reg .b32 r; ld.shared.b32 r, [barrier+4]; ret; }}
.visible .entry third {{ ret; }}
"""
    entries = parse(text).entries
    assert list(entries) == ["first", "second", "third"]
    assert entries["first"].shared == (
        SharedVariable("dynamic", 16, 0),
        SharedVariable("table", 4, 128),
        SharedVariable("pairs", 8, 24),
        SharedVariable("own", 1, 5),
        SharedVariable("other", 1, 6),
    )
    assert entries["second"].shared == (SharedVariable("barrier", 8, 8),)
    assert entries["third"].shared == ()


VARIABLES = """
.global .align 4 .u32 tile = 32, pair[2] = {1, 2}, plain;
.visible .const .f32 scale = -1.5;
.global .attribute(.managed) .align 8 .u64 nested[2][2] = {{generic(plain), plain+4}, {0, 0}};
.global .v4 .f32 vector; .global .texref texture;
"""


def test_variables_that_no_kernel_names_do_not_matter() -> None:
    assert listing(only(kernel(before=VARIABLES))) == ["ret"]
    assert listing(only(kernel(".reg .f32 scale; mov.f32 scale, 0;", before=VARIABLES)))


@pytest.mark.parametrize("name", ["tile", "pair", "plain", "scale", "nested", "vector", "texture"])
def test_variables_that_a_kernel_names_are_refused_there(name: str) -> None:
    error = failure(kernel(f".reg .b64 r;\nmov.b64 r, {name};", before=VARIABLES))
    assert "variables are not supported" in error.message
    assert error.text == f"mov.b64 r, {name};"


def test_debugging_information_is_skipped() -> None:
    text = f"""{HEADER}
.file 1 "a b.cu", 1234, 56
.file 2 "x.cuh"
.visible .entry kernel()
.pragma "nounroll";
{{
.loc 1 5 3
.loc 2 7 1, function_name $L__info_string0, inlined_at 1 5 3
.loc 2 7 1, function_name $L__info_string0+12, inlined_at 1 5 3
L: .pragma "nounroll", "other";
ret;
}}
.section .debug_str {{
$L__info_string0:
.b8 95,90
.b64 kernel+4
}}
"""
    assert listing(only(text)) == ["L:", "ret"]


# ---- kernels


def test_parameters_follow_each_other_aligned() -> None:
    entry = only(
        kernel(
            parameters=".param .u32 a, .param .u64 .ptr .global .align 4 b, .param .u8 c,"
            ".param .align 16 .b8 d[20], .param .u64 .ptr e, .param .b8 .align 64 f[128],"
            ".param .f32 g"
        )
    )
    assert entry.parameters == (
        Parameter("a", Type("u", 32), 0, 4),
        Parameter("b", Type("u", 64), 8, 8),
        Parameter("c", Type("u", 8), 16, 1),
        Parameter("d", Type("b", 8), 32, 20),
        Parameter("e", Type("u", 64), 56, 8),
        Parameter("f", Type("b", 8), 64, 128),
        Parameter("g", Type("f", 32), 192, 4),
    )


def test_tuning_directives() -> None:
    others = ".minnctapersm 2 .maxnreg 128 .explicitcluster .reqnctapercluster 2"
    entry = only(kernel(tuning=f".maxntid 16, 8 {others}"))
    assert (entry.max_threads, entry.required_threads) == ((16, 8, 1), None)
    entry = only(kernel(tuning=".reqntid 4, 2, 3"))
    assert (entry.max_threads, entry.required_threads) == (None, (4, 2, 3))


def test_register_declarations() -> None:
    entry = only(
        kernel(
            ".reg .f32 %f<3>, x, y<2>; .reg .pred p; .reg .f16x2 h; .reg .b128 q; .reg .b32 z<0>;"
        )
    )
    assert entry.registers == {
        name: Register(name, type_)
        for name, type_ in {
            **dict.fromkeys(("%f0", "%f1", "%f2", "x", "y0", "y1"), Type("f", 32)),
            "p": Type("pred", 1),
            "h": Type("b", 32),
            "q": Type("b", 128),
        }.items()
    }


@pytest.mark.parametrize(
    ("declaration", "message"),
    [
        (".reg x;", "expected the type of a register, found 'x'"),
        (".reg .b32;", "expected the name of a register"),
        (".reg .b32 x<3;", "expected '>'"),
        (".reg .b32 x, x;", "x is declared twice in a scope"),
        (".reg .b32 x<3>, x2;", "x2 is declared twice in a scope"),
        (".reg .b32 a.b;", "'a.b' cannot name a register"),
        (".reg .b32 x<99999999999>;", "cannot have more than"),
        (".reg .b32 x<200000>; .reg .b32 y<200000>;", "cannot have more than"),
        ("x: .reg .b32 x;", "x is declared twice in a scope"),
        ("x: ret; x: ret;", "x is declared twice in a scope"),
        ("a.b: ret;", "'a.b' cannot be a label"),
        (".shared .b8 x[];", "must have a size"),
        (".shared .b8 x[4] = {0};", "expected ';' after a declaration, found '='"),
        (".extern .shared .b8 x[];", "expected a statement, found '.extern'"),
        (".unheard_of;", "expected a statement, found '.unheard_of'"),
        ("ret\n", "expected an operand, found '}'"),
        ("ret\nbar.sync 0;", "expected an operand, found 'bar.sync': is a ';' missing?"),
        (") ret;", "no statement begins with ')'"),
        ("@", "expected a predicate register, found '}'"),
    ],
)
def test_malformed_declarations(declaration: str, message: str) -> None:
    error = failure(kernel(declaration))
    assert message in error.message
    assert (error.file, error.line) == ("t.ptx", 7)


def test_an_error_quotes_the_statement_and_its_first_line() -> None:
    error = failure(kernel("ret;\n.reg .b32 %r<3>;\n add.s32 %r1,\n   %r2, %r9; ret;"))
    assert error.line == 9
    assert error.text == "add.s32 %r1,\n   %r2, %r9;"
    assert str(error) == "t.ptx:9: register %r9 is not declared: 'add.s32 %r1, %r2, %r9;'"


def test_locations() -> None:
    entry = only(kernel("// comment\nL: M:\n  bar.sync /* all */ 0; ret\n;"))
    assert [statement.location for statement in entry.body] == [
        Location("t.ptx", 8, "L:"),
        Location("t.ptx", 8, "M:"),
        Location("t.ptx", 9, "bar.sync /* all */ 0"),
        Location("t.ptx", 9, "ret"),
    ]
    assert entry.location == Location("t.ptx", 5, ".visible .entry kernel")


# ---- scopes


def test_nested_scopes_rename_what_is_declared_again() -> None:
    entry = only(
        kernel(
            """
            .reg .pred p; .reg .b32 x, y;
            { .reg .pred p; @p bra L; mov.b32 x, 1; L: }
            { .reg .pred p; @p bra L; { .reg .b32 x; mov.b32 x, y; bra L; } mov.b32 x, 2; L: }
            @p mov.b32 x, 3;
            bra OUT; { bra OUT; OUT: bra OUT; } OUT: ret;
            """
        )
    )
    assert listing(entry) == [
        "@p'2 bra L",
        "mov x, 1",
        "L:",
        "@p'3 bra L'2",
        "mov x'2, y",
        "bra L'2",
        "mov x, 2",
        "L'2:",
        "@p mov x, 3",
        "bra OUT'2",
        "bra OUT",
        "OUT:",
        "bra OUT",
        "OUT'2:",
        "ret",
    ]
    assert set(entry.registers) == {"p", "x", "y", "p'2", "p'3", "x'2"}
    assert all(name == register.name for name, register in entry.registers.items())


def test_a_register_hidden_only_after_its_declaration() -> None:
    entry = only(
        kernel(".reg .b32 x; { mov.b32 x, 1; .reg .b32 x; mov.b32 x, 2; } mov.b32 x, 3; ret;")
    )
    assert listing(entry) == ["mov x, 1", "mov x'2, 2", "mov x, 3", "ret"]


def test_shared_variables_of_the_same_name() -> None:
    entry = only(
        kernel(
            ".reg .b32 r; mov.b32 r, s; .shared .b8 s[4]; mov.b32 r, s;"
            "{ .shared .b8 s[8]; mov.b32 r, s; } mov.b32 r, s;",
            before=".shared .b8 s[2];",
        )
    )
    assert listing(entry) == ["mov r, s", "mov r, s'2", "mov r, s'3", "mov r, s'2"]
    assert [(v.name, v.nbytes) for v in entry.shared] == [("s", 2), ("s'2", 4), ("s'3", 8)]


def test_a_parameter_hides_a_variable_of_the_module() -> None:
    entry = only(
        kernel(
            ".reg .b64 r; ld.param.b64 r, [s];",
            before=".shared .b8 s[2];",
            parameters=".param .u64 s",
        )
    )
    assert entry.parameters[0].name == "s'2"
    assert entry.shared == ()


def test_deeply_nested_scopes() -> None:
    assert listing(only(kernel("{" * 5000 + "ret;" + "}" * 5000))) == ["ret"]
