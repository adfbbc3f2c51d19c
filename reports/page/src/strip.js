// SPDX-License-Identifier: Apache-2.0
// The changes since the baseline in one line, and what decides the verdict besides the cases: waivers, the baseline, errata.
import { html } from "htm/preact";

import { Box } from "./box.js";
import { number, plural, ulpText } from "./data.js";
import { hashOf } from "./state.js";

// A finding is in one group: waived whole, new, or old. Without a past nothing is new or old.
export function groupOf(data, finding) {
  if (finding.waived > 0 && finding.waived === finding.failing) return "waived";
  if (!data.past) return "open";
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
    : [["open", countIn(data, "open"), "findings; without a baseline or earlier runs none is new or old", "group-open", "bad"]];
  return [...compared,
    ["waived", countIn(data, "waived"), `findings all of whose cases are waived; ${plural(waived, "case")} in all`, countIn(data, "waived") ? "group-waived" : "decides", "dim"],
    ["known", known.length, `errata in effect that cases show; ${plural(known.reduce((sum, { cases }) => sum + cases, 0), "case")}`, "decides", "dim"],
    ["expired", expired(data).length, "waivers that have expired or are needed no more", "decides", "bad"]];
}

export function Strip({ data }) {
  return html`<ul id="strip" aria-label="The run at a glance">${items(data).map(([word, count, what, place, news]) => {
    const text = html`<strong>${number(count)}</strong> ${word}`;
    return html`<li class=${count > 0 ? news : "none"} title=${what}>${count > 0 ? html`<a href=${`#${place}`}>${text}</a>` : text}</li>`;
  })}</ul>`;
}

// Known deviations: what cases showed, and what they exercised in vain.
function Errata({ errata }) {
  if (errata.length === 0) return null;
  return html`<h3 id="errata">Errata in effect</h3><${Box} label="Errata in effect"><table>
    <thead><tr>${["number", "title", "cases", "elements", "exercised", "example", "one of them"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${errata.map((one) => html`<tr><th scope="row">${one.number}</th>
      <td>${one.title}${one.hidden && html` <span class="tag">never shown: fixed?</span>`}</td>
      <td class="number">${number(one.cases)}</td><td class="number">${number(one.elements)}</td>
      <td class="number">${number(one.exercised_elements)}</td><td>${one.text}</td><td><code>${one.replay}</code></td></tr>`)}</tbody></table><//>`;
}

// How the backend reads what the manual leaves open, by the calls in which it must do so in one way.
function Choices({ choices: { scopes, inconsistent } }) {
  if (scopes.length === 0) return null;
  return html`<h3 id="choices">What the manual leaves open</h3>
    ${inconsistent.map((text) => html`<p class="bad">\u2717 ${text}</p>`)}
    <${Box} label="Readings of the manual" rows=${scopes.length} tall><table><thead><tr>${["choice", "reading", "cases", "decided by"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${scopes.map(([where, reading, cases, example]) => html`<tr><th scope="row">${where}</th><td>${reading}</td>
      <td class="number">${number(cases)}</td><td><code>${example}</code></td></tr>`)}</tbody></table><//>`;
}

function Changes({ triage: { cases, left_out: more } }) {
  if (cases.length === 0) return null;
  return html`<details><summary>${plural(cases.length, "changed case")}${more ? ` of ${number(cases.length + more)}` : ""}</summary>
    <${Box} label="Changed cases" rows=${cases.length} tall><table><thead><tr>${["change", "was", "now", "case"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${cases.map(([name, change, was, now, wasUlp, nowUlp, waived]) => html`<tr><td>${change}${waived ? " (waived)" : ""}</td>
      <td>${was} ${ulpText(wasUlp)}</td><td>${now} ${ulpText(nowUlp)}</td><td><a href=${hashOf({ case: name })}><code>${name}</code></a></td></tr>`)}</tbody></table><//></details>`;
}

function Triage({ data: { triage, baseline } }) {
  if (!triage) return null;
  const { counts, lost_clauses: lost } = triage;
  const said = counts.filter(([, count]) => count > 0);
  return html`<h3>Against the baseline${baseline ? ` ${baseline}` : ""}</h3>
    <p>${plural(counts.reduce((sum, [, count]) => sum + count, 0), "case")}: ${said.map(([name, count], k) => html`<span class=${name === "new" || name === "lost" ? "bad" : ""}>${number(count)} ${name}${k + 1 < said.length ? ", " : ""}</span>`)}</p>
    ${lost.length > 0 && html`<p class="bad">\u2717 Constraints without a judged case now: ${lost.join("; ")}</p>`}
    <${Changes} triage=${triage} />`;
}

function Waivers({ data: { waivers } }) {
  if (waivers.length === 0) return null;
  const failing = [...waivers].sort(([, , a], [, , b]) => b - a);
  return html`<h3>Waivers</h3><${Box} label="Waivers"><table id="waivers">
    <thead><tr>${["scope", "state", "cases", "reason", "owner", "until", "link", "where"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${failing.map(([scope, state, fails, cases, reason, owner, until, link, where]) => html`<tr>
      <td>${scope}</td><td class=${fails ? "bad" : ""}>${fails ? "\u2717 " : ""}${state}</td><td class="number">${number(cases)}</td>
      <td>${reason}</td><td>${owner}</td><td>${until}</td><td>${link}</td><td>${where}</td></tr>`)}</tbody></table><//>`;
}

// A section of its own above the findings, where there is anything of it.
export const decides = (data) => !!data.triage || data.waivers.length > 0 || data.errata.length > 0 || data.choices.scopes.length > 0;
export function Decides({ data }) {
  return html`<${Triage} data=${data} /><${Waivers} data=${data} /><${Errata} errata=${data.errata} /><${Choices} choices=${data.choices} />`;
}
