"""What PyTorch calls at the end of its own import where sgemm is installed (``torch.backends``).

So ``SGEMM_TORCH=on`` puts the library's kernels under PyTorch's products in a program that does not
know of it. Every program that imports PyTorch comes here: nothing is imported unless it is needed,
and nothing is raised.
"""

from __future__ import annotations

import contextlib
import os
import sys
import warnings

VARIABLE = "SGEMM_TORCH"
ON, OFF = ("1", "on"), ("", "0", "off")


def autoload() -> None:
    """Do what ``SGEMM_TORCH`` says, and keep torch.compile out of a library that is in use."""
    try:
        if "sgemm.blas" in sys.modules:
            sys.modules["sgemm.blas"].keep_compiler_out()
        value = os.environ.get(VARIABLE, "").strip().lower()
        if value in ON:
            from sgemm.torch.override import enable_during_import

            enable_during_import()
        elif value not in OFF:
            _warn(f"{VARIABLE} = {value!r} is neither on nor off: nothing is changed")
    except Exception as error:
        _warn(f"{VARIABLE}: PyTorch is as it was, since sgemm cannot be enabled: {error}")


def _warn(message: str) -> None:
    with contextlib.suppress(Warning):  # where warnings are errors, too
        warnings.warn(f"sgemm: {message}", RuntimeWarning, stacklevel=3)
