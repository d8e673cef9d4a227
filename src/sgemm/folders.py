"""Where a user's files lie: caches and data, by the rules of the XDG base directories."""

from __future__ import annotations

import os
from pathlib import Path

from sgemm.errors import ArgumentError

DATA_DIR = "SGEMM_DATA_DIR"


def home_folder() -> Path | None:
    """Return the home folder; None where there is none, or HOME is not an absolute path."""
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home if Path(os.environ.get("HOME", home)).is_absolute() else None


def tuned_folder() -> Path | None:
    """Return the folder of rates that were tuned here; None where there is no home folder.

    Raises ArgumentError where SGEMM_DATA_DIR is a relative path.
    """
    base = user_folder(DATA_DIR, "XDG_DATA_HOME", ".local/share")
    if base is not None and not base.is_absolute():
        raise ArgumentError(
            f"{DATA_DIR} = {os.environ[DATA_DIR]!r}: a process that is started in another folder "
            "would not find the rates; name an absolute path"
        )
    return None if base is None else base / "tuned"


def user_folder(own: str, xdg: str, at_home: str) -> Path | None:
    """Return the folder for one kind of files; None where there is no home folder.

    The variable ``own`` names it. Else it is ``sgemm`` in what the variable ``xdg`` names, or in
    the folder ``at_home`` of the home folder. Raises ArgumentError where ``own`` begins with ``~``
    and the name of no user.
    """
    chosen = os.environ.get(own, "")
    base = Path(os.environ.get(xdg, ""))
    home = home_folder()
    if chosen:
        is_at_home = chosen.partition("/")[0] == "~"
        try:
            return None if is_at_home and home is None else Path(chosen).expanduser()
        except RuntimeError:
            user = chosen.partition("/")[0][1:]
            raise ArgumentError(
                f"{own} = {chosen!r}: there is no user {user!r}; name an absolute path"
            ) from None
    # The XDG rules: a relative path is not valid and is ignored.
    if base.is_absolute():
        return base / "sgemm"
    return None if home is None else home / at_home / "sgemm"
