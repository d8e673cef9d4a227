"""``python -m sgemm`` is the command ``sgemm``."""

from sgemm.cli.main import main

main(prog_name="sgemm")
