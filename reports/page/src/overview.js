// SPDX-License-Identifier: Apache-2.0
// The answer, and the run at a glance.
import { html } from "htm/preact";

import { number, plural } from "./data.js";
import { Kinds } from "./matrix.js";
import { Strip } from "./strip.js";

const boardText = ({ boards }) => (boards.length === 0 ? "" : boards.length === 1 ? `, board ${boards[0][0]}` : `, ${number(boards.length)} boards`);

export function Answer({ data }) {
  const { sentence, good, stopped, kinds, total, elements, target_defined: free } = data.answer;
  const run = Object.fromEntries(data.run);
  return html`<p class="note">Assay: ${run.suite} on ${run.backend}${boardText(data)}${run.started ? `, ${run.started.slice(0, 16).replace("T", " ")} UTC` : ""}</p>
    <h1 id="answer" class=${good ? "good" : stopped ? "stopped" : "bad"}>${good ? "\u2713 " : stopped ? "\u26a0 " : "\u2717 "}${sentence}</h1>
    <${Strip} data=${data} />
    <p class="totals">${plural(total, "case")} in ${run.took}: <${Kinds} data=${data} kinds=${kinds} />.
      ${" "}${plural(elements, "element")} compared, ${number(free)} more target-defined.</p>`;
}
