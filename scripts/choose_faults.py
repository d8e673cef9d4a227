"""Choose faults to plant: one-line changes all over the package that tests should notice.

    python scripts/choose_faults.py scripts/faults.csv

Python gets the usual operators of mutation testing: a comparison at its edge or reversed, an
operator for another, a number one higher, ``and`` for ``or``, a call or a result left out. CUDA C++
gets an operator for another or a barrier left out. Errors' texts, constants of modules and
annotations stay as they are. Every package has its share, spread over its files; the seed is fixed.
The list is committed: choose again only when many of its lines are gone from the source.
"""

from __future__ import annotations

import ast
import csv
import random
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEED = 20
SHARES = {
    "": 6,
    "arrays": 10,
    "bench": 24,
    "blas": 14,
    "cli": 12,
    "executor": 36,
    "jax": 10,
    "kernels": 10,
    "machine_code": 16,
    "machines": 16,
    "planning": 10,
    "ptx": 16,
    "report": 14,
    "toolchain": 12,
    "torch": 14,
    "verify": 12,
}
CUDA_SHARE = 30
COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
OPERATORS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
}
CUDA_CHANGES = (
    (" < ", " <= "),
    (" + ", " - "),
    (" * ", " + "),
    (" && ", " || "),
    (" == ", " != "),
    (" % ", " / "),
    ("__syncthreads();", ""),
)
NO_CODE = ("//", "*", "/*", "#", "template", "static_assert", "using")


def change(node: ast.AST) -> tuple[int, int, str, str] | None:
    """Where a node's line changes: columns from and to, the text that is there, the new one.

    Without a text that is there, all between the columns is replaced.
    """
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return left.end_col_offset, right.col_offset, *COMPARISONS[type(operator)]
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATORS:
            return left.end_col_offset, right.col_offset, *OPERATORS[type(operator)]
        case ast.BoolOp(op=operator, values=[left, right, *_]):
            words = ("and", "or") if isinstance(operator, ast.And) else ("or", "and")
            return left.end_col_offset, right.col_offset, *words
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return node.col_offset, operand.col_offset, "", ""
        case ast.Constant(value=int(value)) if type(value) is int:
            return node.col_offset, node.end_col_offset, "", str(value + 1)
        case ast.Expr(value=ast.Call()):
            return node.col_offset, node.end_col_offset, "", "pass"
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            return node.col_offset, node.end_col_offset, "", "return None"
    return None


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what the bodies of functions do; not what errors say, and no annotations."""
    left: list[tuple[ast.AST, bool]] = [(tree, False)]
    while left:
        node, inside = left.pop()
        if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr):
            continue
        if inside:
            yield node
        is_function = isinstance(node, ast.FunctionDef)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "args", "decorator_list") and not isinstance(
                node, ast.Call
            ):
                continue
            within = inside or (is_function and name == "body")
            children = value if isinstance(value, list) else [value]
            left += [(child, within) for child in children if isinstance(child, ast.AST)]


def python_faults(text: str) -> set[tuple[str, str]]:
    """Return lines of a Python file with what they may be changed to."""
    lines = text.split("\n")
    found = set()
    for node in statements(ast.parse(text)):
        if getattr(node, "lineno", 0) != getattr(node, "end_lineno", None):
            continue
        planned = change(node)
        if planned is None:
            continue
        begin, end, old, new = planned
        line = lines[node.lineno - 1].encode()
        between = line[begin:end].decode()
        if old not in between:
            continue
        changed = between.replace(old, new, 1) if old else new
        found.add(
            (line.decode().strip(), (line[:begin] + changed.encode() + line[end:]).decode().strip())
        )
    return found


def cuda_faults(text: str) -> set[tuple[str, str]]:
    """Return lines of a CUDA file with what they may be changed to."""
    found = set()
    for line in map(str.strip, text.split("\n")):
        code = line.split("//")[0]
        if not line.startswith(NO_CODE):
            found |= {(line, line.replace(*pair, 1)) for pair in CUDA_CHANGES if pair[0] in code}
    return found


def chosen(files: list[Path], count: int, chance: random.Random) -> list[tuple[str, str, str]]:
    """Choose faults of lines that a file has once, in turns over the files."""
    pools = []
    for path in files:
        text = path.read_text()
        lines = [line.strip() for line in text.split("\n")]
        faults = python_faults(text) if path.suffix == ".py" else cuda_faults(text)
        pool = sorted(
            fault for fault in faults if lines.count(fault[0]) == 1 and fault[0] != fault[1]
        )
        chance.shuffle(pool)
        pools.append([(str(path.relative_to(ROOT)), *fault) for fault in pool])
    chance.shuffle(pools)
    turns = [pool[turn] for turn in range(count) for pool in pools if turn < len(pool)]
    return turns[:count]


def main() -> None:
    """Choose, and write the list."""
    package = ROOT / "src/sgemm"
    chance = random.Random(SEED)
    faults = []
    for name, count in SHARES.items():
        pattern = "**/*.py" if name else "*.py"
        faults += chosen(sorted((package / name).glob(pattern)), count, chance)
    sources = [path for path in (package / "kernels").rglob("*") if path.suffix in (".cu", ".cuh")]
    faults += chosen(sorted(sources), CUDA_SHARE, chance)
    with Path(sys.argv[1]).open("w", newline="") as target:
        rows = csv.writer(target, lineterminator="\n")
        rows.writerow(("file", "line", "fault"))
        rows.writerows(faults)


if __name__ == "__main__":
    main()
