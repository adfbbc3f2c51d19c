// SPDX-License-Identifier: Apache-2.0
// The wrong elements of a tile on a canvas: the farther, the larger the mark. Hover or arrow keys
// read an element; Enter looks closer, Escape back, n goes to the next wrong one.
import { html } from "htm/preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { distanceText, number, plural, sizeText, ulpText } from "./data.js";
import { cellsOf, cropOf, firstWrong, gridOf, indicesOf, letterText, LETTERS, whole } from "./grid.js";
import { colour, useColours, useWidth } from "./state.js";

const CLOSE = { rows: 32, cols: 48 }; // elements that a closer look shows
const BRIEF = { rows: 12, size: 14, least: 7 }; // rows, and pixels of a cell, of a map beside words
const BESIDE = 0.6; // its share of a card that is wide enough for both
const WIDE = 520;

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
function outline(context, grid, states, { down, across, size, window, rowStep, colStep }) {
  context.strokeStyle = colour("ink");
  context.lineWidth = 2;
  context.beginPath();
  // Beyond the window the valid region goes on: there is no line.
  const beyond = (row, col) => {
    const index = row >= 0 && col >= 0 && row < grid.rows && col < grid.cols ? grid.indexAt(row, col) : -1;
    return index >= 0 && grid.valid(index);
  };
  const valid = (row, col) => states[row]?.[col]?.valid ?? beyond(window.row + row * rowStep, window.col + col * colStep);
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
  outline(context, grid, states, cells);
  context.lineWidth = 2;
  context.strokeStyle = colour("bar");
  context.strokeRect(cursor[1] * size + 1, cursor[0] * size + 1, size, size);
}

const at = ({ tile: { cols } }, index) => `(${Math.floor(index / cols)}, ${index % cols})`;

function placeText(grid, index) {
  const offset = grid.offset(index);
  const bytes = (offset * grid.tile.bits) / 8;
  return `${at(grid, index)}, element ${number(offset)} of memory, byte ${number(Math.floor(bytes))}${bytes % 1 ? ", high half" : ""}`;
}

// Lanes of a mask that differ: bit k of an element stands for a lane of its row, the lowest bit first.
function lanesText({ cols, bits }, index, expected, got) {
  const [want, found] = [expected, got].map((text) => [...text.replaceAll("_", "").replace(/[^01x].*/, "")].reverse());
  const lanes = want.flatMap((bit, k) => (bit !== "x" && bit !== found[k] ? [(index % cols) * bits + k] : []));
  return `${lanes.length === 1 ? "lane" : "lanes"} ${lanes.join(", ")}`;
}

// Both results; with their bits where the words alone would not show the difference, or where all is wanted.
function resultsText([, bits, expected, gotBits, got], brief) {
  return brief && expected !== got ? `expected ${expected}, got ${got}` : `expected ${expected} (${bits}), got ${got} (${gotBits})`;
}

// Whole numbers show their distance themselves, and a zero of the other sign has none.
const briefDistance = ({ element, allowed }, ulp) => (/^[iu]\d/.test(element) || ulp === null || ulp === 0 ? "" : distanceText(ulp, allowed));

// One element in words; `elements` holds the bits of some wrong ones.
export function elementText(grid, index, brief) {
  const place = brief ? at(grid, index) : placeText(grid, index);
  const letter = grid.letters.get(index);
  if (!letter) return `${place}: not wrong${grid.valid(index) ? "" : ", outside the valid region"}`;
  const known = grid.elements.get(index);
  if (!known) return `${place}: wrong, ${letterText(letter)}; the replay line shows its bits`;
  const [, , expected, , got, ulp] = known;
  if (grid.tile.mask) return `${place}: wrong, ${lanesText(grid.tile, index, expected, got)}; expected ${expected}, got ${got} (highest lane first)`;
  if (brief) {
    const distance = briefDistance(grid.tile, ulp);
    return `${place}: ${resultsText(known, true)}${distance && `; ${distance}`}`;
  }
  return `${place}: wrong, ${ulp === null ? "no distance" : ulpText(ulp)}; ${resultsText(known)}`;
}

function cellText(grid, cells, [down, across], brief) {
  const indices = indicesOf(grid, cells, down, across);
  if (indices.length === 0) return "beyond the end of the tile";
  const wrong = indices.filter((index) => grid.letters.has(index));
  if (indices.length === 1) return elementText(grid, indices[0], brief);
  const head = `${plural(indices.length, "element")}, ${number(wrong.length)} wrong`;
  return `${head}; the ${wrong.length ? "first wrong one" : "first"}: ${elementText(grid, wrong[0] ?? indices[0], brief)}`;
}

function nextWrong(grid, index) {
  const wrong = [...grid.letters.keys()].sort((a, b) => a - b);
  return wrong.find((candidate) => candidate > index) ?? wrong[0];
}

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// Effects of layout, here and in all of the page: what a key changes is drawn before the next key comes.
function useView(grid, crop, room, size) {
  const begin = { window: crop, cursor: null };
  const [view, setView] = useState(begin);
  const key = JSON.stringify(crop);
  useLayoutEffect(() => setView(begin), [grid, key]);
  const fits = view.window.row + view.window.height <= grid.rows && view.window.col + view.window.width <= grid.cols;
  const cells = cellsOf(grid, fits ? view.window : crop, room, size);
  const cellOf = (index) => {
    const [row, col] = grid.placeOf(index);
    return [Math.floor((row - cells.window.row) / cells.rowStep), Math.floor((col - cells.window.col) / cells.colStep)];
  };
  const first = grid.letters.size ? cellOf(firstWrong(grid)) : [0, 0];
  const shown = ([row, col]) => [Math.max(0, Math.min(cells.down - 1, row)), Math.max(0, Math.min(cells.across - 1, col))];
  return { view, setView, begin, cells, cellOf, cursor: shown(view.cursor ?? first) };
}

const same = (one, other) => ["row", "col", "height", "width"].every((side) => one[side] === other[side]);
const range = (word, from, count) => `${word}${count === 1 ? "" : "s"} ${count === 1 ? number(from) : `${number(from)} to ${number(from + count - 1)}`}`;

// Which part of the tile is drawn, where that is not all that matters of it.
function partText(grid, window) {
  return same(window, cropOf(grid)) ? "" : `Shown: ${range("row", window.row, window.height)}, ${range("column", window.col, window.width)}.`;
}

// How the tile is drawn, and what one cell stands for.
function viewText({ tile, physical }, { rowStep, colStep }) {
  const line = tile.layout === "ND" ? "row" : tile.layout === "DN" ? "column" : `box of ${sizeText(...tile.box)}`;
  const block = rowStep * colStep > 1 ? `; one cell is ${sizeText(rowStep, colStep)} elements` : "";
  return `${physical ? `As it lies in memory, a line per ${line}` : "As the ISA sees it"}${block}`;
}

// The windows of a map: in brief what is worth a glance, else what matters, or all of the tile.
function useCrop(grid, width, brief) {
  const [all, setAll] = useState(false);
  const room = brief ? Math.floor(width > WIDE ? width * BESIDE : width) - 2 : Math.min(1100, width - 2);
  const crop = cropOf(grid, brief ? { height: BRIEF.rows, width: Math.max(8, Math.floor(room / BRIEF.least)) } : undefined);
  return { room, crop: all ? whole(grid) : crop, all, setAll, isCropped: !brief && !same(crop, whole(grid)) };
}

export function HeatMap({ tile, physical = false, brief = false }) {
  const grid = useMemo(() => gridOf(tile, physical), [tile, physical]);
  const canvas = useRef(null);
  const map = useRef(null);
  const colours = useColours();
  const { room, crop, all, setAll, isCropped } = useCrop(grid, useWidth(map), brief);
  const { view, setView, begin, cells, cellOf, cursor } = useView(grid, crop, room, brief ? BRIEF.size : undefined);
  const text = cellText(grid, cells, cursor, brief);
  useLayoutEffect(() => draw(canvas.current, grid, cells, cursor), [grid, view, colours, room]);

  const move = (next) => setView({ ...view, cursor: next });
  const onPointer = (event) => {
    const box = canvas.current.getBoundingClientRect();
    move([Math.floor((event.clientY - box.top - 1) / cells.size), Math.floor((event.clientX - box.left - 1) / cells.size)]);
  };
  const look = () => {
    const index = indicesOf(grid, cells, ...cursor).find((k) => grid.letters.has(k)) ?? indicesOf(grid, cells, ...cursor)[0];
    if (index !== undefined && !brief) setView({ window: closeTo(grid, grid.placeOf(index)), cursor: null });
  };
  const onKeyDown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) move([cursor[0] + arrow[0], cursor[1] + arrow[1]]);
    else if (event.key === "Enter") look();
    else if (event.key === "Escape" && !same(view.window, crop)) setView(begin);
    else if (event.key === "n" && grid.letters.size) move(cellOf(nextWrong(grid, indicesOf(grid, cells, ...cursor).at(-1) ?? -1)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const keys = `Arrow keys read elements, n goes to the next wrong one${brief ? "" : ", Enter looks closer, Escape back"}.`;
  return html`<div class=${brief ? "map brief" : "map"} ref=${map}>
    ${isCropped && html`<label><input type="checkbox" name="whole" checked=${all} onChange=${(event) => setAll(event.currentTarget.checked)} /> whole tile</label>`}
    ${!brief && html`<p class="note">${viewText(grid, cells)}</p>`}
    <canvas ref=${canvas} tabindex="0" role="img" aria-label=${`Wrong elements of ${tile.operand}. ${keys}`}
      onPointerMove=${onPointer} onClick=${(event) => { onPointer(event); }} onDblClick=${look} onKeyDown=${onKeyDown}></canvas>
    <div class="said"><p class="readout" role="status">${text}</p>${brief && html`<p class="note">${partText(grid, cells.window)}</p>`}</div>
  </div>`;
}
