// SPDX-License-Identifier: Apache-2.0
// What may be wider than its place: a box that scrolls, by keyboard too, and says what it holds. Of many rows it shows the
// first few and a button with the number of all.
import { html } from "htm/preact";
import { useState } from "preact/hooks";

import { number, plural } from "./data.js";

const FEW = 12;
const SPARED = 3; // as many more are shown at once: a button for them would take their place

// With `rows`, `children` is a function that draws those it gets. Row number `first` is among the few, with some before it.
export function Box({ label, rows, first = 0, children }) {
  const [all, setAll] = useState(false);
  const many = rows && rows.length > FEW + SPARED;
  const from = Math.max(0, Math.min(first - SPARED, rows?.length - FEW));
  const shown = many && !all ? rows.slice(from, from + FEW) : rows;
  return html`<div class=${`scroll${many && all ? " tall" : ""}`} role="group" aria-label=${label} tabindex="0">${rows ? children(shown) : children}</div>
    ${many && html`<p class="note rest">${all ? "" : `${number(FEW)} of ${plural(rows.length, "row")} `}<button aria-label=${`${label}: ${all ? "show fewer" : "show all"}`}
      onClick=${() => setAll(!all)}>${all ? "Show fewer" : `Show all ${number(rows.length)}`}</button></p>`}`;
}

const cellOf = (cell, k, texts) => html`<td class=${k < texts ? "" : "number"}>${k >= texts && Number.isInteger(cell) ? number(cell) : cell}</td>`;

// A table whose cells from number `texts` on are numbers.
export function Rows({ label, titles, rows, texts = titles.length }) {
  return html`<${Box} label=${label} rows=${rows}>${(shown) => html`<table>
    <thead><tr>${titles.map((title, k) => html`<th scope="col" class=${k < texts ? "" : "number"}>${title}</th>`)}</tr></thead>
    <tbody>${shown.map((row) => html`<tr>${row.map((cell, k) => cellOf(cell, k, texts))}</tr>`)}</tbody></table>`}<//>`;
}
