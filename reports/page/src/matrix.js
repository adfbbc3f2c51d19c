// SPDX-License-Identifier: Apache-2.0
// Ops by element types: a coloured square for each target. A square filters the findings and the cases.
import { html } from "htm/preact";
import { useMemo, useRef, useState } from "preact/hooks";

import { Box } from "./box.js";
import { cellKey, plural, ulpText, verdictCount } from "./data.js";
import { FILTERS, hashOf, useWidth } from "./state.js";

// "\u2717 12 deviate, \u2713 3 conform, 4 target-defined": the verdicts that occur; a sign and a word in addition to the colour.
const signed = (data, kinds) => kinds.map((count, k) => ({ count, verdict: data.verdicts[k] })).filter(({ count }) => count > 0);
const signOf = (name, failed) => (failed ? "\u2717 " : name === "conforms" ? "\u2713 " : "");

export function Kinds({ data, kinds }) {
  const found = signed(data, kinds);
  return found.map(({ count, verdict: [name, failed] }, k) => html`<span class=${failed ? "bad" : name === "conforms" ? "good" : "dim"}>
    ${signOf(name, failed)}${verdictCount(count, name)}${k + 1 < found.length ? ", " : ""}</span>`);
}
const kindsText = (data, kinds) =>
  signed(data, kinds).map(({ count, verdict: [name, failed] }) => `${signOf(name, failed)}${verdictCount(count, name)}`).join(", ");

function cellsOf(data) {
  const cells = new Map();
  for (const [op, dtype, target, kinds, ulp] of data.matrix) {
    const failed = kinds.reduce((sum, count, k) => sum + (data.verdicts[k][1] ? count : 0), 0);
    const all = kinds.reduce((sum, count) => sum + count, 0);
    const conforms = kinds[data.verdicts.findIndex(([name]) => name === "conforms")];
    cells.set(cellKey({ op, dtype, target }), { op, dtype, target, kinds, ulp, failed, all, conforms });
  }
  return cells;
}

// As the share of failing cases, in four steps; what conforms and what nobody judged look different.
const shadeOf = ({ failed, all, conforms }) =>
  failed > 0 ? `fails-${Math.min(4, Math.ceil((4 * failed) / all))}` : conforms > 0 ? "conforms" : "unjudged";

// A count that fits a square: 1,234 is 1k.
const short = (count) => (count < 1000 ? count : `${Math.floor(count / 1000)}k`);

const NOTHING = Object.fromEntries([...FILTERS, "case"].map((field) => [field, undefined]));

function Square({ data, cell, lit, chosen, change }) {
  if (!cell) return html`<span class="square absent">\u00b7</span>`;
  const { op, dtype, target, kinds, ulp, failed } = cell;
  const text = `${op} ${dtype} ${target}: ${kindsText(data, kinds)}${ulp === null ? "" : `; worst ${ulpText(ulp)}`}`;
  const css = `square ${shadeOf(cell)}${lit ? " lit" : ""}`;
  if (failed === 0) return html`<span class=${css} role="img" title=${text} aria-label=${text}>${cell.conforms > 0 ? "\u2713" : "\u00b7"}</span>`;
  // The chosen square leads back to everything.
  const follow = (event) => {
    event.preventDefault();
    change(chosen ? NOTHING : { ...NOTHING, op, dtype, target });
    document.getElementById("findings").scrollIntoView();
  };
  return html`<a class=${css} href=${hashOf({ op, dtype, target })} onClick=${follow} aria-current=${chosen ? "true" : undefined}
    title=${text} aria-label=${text}>${short(failed)}</a>`;
}

function Legend({ targets }) {
  const key = (css, sign, text) => html`<span><span class=${`square ${css}`} aria-hidden="true">${sign}</span> ${text}</span>`;
  return html`<p class="note legend">${key("fails-1", "3", "few cases fail")}${key("fails-4", "9", "most fail")}${key("conforms", "\u2713", "all conform")}${key("unjudged", "\u00b7", "none judged")}</p>
    <p class="note">${targets.length > 1 ? `In each cell from left to right: ${targets.join(", ")}. ` : `Target ${targets.join("")}. `}A red square filters the findings and the cases.</p>`;
}

const ascending = (list) => [...new Set(list)].sort();
const TYPES = ["f64", "f32", "tf32", "bf16", "f16", "i64", "u64", "i32", "u32", "i16", "u16", "i8", "u8", "i4"];
const byType = (a, b) => ((TYPES.indexOf(a) + 99) % 99) - ((TYPES.indexOf(b) + 99) % 99) || (a < b ? -1 : 1);

// Types that fail come first, then by family.
function typesOf(cells) {
  const fails = new Set(cells.filter(({ failed }) => failed > 0).map(({ dtype }) => dtype));
  return [...new Set(cells.map(({ dtype }) => dtype))].sort((a, b) => fails.has(b) - fails.has(a) || byType(a, b));
}

// Pixels of a column of squares, as in style.css, at least and at most; and about those of an op's name.
const columnWidths = (targets) => [Math.max(32, 30 * targets.length + 2), Math.max(40, 30 * targets.length + 8)];
const opWidth = (ops, width) => Math.min(Math.floor(width * 0.45), 14 + 9 * Math.max(...ops.map((op) => op.length)));

// As many types as fit side by side; more go below, so that no square is out of sight.
function bandsOf(dtypes, room, column) {
  const bands = Math.ceil(dtypes.length / Math.max(1, Math.floor(room / column)));
  const size = Math.ceil(dtypes.length / bands);
  return Array.from({ length: bands }, (_, k) => dtypes.slice(k * size, (k + 1) * size)).filter((band) => band.length > 0);
}

function Band({ ops, dtypes, square, widths: [first, column], targets }) {
  return html`<table style=${`width:${first + column * dtypes.length}px`}><colgroup><col style=${`width:${first}px`} /></colgroup>
    <thead><tr><th scope="col">op</th>${dtypes.map((dtype) => html`<th scope="col">${dtype}</th>`)}</tr></thead>
    <tbody>${ops.map((op) => html`<tr><th scope="row">${op}</th>${dtypes.map((dtype) => html`<td><span class="squares">${targets.map((target) => square(op, dtype, target))}</span></td>`)}</tr>`)}</tbody></table>`;
}

export function Matrix({ data, state, change, lit }) {
  const cells = useMemo(() => cellsOf(data), [data]);
  const all = [...cells.values()];
  const failing = all.filter(({ failed }) => failed > 0);
  const [only, setOnly] = useState(failing.length > 0 && new Set(all.map(({ op }) => op)).size > 20);
  const place = useRef(null);
  const width = useWidth(place, 0) - 8; // nothing is drawn before it is known
  const shown = only && failing.length > 0 ? failing : all;
  const targets = ascending(all.map(({ target }) => target));
  const finding = data.findings.find(({ id }) => id === lit);
  const square = (op, dtype, target) => {
    const key = cellKey({ op, dtype, target });
    return html`<${Square} data=${data} cell=${cells.get(key)} lit=${finding?.cells.has(key)} chosen=${key === cellKey(state)} change=${change} />`;
  };
  const ops = ascending(shown.map(({ op }) => op));
  const first = opWidth(ops, width);
  const [least, most] = columnWidths(targets);
  const bands = width > 0 ? bandsOf(typesOf(shown), width - first, least) : [];
  const widths = [first, Math.max(least, Math.min(most, (width - first) / (bands[0]?.length ?? 1)))];
  const opsOf = (band) => ascending(shown.filter(({ dtype }) => band.includes(dtype)).map(({ op }) => op));
  return html`<div ref=${place}></div><${Legend} targets=${targets} />
    <p><label><input type="checkbox" name="failing" checked=${only} disabled=${failing.length === 0} onChange=${(event) => setOnly(event.currentTarget.checked)} /> failing only</label>
      ${" "}<span class="note">${plural(ops.length, "op")}, ${plural(failing.length, "red square")}</span></p>
    <${Box} label="Results by op and type"><div id="matrix-table" class=${finding ? "lighting" : ""}>${bands.map((band) =>
      html`<${Band} ops=${opsOf(band)} dtypes=${band} square=${square} widths=${widths} targets=${targets} />`)}</div><//>`;
}
