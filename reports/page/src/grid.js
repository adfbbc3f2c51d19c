// SPDX-License-Identifier: Apache-2.0
// A tile as a grid of elements, as the ISA sees it or as it lies in memory.
import { number } from "./data.js";
import { lineLength, physicalOffset } from "./layout.js";

// index -> letter of the distance, for every wrong element that the report knows.
function wrongLetters({ runs, distances }) {
  const letters = new Map();
  for (let k = 0; k < runs.length; k += 2) {
    for (let step = 0; step < runs[k + 1]; ++step) {
      letters.set(runs[k] + step, distances[letters.size] ?? "?");
    }
  }
  return letters;
}

// `offset` is the place in memory counted in elements; `indexAt` gives -1 off the tile.
export function gridOf(tile, physical) {
  const { rows, cols } = tile;
  const offset = physicalOffset(tile);
  const known = { tile, physical, letters: wrongLetters(tile),
                  elements: new Map(tile.elements.map((element) => [element[0], element])),
                  offset: (index) => offset(Math.floor(index / cols), index % cols),
                  valid: (index) => index % cols < tile.valid_cols &&
                                    Math.floor(index / cols) < tile.valid_rows };
  if (!physical) {
    return { ...known, rows, cols, indexAt: (row, col) => row * cols + col,
             placeOf: (index) => [Math.floor(index / cols), index % cols] };
  }
  const line = lineLength(tile);
  const inverse = new Int32Array(rows * cols).fill(-1);
  for (let index = 0; index < rows * cols; ++index) inverse[known.offset(index)] = index;
  return { ...known, rows: Math.ceil((rows * cols) / line), cols: line,
           indexAt: (row, col) => inverse[row * line + col] ?? -1,
           placeOf: (index) => [Math.floor(known.offset(index) / line), known.offset(index) % line] };
}

export const firstWrong = (grid) => grid.letters.keys().next().value; // runs ascend
export const whole = (grid) => ({ row: 0, col: 0, height: grid.rows, width: grid.cols });

// The window from the first to the last row and column, without what is off the grid.
function windowOf(grid, top, left, bottom, right) {
  const [row, col] = [Math.max(0, top), Math.max(0, left)];
  return { row, col, height: Math.min(grid.rows, bottom + 1) - row, width: Math.min(grid.cols, right + 1) - col };
}

// Wrong elements with one row and column around them; nothing without any.
function surroundings(grid) {
  if (grid.letters.size === 0) return null;
  let [top, left, bottom, right] = [Infinity, Infinity, 0, 0];
  for (const index of grid.letters.keys()) {
    const [row, col] = grid.placeOf(index);
    [top, left, bottom, right] = [Math.min(top, row), Math.min(left, col), Math.max(bottom, row), Math.max(right, col)];
  }
  return windowOf(grid, top - 1, left - 1, bottom + 1, right + 1);
}

// Of `all` rows or columns at most `most`: those of the wrong elements in the middle, or if they are more, from the first on.
function part(all, near, first, most) {
  if (all <= most) return [0, all];
  const from = near.size <= most ? near.from - Math.floor((most - near.size) / 2) : first - 1;
  return [Math.max(0, Math.min(all - most, from)), most];
}

// What matters of a tile: its valid region and what is wrong outside it, with one row and column more. Where that is more
// than `most` { height, width }: the wrong elements and their surroundings.
export function cropOf(grid, most = { height: Infinity, width: Infinity }) {
  if (grid.physical) return whole(grid);
  const { tile: { valid_rows, valid_cols } } = grid;
  const [down, across] = valid_rows === 0 || valid_cols === 0 ? [0, 0] : [valid_rows, valid_cols];
  const near = surroundings(grid) ?? { row: 0, col: 0, height: 1, width: 1 };
  const first = grid.letters.size > 0 ? grid.placeOf(firstWrong(grid)) : [0, 0];
  const height = Math.min(grid.rows, Math.max(down + 1, near.row + near.height));
  const width = Math.min(grid.cols, Math.max(across + 1, near.col + near.width));
  const rows = part(height, { from: near.row, size: near.height }, first[0], most.height);
  const cols = part(width, { from: near.col, size: near.width }, first[1], most.width);
  return { row: rows[0], col: cols[0], height: rows[1], width: cols[1] };
}

// What one drawn cell covers of a window: { row, col, height, width } in the grid.
export function cellsOf(grid, window, room, largest = 22) {
  const most = { rows: 96, cols: Math.max(16, Math.floor(room / 4)) };
  const rowStep = Math.ceil(window.height / most.rows);
  const colStep = Math.ceil(window.width / most.cols);
  const down = Math.ceil(window.height / rowStep);
  const across = Math.ceil(window.width / colStep);
  const size = Math.max(4, Math.min(largest, Math.floor(room / across)));
  return { rowStep, colStep, down, across, size, window };
}

// The indices a cell stands for, those off the tile left out.
export function indicesOf(grid, cells, down, across) {
  const { window, rowStep, colStep } = cells;
  const found = [];
  const lastRow = Math.min(window.row + window.height, window.row + (down + 1) * rowStep);
  const lastCol = Math.min(window.col + window.width, window.col + (across + 1) * colStep);
  for (let row = window.row + down * rowStep; row < lastRow; ++row) {
    for (let col = window.col + across * colStep; col < lastCol; ++col) {
      const index = grid.indexAt(row, col);
      if (index >= 0) found.push(index);
    }
  }
  return found;
}

export const LETTERS = "abcdefghijklmnopqrstuvwxyz";

const power = (exponent) => (exponent < 14 ? number(2 ** exponent) : `2^${exponent}`);

// "below 1 ulp", "4 to 8 ulp", "2^24 ulp or more", "no distance": what a letter means.
export function letterText(letter) {
  if (letter === "?") return "no distance";
  const exponent = LETTERS.indexOf(letter) - 1;
  if (exponent < 0) return "below 1 ulp";
  return exponent >= 24 ? "2^24 ulp or more" : `${power(exponent)} to ${power(exponent + 1)} ulp`;
}
