"""The charting library in the source tree is what its packages hold, with its licences."""

import hashlib
import runpy
from pathlib import Path

import sgemm.report.html

ASSETS = Path(sgemm.report.html.__file__).parent / "assets"
SCRIPT = Path(__file__).parents[2] / "scripts/vendor_charts.py"
ROOT = Path(__file__).parents[2]
MEBIBYTE = 2**20


def test_the_files_have_the_digests_that_the_script_checks() -> None:
    files = runpy.run_path(str(SCRIPT))["FILES"]
    vendor = ASSETS / "vendor"
    assert {path.name for path in vendor.iterdir()} == {*files, "LICENCES.txt"}
    for name, (_, digest) in files.items():
        content = (vendor / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == digest
        assert len(content) < MEBIBYTE


def test_every_package_has_its_licence() -> None:
    told = runpy.run_path(str(SCRIPT))
    text = (ASSETS / "vendor/LICENCES.txt").read_text(encoding="utf-8")
    for name in (*told["BUNDLED"], *told["PACKAGES"]):
        assert name in text
    for words in ("Permission to use, copy, modify, and/or distribute", "MIT License"):
        assert words in text


def test_no_asset_ends_the_element_it_is_put_into() -> None:
    for path in (path for path in ASSETS.rglob("*") if path.is_file()):
        text = path.read_text(encoding="utf-8").lower()
        assert "</script" not in text and "</style" not in text and "<!--" not in text
