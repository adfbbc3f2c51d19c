// SPDX-License-Identifier: Apache-2.0
// Distances by exponent and the trend over runs.
import { html } from "htm/preact";
import { useState } from "preact/hooks";

import { Rows } from "./box.js";
import { bars, Chart, countScale, curve, ulpScale } from "./chart.js";
import { number, plural, ulpFigure, ulpSize, ulpText } from "./data.js";

const Numbers = ({ titles, rows }) => html`<details><summary>as numbers</summary><${Rows} label="as numbers" titles=${titles} rows=${rows} texts=${0} /></details>`;

const worstOf = (points) => Math.max(...points.map(([, , ulp]) => ulpSize(ulp)));

// The exponents from the smallest to the largest, those without a case too: gaps are seen as gaps.
function exponentsOf(points) {
  const [low, high] = [points[0][0], points.at(-1)[0]];
  return Array.from({ length: high - low + 1 }, (_, k) => low + k);
}

// Distances are drawn where the promise is a distance; of other results they are there to choose.
function Choice({ rows, chosen, choose }) {
  const option = ([op, dtype, points], k) => html`<option value=${k} selected=${k === chosen}>${op} ${dtype}, worst ${ulpFigure(worstOf(points) === Infinity ? "inf" : worstOf(points))} ulp</option>`;
  const group = (label, promised) => {
    const own = rows.map((row, k) => [row, k]).filter(([row]) => isPromised(row) === promised);
    return own.length > 0 && html`<optgroup label=${label}>${own.map(([row, k]) => option(row, k))}</optgroup>`;
  };
  return html`<label>op and type <select name="exponents" onChange=${(event) => choose(event.currentTarget.value === "" ? undefined : Number(event.currentTarget.value))}>
    ${!rows.some(isPromised) && html`<option value="" selected=${chosen === undefined}>none</option>`}
    ${group("The promise is a distance", true)}${group("The promise is no distance in ulp", false)}</select></label>`;
}

const isPromised = ([, , , tolerances]) => tolerances.length > 0;

function farthestOf(rows) {
  let best;
  rows.forEach((row, k) => { if (isPromised(row) && (best === undefined || worstOf(row[2]) > worstOf(rows[best][2]))) best = k; });
  return best;
}

function Distances({ row: [op, dtype, points, tolerances] }) {
  const exponents = exponentsOf(points);
  const place = (exponent) => exponent - exponents[0];
  const finite = [...points.map(([, , ulp]) => ulpSize(ulp)), ...tolerances.map(([ulp]) => ulp)].filter(Number.isFinite);
  const scale = ulpScale(points.some(([, , ulp]) => ulp === "inf") ? Infinity : Math.max(...finite));
  return html`<${Chart} title=${`Worst distance of ${op} ${dtype}`} across="exponent of the exact value" up="ulp" places=${exponents} scale=${scale}
      lines=${tolerances.map(([ulp, text]) => [ulp, `allowed: ${text}`])}>
      ${bars(points.map(([exponent, cases, ulp]) => [place(exponent), ulpSize(ulp), `2^${exponent}: worst ${ulpText(ulp)} of ${plural(cases, "case")}`]))}<//>
    <${Chart} title=${`Cases of ${op} ${dtype}`} across="exponent of the exact value" up="cases" places=${exponents} height=${110}
      scale=${countScale(Math.max(...points.map(([, cases]) => cases)))}>
      ${bars(points.map(([exponent, cases]) => [place(exponent), cases, `2^${exponent}: ${plural(cases, "case")}`]))}<//>
    <${Numbers} titles=${["exponent", "cases", "worst ulp"]} rows=${points.map(([exponent, cases, ulp]) => [exponent, cases, ulpFigure(ulp)])} />`;
}

export function Exponents({ data }) {
  const rows = data.exponents;
  const [chosen, choose] = useState(farthestOf(rows));
  if (rows.length === 0) return html`<p>No case has a distance in ulp.</p>`;
  return html`<p class="note">The worst element of each case, passing or not, by the exponent of the exact
      value. One element per case: smaller distances elsewhere in a tile are not in it. Linear up to 1 ulp, logarithmic above.</p>
    <${Choice} rows=${rows} chosen=${chosen} choose=${choose} />
    ${chosen === undefined ? html`<p>No result of this run is promised within a distance in ulp.</p>` : html`<${Distances} row=${rows[chosen]} />`}`;
}

const rate = ({ judged, failed }) => (judged ? (100 * (judged - failed)) / judged : null);
const percent = (value) => `${Number(value.toFixed(2))} %`;

// Near the top most runs differ by little: the scale begins below the worst of them.
function rateScale(rates) {
  const low = Math.max(0, Math.min(...rates.filter((value) => value !== null)) - 1);
  const from = low > 90 ? 90 : low > 50 ? 50 : 0;
  return { at: (value) => (value - from) / (100 - from) / 1.08, ticks: [0, 1, 2, 3, 4, 5].map((k) => { const tick = from + (k * (100 - from)) / 5; return [tick, `${tick}`]; }) };
}

// The day of a run; where two runs have one day, the hour as well.
function datesOf(runs) {
  const days = runs.map(({ started }) => started.slice(0, 10));
  const twice = days.some((day, k) => days.indexOf(day) !== k);
  return runs.map(({ started }) => (twice ? `${started.slice(5, 10)} ${started.slice(11, 16)}` : started.slice(0, 10)));
}

// Findings that a run has and the one before has not, and the other way round. A run that was stopped closes none.
function moves(runs) {
  let before = new Set();
  return runs.map((run) => {
    const now = new Set(run.findings.map(([id]) => id));
    const opened = [...now].filter((id) => !before.has(id)).length;
    const gone = [...before].filter((id) => !now.has(id));
    before = new Set(run.stopped ? [...now, ...gone] : now);
    return [opened, run.stopped ? 0 : gone.length];
  });
}

export function Trend({ data }) {
  const runs = data.history;
  const cells = [...new Set(runs.flatMap((run) => Object.keys(run.cells)))].sort();
  const [cell, choose] = useState(cells[0]);
  if (runs.length < 2) return html`<p>No earlier run was given.</p>`;
  const dates = datesOf(runs);
  const moved = moves(runs);
  const rates = runs.map(rate);
  const worst = runs.map((run) => run.cells[cell]?.[2] ?? null);
  const sizes = worst.map((ulp) => (ulp === null || ulp === "nan" ? null : ulpSize(ulp)));
  return html`<${Chart} title="Pass rate by run" across="run (UTC)" up="%" places=${dates} scale=${rateScale(rates)} dates>
      ${curve(runs.map((run, k) => [rates[k], `${run.started}: ${rates[k] === null ? "nothing judged" : percent(rates[k])}, ${number(run.failed)} of ${plural(run.judged, "judged case")} failed${run.stopped && `; stopped: ${run.stopped}`}`]))}<//>
    <label>worst ulp of <select name="trend" onChange=${(event) => choose(event.currentTarget.value)}>${cells.map((name) => html`<option>${name}</option>`)}</select></label>
    <${Chart} title=${`Worst ulp of ${cell} by run`} across="run (UTC)" up="ulp" places=${dates} scale=${ulpScale(Math.max(0, ...sizes))} dates>
      ${curve(runs.map((run, k) => [sizes[k], `${run.started}: ${ulpText(worst[k])}`]))}<//>
    <p>${plural(runs.length, "run")}: ${number(moved.slice(1).reduce((sum, [opened]) => sum + opened, 0))} findings opened, ${number(moved.reduce((sum, [, closed]) => sum + closed, 0))} closed.</p>
    <${Numbers} titles=${["run", "judged", "failed", "flaky", "findings", "opened", "closed", "stopped"]}
      rows=${runs.map((run, k) => [run.started, run.judged, run.failed, run.flaky, run.findings.length, ...moved[k], run.stopped])} />`;
}
