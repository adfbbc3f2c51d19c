// SPDX-License-Identifier: Apache-2.0
// Findings: one line each, the first open, those that need somebody before those that need nobody.
import { html } from "htm/preact";
import { useState } from "preact/hooks";

import { Replay, Shown } from "./case.js";
import { number, plural, ulpText } from "./data.js";
import { hashOf } from "./state.js";
import { groupOf } from "./strip.js";

const GROUPS = [
  ["new", "New", "Not there before."],
  ["open", "Open", "No baseline and no earlier runs were given, so that nothing says which of these are new."],
  ["old", "Old", "There before, and nobody has waived them."],
  ["waived", "Waived", "Every failing case is waived."],
];

const coveredText = ({ failing, passing }) =>
  `${number(failing)} failing${passing ? `, ${number(passing)} passing in the same place` : ""}`;

const isShown = (data, { representative: name }) => !!data.tiles[name] || !!data.texts[name];

// The smallest case: its tile map, or what it printed.
function Smallest({ data, finding }) {
  const name = finding.representative;
  if (!isShown(data, finding)) return null;
  return html`<div class="smallest"><h4>The smallest case, <a href=${hashOf({ case: name })}><code>${name}</code></a></h4>
    <${Shown} data=${data} name=${name} /></div>`;
}

function Body({ data, finding, change }) {
  const show = () => {
    change({ finding: finding.id, case: undefined, op: undefined, dtype: undefined, target: undefined, verdict: undefined, text: undefined });
    document.getElementById("cases")?.scrollIntoView();
  };
  const facts = [["rule", finding.rule || "every case of the op"], ["verdict", finding.verdict],
    ["page", finding.clause], ["worst", ulpText(finding.ulp)], ["waived", finding.waived ? `${number(finding.waived)} of ${number(finding.failing)} cases` : ""],
    ["first seen", finding.first_seen], ["smallest", isShown(data, finding) ? "" : finding.representative], ["shrunk to", finding.shrunk]].filter(([, value]) => value);
  return html`<p>${finding.reason}</p>
    <dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    <${Replay} line=${finding.replay} />
    ${finding.explanation.length > 0 && html`<pre>${finding.explanation.join("\n")}</pre>`}
    ${finding.shrunk && html`<${Replay} line=${finding.shrunk_replay} />`}
    <${Smallest} data=${data} finding=${finding} />
    <p><button onClick=${show}>its cases</button></p>`;
}

// What is folded is not drawn: a run may have hundreds.
function Finding({ data, finding, first, change }) {
  const [open, setOpen] = useState(first);
  return html`<details class="finding" open=${open} id=${`finding-${finding.id}`} onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary><span class="title" title=${finding.title}>${finding.new ? html`<span class="tag">NEW</span> ` : ""}${finding.title}</span>
      <span class="count">${coveredText(finding)}</span></summary>
    ${open && html`<${Body} data=${data} finding=${finding} change=${change} />`}
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
function Unclustered({ data, change }) {
  return html`<ul class="groups">${groupsOf(data).map((cases) => {
    const [{ op, dtype, verdict, reason, name }] = cases;
    const show = () => change({ op, dtype, verdict, case: name, target: undefined, text: undefined, finding: undefined });
    return html`<li><button onClick=${show}>\u2717 ${op} ${dtype} ${verdict}</button> ${plural(cases.length, "case")}: ${reason}</li>`;
  })}</ul>`;
}

export function Findings({ data, change }) {
  const { findings, list, closed } = data;
  const groups = GROUPS.map(([group, title, text]) => [group, title, text, findings.filter((one) => groupOf(data, one) === group)])
    .filter(([, , , own]) => own.length > 0);
  return html`${list.length === 0 && html`<p>None.</p>`}
    ${groups.map(([group, title, text, own], k) => html`<section class="group" id=${`group-${group}`} key=${group}>
      <h3>${title}: ${number(own.length)}</h3><p class="note">${text}</p>
      ${own.map((finding, place) => html`<${Finding} key=${finding.id} data=${data} finding=${finding} first=${k === 0 && place === 0} change=${change} />`)}</section>`)}
    ${findings.length === 0 && list.length > 0 && html`<${Unclustered} data=${data} change=${change} />`}
    ${closed.length > 0 && html`<section class="group" id="group-closed"><h3>Closed: ${number(closed.length)}</h3>
      <p class="note">There before, and gone.</p><ul>${closed.map((title) => html`<li class="good">\u2713 ${title}</li>`)}</ul></section>`}`;
}
