"""Every error that a user of sgemm can meet.

All derive from :class:`SgemmError`. Each message names the thing at fault, its value, and what
would be right. The command line prints the message as one line and exits with code 2. It exits
with code 1 for :class:`VerificationError`, where the input was fine but the result was not.
"""

from __future__ import annotations


class SgemmError(Exception):
    """Base of all errors raised on purpose by sgemm."""


class ArgumentError(SgemmError, ValueError, RuntimeError):
    """An argument has a value that cannot be right (a shape, a type, a size, a name).

    It can be caught as the error that array libraries raise: a ValueError in NumPy and CuPy, a
    RuntimeError in PyTorch.
    """


class ArgumentTypeError(ArgumentError, TypeError):
    """An array has a type or a shape that cannot be right; a TypeError too, as in JAX."""


class RequirementError(SgemmError):
    """A kernel was asked for where its catalogue entry says that it does not apply."""


class CompileError(SgemmError):
    """CUDA C++ or PTX was refused by NVIDIA's compiler; the message carries its log."""


class MissingToolError(SgemmError):
    """An optional tool (a disassembler, ptxas, cuBLAS) is needed and not installed."""


class MachineError(SgemmError):
    """A machine is not there, or refused an allocation, a copy or a launch."""


class PtxError(SgemmError):
    """Base of the errors that point into a PTX file: ``file``, ``line`` (from 1) and ``text``.

    The text is the offending statement as written. The message shows only the beginning of a long
    one: a file that is not PTX at all may be one line of a million characters.
    """

    def __init__(self, message: str, file: str, line: int, text: str) -> None:
        super().__init__(f"{file}:{line}: {_shortened(message)}: {_shortened(text)!r}")
        self.message = message
        self.file = file
        self.line = line
        self.text = text

    def __reduce__(self) -> tuple[object, ...]:
        """Say how it is made again, in another process too: not of its words alone."""
        return type(self), (self.message, self.file, self.line, self.text)


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 240 else f"{words[:240]}..."


class PtxSyntaxError(PtxError):
    """PTX text that does not parse: a malformed line, an undeclared register or label."""


class UnsupportedInstructionError(PtxError):
    """PTX that parses, but whose opcode, modifier or operand the executor does not know."""


class ExecutionError(SgemmError):
    """A kernel went wrong while the cpu machine ran it."""


class MemoryAccessError(ExecutionError):
    """A kernel touched memory outside every allocation, or misaligned (checked mode)."""


class DeadlockError(ExecutionError):
    """A kernel can make no progress: a barrier that some warps never reach, or an endless loop."""


class VerificationError(SgemmError):
    """A kernel ran, and its result is not within the error bound."""
