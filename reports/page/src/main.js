// SPDX-License-Identifier: Apache-2.0
// The page: sections in the order in which somebody reads a run, or the view of a sweep.
import { html, render } from "htm/preact";
import { useLayoutEffect } from "preact/hooks";

import { ChosenCase } from "./case.js";
import { Cases } from "./cases.js";
import { readData } from "./data.js";
import { Constraints, NotShown, Run } from "./details.js";
import { Answer, Findings, Matrix } from "./overview.js";
import { Exponents, Trend } from "./plots.js";
import { useHash } from "./state.js";
import { Sweep } from "./sweep.js";

const SECTIONS = [
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

const HELP = "Keys: / filter, t table of cases, m map of the chosen case, p physical layout, c copy the replay line.";

const focus = (element) => {
  if (!element) return false;
  element.scrollIntoView({ block: "nearest" });
  element.focus();
  return true;
};

// Keys of the whole page; the table and the map have their own while they are focused.
function useKeys(state, change) {
  useLayoutEffect(() => {
    const find = (selector) => document.querySelector(selector);
    const keys = {
      "/": () => focus(find("input[name=text]")),
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
  return html`<header><${Answer} data=${data} /></header>
    <nav aria-label="Sections">${SECTIONS.map(([id, title]) => html`<a href=${`#${id}`}>${title}</a>`)}</nav>
    <p class="note">${HELP}</p>
    <main>${SECTIONS.map(([id, title, Part]) => html`<section id=${id} key=${id}><h2>${title}</h2>
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
