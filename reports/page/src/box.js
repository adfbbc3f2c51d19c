// SPDX-License-Identifier: Apache-2.0
// What is wider or longer than its place: a box that scrolls, by keyboard too, and says what it holds.
import { html } from "htm/preact";

import { number } from "./data.js";

const LONG = 30; // rows that fill a tall box

export function Box({ label, rows = 0, tall = false, children }) {
  // Tables that fill their box are laid out when they come into sight.
  const css = `scroll${tall ? " tall" : ""}${tall && rows > LONG ? " long" : ""}`;
  return html`<div class=${css} role="group" aria-label=${label} tabindex="0">${children}</div>`;
}

const cellOf = (cell, k, texts) => html`<td class=${k < texts ? "" : "number"}>${k >= texts && Number.isInteger(cell) ? number(cell) : cell}</td>`;

// A table whose cells from number `texts` on are numbers.
export function Rows({ label, titles, rows, texts = titles.length }) {
  return html`<${Box} label=${label} rows=${rows.length} tall><table>
    <thead><tr>${titles.map((title, k) => html`<th scope="col" class=${k < texts ? "" : "number"}>${title}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, k) => cellOf(cell, k, texts))}</tr>`)}</tbody></table><//>`;
}
