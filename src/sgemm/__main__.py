"""The command ``sgemm``, which begins here, and is ``python -m sgemm``."""

import signal


def main() -> None:
    """Run the command. Until it answers for interrupts itself, one ends it without a traceback."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from sgemm.cli.main import main as program

    program(prog_name="sgemm")


if __name__ == "__main__":
    main()
