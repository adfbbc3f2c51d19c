// SPDX-License-Identifier: Apache-2.0
// Findings as cards, those that need somebody before those that need nobody. A card has one sentence, one tile and one
// command; everything else is folded.
import { html } from "htm/preact";
import { useState } from "preact/hooks";

import { Example, isDrawn, Replay } from "./case.js";
import { distanceText, number, plural } from "./data.js";
import { hashOf } from "./state.js";
import { groupOf } from "./strip.js";

const OPEN = 12; // cards that are open at first: what is folded is not drawn, and a run may have hundreds

const GROUPS = [
  ["new", "New"],
  ["all", "", "No baseline or earlier run was given, so none is called new."],
  ["old", "Persisting"],
  ["waived", "Waived"],
];

// How well the rule describes what fails.
function matchText({ failing, passing, outside }) {
  const inside = failing - outside;
  return `${number(inside)} of ${number(inside + passing)} cases that match fail${outside ? `; ${number(outside)} more fail in the same way` : ""}`;
}

// On which of several boards its cases ran: what says that it is the board and not the op.
function boardText(data, { board, boards }) {
  if (board) return `only ${board}, of ${number(data.boards.length)} boards`;
  if (data.boards.length < 2 || boards.length === 0) return "";
  if (boards.length === data.boards.length) return `all ${number(boards.length)} boards`;
  const [named, more] = [boards.slice(0, 3), boards.length - 3];
  return named.map(([name, cases]) => `${name} (${number(cases)})`).join(", ") + (more > 0 ? ` and ${number(more)} more` : "");
}

// "constraint src.element" or "result dst" as a name and a value.
function partOf(clause) {
  const [kind, ...words] = clause.split(" ");
  return words.length > 0 ? [kind, words.join(" ")] : ["constraint", kind];
}

function factsOf(data, finding) {
  const { id, title, rule, fresh, clause, waived, failing, representative: name } = finding;
  return [["verdict", finding.verdict],
    ["rule", rule === "" || title.includes(rule) ? "" : rule],
    ["match", finding.passing + finding.outside > 0 ? matchText(finding) : ""],
    ["re-test", fresh],
    ["worst", finding.difference || distanceText(finding.ulp, finding.ulp === null ? "" : data.byName.get(name)?.allowed)],
    partOf(clause),
    ["waived", waived && waived < failing ? `${number(waived)} of ${plural(failing, "case")}` : ""],
    ["first seen", finding.first_seen],
    ["example", html`<a href=${hashOf({ case: name })}><code>${name}</code></a>`],
    ["id", html`<a href=${`#finding-${id}`}><code>${id}</code></a>`]].filter(([, value]) => value);
}

function More({ data, finding }) {
  const { explanation, shrunk, shrunk_replay: line } = finding;
  return html`<dl>${factsOf(data, finding).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    ${(explanation.length > 0 || shrunk) && html`<h3>${shrunk ? "A smaller case" : "No smaller case"}</h3>`}
    ${explanation.length > 0 && html`<pre>${explanation.join("\n")}</pre>`}
    ${shrunk && html`<${Replay} line=${line} brief />`}`;
}

function Body({ data, finding, change }) {
  const [more, setMore] = useState(false);
  const { id, failing, reason, representative: name } = finding;
  const show = () => {
    change({ finding: id, case: undefined, op: undefined, dtype: undefined, target: undefined, verdict: undefined, text: undefined });
    document.getElementById("cases")?.scrollIntoView();
  };
  const boards = boardText(data, finding);
  return html`${isDrawn(data, name) ? html`<${Example} data=${data} name=${name} />` : html`<p>${reason}</p>`}
    ${boards && html`<p class="boards">Board: ${boards}</p>`}
    <${Replay} line=${finding.replay} brief />
    <div class="foot"><details class="more" onToggle=${(event) => setMore(event.currentTarget.open)}><summary>Details</summary>
      ${more && html`<${More} data=${data} finding=${finding} />`}</details>
      <button class="quiet" onClick=${show}>${failing === 1 ? "Its case" : "Its cases"}</button></div>`;
}

function Finding({ data, finding, open: first, chosen, light, change }) {
  const group = groupOf(data, finding);
  const [open, setOpen] = useState(first || location.hash === `#finding-${finding.id}`);
  return html`<details class=${`finding ${group}${chosen ? " chosen" : ""}`} open=${open} id=${`finding-${finding.id}`}
      onToggle=${(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}
      onPointerEnter=${() => light(finding.id)} onPointerLeave=${() => light("")} onFocusIn=${() => light(finding.id)} onFocusOut=${() => light("")}>
    <summary><span class="title">${finding.new && group === "waived" && html`<span class="tag">NEW</span> `}${finding.title}</span>
      <span class="count">${number(finding.failing)} <span>failing</span></span></summary>
    ${open && html`<div class="body"><${Body} data=${data} finding=${finding} change=${change} /></div>`}
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

// "1,409 failing cases in 12 findings; 9 have a probable cause." A finding without a rule has no parameter that its cases share.
function causesText({ findings, list, answer, verdicts }) {
  if (list.length === 0) return "No case failed.";
  const failed = plural(answer.kinds.reduce((sum, count, k) => sum + (verdicts[k][1] ? count : 0), 0), "failing case");
  if (findings.length === 0) return `${failed}, not grouped by cause.`;
  const explained = findings.filter(({ rule }) => rule !== "").length;
  const causes = explained === 0 ? "none has a probable cause" : explained === findings.length && explained > 1 ? "each has a probable cause"
    : `${number(explained)} ${explained === 1 ? "has" : "have"} a probable cause`;
  return `${failed} in ${plural(findings.length, "finding")}; ${findings.length === 1 ? (explained === 1 ? "it has a probable cause" : "it has no probable cause") : causes}.`;
}

// Findings with cases in the chosen cell, or of the chosen op, type or target.
const FIELDS = ["op", "dtype", "target"];
function touches({ cells }, state) {
  const wanted = FIELDS.map((field) => state[field]);
  return wanted.every((one) => !one) || [...cells].some((key) => key.split("\n").every((part, k) => !wanted[k] || part === wanted[k]));
}

function Filtered({ state, shown, all, change }) {
  const chosen = FIELDS.map((field) => state[field]).filter(Boolean).join(" ");
  if (!chosen) return null;
  const none = Object.fromEntries(FIELDS.map((field) => [field, undefined]));
  return html`<p class="filtered" role="status"><span>${number(shown)} of ${plural(all, "finding")}: those of <strong>${chosen}</strong></span>
    <button onClick=${() => change(none)}>Show all</button> <a href="#cases">Its failing cases</a></p>`;
}

export function Findings({ data, state, change, light }) {
  const { findings, list, closed } = data;
  const shown = findings.filter((finding) => touches(finding, state));
  const groups = GROUPS.map(([group, title, text]) => [group, title, text, shown.filter((one) => groupOf(data, one) === group)])
    .filter(([, , , own]) => own.length > 0);
  let place = 0;
  return html`<p class="lead">${causesText(data)}</p>
    <${Filtered} state=${state} shown=${shown.length} all=${findings.length} change=${change} />
    ${groups.map(([group, title, text, own]) => html`<section class="group" id=${`group-${group}`} key=${group}>
      ${title && html`<h3>${title}: ${number(own.length)}</h3>`}${text && html`<p class="note">${text}</p>`}
      ${own.map((finding) => html`<${Finding} key=${finding.id} data=${data} finding=${finding} open=${group !== "waived" && place++ < OPEN}
        chosen=${finding.id === state.finding} light=${light} change=${change} />`)}</section>`)}
    ${findings.length === 0 && list.length > 0 && html`<${Unclustered} data=${data} change=${change} />`}
    ${closed.length > 0 && html`<section class="group" id="group-closed"><h3>Closed: ${number(closed.length)}</h3>
      <ul>${closed.map((title) => html`<li class="good">\u2713 ${title}</li>`)}</ul></section>`}`;
}
