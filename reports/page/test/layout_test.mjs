// SPDX-License-Identifier: Apache-2.0
// Laws of the view of memory: a 4 x 4 tile with boxes of 2 x 2, counted out by hand.
import assert from "node:assert/strict";
import { test } from "node:test";

import { gridOf } from "../src/grid.js";
import { lineLength, physicalOffset } from "../src/layout.js";

// The logical elements in the order of memory; element 4 * row + col.
const MEMORY = {
  ND: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  DN: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  NZ: [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15],
  ZN: [0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15],
  ZZ: [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15],
  NN: [0, 4, 1, 5, 8, 12, 9, 13, 2, 6, 3, 7, 10, 14, 11, 15],
};

const tileOf = (layout) => ({ layout, rows: 4, cols: 4, box: layout.includes("D") ? [1, 1] : [2, 2],
                              valid_rows: 4, valid_cols: 3, runs: [6, 2], distances: "b?", elements: [] });

for (const [layout, order] of Object.entries(MEMORY)) {
  test(`${layout} lies in memory as counted by hand`, () => {
    const offset = physicalOffset(tileOf(layout));
    assert.deepEqual(order.map((index) => offset(Math.floor(index / 4), index % 4)), order.map((_, k) => k));
    const grid = gridOf(tileOf(layout), true);
    assert.equal(grid.cols, lineLength(tileOf(layout)));
    assert.deepEqual(order.map((_, k) => grid.indexAt(Math.floor(k / grid.cols), k % grid.cols)), order);
    assert.deepEqual([grid.letters.get(6), grid.letters.get(7), grid.letters.get(8)], ["b", "?", undefined]);
  });
}

test("in boxes that are not square rows and columns are not mixed up", () => {
  // Two boxes of 2 rows and 3 columns above each other: 6 elements each.
  const offset = physicalOffset({ layout: "NZ", rows: 4, cols: 6, box: [2, 3] });
  assert.deepEqual([offset(0, 2), offset(1, 0), offset(2, 0), offset(0, 3), offset(3, 5)], [2, 3, 6, 12, 23]);
});
