"""Random arithmetic of every family of instructions that the executor knows."""

import itertools

from program_base import ProgramBase

ANY, LONG, HALF = (32,) * 6 + (64,) * 3 + (16,), (32, 64), (32, 32, 32, 16)
FLOAT = (32, 32, 32, 64)
POWER, AMOUNT = "<1|2|4|8|16|32|64|128>", "<0|1|2|3|4|5|6|7|8|15|16|17|31|32|33|63|64|65|255>"
START, LENGTH = "<0|1|2|3|4|5|6|7|13|29|#>", "<0|1|2|3|4|5|9|22|#>"

Form = tuple[int, tuple[int, ...], str, str]
"""How often, at which widths, the type of the result, and the instruction.

In the words of `ProgramBase.filled`; ``#`` is the width, ``&`` twice the width, ``~`` its sign.
"""

INTEGER: tuple[Form, ...] = (
    (10, ANY, "b#", "<add|add|add|sub|sub|div|rem|rem|min|max>.~# {}, <b#>, <b#?>"),
    (3, ANY, "b#", "mul.<lo|lo|hi>.~# {}, <b#>, <b#?>"),
    (2, ANY, "b#", "mad.lo.~# {}, <b#>, <b#?>, <b#?>"),
    (4, ANY, "b#", "<and|and|and|or|xor>.b# {}, <b#>, <b#?>"),
    (1, ANY, "b#", "<and|and|and|or|xor>.b# {}, <i#>, <b#>"),
    (4, ANY, "b#", f"<shl.b|shl.b|shl.b|shr.b|shr.u|shr.s># {{}}, <b#>, {AMOUNT}"),
    (1, ANY, "b#", "<shl.b|shl.b|shl.b|shr.b|shr.u|shr.s># {}, <b#>, <b32>"),
    (1, ANY, "b#", f"<shl.b|shl.b|shl.b|shr.b|shr.u|shr.s># {{}}, <i#>, {AMOUNT}"),
    (1, ANY, "b#", "<not.b|not.b|neg.s|abs.s># {}, <b#>"),
    (1, ANY, "b#", "<neg|abs>.s# {}, <b#>"),
    (1, ANY, "b#", "selp.b# {}, <b#>, <b#?>, <pred>"),
    (1, ANY, "b#", "mov.b# {}, <b#?>"),
    # What index arithmetic is made of.
    (1, ANY, "b#", f"<and.b|mul.lo.~|rem.u|div.u|or.b|xor.b|add.~># {{}}, <b#>, {POWER}"),
    (1, ANY, "b#", "and.b# {}, <b#>, <0|1|3|7|15|31|63|127|-1|-2|-4|-8|-16|-32|-64|-128>"),
    (1, ANY, "b#", f"sub.~# {{}}, {POWER}, <b#>"),
    (2, HALF, "b&", "mul.wide.~# {}, <b#>, <b#?>"),
    (1, HALF, "b&", "mul.wide.~# {}, <i#>, <b#>"),
    (1, HALF, "b&", "mad.wide.~# {}, <b#>, <b#?>, <b&?>"),
    (1, LONG, "b#", "bfe.~# {}, <b#>, <0, 1|0, #|3, 5|5, 27|7, 20|13, 19|16, 16|31, 1>"),
    (1, (64,), "b64", "bfe.~64 {}, <b64>, <1, 63|20, 30|33, 9|40, 24|63, 1>"),
    (2, LONG, "b#", f"bfi.b# {{}}, <b#>, <b#?>, {START}, {LENGTH}"),
    (1, LONG, "b#", f"bfi.b# {{}}, <b#?>, <b#>, {START}, {LENGTH}"),
    (1, LONG, "b#", "brev.b# {}, <b#>"),
    (1, LONG, "b32", "<clz|popc>.b# {}, <b#>"),
    (1, LONG, "b32", "<bfind|bfind.shiftamt>.~# {}, <b#>"),
    (1, (32,), "b32", "prmt.b32 {}, <b32>, <b32?>, <b32?>"),
    (1, (32,), "b32", "lop3.b32 {}, <b32?>, <b32?>, <b32?>, <0..255>"),
    (1, (32,), "b32", "shf.<l|r>.<wrap|clamp>.b32 {}, <b32?>, <b32?>, <b32?>"),
    (1, (32,), "b32", "mov.u32 {}, <%tid.x|%tid.x|%tid.x|%tid.y|%tid.z|%laneid|%warpid>"),
    (1, (32,), "b32", "mov.u32 {}, <%ctaid.x|%ctaid.y|%ctaid.z|%ntid.x|%ntid.y|%ntid.z|%nctaid.x>"),
)

FLOATING: tuple[Form, ...] = (
    (10, FLOAT, "f#", "<add|sub|mul|min|max>.f# {}, <f#>, <f#?>"),
    # What a compiler that reorders or fuses would give in another way.
    (2, FLOAT, "f#", "mul.f# $f#p, <f#>, <f#?>; add.f# {}, $f#p, <f#?>"),
    (1, (32,), "f32", "add.f32 $f32s, <f32>, 0f4B800000; add.f32 {}, $f32s, 0fCB800000"),
    (4, FLOAT, "f#", "fma.rn.f# {}, <f#>, <f#?>, <f#?>"),
    (4, FLOAT, "f#", "<neg|abs>.f# {}, <f#>"),
    (2, FLOAT, "f#", "div.rn.f# {}, <f#>, <f#?>"),
    (4, FLOAT, "f#", "<rcp|sqrt>.rn.f# {}, <f#>"),
    (2, FLOAT, "f#", "selp.f# {}, <f#>, <f#?>, <pred>"),
    (2, FLOAT, "f#", "mov.f# {}, <f#?>"),
    (2, FLOAT, "f#", "mov.b# {}, <b#>"),
    (1, FLOAT, "f64", "cvt.f64.f32 {}, <f32>"),
    (1, FLOAT, "f32", "cvt.rn.f32.f64 {}, <f64>"),
    *((1, FLOAT, "f#", f"cvt.rn.f#.<u|s>{n} {{}}, <b{n}>") for n in (16, 32, 64)),
    *((1, FLOAT, f"b{n}", f"cvt.<rni|rzi|rmi|rpi>.~{n}.f# {{}}, <f#>") for n in (16, 32, 64)),
)

CONVERSIONS = tuple(
    (f"b{wide}", f"cvt.<u|s>{to}.<u|s>{origin} {{}}, <b{held}?>")
    for to, origin in itertools.product((8, 16, 32, 64), repeat=2)
    for wide, held in itertools.product((16, 32, 64), repeat=2)
    if wide >= to and held >= origin
)
"""Types of results and conversions between integers; registers may be wider."""

ORDERS = ("eq", "ne", "lt", "le", "gt", "ge")
ORDERS_OF_UNSIGNED = ("lo", "ls", "hi", "hs")
FLOAT_COMPARISONS = (*ORDERS, *(f"{order}u" for order in ORDERS), "num", "nan")
STEPS = (
    "shl.b# {}, C, P", "shr.~# {}, C, P", "shr.~# {}, C, 1", "and.b# {}, C, <0|1|3|7|15|31|63>",
    "and.b# {}, C, -<1|2|4|8|16|32|64>", "or.b# {}, C, S", "xor.b# {}, C, S", "add.~# {}, C, S",
    "sub.~# {}, C, S", "sub.~# {}, <1|2|6|12|40|112|256|448|768>, C", "mul.lo.~# {}, C, S",
    "mad.lo.~# {}, C, S, <b#>", "add.~# {}, C, <b#>", "or.b# {}, C, <b#>",
    "<div|rem>.~# {}, C, <1|2|4|8|16|32|64>", "<div|rem>.~# {}, C, <1|2|4|8|16|32|64>",
)  # fmt: skip
"""What may follow in the arithmetic of indices: C is the index, P and S are small numbers."""


class ArithmeticMaker(ProgramBase):
    """Adds what takes registers to registers."""

    def form(self, forms: tuple[Form, ...]) -> None:
        """Write one of some instructions."""
        rng = self.rng
        _, widths, kind, text = rng.choices(forms, [form[0] for form in forms])[0]
        bits = rng.choice(widths)
        signed = text.replace("~", rng.choice("us"))
        kind, text = (s.replace("#", str(bits)).replace("&", str(2 * bits)) for s in (kind, signed))
        self.write(kind, text)

    def integer_operation(self) -> None:
        self.form(INTEGER)

    def float_operation(self) -> None:
        if self.rng.random() > 0.05:
            self.form(FLOATING)
            return
        # As bits a NaN would show its payload, which nothing defines.
        bits = self.rng.choice(FLOAT)
        number = self.register(f"f{bits}")
        instead = "0f00000000" if bits == 32 else "0d0000000000000000"
        is_number = self.made("pred", f"setp.num.f{bits} {{}}, {number}, {number}")
        proper = self.made(f"f{bits}", f"selp.f{bits} {{}}, {number}, {instead}, {is_number}")
        self.write(f"b{bits}", f"mov.b{bits} {{}}, {proper}")

    def index_arithmetic(self) -> None:
        """Build one number on another from a thread's place, each register written once."""
        rng = self.rng

        def next_one(kind: str, text: str) -> str:
            return self.made(kind, text, hidden=False, protected=True)

        start = "<%tid.x|%tid.x|%tid.y|%laneid|%warpid|%ctaid.x>"
        current, bits = next_one("b32", f"mov.u32 {{}}, {start}"), 32
        if rng.random() < 0.4:
            origin = rng.choice(["<b32>", "%ctaid.y"])
            current = next_one("b32", f"mad.lo.s32 {{}}, {origin}, {POWER}, {current}")
        for _ in range(rng.randint(2, 6)):
            fields = [f"bfi.b# {{}}, {ab}, <0..8>, <0..8>" for ab in ("C, <b#>", "<b#>, C")]
            text, to = rng.choice([*STEPS, *(fields if bits != 16 else ())]), bits
            if rng.random() < 0.2:
                to = rng.choice([16, 32, 64])
                text = f"cvt.<u|s>{to}.~# {{}}, C"
            values = {"C": current, "P": "<0..6>", "S": "<1|2|3|4|5|7|8|12|16|32|64>"}
            for letter, value in (*values.items(), ("~", rng.choice("us")), ("#", str(bits))):
                text = text.replace(letter, value)
            current, bits = next_one(f"b{to}", text), to

    def conversion(self) -> None:
        self.write(*self.rng.choice(CONVERSIONS))

    def comparison(self) -> None:
        rng = self.rng
        kind = rng.choice(["b32"] * 5 + ["b64", "b64", "b16", "f32", "f64"])
        sign = "f" if kind[0] == "f" else rng.choice("us")
        names = {"f": FLOAT_COMPARISONS, "u": (*ORDERS, *ORDERS_OF_UNSIGNED), "s": ORDERS}[sign]
        name, between, third = rng.choice(names), "", ""
        if (
            rng.random() < 0.3
            and self.scope.readable["pred"]
            and name not in ("num", "nan", *ORDERS_OF_UNSIGNED)
        ):
            between, third = ".<and|or|xor>", ", <|!><pred>"
        operation = self.filled(f"setp.{name}{between}.{sign}{kind[1:]}")
        sources = self.filled(f"<{kind}>, <{kind}?>{third}")
        if rng.random() > 0.3:
            self.write("pred", f"{operation} {{}}, {sources}")
            return
        first, first_old = self.target("pred")
        self.commit("pred", first, first_old)
        second, second_old = self.target("pred")
        if second == first:
            second, second_old = self.new("pred", hidden=True), True
        choices = rng.choice(["both", "both", "both", "first", "second"])
        if choices == "second" and not first_old:
            choices = "both"
        shown = {"both": f"{first}|{second}", "first": f"{first}|_", "second": f"_|{second}"}
        self.emit(f"{operation} {shown[choices]}, {sources}")
        if choices != "first":
            self.commit("pred", second, second_old)

    def predicate_operation(self) -> None:
        text = self.rng.choice(
            ["<and|or|xor>.pred {}, <pred>, <pred>", "<not|mov>.pred {}, <pred>"]
        )
        self.write("pred", text)

    def repacking(self) -> None:
        kind, part = self.rng.choice([("b64", "b32"), ("b32", "b16")])
        if self.rng.random() < 0.5:
            self.write(kind, f"mov.{kind} {{}}, {{<{part}?>, <{part}?>}}")
            return
        source = self.register(kind)
        self.emit(f"mov.{kind} {{{', '.join(self.targets(part, 2))}}}, {source}")
