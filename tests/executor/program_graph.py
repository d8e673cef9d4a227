"""Random kernels whose blocks branch anywhere, forwards and backwards: no structure at all.

A few registers are written before the first block and changed by all. Every block takes one from
a thread's fuel, so that each ends. Barriers stand in blocks of which all branches are the same
for all threads, be it that nobody can know.
"""

import random

from program_base import FIRST, MAX_STORES, Program
from program_frame import FramedMaker


class GraphMaker(FramedMaker):
    """Makes one program of blocks that branch at random."""

    def body(self, count: int) -> None:
        rng = self.rng
        for kind in ("b32", "b32", "b32", "b64", "f32", "pred", "pred"):
            self.made(kind, FIRST[kind], hidden=False)
        fuel = self.made("b32", f"mov.u32 {{}}, {rng.randint(3, 9)}")
        together = self.barriers_allowed
        secret = self.secretly_uniform() if together else "%r2"
        if together:
            # Different blocks of the grid may take different paths.
            self.emit(f"add.u32 {secret}, {secret}, %ctaid.x")
        blocks = rng.randint(2, 3 + count // 2)
        names = [self.label() for _ in range(blocks)]
        end = self.label()
        for place, name in enumerate(names):
            if place and rng.random() < 0.3:
                self.go_to(rng.choice([*names, end]), together, secret, fuel)
            self.place(name)
            with self.inner(in_loop=True, uniform=together):
                self.statements(rng.randint(0, 3), together)
                if rng.random() < 0.3:
                    self.diamond()
            self.emit(f"sub.u32 {fuel}, {fuel}, 1; setp.eq.u32 $pred, {fuel}, 0; @$pred bra {end}")
            for _ in range(rng.randint(0, 2)):
                self.go_to(rng.choice([*names, end]), together, secret, fuel)
            if rng.random() < 0.3:
                self.emit(f"bra {rng.choice([*names, end])}")
        self.place(end)
        if together and rng.random() < 0.5:
            self.exchange()

    def go_to(self, label: str, together: bool, secret: str, fuel: str) -> None:
        """Branch, if some predicate holds."""
        if not together:
            predicate = self.condition(uniform=self.rng.random() < 0.3)
        else:
            first = f"<{secret}|{secret}|%ctaid.x|%r0>"
            predicate = self.made(
                "pred",
                f"mad.lo.u32 $b32m, {fuel}, <1|3|5>, {first}; and.b32 $b32bit, $b32m, <1|2|3>;"
                "setp.<eq|ne>.u32 {}, $b32bit, 0",
            )
        self.emit(f"@<|!>{predicate} bra {label}")

    def diamond(self) -> None:
        """Lanes part and meet again, or never do for all that anybody can see."""
        rng = self.rng
        predicate = self.condition(uniform=False)
        one, other = self.label(), self.label()
        self.emit(f"@{predicate} bra {one}")
        with self.inner(uniform=False):
            self.statements(rng.randint(1, 2), False)
        if rng.random() < 0.3:
            self.emit("setp.eq.u32 $pred, %r2, 77; @$pred ret")
        if rng.random() < 0.5:
            self.emit(f"bra {other}")
        self.place(one)
        with self.inner(uniform=False):
            self.statements(rng.randint(0, 2), False)
        self.place(other)

    def statements(self, count: int, together: bool) -> None:
        """Write straight-line code that changes the common registers."""
        rng = self.rng
        for _ in range(count):
            choices = [self.integer_operation] * 6 + [self.float_operation, self.comparison]
            choices += [self.load, self.guarded_chain, self.index_arithmetic, self.index_arithmetic]
            if together:
                choices += [self.exchange, self.exchange, self.barrier]
            if self.stores < MAX_STORES - 24:
                choices += [self.scoped_store]
            rng.choice(choices)()

    def target(self, kind: str) -> tuple[str, bool]:
        """A register to write: here mostly an old one, that other blocks read."""
        old = self.scope.writable[kind]
        if old and self.rng.random() < 0.7:
            return self.rng.choice(old), True
        return super().target(kind)


def make_graph_program(rng: random.Random, size: int = 14) -> Program:
    """Make a program from a source of random numbers."""
    return GraphMaker(rng, size).make()
