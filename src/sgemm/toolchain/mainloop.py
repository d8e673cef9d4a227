"""The patched mainloop as a user meets it: its switch, the compilers that were tried, warnings.

``SGEMM_MACHINE_CODE=off`` (or ``0``) leaves every mainloop as the compiler made it. It is read when
a kernel is built.
"""

from __future__ import annotations

import warnings

from sgemm.toolchain import switches
from sgemm.toolchain.build import Build, name_of

VARIABLE = "SGEMM_MACHINE_CODE"

TRIED = ("13.0", "13.1", "13.2", "13.3", "13.4", "13.5")
"""Versions of NVRTC whose code was patched, in every specialisation of every kernel."""

REPORT = "please report this line"

_warned: set[str] = set()


def is_on() -> bool:
    """Whether mainloops are patched."""
    return switches.is_on(VARIABLE)


def warn_once(what: str, text: str) -> None:
    """Warn about one matter, once in a process."""
    if what not in _warned:
        _warned.add(what)
        warnings.warn(text, RuntimeWarning, stacklevel=2)


def is_tried(compiler: str) -> bool:
    """Whether code of a compiler, ``"NVRTC 13.5.37"``, was patched in every specialisation."""
    version = compiler.removeprefix("NVRTC ")
    return any(f"{version}.".startswith(f"{tried}.") for tried in TRIED)


def warn_about(build: Build) -> None:
    """Warn, once, where a mainloop was not patched, or the compiler is not one that was tried."""
    off = f"{VARIABLE}=off keeps the compiler's mainloops and says nothing"
    name = name_of(build.kernel)
    if build.loop is not None and not build.is_patched:
        warn_once(
            "fallback",
            f"{name} has a mainloop {build.loop}: it is right, and up to a quarter slower; "
            f"{REPORT} with the compiler's version, {build.compiler}; tried were NVRTC "
            f"{', '.join(TRIED)}; {off}",
        )
    elif build.is_patched and not is_tried(build.compiler):
        warn_once(
            "compiler",
            f"{build.compiler} is not one of the compilers whose mainloops were patched before "
            f"(NVRTC {', '.join(TRIED)}); that of {name} was validated all the same, and is "
            f"compared with the compiler's when it is first used; {off}",
        )
