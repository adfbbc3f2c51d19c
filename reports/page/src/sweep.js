// SPDX-License-Identifier: Apache-2.0
// The view of a sweep: one function over its inputs, errors by exponent, and the inputs that matter.
import { html } from "htm/preact";

import { Box, Rows } from "./box.js";
import { heightOf } from "./chart.js";
import { number, plural, ulpText } from "./data.js";

const LEFT = 76;
const TOP = 8;
const WIDTH = 960;
const ROW = 18;
const ERRORS = 160;
const AXIS = 34;
const MOST_LABELS = 24;

// One place per exponent of each sign, from the largest negative numbers to the largest positive ones.
function axisOf(columns) {
  const side = (negative) => {
    const powers = columns.filter((column) => column.negative === negative).map(({ exponent }) => exponent);
    return powers.length === 0 ? [] : [Math.min(...powers), Math.max(...powers)];
  };
  const size = ([low, high]) => (low === undefined ? 0 : high - low + 1);
  const [below, above] = [side(true), side(false)];
  const width = WIDTH / (size(below) + size(above));
  const place = ({ negative, exponent }) => (negative ? below[1] - exponent : size(below) + exponent - above[0]);
  const labels = [];
  const step = Math.max(1, Math.ceil((size(below) + size(above)) / MOST_LABELS));
  for (const [negative, [low, high]] of [[true, below], [false, above]]) {
    for (let exponent = low; exponent <= high; ++exponent) {
      if (exponent % step === 0) labels.push({ negative, exponent });
    }
  }
  return { width, labels, x: (column) => LEFT + place(column) * width };
}

function Plot({ label, height, axis, of, children }) {
  const bottom = TOP + height;
  return html`<${Box} label=${label}><svg role="img" aria-label=${label} width=${LEFT + WIDTH + 8} height=${bottom + AXIS}
      viewBox=${`0 0 ${LEFT + WIDTH + 8} ${bottom + AXIS}`} font-size="11" fill="currentColor">
    ${children}
    ${axis.labels.map((one) => html`<text x=${axis.x(one) + axis.width / 2} y=${bottom + 14} text-anchor="middle">${one.negative ? "-/" : ""}${one.exponent}</text>`)}
    <path d=${`M${LEFT} ${TOP}V${bottom}H${LEFT + WIDTH}`} fill="none" stroke="currentColor" />
    <text x=${LEFT + WIDTH / 2} y=${bottom + 30} text-anchor="middle">exponent of ${of} (floor of log2; negative numbers left, with -/)</text>
  </svg><//>`;
}

const Mark = ({ x, y, width, height, title, opacity = 1 }) => html`<rect x=${x} y=${y} width=${width} height=${height} fill-opacity=${opacity}><title>${title}</title></rect>`;
const RowLabel = ({ text, y }) => html`<text x=${LEFT - 6} y=${y} text-anchor="end">${text}</text>`;

// One input of ten million is still seen.
const opacityOf = (count, all) => Math.min(1, Math.max(0.15, 1 + (Math.log10(count / all) * 0.85) / 7));

function HeatMap({ data, axis }) {
  const used = data.bin_names.map((_, bin) => bin).filter((bin) => data.columns.some(({ counts }) => counts[bin] > 0)).reverse();
  return html`<${Plot} label="inputs by ulp error and exponent" height=${ROW * used.length} axis=${axis} of=${data.exponents_of}>
    ${used.map((bin, row) => html`<${RowLabel} text=${data.bin_names[bin]} y=${TOP + ROW * row + 13} />
      ${data.columns.filter(({ counts }) => counts[bin] > 0).map((column) => {
        const all = column.counts.reduce((sum, count) => sum + count, 0);
        return html`<${Mark} x=${axis.x(column)} y=${TOP + ROW * row} width=${axis.width} height=${ROW - 1} opacity=${opacityOf(column.counts[bin], all)}
          title=${`${column.name}, ${data.bin_names[bin]} ulp: ${number(column.counts[bin])} of ${plural(all, "input")}`} />`;
      })}`)}
  </${Plot}>`;
}

function LargestErrors({ data, axis }) {
  const largest = Math.max(...data.columns.map(({ ulp }) => ulp));
  const scale = ERRORS / Math.max(heightOf(largest), 0.5);
  const bottom = TOP + ERRORS;
  return html`<${Plot} label="largest ulp error by exponent" height=${ERRORS} axis=${axis} of=${data.exponents_of}>
    <${RowLabel} text=${ulpText(largest)} y=${bottom - scale * heightOf(largest) + 10} /><${RowLabel} text="0" y=${bottom} />
    ${data.columns.map((column) => html`<${Mark} x=${axis.x(column)} y=${bottom - scale * heightOf(column.ulp)} width=${axis.width}
      height=${scale * heightOf(column.ulp)} title=${`${column.name}: at most ${ulpText(column.ulp)}`} />`)}
  </${Plot}>`;
}

function Errors({ data }) {
  if (data.columns.length === 0) return html`<p>No input has an exponent to stand at.</p>`;
  const axis = axisOf(data.columns);
  return html`<p class="note">Each column is an exponent, each row a range of ulp error; the darker a cell, the more of the
      column's inputs fall into it, on a logarithmic scale.</p>
    <${HeatMap} data=${data} axis=${axis} />
    <p class="note">Largest error, logarithmic above 1 ulp.</p>
    <${LargestErrors} data=${data} axis=${axis} />`;
}

function Inputs({ inputs: { all, rows } }) {
  if (rows.length === 0) return html`<p>None.</p>`;
  return html`${rows.length < all && html`<p class="note">The first ${number(rows.length)} of ${number(all)}.</p>`}
    <${Rows} label="Inputs" titles=${["input", "expected", "accepted", "got", "error"]} rows=${rows} texts=${4} />`;
}

const Incidents = ({ data: { incidents: { all, rows } } }) => html`<p class="note">${plural(all, "incident")}, the first:</p>
  <${Rows} label="Calls that went wrong" titles=${["verdict", "inputs", "message"]} rows=${rows} texts=${3} />`;

const Origin = ({ data }) => html`<pre>${data.command}</pre><p>Tolerance: ${data.tolerance}</p><p>${data.origin}</p>`;

const SECTIONS = [
  ["incidents", "Calls that went wrong", Incidents],
  ["errors", "Errors by exponent", Errors],
  ["bins", "Inputs by size of the error", ({ data }) => html`<${Rows} label="Inputs by size of the error" titles=${["ulp error", "inputs", "share"]} rows=${data.bins} texts=${1} />`],
  ["wrong", "Inputs outside the tolerance", ({ data }) => html`<${Inputs} inputs=${data.wrong} />`],
  ["worst", "Largest errors", ({ data }) => html`<${Inputs} inputs=${data.worst} />`],
  ["classes", "Classes of numbers", ({ data }) => html`<${Rows} label="Classes of numbers" titles=${["argument", "class", "class of the result", "compared", "target-defined"]} rows=${data.classes} texts=${3} />`],
  ["sweep", "Command and origin", Origin],
];

// Of a run: every function whose inputs a suite enumerates; the first ones with plots.
const WORST = ["input", "expected", "accepted", "got", "error", ""];

function Function({ one, names, open }) {
  const data = { ...one, bin_names: names };
  const title = one.backend ? `${one.name} on ${one.backend}` : one.name;
  return html`<details class="function" open=${open}><summary>${title}: <span class=${one.wrong > 0 ? "bad" : ""}>${one.counts}</span></summary>
    ${one.error && html`<p>${one.error}</p>`}
    ${one.columns && html`<${Errors} data=${data} />
      <${Rows} label=${`${title}: inputs by size of the error`} titles=${["ulp error", "inputs", "share"]} rows=${one.bins} texts=${1} />`}
    ${one.worst.length > 0 && html`<p class="note">The worst input of each call, the worst calls first.</p>
      <${Rows} label=${`${title}: worst inputs`} titles=${WORST} rows=${one.worst} texts=${4} />`}
    ${one.classes && html`<${Rows} label=${`${title}: classes of numbers`} titles=${["argument", "class", "class of the result", "compared", "target-defined"]} rows=${one.classes} texts=${3} />`}
  </details>`;
}

export const enumerates = (data) => data.inputs.functions.length > 0;
export const Functions = ({ data: { inputs: { functions, bin_names: names } } }) =>
  html`${functions.map((one, k) => html`<${Function} key=${one.name + one.backend} one=${one} names=${names} open=${k === 0} />`)}`;

export function Sweep({ data }) {
  const { sentence, good, stopped } = data.answer;
  const shown = SECTIONS.filter(([id]) => id !== "incidents" || data.incidents.all > 0);
  return html`<header><p class="note">Assay: sweep on ${data.backend}</p>
    <h1 id="answer" class=${good ? "good" : stopped ? "stopped" : "bad"}>${good ? "\u2713 " : stopped ? "\u26a0 " : "\u2717 "}${sentence}</h1>
    <p>${data.title}</p><p>Inputs: ${data.counts}.</p>${data.error && html`<p>${data.error}</p>`}</header>
    <nav aria-label="Sections">${shown.map(([id, title]) => html`<a href=${`#${id}`}>${title}</a>`)}</nav>
    <main>${shown.map(([id, title, Part]) => html`<section id=${id} key=${id}><h2>${title}</h2><${Part} data=${data} /></section>`)}</main>`;
}
