"""Random kernels with structured control flow: ifs, loops, early returns, barriers between."""

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
            hidden = self.secretly_uniform()
            predicate = self.made("pred", f"setp.<eq|ne>.u32 {{}}, {hidden}, 0")
        else:
            predicate = self.condition(uniform=uniform)
        otherwise, end = self.label(), self.label()
        has_else = rng.random() < 0.5
        self.emit(f"@<|!>{predicate} bra {otherwise if has_else else end}")
        with self.inner(uniform=uniform or secret):
            self.body(rng.randint(1, 4))
            self.scoped_store()
            if rng.random() < 0.2:
                self.emit("setp.eq.u32 $pred, %r2, 77; @$pred ret")
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
        uniform = rng.random() < 0.5
        secret = not uniform and rng.random() < 0.3
        if uniform:
            limits = ["mov.u32 {}, <1..4>", "and.b32 {}, %r1, 3", "add.u32 {}, %r0, 1"]
        elif secret:
            limits = [f"add.u32 {{}}, {self.secretly_uniform()}, <1..3>"]
        else:
            limits = ["and.b32 {}, <b32>, <1|3|4>"]
        step = rng.choice([1, 1, 1, 2, 8])
        scaled = f"; mul.lo.s32 {{}}, {{}}, {step}" if step != 1 else ""
        limit = self.made("b32", rng.choice(limits) + scaled, hidden=False, protected=True)
        counter = self.made("b32", "mov.u32 {}, 0", hidden=False, protected=True)
        total = self.made("b32", "mov.u32 {}, 0", hidden=False)
        head, end = self.label(), self.label()
        predicate = self.new("pred", hidden=True)
        tested_first = rng.random() < 0.5
        self.place(head)
        if tested_first:
            self.emit(f"setp.ge.u32 {predicate}, {counter}, {limit}; @{predicate} bra {end}")
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
            self.emit(f"setp.lt.u32 {predicate}, {counter}, {limit}; @{predicate} bra {head}")
        self.place(end)

    def add_what_the_last_turn_made(self, total: str, counter: str) -> None:
        """Use a product of lanes and a number that has changed since it was made."""
        self.emit(
            f"setp.ne.u32 $pred, {counter}, 0; mad.lo.u32 $b32pitch, {counter}, <1..9>, %r0;"
            f"@$pred mad.lo.u32 {total}, {total}, 3, $b32made;"
            f"mul.lo.s32 $b32made, {self.linear}, $b32pitch"
        )

    def early_return(self) -> None:
        self.emit(f"@{self.condition(uniform=False)} <ret|exit>")

    # ---- the whole

    def body(self, count: int) -> None:
        rng = self.rng
        for _ in range(count):
            kinds = [self.integer_operation] * 9 + [self.comparison] * 2 + [self.conversion] * 2
            kinds += [self.float_operation] * 3 + [self.load] * 3 + [self.index_arithmetic] * 3
            kinds += [self.repacking, self.predicate_operation, self.store, self.guarded_chain]
            if self.depth < 3:
                kinds += [self.branch] * 3 + [self.loop] * (3 - self.depth)
            if self.barriers_allowed and self.scope.is_uniform:
                kinds += [self.exchange] * 2 + [self.barrier]
                if self.depth == 0:
                    kinds += [self.diverged_warps]
            if self.returns_allowed and rng.random() < 0.3:
                kinds += [self.early_return]
            rng.choice(kinds)()


def make_program(rng: random.Random, size: int = 14) -> Program:
    """Make a program from a source of random numbers."""
    return ProgramMaker(rng, size).make()
