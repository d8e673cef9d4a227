"""What all plots share: a blank figure of matplotlib, its colours, and how it becomes files.

matplotlib is imported when the first plot is drawn, and never opens a window. Equal plots are
equal files: nothing in them tells a date or a version. Colours are those of Okabe and Ito, which
people of all kinds of colour vision tell apart; no meaning rests on a colour alone.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from typing import Any

from sgemm.errors import MissingToolError

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7")
LINE_COLOUR = "#D55E00"
INK = "#222222"
FAINT = "#6B6B6B"
GRID = "#DDDDDD"

FORMATS = ("svg", "png")
"""Of every plot."""

PIXELS_AN_INCH = 160
SETTINGS: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "svg.hashsalt": "sgemm",
    "svg.fonttype": "path",
}


@contextlib.contextmanager
def blank_figure(width: float, height: float, font_size: float) -> Iterator[Any]:
    """Make a white figure to draw on, and to save, within the context.

    Parameters
    ----------
    width, height : float
        In inches.
    font_size : float
        In points.

    Yields
    ------
    matplotlib.figure.Figure

    Raises
    ------
    MissingToolError
        If matplotlib is not installed.
    """
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingToolError(
            f"plots need matplotlib ({error}); install it with: pip install 'sgemm[report]'"
        ) from error
    with matplotlib.rc_context(SETTINGS | {"font.size": font_size}):
        yield Figure(figsize=(width, height), dpi=PIXELS_AN_INCH, facecolor="white")


def saved(figure: Any) -> dict[str, bytes]:
    """Return the file of a figure in each of :data:`FORMATS`."""
    files = {}
    for kind in FORMATS:
        content = io.BytesIO()
        metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        figure.savefig(content, format=kind, metadata=metadata)
        files[kind] = content.getvalue()
    return files
