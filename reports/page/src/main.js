// SPDX-License-Identifier: Apache-2.0
// The page: sections in the order in which somebody reads a run, or the view of a sweep.
import { html, render } from "htm/preact";
import { useLayoutEffect } from "preact/hooks";

import { ChosenCase } from "./case.js";
import { Cases } from "./cases.js";
import { readData } from "./data.js";
import { Constraints, NotShown, Run } from "./details.js";
import { Findings } from "./findings.js";
import { Matrix } from "./matrix.js";
import { Answer } from "./overview.js";
import { Exponents, Trend } from "./plots.js";
import { useHash } from "./state.js";
import { Decides, decides } from "./strip.js";
import { Sweep } from "./sweep.js";

const SECTIONS = [
  ["decides", "What decides besides", Decides, decides],
  ["findings", "Findings", Findings],
  ["matrix", "Op, lead dtype and target", Matrix],
  ["cases", "Failing cases", Cases],
  ["case", "The chosen case", ChosenCase],
  ["distances", "Distance from the exact value", Exponents],
  ["clauses", "Constraint coverage", Constraints],
  ["not-shown", "What was not shown", NotShown],
  ["trend", "Trend", Trend],
  ["run", "Environment and provenance", Run],
];

const HELP = "Keys: f next finding, F the one before, Enter opens and folds it, x matrix, / filter, t table of cases, m map of the chosen case, p physical layout, c copy the replay line.";

const focus = (element) => {
  if (!element) return false;
  element.scrollIntoView({ block: "nearest" });
  element.focus();
  return true;
};

// The heading of the next finding or, with -1, of the one before; from the page the first or the last.
function stepFinding(step) {
  const all = [...document.querySelectorAll(".finding > summary")];
  const at = all.findIndex((one) => one.parentElement.contains(document.activeElement));
  return focus(all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + step))]);
}

// Keys of the whole page; the table and the map have their own while they are focused.
function useKeys(state, change) {
  useLayoutEffect(() => {
    const find = (selector) => document.querySelector(selector);
    const keys = {
      "/": () => focus(find("input[name=text]")),
      f: () => stepFinding(1),
      F: () => stepFinding(-1),
      x: () => focus(find("#matrix [tabindex='0']")),
      t: () => focus(find("#case-table")),
      m: () => focus(find("#case canvas")),
      p: () => { change({ view: state.view === "physical" ? undefined : "physical" }, { keep: true }); return true; },
      c: () => { find("#case .copy")?.click(); return true; },
    };
    const onKey = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      if (keys[event.key]?.()) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [state]);
}

function Page({ data }) {
  const [state, change] = useHash();
  useKeys(state, change);
  useLayoutEffect(() => {
    if (state.case) document.getElementById("case").scrollIntoView();
    else if (state.op || state.finding) document.getElementById("cases").scrollIntoView();
  }, [state.case, state.op, state.dtype, state.target, state.finding]);
  const sections = SECTIONS.filter(([, , , there]) => !there || there(data));
  return html`<header><${Answer} data=${data} /></header>
    <nav aria-label="Sections">${sections.map(([id, title]) => html`<a href=${`#${id}`}>${title}</a>`)}<p class="note">${HELP}</p></nav>
    <main>${sections.map(([id, title, Part]) => html`<section id=${id} key=${id}><h2>${title}</h2>
      <${Part} data=${data} state=${state} change=${change} /></section>`)}</main>`;
}

function viewOf(text) {
  const data = JSON.parse(text);
  if (data.view !== "sweep") return html`<${Page} data=${readData(data)} />`;
  document.title = `Assay: ${data.op} over its inputs`;
  return html`<${Sweep} data=${data} />`;
}

// Where the program fails, its reader gets what one without scripts gets.
try {
  render(viewOf(document.getElementById("assay-data").textContent), document.getElementById("page"));
} catch (error) {
  document.getElementById("page").innerHTML = document.querySelector("noscript").textContent;
  throw error;
}
