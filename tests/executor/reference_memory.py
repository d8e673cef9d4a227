"""What memory is to the reference interpreter: pieces at addresses, shared variables."""

from collections.abc import Sequence

from sgemm.ptx.syntax import Entry

SHARED_WINDOW = 1 << 60
"""Generic address of shared address 0, where this interpreter and the executor agree on it."""


class InterpreterError(Exception):
    """The kernel did what no valid kernel does."""


class Memory:
    """Pieces of memory at given addresses.

    - ``pieces``: address and contents; the contents change as kernels run.
    """

    def __init__(self, pieces: Sequence[tuple[int, bytearray]]) -> None:
        self.pieces = list(pieces)

    def find(self, address: int, nbytes: int) -> tuple[bytearray, int]:
        if address % nbytes:
            raise InterpreterError(f"misaligned: {nbytes} bytes at {address:#x}")
        for start, content in self.pieces:
            if start <= address and address + nbytes <= start + len(content):
                return content, address - start
        raise InterpreterError(f"outside: {nbytes} bytes at {address:#x}")

    def read(self, address: int, nbytes: int) -> bytes:
        content, offset = self.find(address, nbytes)
        return bytes(content[offset : offset + nbytes])

    def write(self, address: int, data: bytes) -> None:
        content, offset = self.find(address, len(data))
        content[offset : offset + len(data)] = data


def place_shared(entry: Entry, architecture: int) -> tuple[dict[str, int], int, int]:
    """Place shared variables, one after the other."""
    start = 1024 if architecture >= 80 else 0
    end = start
    symbols = {}
    for variable in entry.shared:
        alignment = min(variable.alignment, 1024)
        end = -(-end // alignment) * alignment
        symbols[variable.name] = end
        end += variable.nbytes
    return symbols, start, end - start
