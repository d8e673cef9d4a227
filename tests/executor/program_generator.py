"""Random kernels with structured control flow: ifs, loops, early returns, barriers between."""

from __future__ import annotations

import random

from program_base import Program
from program_frame import FramedMaker


class ProgramMaker(FramedMaker):
    """Makes one structured program."""

    # ---- control flow

    def branch(self) -> None:
        """If, perhaps with an else; perhaps nested; perhaps with a return that never happens."""
        rng = self.rng
        uniform = rng.random() < 0.3
        secret = not uniform and rng.random() < 0.2
        if secret:
            hidden = self.secretly_uniform(self.register("b32"))
            predicate = self.made("pred", f"setp.{rng.choice(['eq', 'ne'])}.u32 {{}}, {hidden}, 0")
        else:
            predicate = self.condition(uniform=uniform)
        otherwise, end = self.label(), self.label()
        has_else = rng.random() < 0.5
        guard = f"@{rng.choice(['', '!'])}{predicate}"
        self.emit(f"{guard} bra {otherwise if has_else else end}")
        with self.inner(uniform=uniform or secret):
            self.body(rng.randint(1, 4))
            self.scoped_store()
            if rng.random() < 0.2:
                never = self.made("pred", "setp.eq.u32 {}, %r2, 77")
                self.emit(f"@{never} ret")
        if has_else:
            self.emit(f"bra {end}")
            self.place(otherwise)
            with self.inner(uniform=uniform or secret):
                self.body(rng.randint(1, 4))
                self.scoped_store()
        self.place(end)

    def loop(self) -> None:
        """Count up to a number: constant, a parameter, different in each lane, or secretly so."""
        rng = self.rng
        source = self.register("b32")
        counter = self.new("b32", protected=True)
        limit = self.new("b32", protected=True)
        uniform = rng.random() < 0.5
        secret = not uniform and rng.random() < 0.3
        if uniform:
            choice = rng.choice(["constant", "parameter", "block"])
            text = {
                "constant": f"mov.u32 {limit}, {rng.randint(1, 4)}",
                "parameter": f"and.b32 {limit}, %r1, 3",
                "block": f"add.u32 {limit}, %r0, 1",
            }[choice]
            self.emit(text)
        elif secret:
            hidden = self.secretly_uniform(source)
            self.emit(f"add.u32 {limit}, {hidden}, {rng.randint(1, 3)}")
        else:
            self.emit(f"and.b32 {limit}, {source}, {rng.choice([1, 3, 4])}")
        step = rng.choice([1, 1, 1, 2, 8])
        if step != 1:
            self.emit(f"mul.lo.s32 {limit}, {limit}, {step}")
        self.emit(f"mov.u32 {counter}, 0")
        total = self.new("b32")
        self.emit(f"mov.u32 {total}, 0")
        head, end = self.label(), self.label()
        predicate = self.new("pred", hidden=True)
        tested_first = rng.random() < 0.5
        if tested_first:
            self.place(head)
            self.emit(f"setp.ge.u32 {predicate}, {counter}, {limit}")
            self.emit(f"@{predicate} bra {end}")
        else:
            self.place(head)
        with self.inner(in_loop=True, uniform=uniform or secret):
            if rng.random() < 0.4:
                self.add_what_the_last_turn_made(total, counter)
            self.body(rng.randint(1, 5))
            self.scoped_store()
            if rng.random() < 0.2:
                out = self.condition(uniform=False)
                if not (self.scope.is_uniform and self.barriers_allowed):
                    self.emit(f"@{out} bra {end}")
        self.emit(f"add.u32 {counter}, {counter}, {step}")
        if tested_first:
            self.emit(f"bra {head}")
        else:
            self.emit(f"setp.lt.u32 {predicate}, {counter}, {limit}")
            self.emit(f"@{predicate} bra {head}")
        self.place(end)

    def add_what_the_last_turn_made(self, total: str, counter: str) -> None:
        """Use a product of lanes and a number that has changed since it was made."""
        rng = self.rng
        later = self.new("pred", hidden=True)
        pitch, made = self.new("b32", hidden=True), self.new("b32", hidden=True)
        self.emit(f"setp.ne.u32 {later}, {counter}, 0")
        lines = [
            f"mad.lo.u32 {pitch}, {counter}, {rng.randint(1, 9)}, %r0",
            f"@{later} mad.lo.u32 {total}, {total}, 3, {made}",
            f"mul.lo.s32 {made}, {self.linear}, {pitch}",
        ]
        for line in lines:
            self.emit(line)

    def early_return(self) -> None:
        predicate = self.condition(uniform=False)
        self.emit(f"@{predicate} {self.rng.choice(['ret', 'exit'])}")

    # ---- the whole

    def body(self, count: int) -> None:
        rng = self.rng
        for _ in range(count):
            kinds = ["integer"] * 9 + ["compare"] * 2 + ["float"] * 3 + ["load"] * 3
            kinds += ["index"] * 3 + ["convert", "convert", "repack", "predicate", "store", "chain"]
            if self.depth < 3:
                kinds += ["if"] * 3 + ["loop"] * (3 - self.depth)
            if self.barriers_allowed and self.scope.is_uniform:
                kinds += ["exchange"] * 2 + ["barrier"]
                if self.depth == 0:
                    kinds += ["warps"]
            if self.returns_allowed and rng.random() < 0.3:
                kinds += ["return"]
            kind = rng.choice(kinds)
            {
                "integer": self.integer_operation,
                "index": self.index_arithmetic,
                "compare": self.comparison,
                "float": self.float_operation,
                "load": self.load,
                "convert": self.conversion,
                "repack": self.repacking,
                "predicate": self.predicate_operation,
                "store": self.store,
                "chain": self.guarded_chain,
                "if": self.branch,
                "loop": self.loop,
                "exchange": self.exchange,
                "barrier": self.barrier,
                "warps": self.diverged_warps,
                "return": self.early_return,
            }[kind]()


def make_program(rng: random.Random, size: int = 14) -> Program:
    """Make a program from a source of random numbers."""
    return ProgramMaker(rng, size).make()
