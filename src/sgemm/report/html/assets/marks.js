// What is drawn for each kind of chart: the marks and scales that Observable Plot is given.
"use strict";

const Marks = (() => {
  const COLOURS = 8;
  const SYMBOLS = ["circle", "square", "triangle", "diamond", "cross", "star"];
  const NARROW = 480;
  const LINE = 15;
  const PIXELS_A_MARK = 4;

  const colour = (index) => `var(--series-${(index % COLOURS) + 1})`;
  const symbol = (index) => SYMBOLS[(index + Math.floor(index / COLOURS)) % SYMBOLS.length];

  /** A number as people read it: four significant digits, no exponent. */
  function number(value) {
    if (typeof value !== "number") return value;
    if (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e9)) return d3.format(".3~e")(value);
    return Math.abs(value) >= 1000 ? d3.format(",.0f")(value) : d3.format(".4~r")(value);
  }

  /** All points that are shown, each with what its tip and the spoken line need. */
  function shown(chart, on) {
    return chart.series.flatMap((series, index) =>
      on.has(index) ? series.points.map((point) => ({ ...point, series: series.name, index })) : [],
    );
  }

  /** What is said of a point, in a tip and to a screen reader. */
  function words(chart, point) {
    if (chart.kind === "map") {
      return [`m = ${point.y}, n = ${point.x}`, `${number(point.z)} times the baseline`, point.note];
    }
    const value = chart.kind === "bars" ? chart.x.label : chart.y.label;
    const place = chart.kind === "bars" ? point.x : `${chart.x.label}: ${number(point.x)}`;
    const name = chart.kind === "bars" ? "" : point.series;
    const spread =
      point.low === undefined ? "" : `quartiles ${number(point.low)} to ${number(point.high)}`;
    return [name, place, `${value}: ${number(point.y)}`, spread, point.note].filter(Boolean);
  }

  const text = (chart, point) => words(chart, point).filter(Boolean).join("\n");

  function axis(settings) {
    const scale = { label: settings.label, grid: true };
    if (settings.logarithmic) Object.assign(scale, { type: "log", base: settings.base });
    return scale;
  }

  /** Sizes measured, thinned out until their labels fit. */
  function ticks(chart, points, width) {
    if (!chart.x.logarithmic || chart.x.base !== 2) return undefined;
    const values = [...new Set(points.map((point) => point.x))].sort((a, b) => a - b);
    const room = Math.log(values.at(-1) / values[0]) / (width / 60) || 1;
    const kept = [];
    for (const value of values) {
      if (!kept.length || Math.log(value / kept.at(-1)) >= room) kept.push(value);
    }
    return kept;
  }

  function tip(chart, points, x, y, options) {
    return Plot.tip(points, {
      x,
      y,
      title: (point) => text(chart, point),
      fill: "var(--raised)",
      stroke: "var(--rule)",
      fontSize: 12,
      lineHeight: 1.35,
      ...options,
    });
  }

  /** Levels such as the peak, each with its name. */
  function levels(chart, horizontal, width) {
    const rule = horizontal ? Plot.ruleY : Plot.ruleX;
    const place = horizontal ? { y: "value" } : { x: "value" };
    // Names of lines that lie close together stand one above the other.
    const names = chart.levels.map((level, index) =>
      Plot.text([level], {
        ...place,
        ...(horizontal
          ? { frameAnchor: "right", dy: -7, textAnchor: "end", lineWidth: width / 14 }
          : { frameAnchor: "top", dy: -8 - LINE * index, textAnchor: beyond(chart, level) ? "end" : "middle" }),
        text: () => (horizontal ? level.name : `${level.name}: ${number(level.value)}`),
        fill: "var(--level)",
        stroke: "var(--page)",
        strokeWidth: 4,
        fontWeight: 600,
      }),
    );
    return [
      rule(chart.levels, { ...place, stroke: "var(--level)", strokeWidth: 1.5, strokeDasharray: "6 3" }),
      ...names,
    ];
  }

  /** Whether a level lies so far to the right that its name must not go on beyond it. */
  function beyond(chart, level) {
    const ends = chart.series.flatMap((series) => series.points.map((point) => point.y));
    return level.value > 0.6 * Math.max(level.value, ...ends);
  }

  /** Lines over x, or points with the lines that bound them. */
  function curves(chart, on, width, focus) {
    const points = shown(chart, on);
    const linear = chart.series.filter((series, index) => on.has(index) && (chart.kind === "lines" || !series.marks));
    const marks = linear.map((series) => {
      const index = chart.series.indexOf(series);
      return Plot.line(series.points, {
        x: "x",
        y: "y",
        stroke: colour(index),
        strokeWidth: 1.8,
        strokeDasharray: series.dashed ? "6 3" : undefined,
      });
    });
    const marked = points.filter((point) => chart.series[point.index].marks);
    const ink = (point) => colour(point.index);
    return {
      x: { ...axis(chart.x), ticks: ticks(chart, points, width), tickFormat: number, nice: false },
      y: { ...axis(chart.y), zero: chart.y.from_zero && !chart.y.logarithmic, nice: true, tickFormat: number },
      color: { type: "identity" },
      symbol: { type: "identity" },
      marks: [
        ...levels(chart, true, width),
        ...marks,
        Plot.ruleX(marked.filter((point) => point.low !== undefined), {
          x: "x", y1: "low", y2: "high", stroke: ink, strokeOpacity: 0.6,
        }),
        Plot.dot(marked, {
          x: "x", y: "y", stroke: ink, fill: ink, fillOpacity: 0.35,
          symbol: (point) => symbol(point.index), r: chart.kind === "points" ? 5 : marked.length * PIXELS_A_MARK > width ? 1.8 : 3.5,
        }),
        Plot.text(marked.filter((point) => point.short), {
          x: "x", y: "y", text: "short", dy: -12, fill: "var(--ink)", stroke: "var(--page)", strokeWidth: 3,
        }),
        tip(chart, points, "x", "y", focus ? { filter: (point) => same(point, focus) } : Plot.pointer({ x: "x", y: "y" })),
      ],
      marginLeft: 52,
      marginRight: 18,
      marginBottom: 42,
      marginTop: 26,
      height: width < NARROW ? 320 : 420,
    };
  }

  /** Horizontal bars, in the order of the series and their points. */
  function bars(chart, on, width, focus) {
    const points = shown(chart, on);
    const names = chart.series.flatMap((series, index) => (on.has(index) ? series.points.map((point) => point.x) : []));
    const longest = d3.max(names, (name) => name.length) ?? 0;
    const ends = [...points.map((point) => Math.max(point.y, point.high ?? 0)), ...chart.levels.map((level) => level.value)];
    return {
      x: { ...axis(chart.x), domain: [0, (d3.max(ends) || 1) * (width < NARROW ? 1.22 : 1.1)], tickFormat: number, ticks: width < NARROW ? 4 : 8 },
      y: { domain: names, label: null, padding: 0.25 },
      color: { type: "identity" },
      marks: [
        Plot.barX(points, { x: "y", y: "x", fill: (point) => colour(point.index) }),
        Plot.ruleY(points.filter((point) => point.low !== undefined), { x1: "low", x2: "high", y: "x", stroke: "var(--ink)" }),
        ...levels(chart, false, width),
        Plot.text(points, {
          x: (point) => Math.max(point.y, point.high ?? 0), y: "x", dx: 5, textAnchor: "start",
          text: (point) => number(point.y), fill: "var(--ink)", stroke: "var(--page)", strokeWidth: 3,
        }),
        tip(chart, points, "y", "x", focus ? { filter: (point) => same(point, focus) } : Plot.pointerY({ x: "y", y: "x" })),
      ],
      marginLeft: 12 + 6.6 * longest,
      marginRight: 16,
      marginBottom: 40,
      marginTop: 34 + LINE * Math.max(0, chart.levels.length - 1),
      height: 80 + LINE * Math.max(0, chart.levels.length - 1) + 23 * Math.max(1, names.length),
    };
  }

  /** Cells over m and n; colours are centred on a ratio of 1. */
  function map(chart, on, width, focus) {
    const points = shown(chart, on);
    const across = [...new Set(points.map((point) => point.x))].sort((a, b) => a - b);
    const down = [...new Set(points.map((point) => point.y))].sort((a, b) => b - a);
    const reach = Math.max(0.1, d3.max(points, (point) => Math.abs(Math.log2(point.z))) ?? 0);
    const roomy = (width - 70) / across.length > 34;
    const share = (point) => Math.round((100 * Math.min(1, Math.abs(Math.log2(point.z)) / reach)));
    const fill = (point) => `color-mix(in oklab, var(${point.z >= 1 ? "--faster" : "--slower"}) ${share(point)}%, var(--even))`;
    return {
      x: { type: "band", domain: across, label: chart.x.label, tickFormat: String, tickRotate: roomy ? 0 : -60, padding: 0.04 },
      y: { type: "band", domain: down, label: chart.y.label, tickFormat: String, padding: 0.04 },
      color: { type: "identity" },
      marks: [
        Plot.cell(points, { x: "x", y: "y", fill }),
        roomy ? Plot.text(points, { x: "x", y: "y", text: (point) => d3.format(".2f")(point.z), fill: "var(--on-map)" }) : null,
        tip(chart, points, "x", "y", focus ? { filter: (point) => same(point, focus) } : Plot.pointer({ x: "x", y: "y" })),
      ],
      marginLeft: 56,
      marginBottom: roomy ? 42 : 62,
      marginTop: 26,
      height: 90 + Math.min(36, Math.max(18, 420 / down.length)) * down.length,
    };
  }

  const same = (a, b) => a.index === b.index && a.x === b.x && a.y === b.y;

  const KINDS = { lines: curves, points: curves, bars, map };

  return { KINDS, colour, shown, symbol, words, same };
})();
