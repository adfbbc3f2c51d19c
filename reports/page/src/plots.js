// SPDX-License-Identifier: Apache-2.0
// Distances by exponent and the trend over nights.
import { html } from "htm/preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";

import { number, plural, ulpSize } from "./data.js";
import { colour, useColours } from "./state.js";

const HEIGHT = 220;

function Plot({ label, data, series, axes = [], scales = {}, tzDate }) {
  const box = useRef(null);
  const colours = useColours();
  useLayoutEffect(() => {
    const line = colour("line");
    const axis = { stroke: colour("ink"), grid: { stroke: line, width: 1 }, ticks: { stroke: line } };
    const plot = new uPlot({
      width: Math.min(900, box.current.clientWidth || 600), height: HEIGHT, scales, ...(tzDate ? { tzDate } : {}),
      axes: [{ ...axis, ...axes[0] }, { ...axis, size: 70, ...axes[1] }],
      series: [{ label: series[0] }, ...series.slice(1).map((one) => ({ stroke: colour("bar"), fill: undefined, ...one }))],
    }, data, box.current);
    return () => plot.destroy();
  }, [data, colours]);
  return html`<div class="plot" ref=${box} role="img" aria-label=${label}></div>`;
}

const COUNTED = { x: { time: false }, y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.1 : 1] } };
const NIGHTS = [{ values: (_, ticks) => ticks.map((tick) => (tick % 86400 ? "" : new Date(tick * 1000).toISOString().slice(5, 10))) }];
// Ticks at midnight of the same clock whatever the reader's.
const utc = (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC");

const bars = () => uPlot.paths.bars({ size: [0.7, 40] });

function Numbers({ titles, rows }) {
  return html`<details><summary>as numbers</summary><div class="scroll tall"><table>
    <thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`)}</tbody></table></div></details>`;
}

export function Exponents({ data }) {
  const rows = data.exponents;
  const worst = (points) => Math.max(...points.map(([, , ulp]) => ulpSize(ulp)));
  const farthest = rows.reduce((best, [, , points], k) => (worst(points) > worst(rows[best][2]) ? k : best), 0);
  const [chosen, choose] = useState(farthest);
  if (rows.length === 0) return html`<p>No case has a distance in ulp.</p>`;
  const [op, dtype, points] = rows[chosen];
  const powers = points.map(([power]) => power);
  return html`<p class="note">The worst element of each case, passing or not, by the exponent of the exact
      value. One element per case: smaller distances elsewhere in a tile are not in it.</p>
    <label>op and dtype <select name="exponents" onChange=${(event) => choose(Number(event.currentTarget.value))}>
      ${rows.map(([one, type, all], k) => html`<option value=${k} selected=${k === chosen}>${one} ${type}, worst ${worst(all)} ulp</option>`)}</select></label>
    <${Plot} label=${`Worst distance of ${op} ${dtype} by exponent`} data=${[powers, points.map(([, , ulp]) => ulpSize(ulp))]}
      series=${["exponent", { label: "worst ulp", fill: colour("bar"), paths: bars() }]} scales=${COUNTED} />
    <${Plot} label=${`Cases of ${op} ${dtype} by exponent`} data=${[powers, points.map(([, cases]) => cases)]}
      series=${["exponent", { label: "cases", fill: colour("bar"), paths: bars() }]} scales=${COUNTED} />
    <${Numbers} titles=${["exponent", "cases", "worst ulp"]} rows=${points} />`;
}

const rate = ({ judged, failed }) => (judged ? (100 * (judged - failed)) / judged : null);

// Findings that a night has and the one before has not, and the other way round.
function moves(nights) {
  return nights.map((night, k) => {
    const before = new Set((nights[k - 1]?.findings ?? []).map(([id]) => id));
    const now = new Set(night.findings.map(([id]) => id));
    return [[...now].filter((id) => !before.has(id)).length, [...before].filter((id) => !now.has(id)).length];
  });
}

export function Trend({ data }) {
  const nights = data.history;
  const cells = [...new Set(nights.flatMap((night) => Object.keys(night.cells)))].sort();
  const [cell, choose] = useState(cells[0]);
  if (nights.length < 2) return html`<p>No earlier night was given.</p>`;
  const when = nights.map(({ night }) => Date.parse(night) / 1000);
  const moved = moves(nights);
  const worst = nights.map((night) => { const found = night.cells[cell]?.[2]; return typeof found === "number" ? found : null; });
  return html`<${Plot} label="Pass rate by night" data=${[when, nights.map(rate)]} axes=${NIGHTS} tzDate=${utc} series=${["night", { label: "pass rate, %", width: 2 }]} />
    <label>worst ulp of <select name="trend" onChange=${(event) => choose(event.currentTarget.value)}>${cells.map((name) => html`<option>${name}</option>`)}</select></label>
    <${Plot} label=${`Worst ulp of ${cell} by night`} data=${[when, worst]} axes=${NIGHTS} tzDate=${utc} series=${["night", { label: "worst ulp", width: 2 }]} />
    <p>${plural(nights.length, "night")}: ${number(moved.slice(1).reduce((sum, [opened]) => sum + opened, 0))} findings opened, ${number(moved.reduce((sum, [, closed]) => sum + closed, 0))} closed.</p>
    <${Numbers} titles=${["night", "judged", "failed", "flaky", "findings", "opened", "closed"]}
      rows=${nights.map((night, k) => [night.night, night.judged, night.failed, night.flaky, night.findings.length, ...moved[k]])} />`;
}
