// SPDX-License-Identifier: Apache-2.0
// The wrong elements of a tile on a canvas: the farther, the larger the mark. Hover or arrow keys
// read an element; Enter looks closer, Escape back, n goes to the next wrong one.
import { html } from "htm/preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { plural, ulpText } from "./data.js";
import { cellsOf, gridOf, indicesOf, letterText, LETTERS } from "./grid.js";
import { colour, useColours } from "./state.js";

const CLOSE = { rows: 32, cols: 48 }; // elements that a closer look shows

const whole = (grid) => ({ row: 0, col: 0, height: grid.rows, width: grid.cols });

function closeTo(grid, [row, col]) {
  const height = Math.min(CLOSE.rows, grid.rows);
  const width = Math.min(CLOSE.cols, grid.cols);
  const inside = (place, size, most) => Math.max(0, Math.min(most - size, place - Math.floor(size / 2)));
  return { row: inside(row, height, grid.rows), col: inside(col, width, grid.cols), height, width };
}

// What is drawn in a cell: whether it is on the tile, valid, and the farthest wrong letter.
function stateOf(grid, cells, down, across) {
  const indices = indicesOf(grid, cells, down, across);
  let letter = "";
  for (const index of indices) {
    const found = grid.letters.get(index);
    if (found && (letter === "" || found === "?" || (letter !== "?" && found > letter))) letter = found;
  }
  return { there: indices.length > 0, valid: indices.some(grid.valid), letter };
}

function mark(context, x, y, size, letter) {
  const strength = letter === "?" ? 1 : (LETTERS.indexOf(letter) + 4) / (LETTERS.length + 3);
  context.fillStyle = colour(letter === "?" ? "mark-unknown" : strength > 0.6 ? "mark-far" : strength > 0.3 ? "mark-middle" : "mark-near");
  const side = Math.max(2, Math.round((size - 1) * Math.sqrt(strength)));
  const edge = (size - side) / 2;
  context.fillRect(x + edge, y + edge, side, side);
  if (letter !== "?" || size < 7) return;
  context.strokeStyle = colour("paper");
  context.beginPath();
  context.moveTo(x + 2, y + 2); context.lineTo(x + size - 2, y + size - 2);
  context.moveTo(x + size - 2, y + 2); context.lineTo(x + 2, y + size - 2);
  context.stroke();
}

// The line between valid and not, cell by cell, because in memory it is no rectangle.
function outline(context, states, { down, across, size }) {
  context.strokeStyle = colour("ink");
  context.lineWidth = 2;
  context.beginPath();
  const valid = (row, col) => !!states[row]?.[col]?.valid;
  for (let row = 0; row <= down; ++row) {
    for (let col = 0; col <= across; ++col) {
      const [x, y] = [col * size + 1, row * size + 1];
      if (valid(row, col) !== valid(row - 1, col)) { context.moveTo(x, y); context.lineTo(x + size, y); }
      if (valid(row, col) !== valid(row, col - 1)) { context.moveTo(x, y); context.lineTo(x, y + size); }
    }
  }
  context.stroke();
}

function draw(canvas, grid, cells, cursor) {
  const { down, across, size } = cells;
  const scale = devicePixelRatio || 1;
  const [width, height] = [across * size + 2, down * size + 2];
  Object.assign(canvas, { width: width * scale, height: height * scale });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  const states = Array.from({ length: down }, (_, row) =>
    Array.from({ length: across }, (_, col) => stateOf(grid, cells, row, col)));
  states.forEach((line, row) => line.forEach(({ there, valid, letter }, col) => {
    const [x, y] = [col * size + 1, row * size + 1];
    if (there) {
      context.fillStyle = colour(valid ? "cell" : "shade");
      context.fillRect(x, y, size - 0.5, size - 0.5);
    }
    if (letter) mark(context, x, y, size, letter);
  }));
  outline(context, states, cells);
  context.lineWidth = 2;
  context.strokeStyle = colour("bar");
  context.strokeRect(cursor[1] * size + 1, cursor[0] * size + 1, size, size);
}

function placeText(grid, index) {
  const { tile } = grid;
  const offset = grid.offset(index);
  const bytes = (offset * tile.bits) / 8;
  return `(${Math.floor(index / tile.cols)}, ${index % tile.cols}), element ${offset} of memory, byte ${Math.floor(bytes)}${bytes % 1 ? ", high half" : ""}`;
}

// Lanes of a mask that differ: bit k of an element stands for a lane of its row, the lowest bit first.
function lanesText({ cols, bits }, index, expected, got) {
  const [want, found] = [expected, got].map((text) => [...text.replaceAll("_", "").replace(/[^01x].*/, "")].reverse());
  const lanes = want.flatMap((bit, k) => (bit !== "x" && bit !== found[k] ? [(index % cols) * bits + k] : []));
  return `${lanes.length === 1 ? "lane" : "lanes"} ${lanes.join(", ")}`;
}

// One element in words; `elements` holds the bits of some wrong ones.
export function elementText(grid, index) {
  const place = placeText(grid, index);
  const letter = grid.letters.get(index);
  if (!letter) return `${place}: not wrong${grid.valid(index) ? "" : ", outside the valid region"}`;
  const known = grid.elements.get(index);
  if (!known) return `${place}: wrong, ${letterText(letter)}; the replay line shows its bits`;
  const [, bits, expected, gotBits, got, ulp] = known;
  if (grid.tile.mask) return `${place}: wrong, ${lanesText(grid.tile, index, expected, got)}; expected ${expected}, got ${got} (highest lane first)`;
  const distance = ulp === null ? "no distance" : ulpText(ulp);
  return `${place}: wrong, ${distance}; expected ${expected} (${bits}), got ${got} (${gotBits})`;
}

function cellText(grid, cells, [down, across]) {
  const indices = indicesOf(grid, cells, down, across);
  if (indices.length === 0) return "beyond the end of the tile";
  const wrong = indices.filter((index) => grid.letters.has(index));
  if (indices.length === 1) return elementText(grid, indices[0]);
  const head = `${plural(indices.length, "element")}, ${wrong.length} wrong`;
  return `${head}; the ${wrong.length ? "first wrong one" : "first"}: ${elementText(grid, wrong[0] ?? indices[0])}`;
}

function nextWrong(grid, index) {
  const wrong = [...grid.letters.keys()].sort((a, b) => a - b);
  return wrong.find((candidate) => candidate > index) ?? wrong[0];
}

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// Effects of layout, here and in all of the page: what a key changes is drawn before the next key comes.
function useView(grid, room) {
  const start = () => ({ window: whole(grid), cursor: null });
  const [view, setView] = useState(start);
  useLayoutEffect(() => setView(start()), [grid]);
  const fits = view.window.row + view.window.height <= grid.rows && view.window.col + view.window.width <= grid.cols;
  const cells = cellsOf(grid, fits ? view.window : whole(grid), room);
  const cellOf = (index) => {
    const [row, col] = grid.placeOf(index);
    return [Math.floor((row - cells.window.row) / cells.rowStep), Math.floor((col - cells.window.col) / cells.colStep)];
  };
  const first = grid.letters.size ? cellOf(Math.min(...grid.letters.keys())) : [0, 0];
  const shown = ([row, col]) => [Math.max(0, Math.min(cells.down - 1, row)), Math.max(0, Math.min(cells.across - 1, col))];
  return { view, setView, cells, cellOf, cursor: shown(view.cursor ?? first) };
}

export function HeatMap({ tile, physical }) {
  const grid = useMemo(() => gridOf(tile, physical), [tile, physical]);
  const canvas = useRef(null);
  const room = Math.min(1100, (document.getElementById("page").clientWidth || 800) - 40);
  const colours = useColours();
  const { view, setView, cells, cellOf, cursor } = useView(grid, room);
  const text = cellText(grid, cells, cursor);
  useLayoutEffect(() => draw(canvas.current, grid, cells, cursor), [grid, view, colours, room]);

  const move = (next) => setView({ ...view, cursor: next });
  const onPointer = (event) => {
    const box = canvas.current.getBoundingClientRect();
    move([Math.floor((event.clientY - box.top - 1) / cells.size), Math.floor((event.clientX - box.left - 1) / cells.size)]);
  };
  const look = () => {
    const index = indicesOf(grid, cells, ...cursor).find((k) => grid.letters.has(k)) ?? indicesOf(grid, cells, ...cursor)[0];
    if (index !== undefined) setView({ window: closeTo(grid, grid.placeOf(index)), cursor: null });
  };
  const onKeyDown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const closer = view.window.height < grid.rows || view.window.width < grid.cols;
    if (arrow) move([cursor[0] + arrow[0], cursor[1] + arrow[1]]);
    else if (event.key === "Enter") look();
    else if (event.key === "Escape" && closer) setView({ window: whole(grid), cursor: null });
    else if (event.key === "n" && grid.letters.size) move(cellOf(nextWrong(grid, indicesOf(grid, cells, ...cursor).at(-1) ?? -1)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const block = cells.rowStep * cells.colStep > 1 ? `; one cell is ${cells.rowStep} x ${cells.colStep} elements` : "";
  return html`<div class="map">
    <p class="note">${physical ? "As it lies in memory, a line per " + (tile.layout === "ND" ? "row" : tile.layout === "DN" ? "column" : `box of ${tile.box[0]} x ${tile.box[1]}`) : "As the ISA sees it"}${block}</p>
    <canvas ref=${canvas} tabindex="0" role="img" aria-label=${`Wrong elements of ${tile.operand}. Arrow keys read elements, n goes to the next wrong one, Enter looks closer, Escape back.`}
      onPointerMove=${onPointer} onClick=${(event) => { onPointer(event); }} onDblClick=${look} onKeyDown=${onKeyDown}></canvas>
    <p class="readout" role="status">${text}</p>
  </div>`;
}
