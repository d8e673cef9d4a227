"""The program that a worker process runs: one check of one subject, a JSON line a record."""

from __future__ import annotations

import argparse
import importlib
import json


def main() -> None:
    """Run one check and print its records as they come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("check", help="a module of this package that has check(subject, ...)")
    parser.add_argument("subject", help="the name of a kernel, or what else the check is about")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args()
    check = importlib.import_module(f"gpu_checks.{arguments.check}").check
    options = dict(option.split("=", 1) for option in arguments.option)
    for record in check(arguments.subject, quick=arguments.quick, **options):
        print(json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
