"""Random kernels whose warps work together in part: some lanes exchange numbers, some end early.

Lanes part by their number, so that the lanes that are together are known; they exchange among
themselves while others do something else. Between that, all threads meet at barriers of the block,
and some have ended by then. Shuffles take from lanes that take part, or have ended.
"""

import contextlib
import operator
import random
from collections.abc import Callable, Iterator

from program_base import MAX_STORES, Program
from program_generator import ProgramMaker
from reference_waits import shuffle_source

EVERY = 2**32 - 1


class WarpMaker(ProgramMaker):
    """Makes one program of warps that part."""

    mask: int | None = EVERY
    """Lanes that are together here, the same in each warp; None: nobody knows."""

    some_ended = False

    for_gpu = False
    """Whether PTX must define all: no NaN, which are others there, and no lane that has ended."""

    def make(self) -> Program:
        self.barriers_allowed, self.returns_allowed = True, False
        return super().make()

    @contextlib.contextmanager
    def inner(self, *, in_loop: bool = False, uniform: bool = True) -> Iterator[None]:
        before = self.mask
        if not uniform or (in_loop and not self.scope.is_uniform):
            # Lanes may leave a loop one by one, where no barrier is in it.
            self.mask = None
        with super().inner(in_loop=in_loop, uniform=uniform):
            yield
        self.mask = before

    def body(self, count: int) -> None:
        if self.depth:
            self.statements(count)
            return
        text = f"and.b32 {{}}, {self.linear}, 31"
        self.lane = self.made("b32", text, hidden=False, protected=True)
        start = len(self.lines)
        self.statements(2 * count)
        later, self.lines = self.lines[start:], self.lines[:start]
        self.clear_shared()
        self.lines += later

    def clear_shared(self) -> None:
        """Write shared memory once, for those who read what ended threads would have written."""
        for shared in range(self.shared):
            self.emit(
                f"mov.u32 $b32a, shared_{shared}; mad.lo.u32 $b32own, {self.linear}, 16, $b32a;"
                "st.shared.v4.u32 [$b32own], {%r2, %r2, %r2, %r2}"
            )
        self.emit("bar.sync 0")

    def statements(self, count: int) -> None:
        rng = self.rng
        for _ in range(count):
            choices: list[Callable[[], None]] = [self.integer_operation] * 2
            choices += [self.comparison, self.load, self.index_arithmetic]
            if not self.for_gpu:
                choices += [self.float_operation]
            shuffles = not (self.for_gpu and (self.some_ended or self.count % 32))
            if self.mask is not None:
                choices += [self.shuffle] * (3 * shuffles) + [self.vote] * 2 + [self.sync_warp]
                choices += [self.reduction] * 2
                if self.depth < 3 and self.mask & (self.mask - 1):
                    choices += [self.diverge] * 3
                if self.mask == EVERY and shuffles:
                    choices += [self.shuffle_by_halves]
            if self.depth < 2:
                choices += [self.branch, self.loop]
            if self.scope.is_uniform:
                choices += [self.exchange] * 2 + [self.barrier]
                if self.count % 32 == 0 and not self.some_ended:
                    choices += [self.matrix_load]
            if self.depth == 0:
                choices += [self.end_some, self.diverged_warps]
            if self.stores < MAX_STORES - 24:
                choices += [self.scoped_store]
            rng.choice(choices)()

    # ---- lanes that part, and end

    def choose_lanes(self) -> tuple[str, int]:
        """Make a predicate of the lane; return it and the lanes for which it holds."""
        number = self.rng.randrange(32)
        kind = self.rng.choice(["lt", "ge", "eq", "ne", "bit"])
        if kind == "bit":
            number = self.rng.choice([1, 2, 3, 4, 8, 12, 16])
            text = f"and.b32 $b32bit, {self.lane}, {number}; setp.eq.u32 {{}}, $b32bit, 0"
            chosen = [lane for lane in range(32) if not lane & number]
        else:
            text = f"setp.{kind}.u32 {{}}, {self.lane}, {number}"
            chosen = [lane for lane in range(32) if getattr(operator, kind)(lane, number)]
        return self.made("pred", text), sum(1 << lane for lane in chosen)

    def diverge(self) -> None:
        """Let lanes diverge, and exchange there."""
        rng = self.rng
        assert self.mask is not None
        predicate, lanes = self.choose_lanes()
        otherwise, end = self.label(), self.label()
        self.emit(f"@!{predicate} bra {otherwise}")
        self.together(self.mask & lanes, rng.randint(1, 3))
        if rng.random() < 0.5:
            self.emit(f"bra {end}")
            self.place(otherwise)
            self.together(self.mask & ~lanes, rng.randint(1, 3))
            self.place(end)
        else:
            self.place(otherwise)

    def together(self, lanes: int, count: int) -> None:
        with self.inner(uniform=False):
            self.mask = lanes or None
            self.statements(count)
            self.scoped_store()

    def end_some(self) -> None:
        """End some threads: by their lane, or all from a number on."""
        if self.rng.random() < 0.5:
            return
        self.some_ended = True
        if self.rng.random() < 0.5:
            predicate, _ = self.choose_lanes()
        else:
            text = f"setp.ge.u32 {{}}, {self.linear}, <1..{self.count}>"
            predicate = self.made("pred", text)
        self.emit(f"@{predicate} <ret|exit>")

    def barrier(self) -> None:
        # A barrier for a number of threads waits for warps that have ended, too.
        if not self.some_ended:
            super().barrier()
            return
        if self.rng.random() < 0.3:
            self.reduction_at_barrier("<0|3>")
            return
        self.emit("<bar.sync 0|barrier.sync 0|bar.cta.sync 3>")

    def diverged_warps(self) -> None:
        if not self.some_ended:
            super().diverged_warps()

    # ---- what lanes do together

    def mask_operand(self, mask: int) -> str:
        """A mask, as a constant or in a register."""
        if self.rng.random() < 0.5:
            return str(mask)
        return self.made("b32", f"mov.u32 {{}}, {mask}")

    def shuffle(self) -> None:
        """Shuffle among lanes, so that each takes from one that takes part."""
        assert self.mask is not None
        mask, operand = self.mask, self.mask_operand(self.mask)
        rng = self.rng
        value = self.register("b32")
        for _ in range(20):
            kind = rng.choice(["up", "down", "bfly", "idx"])
            amount = rng.choice([0, 1, 2, 4, 8, 16, rng.randrange(32)])
            segment = rng.choice([0, 0, 0x10, 0x18, 0x1C])
            clamp = segment << 8 | (0 if kind == "up" else 0x1F)
            sources = [shuffle_source(kind, lane, amount, clamp)[0] for lane in range(32)]
            if all(mask >> sources[lane] & 1 for lane in range(32) if mask >> lane & 1):
                break
        else:
            kind, clamp = "idx", 31
            amount = rng.choice([lane for lane in range(32) if mask >> lane & 1])
        shown = str(amount)
        if mask == EVERY and rng.random() < 0.3:
            shown = self.made("b32", "and.b32 {}, <b32>, 31")
        name = self.new("b32")
        target = f"{name}|{self.new('pred')}" if rng.random() < 0.4 else name
        self.emit(f"shfl.sync.{kind}.b32 {target}, {value}, {shown}, {clamp}, {operand}")

    def vote(self) -> None:
        assert self.mask is not None
        mask = self.mask_operand(self.mask)
        if self.rng.random() < 0.5:
            self.made("b32", f"vote.sync.ballot.b32 {{}}, <pred>, {mask}", hidden=False)
        else:
            self.made("pred", f"vote.sync.<all|any|uni>.pred {{}}, <pred>, {mask}", hidden=False)

    def reduction(self) -> None:
        assert self.mask is not None
        operation = self.rng.choice(["<add|min|max>.<u32|s32>", "<and|or|xor>.b32"])
        mask = self.mask_operand(self.mask)
        self.made("b32", f"redux.sync.{operation} {{}}, <b32?>, {mask}", hidden=False)

    def matrix_load(self) -> None:
        """Each thread writes a row; warps load matrices of these rows in another order."""
        rng = self.rng
        array, own = self.shared_array(16)
        self.emit(f"st.shared.v4.u32 [{own}], {{<b32>, <b32>, <b32?>, <b32?>}}; bar.sync 0")
        row = self.made("b32", f"xor.b32 {{}}, {self.linear}, <0|1|5|8|16|31>")
        place = self.made("b32", f"mad.lo.s32 {{}}, {row}, 16, {array}")
        targets = self.targets("b32", rng.choice([1, 2, 4]))
        shape = f"m8n8.x{len(targets)}{rng.choice(['', '.trans'])}"
        operation = f"ldmatrix.sync.aligned.{shape}.shared.b16"
        self.emit(f"{operation} {{{', '.join(targets)}}}, [{self.moved(place)}]; bar.sync 0")

    def sync_warp(self) -> None:
        assert self.mask is not None
        self.emit(f"bar.warp.sync {self.mask_operand(self.mask)}")

    def shuffle_by_halves(self) -> None:
        """Two groups of a warp name themselves in one instruction, or meet in two of them."""
        rng = self.rng
        predicate, lanes = self.choose_lanes()
        if not lanes or lanes == EVERY:
            return
        if rng.random() < 0.5:
            mask = self.made("b32", f"selp.u32 {{}}, {lanes}, {EVERY & ~lanes}, {predicate}")
            self.made("b32", f"vote.sync.ballot.b32 {{}}, <pred>, {mask}", hidden=False)
            return
        otherwise, end = self.label(), self.label()
        one, other = self.register("b32"), self.register("b32")
        result, how = self.new("b32"), f"{rng.choice([1, 2, 4, 8, 16])}, 31, {EVERY}"
        self.emit(f"@!{predicate} bra {otherwise}; shfl.sync.bfly.b32 {result}, {one}, {how}")
        self.emit(f"bra {end}")
        self.place(otherwise)
        self.emit(f"shfl.sync.bfly.b32 {result}, {other}, {how}")
        self.place(end)


def make_warp_program(rng: random.Random, size: int = 14, *, for_gpu: bool = False) -> Program:
    """Make a program from a source of random numbers."""
    maker = WarpMaker(rng, size)
    maker.for_gpu = for_gpu
    return maker.make()
