"""Random arithmetic of every family of instructions that the executor knows."""

from __future__ import annotations

from program_base import FLOAT_COMPARISONS, FLOAT_OPERATIONS, ProgramBase


class ArithmeticMaker(ProgramBase):
    """Adds what takes registers to registers."""

    def integer_operation(self) -> None:
        rng = self.rng
        kind = rng.choice(["b32"] * 6 + ["b64"] * 3 + ["b16"])
        bits = int(kind[1:])
        sign = rng.choice("us")
        operation = rng.choice(
            ["add"] * 3
            + ["sub"] * 2
            + ["mul", "mul", "mad", "mad", "and", "and", "and", "or", "xor", "not"]
            + ["shl", "shl", "shl", "shr", "shr", "shr", "div", "rem", "rem", "min", "max"]
            + ["neg", "abs", "selp", "mov", "bfe", "bfi", "bfi", "count", "hi", "wide", "wide"]
            + ["madwide", "prmt", "lop3", "shf", "brev", "special", "special", "pow2", "pow2"]
        )
        a = self.register(kind)
        if operation in ("add", "sub", "min", "max", "div", "rem"):
            self.write(kind, f"{operation}.{sign}{bits} {{}}, {a}, {self.source(kind)}")
        elif operation == "mul":
            self.write(kind, f"mul.lo.{sign}{bits} {{}}, {a}, {self.source(kind)}")
        elif operation == "mad":
            b, c = self.source(kind), self.source(kind)
            self.write(kind, f"mad.lo.{sign}{bits} {{}}, {a}, {b}, {c}")
        elif operation in ("and", "or", "xor"):
            b = self.source(kind)
            if rng.random() < 0.15:
                a, b = self.immediate(bits), a
            self.write(kind, f"{operation}.b{bits} {{}}, {a}, {b}")
        elif operation == "not":
            self.write(kind, f"not.b{bits} {{}}, {a}")
        elif operation in ("shl", "shr"):
            amount = str(rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, bits - 1, bits, bits + 1, 255]))
            if rng.random() < 0.25:
                amount = self.register("b32")
            if rng.random() < 0.1:
                a = self.immediate(bits)
            suffix = f"b{bits}" if operation == "shl" else f"{rng.choice('bus')}{bits}"
            self.write(kind, f"{operation}.{suffix} {{}}, {a}, {amount}")
        elif operation == "pow2":
            # What index arithmetic is made of.
            power = 1 << rng.randint(0, 7)
            text = rng.choice(
                [
                    f"and.b{bits} {{}}, {a}, {power - 1}",
                    f"and.b{bits} {{}}, {a}, {-power}",
                    f"mul.lo.{sign}{bits} {{}}, {a}, {power}",
                    f"rem.u{bits} {{}}, {a}, {power}",
                    f"div.u{bits} {{}}, {a}, {power}",
                    f"or.b{bits} {{}}, {a}, {power}",
                    f"xor.b{bits} {{}}, {a}, {power}",
                    f"add.{sign}{bits} {{}}, {a}, {power}",
                    f"sub.{sign}{bits} {{}}, {power}, {a}",
                ]
            )
            self.write(kind, text)
        elif operation == "neg" or operation == "abs":
            self.write(kind, f"{operation}.s{bits} {{}}, {a}")
        elif operation == "selp":
            self.write(
                kind, f"selp.b{bits} {{}}, {a}, {self.source(kind)}, {self.register('pred')}"
            )
        elif operation == "mov":
            self.write(kind, f"mov.b{bits} {{}}, {self.source(kind)}")
        elif operation == "special":
            name = rng.choice(
                ["%tid.x"] * 4
                + ["%tid.y", "%tid.z", "%ctaid.x", "%ctaid.y", "%ctaid.z", "%ntid.x", "%ntid.y"]
                + ["%nctaid.x", "%laneid", "%warpid", "%ntid.z"]
            )
            self.write("b32", f"mov.u32 {{}}, {name}")
        elif operation == "count":
            kind = rng.choice(["b32", "b64"])
            self.write("b32", f"{rng.choice(['clz', 'popc'])}.{kind} {{}}, {self.register(kind)}")
        elif operation == "wide":
            narrow = rng.choice([32, 32, 32, 16])
            first, second = self.register(f"b{narrow}"), self.source(f"b{narrow}")
            if rng.random() < 0.2:
                first, second = second, first
            self.write(f"b{2 * narrow}", f"mul.wide.{sign}{narrow} {{}}, {first}, {second}")
        elif operation == "madwide":
            narrow = rng.choice([32, 32, 32, 16])
            first, second = self.register(f"b{narrow}"), self.source(f"b{narrow}")
            third = self.source(f"b{2 * narrow}")
            self.write(
                f"b{2 * narrow}", f"mad.wide.{sign}{narrow} {{}}, {first}, {second}, {third}"
            )
        elif operation == "hi":
            self.write(kind, f"mul.hi.{sign}{bits} {{}}, {a}, {self.source(kind)}")
        else:
            self.bit_operation(operation, sign)

    def bit_operation(self, operation: str, sign: str) -> None:
        rng = self.rng
        kind = rng.choice(["b32", "b64"])
        bits = int(kind[1:])
        a = self.register(kind)
        start = rng.randint(0, bits - 1)
        length = rng.randint(1, bits - start)
        if operation == "bfe":
            self.write(kind, f"bfe.{sign}{bits} {{}}, {a}, {start}, {length}")
        elif operation == "bfi":
            length = rng.choice([0, 1, 2, 3, 4, 5, length, length, bits])
            start = rng.choice([0, 1, 2, 3, 4, 5, 6, 7, start, bits])
            b = self.source(kind)
            if rng.random() < 0.2:
                a, b = b, a
            self.write(kind, f"bfi.b{bits} {{}}, {a}, {b}, {start}, {length}")
        elif operation == "prmt":
            self.write(
                "b32",
                f"prmt.b32 {{}}, {self.register('b32')}, {self.source('b32')}, "
                f"{self.source('b32')}",
            )
        elif operation == "lop3":
            sources = ", ".join(self.source("b32") for _ in range(3))
            self.write("b32", f"lop3.b32 {{}}, {sources}, {rng.randint(0, 255)}")
        elif operation == "shf":
            direction, mode = rng.choice("lr"), rng.choice(["wrap", "clamp"])
            sources = ", ".join(self.source("b32") for _ in range(3))
            self.write("b32", f"shf.{direction}.{mode}.b32 {{}}, {sources}")
        else:
            self.write(kind, f"brev.b{bits} {{}}, {a}")

    def index_arithmetic(self) -> None:
        """Build one number on another from a thread's place, each register written once."""
        rng = self.rng
        current, bits = self.new("b32", protected=True), 32
        start = rng.choice(["%tid.x", "%tid.x", "%tid.y", "%laneid", "%warpid", "%ctaid.x"])
        self.emit(f"mov.u32 {current}, {start}")
        if rng.random() < 0.4:
            origin = self.register("b32") if rng.random() < 0.5 else "%ctaid.y"
            following = self.new("b32", protected=True)
            self.emit(f"mad.lo.s32 {following}, {origin}, {1 << rng.randint(0, 8)}, {current}")
            current = following
        for _ in range(rng.randint(2, 6)):
            power, sign = rng.randint(0, 6), rng.choice("us")
            small = rng.choice([1, 2, 3, 5, 7, 12, 1 << power])
            choices = [
                f"shl.b{bits} {{}}, {current}, {power}",
                f"shr.{sign}{bits} {{}}, {current}, {power}",
                f"shr.{sign}{bits} {{}}, {current}, 1",
                f"and.b{bits} {{}}, {current}, {(1 << power) - 1}",
                f"and.b{bits} {{}}, {current}, {-(1 << power)}",
                f"or.b{bits} {{}}, {current}, {small}",
                f"xor.b{bits} {{}}, {current}, {small}",
                f"add.{sign}{bits} {{}}, {current}, {small}",
                f"sub.{sign}{bits} {{}}, {current}, {small}",
                f"sub.{sign}{bits} {{}}, {small << power}, {current}",
                f"mul.lo.{sign}{bits} {{}}, {current}, {small}",
                f"mad.lo.{sign}{bits} {{}}, {current}, {small}, {self.register(f'b{bits}')}",
                f"add.{sign}{bits} {{}}, {current}, {self.register(f'b{bits}')}",
                f"or.b{bits} {{}}, {current}, {self.register(f'b{bits}')}",
                f"div.{sign}{bits} {{}}, {current}, {1 << power}",
                f"rem.{sign}{bits} {{}}, {current}, {1 << power}",
            ]
            if bits != 16:
                target = self.register(f"b{bits}")
                place = rng.randint(0, 8)
                choices += [
                    f"bfi.b{bits} {{}}, {current}, {target}, {place}, {rng.randint(0, 8)}",
                    f"bfi.b{bits} {{}}, {target}, {current}, {place}, {rng.randint(0, 8)}",
                ]
            text = rng.choice(choices)
            if rng.random() < 0.2:
                to = rng.choice([16, 32, 64])
                other = rng.choice("us")
                text, bits = f"cvt.{other}{to}.{sign}{bits} {{}}, {current}", to
            following = self.new(f"b{bits}", protected=True)
            self.emit(text.format(following))
            current = following

    def conversion(self) -> None:
        rng = self.rng
        to, origin = (rng.choice("us") + rng.choice(["8", "16", "32", "64"]) for _ in range(2))
        kinds = {"8": ["b16", "b32"], "16": ["b16", "b32", "b64"], "32": ["b32", "b64"]}
        target = rng.choice(kinds.get(to[1:], ["b64"])[: 1 if rng.random() < 0.6 else 3])
        source = rng.choice(kinds.get(origin[1:], ["b64"])[: 1 if rng.random() < 0.6 else 3])
        self.write(target, f"cvt.{to}.{origin} {{}}, {self.register(source)}")

    def float_operation(self) -> None:
        rng = self.rng
        kind = rng.choice(["f32", "f32", "f32", "f64"])
        operation = rng.choice(FLOAT_OPERATIONS)
        a = self.register(kind)
        if operation in ("add", "sub", "mul", "min", "max"):
            self.write(kind, f"{operation}.{kind} {{}}, {a}, {self.source(kind)}")
        elif operation == "fma":
            self.write(kind, f"fma.rn.{kind} {{}}, {a}, {self.source(kind)}, {self.source(kind)}")
        elif operation in ("neg", "abs"):
            self.write(kind, f"{operation}.{kind} {{}}, {a}")
        elif operation == "div":
            self.write(kind, f"div.rn.{kind} {{}}, {a}, {self.source(kind)}")
        elif operation in ("rcp", "sqrt"):
            self.write(kind, f"{operation}.rn.{kind} {{}}, {a}")
        elif operation == "selp":
            self.write(kind, f"selp.{kind} {{}}, {a}, {self.source(kind)}, {self.register('pred')}")
        elif operation == "mov":
            self.write(kind, f"mov.{kind} {{}}, {self.source(kind)}")
        elif operation == "from":
            whole = rng.choice(["u16", "s16", "u32", "s32", "u64", "s64"])
            self.write(kind, f"cvt.rn.{kind}.{whole} {{}}, {self.register('b' + whole[1:])}")
        elif operation == "to":
            whole = rng.choice(["u16", "s16", "u32", "s32", "u64", "s64"])
            rounding = rng.choice(["rni", "rzi", "rmi", "rpi"])
            self.write(f"b{whole[1:]}", f"cvt.{rounding}.{whole}.{kind} {{}}, {a}")
        elif operation == "narrow":
            if rng.random() < 0.5:
                self.write("f64", f"cvt.f64.f32 {{}}, {self.register('f32')}")
            else:
                self.write("f32", f"cvt.rn.f32.f64 {{}}, {self.register('f64')}")
        elif operation == "bits":
            # As bits a NaN would show its payload, which nothing defines.
            bits = kind[1:]
            number, proper = self.new("pred", hidden=True), self.new(kind, hidden=True)
            self.emit(f"setp.num.{kind} {number}, {a}, {a}")
            instead = "0f00000000" if bits == "32" else "0d0000000000000000"
            self.emit(f"selp.{kind} {proper}, {a}, {instead}, {number}")
            self.write(f"b{bits}", f"mov.b{bits} {{}}, {proper}")
        else:
            self.write(kind, f"mov.b{kind[1:]} {{}}, {self.register('b' + kind[1:])}")

    def comparison(self) -> None:
        rng = self.rng
        kind = rng.choice(["b32"] * 5 + ["b64", "b64", "b16", "f32", "f64"])
        if kind[0] == "f":
            name = rng.choice(FLOAT_COMPARISONS)
            suffix = kind
        else:
            sign = rng.choice("us")
            name = rng.choice(
                ["eq", "ne", "lt", "le", "gt", "ge"] + ["lo", "ls", "hi", "hs"] * (sign == "u")
            )
            suffix = f"{sign}{kind[1:]}"
        a, b = self.register(kind), self.source(kind)
        between, third = "", ""
        if (
            rng.random() < 0.3
            and self.scope.readable["pred"]
            and name not in ("num", "nan")
            and name not in ("lo", "ls", "hi", "hs")
        ):
            between = f".{rng.choice(['and', 'or', 'xor'])}"
            third = f", {rng.choice(['', '!'])}{self.register('pred')}"
        operation = f"setp.{name}{between}.{suffix}"
        if rng.random() < 0.3:
            first, first_old = self.target("pred")
            self.commit("pred", first, first_old)
            second, second_old = self.target("pred")
            if second == first:
                second, second_old = self.new("pred", hidden=True), True
            choices = rng.choice(["both", "both", "both", "first", "second"])
            shown = {"both": f"{first}|{second}", "first": f"{first}|_", "second": f"_|{second}"}
            if choices == "second" and not first_old:
                choices = "both"
            self.emit(f"{operation} {shown[choices]}, {a}, {b}{third}")
            if choices != "first":
                self.commit("pred", second, second_old)
        else:
            self.write("pred", f"{operation} {{}}, {a}, {b}{third}")

    def predicate_operation(self) -> None:
        a = self.register("pred")
        operation = self.rng.choice(["and", "or", "xor", "not", "mov"])
        more = "" if operation in ("not", "mov") else f", {self.register('pred')}"
        self.write("pred", f"{operation}.pred {{}}, {a}{more}")

    def repacking(self) -> None:
        rng = self.rng
        if rng.random() < 0.5:
            kind, part = rng.choice([("b64", "b32"), ("b32", "b16")])
            parts = f"{self.source(part)}, {self.source(part)}"
            self.write(kind, f"mov.{kind} {{}}, {{{{{parts}}}}}")
            return
        kind, part = rng.choice([("b64", "b32"), ("b32", "b16")])
        source = self.register(kind)
        names = self.targets(part, 2)
        self.emit(f"mov.{kind} {{{', '.join(names)}}}, {source}")
