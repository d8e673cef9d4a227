// The page is complete without this. It adds what a reader asks of a chart: the values of a point,
// by pointer or by keyboard, and all of its series at once; and all parts of the page at once.
"use strict";

for (const figure of document.querySelectorAll("figure.chart")) {
  const plot = figure.querySelector(".plot");
  const said = figure.querySelector(".said");
  const groups = [...figure.querySelectorAll("tbody")];
  const names = [...figure.querySelectorAll("thead th")].map((head) => head.textContent);
  const boxes = [...figure.querySelectorAll(".legend input")];
  const byRows = figure.dataset.kind === "bars" || figure.dataset.kind === "map";
  const tip = document.createElement("div");
  const ring = document.createElement("div");
  tip.className = "tip";
  ring.className = "ring";
  tip.hidden = ring.hidden = true;
  plot.append(tip, ring);
  let found = null;
  let focus = null;

  /** All points that are shown: the absolute places in the paths of a series are its rows. */
  function points() {
    const svg = [...plot.querySelectorAll("svg")].find((each) => each.clientWidth);
    if (found?.svg === svg) return found.points;
    const shown = [];
    for (const group of svg?.querySelectorAll(".series") ?? []) {
      if (getComputedStyle(group).display === "none") continue;
      const [head, ...rows] = groups[group.dataset.series].rows;
      for (const path of group.querySelectorAll(".at")) {
        for (const [, x, y] of path.getAttribute("d").matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
          shown.push({ x: Number(x), y: Number(y), head, row: rows.shift(), series: group.dataset.series });
        }
      }
    }
    // What lies beyond the axes is cut off.
    found = { svg, points: shown.filter((point) => point.x <= svg.viewBox.baseVal.width) };
    return found.points;
  }

  const least = (list, distance) =>
    list.reduce((best, each) => (best === null || distance(each) < distance(best) ? each : best), null);

  function words(point) {
    const cells = [...point.row.cells].map((cell) => cell.textContent);
    const named = cells.map((cell, index) => (names[index] && cell ? `${names[index]}: ${cell}` : cell));
    return [point.head.textContent, ...named].filter(Boolean);
  }

  function show(point, speak) {
    tip.hidden = ring.hidden = point === null;
    said.textContent = point && speak ? words(point).join("; ") : "";
    if (point === null) return;
    const scale = found.svg.clientWidth / found.svg.viewBox.baseVal.width;
    const [x, y] = [point.x * scale, point.y * scale];
    tip.textContent = words(point).join("\n");
    const left = Math.min(x + 12, plot.clientWidth - tip.offsetWidth);
    tip.style.left = `${Math.max(0, left)}px`;
    tip.style.top = `${Math.max(0, y - tip.offsetHeight - 12)}px`;
    ring.style.left = `${x}px`;
    ring.style.top = `${y}px`;
  }

  function key(event) {
    const list = points();
    const along = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    const across = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") focus = null;
    else if (!list.length || (along === undefined && across === undefined)) return;
    else if (focus === null) focus = along === -1 || along === Infinity ? list.at(-1) : list[0];
    else if (along !== undefined) {
      focus = list[Math.max(0, Math.min(list.length - 1, list.indexOf(focus) + along))];
    } else if (byRows) {
      const beyond = list.filter((point) => (point.y - focus.y) * across > 0.5);
      focus = least(beyond, (point) => Math.abs(point.y - focus.y) * 1e4 + Math.abs(point.x - focus.x)) ?? focus;
    } else {
      const series = [...new Set(list.map((point) => point.series))];
      const next = series[series.indexOf(focus.series) + across];
      const beside = list.filter((point) => point.series === next);
      focus = least(beside, (point) => Math.abs(point.x - focus.x)) ?? focus;
    }
    event.preventDefault();
    show(focus, true);
  }

  plot.addEventListener("keydown", key);
  plot.addEventListener("blur", () => show((focus = null)));
  plot.addEventListener("pointerleave", () => show(focus, true));
  plot.addEventListener("pointermove", (event) => {
    const list = points();
    if (!list.length) return;
    const box = found.svg.getBoundingClientRect();
    const scale = found.svg.viewBox.baseVal.width / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    const bars = figure.dataset.kind === "bars";
    show(least(list, (point) => Math.hypot(bars ? 0 : point.x - x, point.y - y)));
  });
  const changed = () => {
    found = focus = null;
    show(null);
  };
  figure.querySelector(".legend")?.addEventListener("change", changed);
  figure.querySelector(".legend")?.addEventListener("reset", () => setTimeout(changed));
  for (const button of figure.querySelectorAll(".legend [data-all]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      for (const box of boxes) box.checked = button.dataset.all === "on";
      changed();
    });
  }
}

/** Browsers that do not open what a link leads into are helped. */
function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let each = target; each; each = each.parentElement) {
    if (each.tagName === "DETAILS") each.open = true;
  }
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", openTarget);
openTarget();

for (const button of document.querySelectorAll("[data-open]")) {
  button.parentElement.hidden = false;
  button.addEventListener("click", () => {
    for (const part of document.querySelectorAll(".part")) part.open = button.dataset.open === "on";
  });
}
