"""``python -m sgemm.report.publish``: bring tables and plots of the documentation up to date."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sgemm.errors import SgemmError
from sgemm.report.publish.pages import publish, stale


def main(arguments: list[str] | None = None) -> int:
    """Run, and return the exit status: 1 if something is out of date, 2 on an error."""
    parser = argparse.ArgumentParser(prog="python -m sgemm.report.publish", description=__doc__)
    parser.add_argument(
        "--root", type=Path, default=Path(), help="the source tree; by default here"
    )
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    asked = parser.parse_args(arguments)
    if not (asked.root / "README.md").exists():
        print(f"publish: root = {str(asked.root)!r} has no README.md", file=sys.stderr)
        return 2
    try:
        found = stale(asked.root) if asked.check else publish(asked.root)
    except SgemmError as error:
        print(f"publish: {error}", file=sys.stderr)
        return 2
    for line in found:
        print(line)
    return 1 if asked.check and found else 0


if __name__ == "__main__":
    sys.exit(main())
