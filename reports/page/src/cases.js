// SPDX-License-Identifier: Apache-2.0
// Failing cases: filters and table.
import { html } from "htm/preact";
import { useMemo } from "preact/hooks";

import { number, plural, ulpFigure, ulpSize } from "./data.js";
import { FILTERS, matches, useNarrow } from "./state.js";
import { Table } from "./table.js";

const word = (key, title, width) =>
  ({ key, title, width, value: (row) => row[key], text: (row) => row[key] });
// Of a case that is drawn here, not only listed.
const drawn = { key: "drawn", title: "map", width: "5em", value: (row) => (row.drawn ? 0 : 1), text: (row) => (row.drawn ? "\u25a6 map" : "") };
// Mouse and finger; by keyboard `g` in the table does the same, so that Tab does not stop at every row.
export const FindingLink = ({ finding, ...more }) => html`<a href=${`#finding-${finding.id}`} onClick=${(event) => event.stopPropagation()} ...${more}>${finding.title}</a>`;
const finding = { key: "finding", title: "finding", width: "16em", value: (row) => row.finding?.title ?? "", text: (row) => row.finding?.title ?? "",
                  draw: (row) => row.finding && html`<${FindingLink} finding=${row.finding} tabindex="-1" />` };
const CARD = { ...word("name", "case", "100%"), height: 132,
               draw: (row) => html`<code>${row.name}</code><span>${row.reason}</span>${row.finding && html`<${FindingLink} finding=${row.finding} tabindex="-1" />`}` };
const COLUMNS = [
  word("op", "op", "8em"),
  word("dtype", "dtype", "4em"),
  word("target", "target", "4em"),
  word("verdict", "verdict", "10em"),
  finding,
  { key: "wrong", title: "wrong", width: "4.5em", numeric: true, value: (row) => row.wrong, text: (row) => number(row.wrong) },
  { key: "ulp", title: "ulp", width: "4.5em", numeric: true, value: (row) => ulpSize(row.ulp), text: (row) => ulpFigure(row.ulp) },
  word("allowed", "allowed", "10.5em"),
  word("board", "board", "9em"),
  drawn,
  word("name", "case", "28em"),
  word("reason", "reason", "30em"),
];
// Without the columns that would be empty, or the same in every row.
function columnsOf(data) {
  const has = { allowed: () => data.list.some(({ allowed }) => allowed), board: () => data.boards.length > 1, finding: () => data.findings.length > 0,
                target: () => new Set(data.list.map(({ target }) => target)).size > 1 };
  return COLUMNS.filter(({ key }) => has[key]?.() ?? true);
}

function Choice({ data, state, change, field }) {
  const options = useMemo(() => [...new Set(data.list.map((record) => record[field]))].sort(), [data]);
  return html`<label>${field} <select name=${field} value=${state[field] ?? ""}
      onChange=${(event) => change({ [field]: event.currentTarget.value || undefined })}>
    <option value="">all</option>
    ${options.map((option) => html`<option value=${option} selected=${option === state[field]}>${option}</option>`)}
  </select></label>`;
}

export function findingOf(data, state) {
  return state.finding ? data.findings.find(({ id }) => id === state.finding) : undefined;
}

export function Cases({ data, state, change }) {
  const finding = findingOf(data, state);
  const key = FILTERS.map((field) => state[field] ?? "").join("\n");
  const rows = useMemo(() => {
    const cases = finding ? new Set(finding.cases) : undefined;
    return data.list.filter((record) => matches(record, state, cases));
  }, [data, key]);
  const narrow = useNarrow();
  const columns = useMemo(() => (narrow ? [CARD] : columnsOf(data)), [data, narrow]);
  const { left_out: more } = data.cases;
  const maps = data.list.filter((record) => record.drawn).length;
  const none = Object.fromEntries(FILTERS.map((field) => [field, undefined]));
  return html`<form class="filters" onSubmit=${(event) => event.preventDefault()}>
      <label>text <input name="text" type="search" value=${state.text ?? ""} placeholder="name, intent, reason"
        onInput=${(event) => change({ text: event.currentTarget.value || undefined }, { keep: true })} /></label>
      ${["op", "dtype", "target", "verdict"].map((field) => html`<${Choice} data=${data} state=${state} change=${change} field=${field} />`)}
      <button type="button" onClick=${() => change(none)}>show all</button>
    </form>
    ${finding && html`<p class="filtered"><span>Of the finding: <a href=${`#finding-${finding.id}`}>${finding.title}</a></span></p>`}
    <p class="note" role="status" id="shown">${plural(rows.length, "failing case")} of ${number(data.list.length)} shown${more ? `; ${number(more)} more failed and are not listed here: the journal has them` : ""}; ${plural(maps, "case")} marked \u25a6 ${maps === 1 ? "is" : "are"} drawn below once chosen.</p>
    <${Table} id="case-table" label="Failing cases. Arrow keys move, Enter opens, g goes to the finding." columns=${columns} rows=${rows}
      chosen=${state.case} onOpen=${(row) => change({ case: row.name })} keys=${{ g: ({ finding: own }) => own && (location.hash = `#finding-${own.id}`) }} />`;
}
