// One chart on the page: draws itself to the width it has, and answers to pointer and keyboard.
"use strict";

class ChartFigure {
  constructor(chart, figure) {
    this.chart = chart;
    this.plot = figure.querySelector(".plot");
    this.legend = figure.querySelector(".legend");
    this.said = figure.querySelector(".said");
    this.on = new Set(chart.series.flatMap((series, index) => (series.on ? [index] : [])));
    this.focus = null;
    this.printWidth = null;
    if (chart.series.length > 1) this.addLegend();
    this.plot.addEventListener("keydown", (event) => this.key(event));
    this.plot.addEventListener("blur", () => this.moveTo(null));
    this.plot.addEventListener("pointerdown", () => this.moveTo(null));
    new ResizeObserver(() => this.draw()).observe(this.plot);
    this.draw();
  }

  /** A button for each series, and for all and none of them where there are many. */
  addLegend() {
    this.buttons = this.chart.series.map((series, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(this.sample(series, index), series.name);
      button.addEventListener("click", () => this.toggle(index));
      this.legend.append(button);
      return button;
    });
    if (this.chart.series.length > 4) {
      const every = this.chart.series.map((_, index) => index);
      const first = [...this.on];
      for (const [name, set] of [["All", every], ["None", []], ["As at first", first]]) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "several";
        button.textContent = name;
        button.addEventListener("click", () => this.show(new Set(set)));
        this.legend.append(button);
      }
    }
    this.mark();
  }

  /** The line or mark by which a series is known. */
  sample(series, index) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "sample");
    svg.setAttribute("viewBox", "-11 -6 22 12");
    svg.setAttribute("aria-hidden", "true");
    const ink = Marks.colour(index);
    const shape = document.createElementNS(svg.namespaceURI, "path");
    if (this.chart.kind === "bars") {
      shape.setAttribute("d", "M-7,-5H7V5H-7Z");
      shape.setAttribute("fill", ink);
    } else if (series.marks) {
      const name = Marks.symbol(index);
      shape.setAttribute("d", d3.symbol(d3[`symbol${name[0].toUpperCase()}${name.slice(1)}`], 42)());
      shape.setAttribute("fill", ink);
    }
    if (this.chart.kind === "lines" || series.dashed) {
      const line = document.createElementNS(svg.namespaceURI, "path");
      line.setAttribute("d", "M-11,0H11");
      line.setAttribute("stroke", ink);
      line.setAttribute("stroke-width", "1.8");
      if (series.dashed) line.setAttribute("stroke-dasharray", "5 3");
      svg.append(line);
    }
    svg.append(shape);
    return svg;
  }

  toggle(index) {
    const on = new Set(this.on);
    if (!on.delete(index)) on.add(index);
    this.show(on);
  }

  show(on) {
    this.on = on;
    this.focus = null;
    this.mark();
    this.draw();
  }

  mark() {
    this.buttons?.forEach((button, index) => button.setAttribute("aria-pressed", String(this.on.has(index))));
  }

  /** Left and right go from point to point, up and down from series to series. */
  key(event) {
    const points = Marks.shown(this.chart, this.on);
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
    const series = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key === "Escape") return this.moveTo(null);
    if (!points.length || !(event.key in steps || event.key in series)) return undefined;
    event.preventDefault();
    if (event.key in series && this.chart.kind !== "bars") return this.moveTo(this.beside(points, series[event.key]));
    const now = this.focus ? points.findIndex((point) => Marks.same(point, this.focus)) : -1;
    const step = steps[event.key] ?? series[event.key];
    const next = this.focus === null ? (step > 0 ? 0 : points.length - 1) : now + step;
    return this.moveTo(points[Math.max(0, Math.min(points.length - 1, next))]);
  }

  /** The point of the next series, or row of a map, that lies nearest. */
  beside(points, step) {
    if (this.focus === null) return points[0];
    const row = this.chart.kind === "map" ? (point) => point.y : (point) => point.index;
    // The rows of a map grow upwards.
    const sign = this.chart.kind === "map" ? -step : step;
    const rows = [...new Set(points.map(row))].sort((a, b) => sign * (a - b));
    const target = rows[rows.indexOf(row(this.focus)) + 1];
    const candidates = points.filter((point) => row(point) === target);
    return d3.least(candidates, (point) => Math.abs(point.x - this.focus.x)) ?? this.focus;
  }

  moveTo(point) {
    if (point === this.focus) return;
    this.focus = point;
    this.said.textContent = point ? Marks.words(this.chart, point).filter(Boolean).join("; ") : "";
    this.draw();
  }

  draw() {
    const width = this.printWidth ?? this.plot.clientWidth;
    if (!width) return;
    const described = Marks.KINDS[this.chart.kind](this.chart, this.on, width, this.focus);
    const drawn = Plot.plot({
      ...described,
      width,
      marks: described.marks.flat().filter(Boolean),
      style: { background: "transparent", color: "var(--ink)", fontFamily: "inherit", fontSize: "12px", overflow: "visible" },
    });
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", this.chart.title);
    this.plot.replaceChildren(drawn);
  }
}
