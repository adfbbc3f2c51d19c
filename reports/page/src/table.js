// SPDX-License-Identifier: Apache-2.0
// A table of any length that draws only the rows in sight. Arrow keys move, Enter opens.
import { html } from "htm/preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

const ROW = 28; // pixels, of a card more
const HEIGHT = 420;
const SPARE = 8;

function compare(left, right) {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0;
}

function useSorted(rows, columns) {
  const [order, setOrder] = useState({ key: "", down: false });
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === order.key);
    if (!column) return rows;
    const sign = order.down ? -1 : 1;
    return [...rows].sort((a, b) => sign * compare(column.value(a), column.value(b)));
  }, [rows, columns, order]);
  // A first click shows the largest number and the first word.
  const toggle = (column) => setOrder(({ key, down }) =>
    ({ key: column.key, down: key === column.key ? !down : !!column.numeric }));
  return [sorted, order, toggle];
}

function Heading({ column, order, toggle }) {
  const mine = order.key === column.key;
  const direction = mine ? (order.down ? "descending" : "ascending") : "none";
  return html`<th scope="col" aria-sort=${direction} class=${column.numeric ? "number" : ""}>
    <button onClick=${() => toggle(column)}>${column.title}${mine ? (order.down ? " \u25be" : " \u25b4") : ""}</button>
  </th>`;
}

const MOVES = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: 12, PageUp: -12,
                Home: -Infinity, End: Infinity };

// A column for cards, with `height`, is the only one and has rows that high. `keys` are further keys and what they do with a row.
export function Table({ id, label, columns, rows, chosen, onOpen, keys = {} }) {
  const [{ height: tall = ROW }] = columns;
  const [sorted, order, toggle] = useSorted(rows, columns);
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(0);
  const box = useRef(null);
  const height = Math.min(HEIGHT + 2 * (tall - ROW), ROW + sorted.length * tall + 20);
  // After a filter the box is still where it was scrolled to in a longer table.
  const place = Math.min(top, Math.max(0, ROW + sorted.length * tall - height));
  const first = Math.max(0, Math.floor(place / tall) - SPARE);
  const last = Math.min(sorted.length, Math.ceil((place + height) / tall) + SPARE);
  useLayoutEffect(() => { box.current.scrollTop = 0; setTop(0); }, [rows]);
  useLayoutEffect(() => setActive((value) => Math.max(0, Math.min(value, sorted.length - 1))), [sorted]);
  useLayoutEffect(() => {
    const place = sorted.findIndex((row) => row.name !== undefined && row.name === chosen);
    if (place >= 0) show(place);
  }, [chosen, sorted]);

  function show(place) {
    setActive(place);
    const { scrollTop } = box.current;
    const below = ROW + (place + 1) * tall - box.current.clientHeight;
    if (place * tall < scrollTop) box.current.scrollTop = place * tall;
    else if (below > scrollTop) box.current.scrollTop = below;
  }
  function onKeyDown(event) {
    if (event.target !== box.current || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in MOVES) {
      show(Math.max(0, Math.min(sorted.length - 1, active + MOVES[event.key])));
    } else if (event.key === "Enter" && sorted[active] && onOpen) {
      onOpen(sorted[active]);
    } else if (event.key in keys && sorted[active]) {
      keys[event.key](sorted[active]);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  const line = (row, place) => html`<tr key=${place} id=${`${id}-${place}`} aria-rowindex=${place + 2}
      class=${`${place === active ? "active" : ""} ${row.name && row.name === chosen ? "chosen" : ""}`}
      aria-selected=${place === active}
      onClick=${() => { setActive(place); onOpen?.(row); }}>
    ${columns.map((column) => html`<td class=${column.numeric ? "number" : ""} title=${column.text(row)}>${column.draw ? column.draw(row) : column.text(row)}</td>`)}
  </tr>`;
  return html`<div class="virtual" ref=${box} id=${id} role="group" aria-label=${label} tabindex="0"
      style=${`height:${height}px;--row:${tall}px`} aria-activedescendant=${sorted.length ? `${id}-${active}` : undefined}
      onScroll=${(event) => setTop(event.currentTarget.scrollTop)} onKeyDown=${onKeyDown}>
    <table role="grid" style=${`width:${columns.length > 1 ? `calc(${columns.map(({ width }) => width).join(" + ")})` : "100%"}`} aria-rowcount=${sorted.length + 1}>
      <colgroup>${columns.map(({ width }) => html`<col style=${`width:${width}`} />`)}</colgroup>
      <thead><tr>${columns.map((column) => html`<${Heading} column=${column} order=${order} toggle=${toggle} />`)}</tr></thead>
      <tbody>
        <tr class="gap" aria-hidden="true" style=${`height:${first * tall}px`}></tr>
        ${sorted.slice(first, last).map((row, k) => line(row, first + k))}
        <tr class="gap" aria-hidden="true" style=${`height:${(sorted.length - last) * tall}px`}></tr>
      </tbody>
    </table>
  </div>`;
}
