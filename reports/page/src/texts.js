// SPDX-License-Identifier: Apache-2.0
// What a call was to print and what it printed, line beside line.
import { html } from "htm/preact";

import { Box } from "./box.js";
import { number } from "./data.js";

const lines = (text) => text.replace(/\n$/, "").split("\n");
const WORD = /^([-+]?(\d[\d.]*|nan|inf|infinity)|-+|\|)$/i;
const words = (line) => line.replaceAll("|", " | ").split(/\s+/).filter((word) => word !== "");
// Header lines are free; what counts are lines of values and fences.
const counts = (line) => line !== undefined && words(line).length > 0 && words(line).every((word) => WORD.test(word));

// Headers stand beside headers, lines of values beside lines of values.
function pairsOf(expected, got) {
  const [left, right] = [lines(expected), lines(got)];
  const pairs = [];
  for (let l = 0, r = 0; l < left.length || r < right.length;) {
    const header = (l < left.length && !counts(left[l])) || (r < right.length && !counts(right[r]));
    const take = (side, at) => at < side.length && counts(side[at]) !== header;
    const pair = [take(left, l) ? left[l++] : undefined, take(right, r) ? right[r++] : undefined];
    pairs.push({ pair, differs: !header && pair[0]?.trimEnd() !== pair[1]?.trimEnd() });
  }
  return pairs;
}

// The words of a line, those marked that the other side has otherwise.
function Marked({ line, other }) {
  if (line === undefined) return html`<span class="dim">(no line)</span>`;
  const there = (other ?? "").split(/(\s+)/);
  return line.split(/(\s+)/).map((word, k) => (word.trim() !== "" && word !== there[k] ? html`<mark>${word}</mark>` : word));
}

const AROUND = 1; // lines around the first that differs, where the text is shown in brief

export function Texts({ texts: { expected, got, width }, brief = false }) {
  const all = pairsOf(expected, got).map((pair, k) => ({ ...pair, line: k + 1 }));
  const first = all.findIndex(({ differs }) => differs);
  const pairs = brief && first >= 0 ? all.slice(Math.max(0, first - AROUND), first + AROUND + 1) : all;
  const head = brief ? "Printed text" : `Printed text, values ${width} characters wide at least; header lines are free`;
  return html`<section class="texts"><h3>${head}${first < 0 ? "" : `; line ${number(first + 1)} is the first that differs`}</h3>
    <${Box} label="Expected and printed text" rows=${pairs} first=${first}>${(shown) => html`<table class="text"><thead><tr>${["line", "expected", "got"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${shown.map(({ pair: [left, right], differs, line }) => html`<tr class=${differs ? "differs" : ""}><th scope="row" class="number">${differs ? "\u2717 " : ""}${number(line)}</th>
      <td>${differs ? html`<${Marked} line=${left} other=${right} />` : left}</td><td>${differs ? html`<${Marked} line=${right} other=${left} />` : right}</td></tr>`)}</tbody></table>`}<//></section>`;
}
