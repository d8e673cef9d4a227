"""Copy the charting library of the HTML report out of its npm packages.

The report has to work offline and in one file, so Observable Plot, and D3 which it is built on,
lie in the source tree as their authors publish them. This script puts them there, with the
licences of all that they contain::

    python scripts/vendor_charts.py

It needs npm. Both files must have the digests written down here; after a change of version, it
says which they are now.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGES = {"d3": "7.9.2", "@observablehq/plot": "0.6.17"}

FILES = {
    "d3.min.js": (
        "d3/dist/d3.min.js",
        "912111098ea99503a6f4967361d2bbdc9dbf58cf9c678c8e27e5b02d1a07f0c1",
    ),
    "plot.umd.min.js": (
        "@observablehq/plot/dist/plot.umd.min.js",
        "4358086467740777dd788d6b27a95cebdbaefdd50c730a3060117073bd7134cb",
    ),
}
"""Name in the source tree, then the file of the package and its SHA-256."""

BUNDLED = {
    "@observablehq/plot",
    "binary-search-bounds",
    "delaunator",
    "internmap",
    "interval-tree-1d",
    "isoformat",
    "robust-predicates",
}
"""Packages that are part of the two files, besides D3 and its modules."""

TARGET = Path(__file__).resolve().parents[1] / "src/sgemm/report/html/assets/vendor"


def main() -> int:
    """Install the packages in a folder that is thrown away, and copy what is needed."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = [f"{name}@{version}" for name, version in PACKAGES.items()]
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--silent"]
        subprocess.run(["npm", "install", *options, *wanted], cwd=folder, check=True)
        modules = Path(folder) / "node_modules"
        contents = {name: (modules / path).read_bytes() for name, (path, _) in FILES.items()}
        licences = _licences(modules)
    wrong = 0
    for name, content in contents.items():
        digest = hashlib.sha256(content).hexdigest()
        if digest != FILES[name][1]:
            print(f"{name}: its SHA-256 is {digest}, and {FILES[name][1]} is expected")
            wrong += 1
    if wrong:
        return 1
    for name, content in contents.items():
        (TARGET / name).write_bytes(content)
    (TARGET / "LICENCES.txt").write_text(licences, encoding="utf-8")
    return 0


def _licences(modules: Path) -> str:
    """Return each licence text once, under the packages that it is of."""
    owners: dict[str, list[str]] = {}
    for manifest in sorted([*modules.glob("*/package.json"), *modules.glob("@*/*/package.json")]):
        about = json.loads(manifest.read_text(encoding="utf-8"))
        name = about["name"]
        if name not in BUNDLED and name != "d3" and not name.startswith("d3-"):
            continue
        (text,) = (path for path in manifest.parent.iterdir() if path.stem.upper() == "LICENSE")
        lines = text.read_text(encoding="utf-8").strip().splitlines()
        tidy = "\n".join(line.rstrip() for line in lines)
        owners.setdefault(tidy, []).append(f"{name} {about['version']}")
    parts = [f"{', '.join(names)}\n\n{text}\n" for text, names in owners.items()]
    return f"\n{'-' * 80}\n\n".join(parts)


if __name__ == "__main__":
    sys.exit(main())
