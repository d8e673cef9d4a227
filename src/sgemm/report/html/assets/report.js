// Brings the page to life: one figure for each chart in its data.
"use strict";

(() => {
  const PRINT_WIDTH = 660;
  const charts = JSON.parse(document.getElementById("charts").textContent);
  const figures = charts.map((chart) => new ChartFigure(chart, document.getElementById(chart.id)));

  // Paper has one width, whatever the window has.
  const redraw = (width) => {
    for (const figure of figures) {
      figure.printWidth = width;
      figure.draw();
    }
  };
  addEventListener("beforeprint", () => redraw(PRINT_WIDTH));
  addEventListener("afterprint", () => redraw(null));
})();
