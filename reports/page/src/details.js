// SPDX-License-Identifier: Apache-2.0
// Constraint coverage, what it does not show, and the run itself.
import { html } from "htm/preact";

import { Box } from "./box.js";
import { number, plural, verdictWords } from "./data.js";
import { Kinds } from "./matrix.js";
import { hashOf } from "./state.js";

const SIDES = [["breaks", "broken"], ["smallest", "smallest legal"], ["largest", "largest legal"],
               ["below", "just below"], ["above", "just above"]];

function failingFirst({ clauses, verdicts }) {
  const passes = ([, , , sides]) => Object.values(sides).every((kinds) => kinds.every((count, k) => count === 0 || !verdicts[k][1]));
  return [...clauses].sort((a, b) => passes(a) - passes(b));
}

export function Constraints({ data }) {
  if (data.clauses.length === 0) return html`<p>No case breaks a constraint or stands at its edge.</p>`;
  return html`<p class="note">Cases that break one of ${plural(data.clauses.length, "constraint")} of the pages, or stand at its
      edge, and their verdicts; those with failing cases first. An empty cell has no case.</p>
    <${Box} label="Constraint coverage" rows=${failingFirst(data)}>${(shown) => html`<table><thead><tr>${["op", "form", "constraint", ...SIDES.map(([, title]) => title)].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${shown.map(([op, form, constraint, sides]) => html`<tr><th scope="row">${op}</th><td>${form}</td><td><code>${constraint}</code></td>
      ${SIDES.map(([side]) => html`<td>${sides[side] && html`<${Kinds} data=${data} kinds=${sides[side]} />`}</td>`)}</tr>`)}</tbody></table>`}<//>`;
}

const MEANING = {
  unsupported: "the backend does not implement the call",
  target_defined: "no element of the result is promised",
  distrusted: "the data could not have told right from wrong",
  undecidable: "within bounds that are too wide to say that it conforms",
  infra: "the harness or the device failed, not the op",
  known_deviation: "wrong as errata in effect say",
};

export function NotShown({ data }) {
  const { kinds, alternative, target_defined: free } = data.answer;
  const count = (name) => kinds[data.verdicts.findIndex(([verdict]) => verdict === name)] ?? 0;
  const { rows, left_out: more, planned, not_run: missing, stopped } = data.not_shown;
  return html`${(missing > 0 || stopped) && html`<p class="stopped">\u26a0 Not run: ${number(missing)} of ${plural(planned, "planned case")}${stopped && `: ${stopped}`}.</p>`}
    <ul>${Object.entries(MEANING).filter(([name]) => count(name) > 0).map(([name, meaning]) => html`<li>${verdictWords(name)}: ${plural(count(name), "case")}; ${meaning}</li>`)}
      <li>target-defined elements of judged cases: ${number(free)}; elements accepted by a second reading of the manual: ${number(alternative)}</li></ul>
    ${rows.length > 0 && html`<${Box} label="What this run does not show" rows=${rows}>${(shown) => html`<table><thead><tr>${["op", "target", "verdict", "cases", "reason", "one of them"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
      <tbody>${shown.map(([op, target, verdict, cases, reason, name]) => html`<tr><th scope="row">${op}</th><td>${target}</td><td>${verdictWords(verdict)}</td>
        <td class="number">${number(cases)}</td><td>${reason}</td><td><a href=${hashOf({ case: name })}><code>${name}</code></a></td></tr>`)}</tbody></table>`}<//>`}
    ${more > 0 && html`<p class="note">and ${number(more)} more reasons</p>`}`;
}

export function Run({ data }) {
  const boards = data.boards.map(([board, cases, failing, infra, facts]) => [`board ${board}`, `${plural(cases, "case")}, ${number(failing)} failing, ${number(infra)} infra${facts && `; ${facts}`}`]);
  return html`<${Box} label="Environment and provenance"><table><tbody>${[...data.run, ...boards].map(([name, value]) => html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>`)}</tbody></table><//>`;
}
