// SPDX-License-Identifier: Apache-2.0
// The answer, the findings and the matrix.
import { html } from "htm/preact";

import { Replay } from "./case.js";
import { number, plural, tableBox, ulpText } from "./data.js";
import { hashOf } from "./state.js";

// "\u2717 12 deviates, \u2713 3 conforms": the verdicts that occur; a sign and a word beside the colour.
export function Kinds({ data, kinds }) {
  const found = kinds.map((count, k) => ({ count, verdict: data.verdicts[k] })).filter(({ count }) => count > 0);
  return found.map(({ count, verdict: [name, failed] }, k) => html`<span class=${failed ? "bad" : name === "conforms" ? "good" : "dim"}>
    ${failed ? "\u2717" : name === "conforms" ? "\u2713" : "\u00b7"} ${number(count)} ${name}${k + 1 < found.length ? ", " : ""}</span>`);
}

export function Answer({ data }) {
  const { sentence, good, kinds, total, elements, target_defined: free } = data.answer;
  const run = Object.fromEntries(data.run);
  return html`<p class="note">Assay: ${run.suite} on ${run.backend}</p>
    <h1 id="answer" class=${good ? "good" : "bad"}>${good ? "\u2713 " : "\u2717 "}${sentence}</h1>
    <p>${plural(total, "case")} in ${run.took}: <${Kinds} data=${data} kinds=${kinds} />.
      ${" "}${plural(elements, "element")} compared, ${number(free)} recorded as target-defined.</p>
    <${Errata} errata=${data.errata} />`;
}

// Known deviations: what cases showed, and what they exercised in vain.
function Errata({ errata }) {
  if (errata.length === 0) return null;
  return html`<h2 id="errata">Errata in effect</h2><div class="scroll"><table>
    <thead><tr>${["number", "title", "cases", "elements", "exercised", "example", "one of them"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${errata.map((one) => html`<tr><th scope="row">${one.number}</th>
      <td>${one.title}${one.hidden && html` <span class="tag">never shown: mended?</span>`}</td>
      <td class="number">${number(one.cases)}</td><td class="number">${number(one.elements)}</td>
      <td class="number">${number(one.exercised_elements)}</td><td>${one.text}</td><td><code>${one.replay}</code></td></tr>`)}</tbody></table></div>`;
}

function Finding({ data, finding, change }) {
  const covers = `${finding.passing ? `covers ${plural(finding.failing, "failing case")} and ${number(finding.passing)} passing` : plural(finding.failing, "failing case")}`;
  const show = () => {
    change({ finding: finding.id, case: undefined, op: undefined, dtype: undefined, target: undefined, verdict: undefined, text: undefined });
    document.getElementById("cases")?.scrollIntoView();
  };
  const facts = [["rule", finding.rule || "every case of the op"], ["verdict", finding.verdict],
    ["page", finding.clause], ["worst", ulpText(finding.ulp)], ["first seen", finding.first_seen],
    ["smallest", finding.representative], ["shrunk to", finding.shrunk]].filter(([, value]) => value);
  return html`<details open=${finding.new || data.findings.length <= 5} id=${`finding-${finding.id}`}>
    <summary>${finding.new ? html`<span class="tag">NEW</span> ` : ""}${finding.title} <span class="dim">${covers}</span></summary>
    <p>${finding.reason}</p>
    <dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    <${Replay} line=${finding.replay} />
    ${finding.explanation.length > 0 && html`<pre>${finding.explanation.join("\n")}</pre>`}
    ${finding.shrunk && html`<${Replay} line=${finding.shrunk_replay} />`}
    <p><button onClick=${show}>its cases</button>${" "}
      ${data.tiles[finding.representative] && html`<a href=${hashOf({ case: finding.representative })}>its elements</a>`}</p>
  </details>`;
}

function groupsOf(data) {
  const groups = new Map();
  for (const record of data.list) {
    const key = `${record.op}\n${record.dtype}\n${record.verdict}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(record);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

// Where nobody clustered the failures: one line per op, element type and verdict.
function Groups({ data, change }) {
  return html`<ul class="groups">${groupsOf(data).map((cases) => {
    const [{ op, dtype, verdict, reason, name }] = cases;
    const show = () => change({ op, dtype, verdict, case: name, target: undefined, text: undefined, finding: undefined });
    return html`<li><button onClick=${show}>\u2717 ${op} ${dtype} ${verdict}</button> ${plural(cases.length, "case")}: ${reason}</li>`;
  })}</ul>`;
}

function Triage({ triage }) {
  if (!triage) return null;
  const { counts, cases, closed, lost_clauses: lost, left_out: more } = triage;
  return html`<h3>Against the baseline</h3>
    <p>${counts.map(([name, count], k) => html`<span>${number(count)} ${name}${k + 1 < counts.length ? ", " : ""}</span>`)}</p>
    ${closed.length > 0 && html`<p>Closed: ${closed.join("; ")}</p>`}
    ${lost.length > 0 && html`<p>Constraints without a judged case now: ${lost.join("; ")}</p>`}
    ${cases.length > 0 && html`<details><summary>${plural(cases.length, "changed case")}${more ? ` of ${number(cases.length + more)}` : ""}</summary>
      <div class="scroll tall"><table><thead><tr>${["change", "was", "now", "case"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
      <tbody>${cases.map(([name, change, was, now, wasUlp, nowUlp, waived]) => html`<tr><td>${change}${waived ? " (waived)" : ""}</td>
        <td>${was} ${ulpText(wasUlp)}</td><td>${now} ${ulpText(nowUlp)}</td><td><a href=${hashOf({ case: name })}><code>${name}</code></a></td></tr>`)}</tbody></table></div></details>`}`;
}

function Waivers({ waivers }) {
  if (waivers.length === 0) return null;
  return html`<h3>Waivers</h3><div class="scroll"><table>
    <thead><tr>${["scope", "state", "cases", "reason", "owner", "until", "link", "where"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${waivers.map(([scope, state, fails, cases, reason, owner, until, link, where]) => html`<tr>
      <td>${scope}</td><td class=${fails ? "bad" : ""}>${fails ? "\u2717 " : ""}${state}</td><td class="number">${number(cases)}</td>
      <td>${reason}</td><td>${owner}</td><td>${until}</td><td>${link}</td><td>${where}</td></tr>`)}</tbody></table></div>`;
}

export function Findings({ data, change }) {
  const { findings, list } = data;
  return html`${list.length === 0 && html`<p>None.</p>`}
    ${findings.map((finding) => html`<${Finding} key=${finding.id} data=${data} finding=${finding} change=${change} />`)}
    ${findings.length === 0 && list.length > 0 && html`<${Groups} data=${data} change=${change} />`}
    <${Triage} triage=${data.triage} /><${Waivers} waivers=${data.waivers} />`;
}

export function Matrix({ data }) {
  const targets = [...new Set(data.matrix.map(([, , target]) => target))].sort();
  const rows = new Map();
  for (const [op, dtype, target, kinds, ulp] of data.matrix) {
    const key = `${op}\n${dtype}`;
    if (!rows.has(key)) rows.set(key, { op, dtype, cells: {} });
    rows.get(key).cells[target] = { kinds, ulp };
  }
  const cell = ({ op, dtype }, target, found) => {
    if (!found) return html`<td class="dim">no case</td>`;
    const failed = found.kinds.some((count, k) => count > 0 && data.verdicts[k][1]);
    const text = html`<${Kinds} data=${data} kinds=${found.kinds} />`;
    return html`<td>${failed ? html`<a href=${hashOf({ op, dtype, target })}>${text}</a>` : text}
      ${found.ulp !== null && html`<span class="dim"> ${ulpText(found.ulp)}</span>`}</td>`;
  };
  return html`<div class=${tableBox(rows.size)}><table id="matrix-table"><thead><tr>${["op", "dtype", ...targets].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${[...rows.values()].map((row) => html`<tr><th scope="row">${row.op}</th><td>${row.dtype}</td>
      ${targets.map((target) => cell(row, target, row.cells[target]))}</tr>`)}</tbody></table></div>`;
}
