"""The problem: what is to be computed, not how or where."""

from __future__ import annotations

import dataclasses
import inspect
import math
import numbers
import struct
from typing import Any, cast

from sgemm.errors import ArgumentError
from sgemm.visible import short, type_name

INT32_MAX = 2**31 - 1

LAYOUTS = ("nn", "nt", "tn", "tt")
"""How A, and how B, is stored: n as the product wants it, t transposed."""

ITEM_BYTES = {"float32": 4, "float16": 2, "bfloat16": 2}
"""Types that elements of A and B may have -> bytes of one. One of both is float32, and C is."""

FLOAT32 = "float32"
FLOAT32_BYTES = ITEM_BYTES[FLOAT32]

_EXTENT_MAX = 2**63 - 1


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """C := alpha*op(A)*op(B) + beta*C for row-major single-precision matrices, or a batch of them.

    op(A) is m x k, op(B) is k x n and C is m x n, where op(X) is X or its transpose. A leading
    dimension is the distance in elements from one row to the next of a matrix as it is stored;
    0 (the default) is replaced by the tightest one. A batch is a number of independent products
    whose matrices lie at equal distances. The constructor rejects what no kernel could compute, so
    that later stages need not check it again.

    Parameters
    ----------
    m, n, k : int
        Sizes, each from 0 to 2**31 - 1.
    alpha, beta : float
        Scalars, rounded to single precision. ``beta == 0`` means that C is never read;
        ``alpha == 0`` or ``k == 0`` means that A and B are never read.
    lda, ldb, ldc : int
        Leading dimensions of A, B and C in elements: at least the length of a stored row (k, n
        and n; m for a transposed A and k for a transposed B), and at least 1.
    trans_a, trans_b : bool
        Whether A is stored transposed (k x m), and whether B is (n x k).
    batch : int
        How many products there are, from 0 to 2**31 - 1; with 0 there is nothing to compute.
    stride_a, stride_b, stride_c : int or None
        Elements from one matrix of the batch to the next. None (the default) is replaced by the
        tightest stride: all rows as stored. So is any stride if there is at most one product. 0 is
        allowed for A and B: the same matrix then serves all products. Results must not overlap:
        ``stride_c`` is at least what one C spans.
    type_a, type_b : str
        Types of the elements of A and B: ``"float32"``. One of them may be ``"float16"`` or
        ``"bfloat16"`` instead.
    prepared_a, prepared_b : bool
        Whether the operand was split beforehand into the parts that tensor cores multiply. Kernels
        that have no use for the parts read the operand itself.
    ld_addend, stride_addend : int or None
        Leading dimension and stride of the addend, if ``beta`` multiplies another matrix than C.
        C is then only written. A leading dimension of 0 adds one row of n elements to all rows.
        The stride is 0 or more, and by default the tightest. With ``ld_addend`` None (the default),
        ``beta`` multiplies C itself, as in BLAS. ``beta == 0`` sets both to None.

    Raises
    ------
    ArgumentError
        If a size is negative or too large, a leading dimension is smaller than its row, a stride
        makes results overlap or passes 2**63 elements, a scalar is finite and larger than any
        float32, or a value is of a wrong type.
    """

    m: int
    n: int
    k: int
    alpha: float = 1.0
    beta: float = 0.0
    lda: int = 0
    ldb: int = 0
    ldc: int = 0
    trans_a: bool = False
    trans_b: bool = False
    batch: int = 1
    # None only until __post_init__ has put the tightest stride in its place.
    stride_a: int = cast(int, None)
    stride_b: int = cast(int, None)
    stride_c: int = cast(int, None)
    type_a: str = FLOAT32
    type_b: str = FLOAT32
    prepared_a: bool = False
    prepared_b: bool = False
    ld_addend: int | None = None
    stride_addend: int | None = None

    def __post_init__(self) -> None:
        for name in ("m", "n", "k", "batch"):
            given, size = getattr(self, name), self._whole(name)
            if size is None or not 0 <= size <= INT32_MAX:
                raise ArgumentError(
                    f"{name} = {short(given)}: a size is a whole number in 0 ... 2**31-1"
                )
        for name in ("trans_a", "trans_b", "prepared_a", "prepared_b"):
            flag = getattr(self, name)
            if not isinstance(flag, bool):
                what = "transposed" if name.startswith("trans") else "prepared"
                raise ArgumentError(f"{name} = {flag!r}: whether a matrix is {what} is a bool")
        if self.types != (FLOAT32, FLOAT32):
            self._check_types()
        a_row, b_row = ("m" if self.trans_a else "k"), ("k" if self.trans_b else "n")
        for name, what in (("lda", a_row), ("ldb", b_row), ("ldc", "n")):
            self._settle_leading(name, what)
        for letter, (*shape, _) in zip("abc", self.stored, strict=True):
            self._settle_stride(f"stride_{letter}", *shape)
        for name in ("alpha", "beta"):
            object.__setattr__(self, name, single(name, getattr(self, name)))
        self._settle_addend()

    def _settle_addend(self) -> None:
        """Check the layout of the addend; there is none where C itself is added, or nothing."""
        given = self.ld_addend
        if given is None and self.stride_addend is not None:
            raise ArgumentError(
                f"stride_addend = {short(self.stride_addend)} and ld_addend is None: without a "
                "leading dimension there is no addend but C itself"
            )
        if given is None:
            return
        if self._whole("ld_addend") != 0:
            self._settle_leading("ld_addend", "n")
        leading = cast(int, self.ld_addend)
        self._settle_stride("stride_addend", self.m if leading else 1, self.n, leading or self.n)
        if self.beta == 0.0:
            object.__setattr__(self, "ld_addend", None)
            object.__setattr__(self, "stride_addend", None)

    def _check_types(self) -> None:
        for name, value in zip(("type_a", "type_b"), self.types, strict=True):
            if not isinstance(value, str) or value not in ITEM_BYTES:
                raise ArgumentError(f"{name} = {value!r}: one of {', '.join(ITEM_BYTES)} is needed")
        if FLOAT32 not in self.types:
            raise ArgumentError(
                f"type_a = {self.type_a}, type_b = {self.type_b}: one of both has to be float32; "
                "convert one of them, which is exact"
            )

    def _whole(self, name: str) -> int | None:
        """Return a field as Python's int, and keep it so; None where it is no whole number."""
        value = getattr(self, name)
        if type(value) is int:  # as nearly all are: files of results have many problems
            return value
        if isinstance(value, bool) or not isinstance(value, numbers.Integral):
            return None
        object.__setattr__(self, name, int(value))
        return int(value)

    def _settle_leading(self, name: str, what: str) -> None:
        """Check a leading dimension, or put the tightest in the place of 0."""
        given, row = self._whole(name), getattr(self, what)
        if given is None:
            value = getattr(self, name)
            raise ArgumentError(f"{name} = {value!r}: a leading dimension is a whole number")
        tightest = max(1, row)
        if given == 0:
            object.__setattr__(self, name, tightest)
        elif not tightest <= given <= INT32_MAX:
            raise ArgumentError(
                f"{name} = {short(given)}: a row has {what} = {row} elements, "
                f"so {name} must lie in {tightest} ... 2**31-1"
            )

    def _settle_stride(self, name: str, rows: int, columns: int, leading: int) -> None:
        """Check the distance between two matrices, or put the tightest in the place of None."""
        value = getattr(self, name)
        given = None if value is None else self._whole(name)
        if value is not None and (given is None or given < 0):
            raise ArgumentError(
                f"{name} = {value!r}: a stride is a whole number of elements, 0 or more"
            )
        if given is None or self.batch <= 1:
            given = rows * leading
            object.__setattr__(self, name, given)
        extent = _extent(rows, columns, leading)
        if name == "stride_c" and self.batch > 1 and given < extent:
            raise ArgumentError(
                f"stride_c = {given}: each C spans {extent} elements, so in a batch of "
                f"{self.batch} stride_c must be at least {extent}"
            )
        if max(0, self.batch - 1) * given + extent > _EXTENT_MAX:
            raise ArgumentError(
                f"{name} = {short(given)}: a batch of {self.batch} would span more than 2**63-1 "
                "elements"
            )

    @property
    def layout(self) -> str:
        """How A and B are stored: ``"nn"``, ``"nt"``, ``"tn"`` or ``"tt"``; t is transposed."""
        return ("t" if self.trans_a else "n") + ("t" if self.trans_b else "n")

    @property
    def types(self) -> tuple[str, str]:
        """Types of the elements of A and of B."""
        return self.type_a, self.type_b

    @property
    def a_rows(self) -> int:
        """Rows of A as it is stored."""
        return self.k if self.trans_a else self.m

    @property
    def a_columns(self) -> int:
        """Columns of A as it is stored."""
        return self.m if self.trans_a else self.k

    @property
    def b_rows(self) -> int:
        """Rows of B as it is stored."""
        return self.n if self.trans_b else self.k

    @property
    def b_columns(self) -> int:
        """Columns of B as it is stored."""
        return self.k if self.trans_b else self.n

    @property
    def flops(self) -> int:
        """Floating-point operations: 2*m*n*k a product; a fused multiply-add counts as two."""
        return 2 * self.m * self.n * self.k * self.batch

    @property
    def is_empty(self) -> bool:
        """Whether C has no elements, so that there is nothing to compute."""
        return self.m == 0 or self.n == 0 or self.batch == 0

    @property
    def reads_operands(self) -> bool:
        """Whether A and B are read at all (BLAS: not if alpha or k is zero)."""
        return self.k > 0 and self.alpha != 0.0

    @property
    def elements(self) -> tuple[int, int, int]:
        """Elements from the first to the last of all A, of all B and of all C, with padding."""
        a, b, c = (
            (self.batch - 1) * stride + extent if extent and self.batch else 0
            for extent, stride in ((_extent(*shape), stride) for *shape, stride in self.stored)
        )
        return a, b, c

    @property
    def adds_row(self) -> bool:
        """Whether one row is added to all rows."""
        return self.ld_addend == 0

    @property
    def addend_elements(self) -> int:
        """Elements from the first to the last of the addend; 0 where there is none but C."""
        if self.ld_addend is None or self.stride_addend is None or self.is_empty:
            return 0
        rows = self.m if self.ld_addend else 1
        return (self.batch - 1) * self.stride_addend + _extent(rows, self.n, self.ld_addend)

    @property
    def stored(self) -> tuple[tuple[int, int, int, int], ...]:
        """Rows, columns, leading dimension and stride of A, B and C as they are stored."""
        return (
            (self.a_rows, self.a_columns, self.lda, self.stride_a),
            (self.b_rows, self.b_columns, self.ldb, self.stride_b),
            (self.m, self.n, self.ldc, self.stride_c),
        )

    @classmethod
    def column_major(cls, *values: Any, **named: Any) -> Problem:
        """Describe a column-major problem as the row-major one that computes it.

        The arguments are the constructor's, in its order. lda, ldb and ldc are distances between
        columns. lda is at least m, or k if A is transposed. ldb is at least k, or n if B is
        transposed. ldc is at least m.

        A column-major m x n matrix is a row-major n x m one, and (op(A)*op(B))^T =
        op(B)^T * op(A)^T. So in the row-major problem m and n are exchanged, and so are A and B
        with all that belongs to them. To run it, pass the caller's B where a kernel expects A, and
        the caller's A where it expects B.
        """
        given = inspect.signature(cls).bind(*values, **named).arguments
        exchanged = {"m": "n", "n": "m"} | {
            f"{word}{one}": f"{word}{other}"
            for word in ("ld", "trans_", "stride_", "type_", "prepared_")
            for one, other in ("ab", "ba")
        }
        return cls(**{exchanged.get(name, name): value for name, value in given.items()})

    def __str__(self) -> str:
        text = f"{self.m}x{self.n}x{self.k}"
        if self.layout != "nn":
            text += f" {self.layout}"
        if self.types != (FLOAT32, FLOAT32):
            text += f" {self.type_a} by {self.type_b}"
        if prepared := [name for name in "ab" if getattr(self, f"prepared_{name}")]:
            text += f", {' and '.join(prepared)} prepared"
        if self.batch != 1:
            text += f", batch {self.batch}"
        if self.alpha != 1.0 or self.beta != 0.0:
            text += f", alpha {self.alpha:g}, beta {self.beta:g}"
        if any(leading != max(1, columns) for _, columns, leading, _ in self.stored):
            text += f", lda {self.lda}, ldb {self.ldb}, ldc {self.ldc}"
        if any(stride != rows * leading for rows, _, leading, stride in self.stored):
            text += f", strides {self.stride_a}, {self.stride_b}, {self.stride_c}"
        if self.ld_addend == 0:
            text += ", of one row"
        elif self.ld_addend is not None:
            text += f", ld_addend {self.ld_addend}"
        if self.ld_addend is not None and self.batch > 1:
            text += f", stride_addend {self.stride_addend}"
        return text


def _extent(rows: int, row: int, stride: int) -> int:
    return (rows - 1) * stride + row if rows and row else 0


def single(name: str, value: object) -> float:
    """Round a real number to single precision; infinities and NaN are values, too.

    Raises ArgumentError if it is no real number, or finite and too large.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ArgumentError(
            f"{name} = {short(value)} is of type {type_name(value)}, not a real number"
        )
    try:
        rounded: float = struct.unpack("f", struct.pack("f", float(value)))[0]
    except OverflowError:
        rounded = math.inf
    # A wider number that is finite may become infinite, too.
    if math.isinf(rounded) and value not in (math.inf, -math.inf):
        raise ArgumentError(
            f"{name} = {short(value)} is finite, but larger than the largest float32, 3.4028235e38"
        )
    return rounded
