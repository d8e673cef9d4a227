"""A drawing as an SVG file: rectangles, lines and words, in the colours of all pictures."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from sgemm.report.svg import FONT, PALETTE

WIDTH = 760

LEFT = 16


class Canvas:
    """What is drawn, from the top down; ``y`` is where the next part begins."""

    def __init__(self, title: str, caption: str) -> None:
        self._parts: list[str] = []
        self._title = title
        self.y = 26.0
        self.words(LEFT, self.y, title, size=16, weight=700)
        for line in caption.split("\n"):
            self.y += 18
            self.words(LEFT, self.y, line, fill="faint")
        self.y += 14

    def words(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 12,
        fill: str = "ink",
        anchor: str = "start",
        weight: int = 400,
    ) -> None:
        """Write words from a point on, around it or up to it."""
        self._parts.append(
            f'<text x="{_number(x)}" y="{_number(y)}" font-size="{size:g}" fill="{_colour(fill)}" '
            f'text-anchor="{anchor}" font-weight="{weight}">{escape(words)}</text>'
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "",
        stroke: str = "",
        opacity: float = 1.0,
    ) -> None:
        """Draw a rectangle."""
        inside = f'fill="{_colour(fill)}"' if fill else 'fill="none"'
        pale = f' fill-opacity="{opacity:g}"' if fill and opacity < 1.0 else ""
        edge = f' stroke="{_colour(stroke)}"' if stroke else ""
        self._parts.append(
            f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" '
            f'height="{_number(height)}" {inside}{pale}{edge}/>'
        )

    def file(self, *key: tuple[str, float, str]) -> bytes:
        """Return the drawing as a file; below it colours, each with its opacity and words."""
        x, bottom = float(LEFT), self.y + 16
        for fill, opacity, words in key:
            needed = 26 + 6.6 * len(words) + 18
            if x + needed > WIDTH and x > LEFT:
                x, bottom = float(LEFT), bottom + 20
            self.box(x, bottom - 10, 14, 12, fill, "faint", opacity)
            self.words(x + 20, bottom, words)
            x += needed
        height = f"{bottom + 16 if key else self.y + 6:.0f}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" font-family={quoteattr(FONT)} '
            f"aria-label={quoteattr(self._title)}>\n"
            f'<rect width="100%" height="100%" fill="{_colour("page")}"/>\n'
            + "\n".join(self._parts)
            + "\n</svg>\n"
        ).encode()


def _number(pixels: float) -> str:
    return f"{round(pixels, 2):g}"


def _colour(name: str) -> str:
    return PALETTE[name][0]
