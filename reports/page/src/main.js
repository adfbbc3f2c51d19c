// SPDX-License-Identifier: Apache-2.0
// The page: sections in the order in which somebody reads a run, or the view of a sweep.
import { html, render } from "htm/preact";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";

import { ChosenCase } from "./case.js";
import { Cases } from "./cases.js";
import { readData } from "./data.js";
import { Constraints, NotShown, Run } from "./details.js";
import { Findings } from "./findings.js";
import { Matrix } from "./matrix.js";
import { Answer } from "./overview.js";
import { Exponents, Trend } from "./plots.js";
import { useHash } from "./state.js";
import { choicesAlone, Decides, decides, Readings, readings } from "./strip.js";
import { enumerates, Functions, Sweep } from "./sweep.js";

// Its id, its heading, what draws it, whether it has anything, and its name among the links where that is shorter.
const SECTIONS = [
  ["decides", "Baseline and waivers", Decides, decides],
  ["findings", "Findings", Findings],
  ["matrix", "Results by op and type", Matrix],
  ["cases", "Failing cases", Cases],
  ["case", "One case in full", ChosenCase, () => true, "One case"],
  ["inputs", "Errors of inputs", Functions, enumerates, "Inputs"],
  ["distances", "Distances from the exact value", Exponents, () => true, "Distances"],
  ["clauses", "Constraint coverage", Constraints, () => true, "Constraints"],
  ["readings", "Errata and choices", Readings, readings],
  ["not-shown", "What this run does not show", NotShown, () => true, "Not shown"],
  ["trend", "Trend", Trend],
  ["run", "Environment and provenance", Run, () => true, "Environment"],
];

function sectionsOf(data) {
  const shown = SECTIONS.filter(([, , , there]) => !there || there(data));
  const first = ([id]) => (id === "readings" && choicesAlone(data) ? 0 : 1);
  return shown.sort((a, b) => first(a) - first(b));
}

const HELP = "f next finding, F the one before, Enter opens and folds it, x matrix, / filter, t table of cases, g there to go to the finding of a case, m map of the chosen case, p physical layout, c copy the replay line.";

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

// Where a link leads: to the case, to the cases of a finding, or to the findings of a cell.
function useScroll(state, followed) {
  useLayoutEffect(() => {
    const { op, dtype, target, finding } = state;
    const place = state.case ? "case" : finding ? "cases" : op || dtype || target ? "findings" : undefined;
    if (place) document.getElementById(place).scrollIntoView();
  }, [state.case, followed]);
}

// Drawn again only for what it shows: a finding below the pointer changes the matrix alone.
function Section({ id, title, Part, data, state, change, lit, light }) {
  const part = useMemo(() => html`<${Part} data=${data} state=${state} change=${change} lit=${lit} light=${light} />`, [state, lit]);
  return html`<section id=${id}><div class="inner"><h2>${title}</h2>${part}</div></section>`;
}

function Page({ data }) {
  const [state, change, followed] = useHash();
  const [lit, light] = useState("");
  useKeys(state, change);
  useScroll(state, followed);
  const sections = sectionsOf(data);
  return html`<header><${Answer} data=${data} /></header>
    <nav aria-label="Sections">${sections.map(([id, title, , , name = title]) => html`<a href=${`#${id}`}>${name}</a>`)}
      <details><summary>Keys</summary><p class="note">${HELP}</p></details></nav>
    <main>${sections.map(([id, title, Part]) => html`<${Section} key=${id} id=${id} title=${title} Part=${Part} data=${data}
      state=${state} change=${change} lit=${id === "matrix" ? lit : ""} light=${light} />`)}</main>`;
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
