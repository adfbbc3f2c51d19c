// SPDX-License-Identifier: Apache-2.0
// The changes since the baseline in one line, and what decides the verdict besides the cases: baseline, waivers, errata, choices.
import { html } from "htm/preact";

import { Box } from "./box.js";
import { number, plural, ulpText } from "./data.js";
import { hashOf } from "./state.js";

// A finding is in one group: waived whole, new, or old (persisting). Without a past nothing is new or old.
export function groupOf(data, finding) {
  if (finding.waived > 0 && finding.waived === finding.failing) return "waived";
  if (!data.past) return "all";
  return finding.new ? "new" : "old";
}

export const countIn = (data, group) => data.findings.filter((finding) => groupOf(data, finding) === group).length;

const expired = (data) => data.waivers.filter(([, , fails]) => fails);
const shownErrata = (data) => data.errata.filter(({ hidden }) => !hidden);

// Word, how many, what they are, where they stand, and whether that is bad or good news.
function items(data) {
  const { closed } = data;
  const known = shownErrata(data);
  const waived = data.waivers.reduce((sum, [, , , cases]) => sum + cases, 0);
  const compared = data.past
    ? [["new", countIn(data, "new"), "findings that were not there before", "group-new", "bad"],
       ["persisting", countIn(data, "old"), "findings that were there before", "group-old", "bad"],
       ["closed", closed.length, "findings that are gone", "group-closed", "good"]]
    : [[countIn(data, "all") === 1 ? "finding" : "findings", countIn(data, "all"), "without a baseline or earlier runs none is new or persisting", "group-all", "bad"]];
  return [...compared,
    ["waived", countIn(data, "waived"), `findings all of whose cases are waived; ${plural(waived, "case")} in all`, countIn(data, "waived") ? "group-waived" : "decides", "dim"],
    ["known", known.length, `errata in effect that cases show; ${plural(known.reduce((sum, { cases }) => sum + cases, 0), "case")}`, "readings", "dim"],
    ["expired", expired(data).length, "waivers that have expired or are needed no more", "decides", "bad"]];
}

export function Strip({ data }) {
  const shown = items(data).filter(([, count]) => count > 0);
  return shown.length > 0 && html`<ul id="strip" aria-label="The run at a glance">${shown.map(([word, count, what, place, news]) =>
    html`<li class=${news} title=${what}><a href=${`#${place}`}><strong>${number(count)}</strong> ${word}</a></li>`)}</ul>`;
}

const table = (titles, body) => html`<table><thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>${body}</tbody></table>`;

// What decides the verdict besides the cases, a line each; open where it fails the run, unless `open` says otherwise.
function Fold({ id, title, text, fails, open = fails, children }) {
  return html`<details class="fold" id=${id} open=${open}><summary><span>${title}</span> <span class=${fails ? "bad" : "dim"}>${fails ? "\u2717 " : ""}${text}</span></summary>${children}</details>`;
}

// Choices that cases contradict fail a run; without a failing case they are all that does.
export const choicesAlone = (data) => data.choices.inconsistent.length > 0 && data.list.length === 0;

// Known deviations: what cases showed, and what they exercised in vain.
function Errata({ errata }) {
  if (errata.length === 0) return null;
  const hidden = errata.filter((one) => one.hidden).length;
  const text = `${number(errata.length - hidden)} shown by cases${hidden ? `, ${number(hidden)} never shown` : ""}`;
  return html`<${Fold} id="errata" title="Errata in effect" text=${text}><${Box} label="Errata in effect">
    ${table(["number", "title", "cases", "elements", "exercised", "example", "one of them"], errata.map((one) => html`<tr><th scope="row">${one.number}</th>
      <td>${one.title}${one.hidden && html` <span class="tag">never shown: fixed?</span>`}</td>
      <td class="number">${number(one.cases)}</td><td class="number">${number(one.elements)}</td>
      <td class="number">${number(one.exercised_elements)}</td><td>${one.text}</td><td><code>${one.replay}</code></td></tr>`))}<//><//>`;
}

// How the backend reads the choices of the manual, by the calls in which it must do so in one way.
function Choices({ data }) {
  const { scopes, inconsistent } = data.choices;
  if (scopes.length === 0) return null;
  const text = inconsistent.length > 0 ? `${plural(inconsistent.length, "contradiction")}` : `${plural(scopes.length, "choice")} read the same way throughout`;
  return html`<${Fold} id="choices" title="Choices of the manual" text=${text} fails=${inconsistent.length > 0} open=${choicesAlone(data)}>
    ${inconsistent.length > 0 && html`<${Box} label="Contradictions" rows=${inconsistent}>${(shown) => shown.map((one) => html`<p class="bad">\u2717 ${one}</p>`)}<//>`}
    <${Box} label="Choices of the manual" rows=${scopes}>${(shown) => table(["choice", "reading", "cases", "decided by"], shown.map(([where, reading, cases, example]) => html`<tr><th scope="row">${where}</th><td>${reading}</td>
      <td class="number">${number(cases)}</td><td><code>${example}</code></td></tr>`))}<//><//>`;
}

function Changes({ triage: { cases, left_out: more } }) {
  if (cases.length === 0) return null;
  return html`<p>${plural(cases.length, "changed case")}${more ? ` of ${number(cases.length + more)}` : ""}:</p>
    <${Box} label="Changed cases" rows=${cases}>${(shown) => table(["change", "was", "now", "case"], shown.map(([name, change, was, now, wasUlp, nowUlp, waived]) => html`<tr><td>${change}${waived ? " (waived)" : ""}</td>
      <td>${was} ${ulpText(wasUlp)}</td><td>${now} ${ulpText(nowUlp)}</td><td><a href=${hashOf({ case: name })}><code>${name}</code></a></td></tr>`))}<//>`;
}

function Triage({ data: { triage, baseline } }) {
  if (!triage) return null;
  const { counts, lost_clauses: lost } = triage;
  const said = counts.filter(([, count]) => count > 0).map(([name, count]) => `${number(count)} ${name}`).join(", ");
  return html`<${Fold} id="baseline" title=${`Against the baseline${baseline ? ` ${baseline}` : ""}`} text=${`cases: ${said}`} fails=${lost.length > 0}>
    ${lost.length > 0 && html`<p class="bad">\u2717 Constraints without a judged case now: ${lost.join("; ")}</p>`}
    <${Changes} triage=${triage} /><//>`;
}

function Waivers({ data: { waivers } }) {
  if (waivers.length === 0) return null;
  const sorted = [...waivers].sort(([, , a], [, , b]) => b - a);
  const failing = waivers.filter(([, , fails]) => fails).length;
  const text = failing > 0 ? `${number(failing)} of ${number(waivers.length)} expired or not needed` : `${number(waivers.length)}, all in use`;
  return html`<${Fold} id="waiver-list" title="Waivers" text=${text} fails=${failing > 0}><${Box} label="Waivers"><table id="waivers">
    <thead><tr>${["scope", "state", "cases", "reason", "owner", "until", "link", "where"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${sorted.map(([scope, state, fails, cases, reason, owner, until, link, where]) => html`<tr>
      <td>${scope}</td><td class=${fails ? "bad" : ""}>${fails ? "\u2717 " : ""}${state}</td><td class="number">${number(cases)}</td>
      <td>${reason}</td><td>${owner}</td><td>${until}</td><td>${link}</td><td>${where}</td></tr>`)}</tbody></table><//><//>`;
}

// Sections of their own, where there is anything of them: what decides above the findings, how the manual is read below.
export const decides = (data) => !!data.triage || data.waivers.length > 0;
export const Decides = ({ data }) => html`<${Triage} data=${data} /><${Waivers} data=${data} />`;
export const readings = (data) => data.errata.length > 0 || data.choices.scopes.length > 0;
export const Readings = ({ data }) => html`<${Errata} errata=${data.errata} /><${Choices} data=${data} />`;
