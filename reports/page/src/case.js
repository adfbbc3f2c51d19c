// SPDX-License-Identifier: Apache-2.0
// The chosen case: its verdict, its replay line and where its outputs are wrong.
import { html } from "htm/preact";
import { useState } from "preact/hooks";

import { Box } from "./box.js";
import { FindingLink } from "./cases.js";
import { distanceText, number, plural, replayLine, sizeText, ulpFigure } from "./data.js";
import { HeatMap } from "./heatmap.js";
import { Texts } from "./texts.js";

const BACKEND = " --backend ";

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

// In brief the backend, which the page names above, takes no more than its beginning; what is copied is whole.
export function Replay({ line, brief = false }) {
  const [said, say] = useState("");
  const copy = async () => {
    say((await copyText(line)) ? "copied" : "select it and copy");
    setTimeout(() => say(""), 2000);
  };
  const at = brief ? line.indexOf(BACKEND) : -1;
  return html`<p class="replay"><code title=${line}>${at < 0 ? line : html`${line.slice(0, at + 1)}<span class="backend">${line.slice(at + 1)}</span>`}</code>
    <button class="copy" onClick=${copy} aria-label="Copy the replay line">copy</button>
    <span role="status">${said}</span></p>`;
}

function ElementTable({ tile }) {
  const { elements, cols, wrong } = tile;
  return html`<details><summary>${elements.length < wrong ? `${number(elements.length)} of ${number(wrong)} wrong elements` : plural(wrong, "wrong element")} with their bits</summary>
    <${Box} label=${`Wrong elements of ${tile.operand}`}><table><thead><tr>${["row", "column", "expected", "bits", "got", "bits", "ulp"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${elements.map(([index, bits, expected, gotBits, got, ulp]) => html`<tr>
      <td class="number">${number(Math.floor(index / cols))}</td><td class="number">${number(index % cols)}</td>
      <td>${expected}</td><td><code>${bits}</code></td><td>${got}</td><td><code>${gotBits}</code></td>
      <td class="number">${ulpFigure(ulp)}</td></tr>`)}</tbody></table><//></details>`;
}

const tileText = ({ operand, element, layout, rows, cols, valid_rows: down, valid_cols: across }) =>
  `${operand}: ${element} ${layout}, ${sizeText(rows, cols)}, valid ${sizeText(down, across)}`;

// The element that the verdict names, and what goes into it: "dst (0, 5): expected 3.5, got 4", from "src (0, 5): 1.5".
function Inputs({ tile: { operand, inputs, elements, cols }, worst }) {
  if (inputs.length === 0 || !worst) return null;
  const [row, col] = worst;
  const [, , expected, , got] = elements.find(([index]) => index === row * cols + col) ?? [];
  return html`<dl class="inputs"><dt>worst element</dt><dd>${operand} (${number(row)}, ${number(col)})${expected && `: expected ${expected}, got ${got}`}</dd>
    <dt>from</dt>${inputs.map(([name, place, value]) => html`<dd>${name} ${place}: ${value}</dd>`)}</dl>`;
}

function Tile({ tile, worst, physical, setPhysical }) {
  const { mask, allowed, wrong } = tile;
  return html`<section class="tile">
    <h4>${tileText(tile)}${mask ? "; a bit for each lane" : ""}; ${number(wrong)} wrong${allowed && `; allowed: ${allowed}`}</h4>
    <${Inputs} tile=${tile} worst=${worst} />
    <label><input type="checkbox" name="physical" checked=${physical} onChange=${(event) => setPhysical(event.currentTarget.checked)} /> physical layout</label>
    <${HeatMap} tile=${tile} physical=${physical} />
    <${ElementTable} tile=${tile} />
  </section>`;
}

function Legend() {
  return html`<p class="note">Outlined: the valid region. A mark is a wrong element, the larger the${" "}
    farther from what is acceptable, each step of size a power of two in ulp; a crossed mark has no${" "}
    distance (NaN). No mark: not wrong.</p>`;
}

export const isDrawn = (data, name) => !!data.tiles[name] || !!data.texts[name];

// Of a finding: what matters of the first output that its example has wrong.
export function Example({ data, name }) {
  const [tile] = data.tiles[name] ?? [];
  if (!tile) return html`<${Texts} texts=${data.texts[name]} brief />`;
  const { compared } = data.byName.get(name) ?? {};
  const many = compared > tile.wrong ? `${number(tile.wrong)} of ${number(compared)} elements wrong` : plural(tile.wrong, "wrong element");
  return html`<figure class="example"><figcaption>${tileText(tile)}; ${many}</figcaption><${HeatMap} tile=${tile} brief /></figure>`;
}

function Drawn({ data, name, worst, state, change }) {
  if (!isDrawn(data, name)) {
    return html`<p class="note">The page holds no elements of this case: it is not about values, or${" "}
      others like it are drawn instead. The replay line shows them.</p>`;
  }
  const setPhysical = (on) => change({ view: on ? "physical" : undefined }, { keep: true });
  return html`${data.tiles[name] && html`<${Legend} />`}
    ${(data.tiles[name] ?? []).map((tile) => html`<${Tile} key=${tile.operand} tile=${tile} worst=${worst} physical=${state.view === "physical"} setPhysical=${setPhysical} />`)}
    ${data.texts[name] && html`<${Texts} texts=${data.texts[name]} />`}`;
}

export function ChosenCase({ data, state, change }) {
  const name = state.case;
  if (!name) return html`<p>Choose a failing case above to see its elements.</p>`;
  const record = data.byName.get(name);
  const backend = Object.fromEntries(data.run).backend;
  if (!record) {
    return html`<h3><code>${name}</code></h3><p>This case is not among the failing cases listed here: it${" "}
      conforms, has no answer or was not run.</p><${Replay} line=${replayLine(name, backend)} />`;
  }
  const distance = distanceText(record.ulp, record.allowed);
  return html`<h3><code>${name}</code></h3>
    <p><strong class="bad">\u2717 ${record.verdict}</strong> ${record.reason}</p>
    <p class="note">${record.op} ${record.form}, ${record.target}, ${record.dtype}; intent ${record.intent};${" "}
      ${number(record.wrong)} of ${plural(record.compared, "compared element")} wrong${distance && `; at most ${distance}`}${record.board && `; board ${record.board}`}</p>
    ${record.finding && html`<p class="note">Finding: <${FindingLink} finding=${record.finding} /></p>`}
    <${Replay} line=${replayLine(name, backend)} />
    <${Drawn} key=${name} data=${data} name=${name} worst=${record.worst} state=${state} change=${change} />`;
}
