// SPDX-License-Identifier: Apache-2.0
// The answer, and the run at a glance.
import { html } from "htm/preact";

import { number, plural } from "./data.js";
import { Kinds } from "./matrix.js";
import { Strip } from "./strip.js";

export function Answer({ data }) {
  const { sentence, good, stopped, kinds, total, elements, target_defined: free } = data.answer;
  const run = Object.fromEntries(data.run);
  return html`<p class="note">Assay: ${run.suite} on ${run.backend}${run.started ? `, ${run.started.slice(0, 16).replace("T", " ")}` : ""}</p>
    <h1 id="answer" class=${good ? "good" : stopped ? "stopped" : "bad"}>${good ? "\u2713 " : stopped ? "\u26a0 " : "\u2717 "}${sentence}</h1>
    <${Strip} data=${data} />
    <p>${plural(total, "case")} in ${run.took}: <${Kinds} data=${data} kinds=${kinds} />.
      ${" "}${plural(elements, "element")} compared, ${number(free)} recorded as target-defined.</p>`;
}
