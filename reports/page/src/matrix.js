// SPDX-License-Identifier: Apache-2.0
// Ops by element types: a coloured square for each target.
import { html } from "htm/preact";
import { useState } from "preact/hooks";

import { Box } from "./box.js";
import { number, ulpText } from "./data.js";
import { hashOf } from "./state.js";

// "\u2717 12 deviates, \u2713 3 conforms": the verdicts that occur; a sign and a word beside the colour.
const signed = (data, kinds) => kinds.map((count, k) => ({ count, verdict: data.verdicts[k] })).filter(({ count }) => count > 0);
const signOf = (name, failed) => (failed ? "\u2717" : name === "conforms" ? "\u2713" : "\u00b7");

export function Kinds({ data, kinds }) {
  const found = signed(data, kinds);
  return found.map(({ count, verdict: [name, failed] }, k) => html`<span class=${failed ? "bad" : name === "conforms" ? "good" : "dim"}>
    ${signOf(name, failed)} ${number(count)} ${name}${k + 1 < found.length ? ", " : ""}</span>`);
}
const kindsText = (data, kinds) =>
  signed(data, kinds).map(({ count, verdict: [name, failed] }) => `${signOf(name, failed)} ${number(count)} ${name}`).join(", ");

function cellsOf(data) {
  const cells = new Map();
  for (const [op, dtype, target, kinds, ulp] of data.matrix) {
    const failed = kinds.reduce((sum, count, k) => sum + (data.verdicts[k][1] ? count : 0), 0);
    const all = kinds.reduce((sum, count) => sum + count, 0);
    const conforms = kinds[data.verdicts.findIndex(([name]) => name === "conforms")];
    cells.set(`${op}\n${dtype}\n${target}`, { op, dtype, target, kinds, ulp, failed, all, conforms });
  }
  return cells;
}

// As the share of failing cases, in four steps; what conforms and what nobody judged look different.
const shadeOf = ({ failed, all, conforms }) =>
  failed > 0 ? `fails-${Math.min(4, Math.ceil((4 * failed) / all))}` : conforms > 0 ? "conforms" : "unjudged";

function Square({ data, cell }) {
  if (!cell) return html`<span class="square absent"></span>`;
  const { op, dtype, target, kinds, ulp, failed } = cell;
  const text = `${op} ${dtype} ${target}: ${kindsText(data, kinds)}${ulp === null ? "" : `; worst ${ulpText(ulp)}`}`;
  const css = `square ${shadeOf(cell)}`;
  if (failed > 0) return html`<a class=${css} href=${hashOf({ op, dtype, target })} title=${text} aria-label=${text}>\u2717${failed > 999 ? "" : failed}</a>`;
  return html`<span class=${css} role="img" title=${text} aria-label=${text}>${cell.conforms > 0 ? "\u2713" : "\u00b7"}</span>`;
}

const ascending = (list) => [...new Set(list)].sort();
const TYPES = ["f64", "f32", "tf32", "bf16", "f16", "i64", "u64", "i32", "u32", "i16", "u16", "i8", "u8", "i4"];
const byType = (a, b) => ((TYPES.indexOf(a) + 99) % 99) - ((TYPES.indexOf(b) + 99) % 99) || (a < b ? -1 : 1);

export function Matrix({ data }) {
  const cells = cellsOf(data);
  const all = [...cells.values()];
  const failing = all.filter(({ failed }) => failed > 0);
  const [only, setOnly] = useState(failing.length > 0 && new Set(all.map(({ op }) => op)).size > 20);
  const shown = only && failing.length > 0 ? failing : all;
  const ops = ascending(shown.map(({ op }) => op));
  const dtypes = [...new Set(shown.map(({ dtype }) => dtype))].sort(byType);
  const targets = ascending(all.map(({ target }) => target));
  return html`<p class="note">A square for each target${targets.length > 1 ? `, from left to right ${targets.join(", ")}` : `: ${targets.join("")}`}; the redder,
      the larger the share of its cases that fail, and the number of them. \u2713 conforms, \u00b7 nothing was judged; a gap has no case. Follow a square to its cases.</p>
    <p><label><input type="checkbox" name="failing" checked=${only} disabled=${failing.length === 0} onChange=${(event) => setOnly(event.currentTarget.checked)} /> failing only</label></p>
    <${Box} label="Ops by element types" rows=${ops.length} tall><table id="matrix-table"><thead><tr><th scope="col">op</th>${dtypes.map((dtype) => html`<th scope="col">${dtype}</th>`)}</tr></thead>
      <tbody>${ops.map((op) => html`<tr><th scope="row">${op}</th>${dtypes.map((dtype) => html`<td><span class="squares">${targets.map((target) =>
        html`<${Square} data=${data} cell=${cells.get(`${op}\n${dtype}\n${target}`)} />`)}</span></td>`)}</tr>`)}</tbody></table><//>`;
}
