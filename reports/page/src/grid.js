// SPDX-License-Identifier: Apache-2.0
// A tile as a grid of elements, as the ISA sees it or as it lies in memory.
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

// What one drawn cell covers of a window: { row, col, height, width } in the grid.
export function cellsOf(grid, window, room) {
  const most = { rows: 96, cols: Math.max(16, Math.floor(room / 4)) };
  const rowStep = Math.ceil(window.height / most.rows);
  const colStep = Math.ceil(window.width / most.cols);
  const down = Math.ceil(window.height / rowStep);
  const across = Math.ceil(window.width / colStep);
  const size = Math.max(4, Math.min(22, Math.floor(room / across)));
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

const power = (exponent) => (exponent < 14 ? 2 ** exponent : `2^${exponent}`);

// "below 1 ulp", "4 to 8 ulp", "2^24 ulp or more", "no distance": what a letter means.
export function letterText(letter) {
  if (letter === "?") return "no distance";
  const exponent = LETTERS.indexOf(letter) - 1;
  if (exponent < 0) return "below 1 ulp";
  return exponent >= 24 ? "2^24 ulp or more" : `${power(exponent)} to ${power(exponent + 1)} ulp`;
}
