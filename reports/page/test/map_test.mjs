// SPDX-License-Identifier: Apache-2.0
// Laws of the heat map in a real browser: what is drawn, what is read, and by which keys.
// node map_test.mjs ASSAY, started where node_modules is; expected values come from the journal.
import assert from "node:assert/strict";
import { test } from "node:test";

import { activeElement, readout, reportsOf } from "./reports.mjs";

const reports = reportsOf(process.argv[2]);
const { failingWhere, partlyWrong, withPage } = reports;

// Index of every wrong element and the letter of its distance.
function wrongOf({ runs, distances }) {
  const wrong = new Map();
  for (let k = 0; k < runs.length; k += 2) {
    for (let i = 0; i < runs[k + 1]; ++i) wrong.set(runs[k] + i, distances[wrong.size]);
  }
  return wrong;
}

// Rows and columns that a map draws: the valid region and what is wrong outside it, with one more of each.
function drawnOf(tile) {
  const [rows, cols] = tile.shape;
  const places = [...wrongOf(tile).keys()].map((index) => [Math.floor(index / cols), index % cols]);
  const valid = tile.valid.includes(0) ? [0, 0] : tile.valid;
  const most = (side, size) => Math.min(size, Math.max(valid[side], ...places.map((place) => place[side] + 1)) + 1);
  return [most(0, rows), most(1, cols)];
}
// Places of the wrong elements among those that a map draws.
const placesOf = (tile) => new Map([...wrongOf(tile)].map(([index, letter]) =>
  [Math.floor(index / tile.shape[1]) * drawnOf(tile)[1] + (index % tile.shape[1]), letter]));

// Moves the mouse to the middle of an element, wherever the page is scrolled to.
async function hover(page, across, row, col) {
  const canvas = page.locator("#case canvas");
  const size = ((await canvas.boundingBox()).width - 2) / across;
  await canvas.hover({ position: { x: 1 + (col + 0.5) * size, y: 1 + (row + 0.5) * size } });
}

// A colour per cell, from a spot that every mark covers and neither the cursor's frame nor a cross does.
const coloursOf = (page, across) => page.$eval("#case canvas", (canvas, cols) => {
  const context = canvas.getContext("2d");
  const size = (canvas.width - 2) / cols;
  return Array.from({ length: cols * Math.round((canvas.height - 2) / size) }, (_, k) => {
    const spot = [1 + ((k % cols) + 0.35) * size, 1 + (Math.floor(k / cols) + 0.5) * size];
    return [...context.getImageData(...spot.map(Math.round), 1, 1).data].join();
  });
}, across);

// Cells of these places are drawn otherwise than all the others.
function onlyMarked(colours, places) {
  const marks = new Set(colours.filter((_, k) => places.has(k)));
  const others = new Set(colours.filter((_, k) => !places.has(k)));
  assert.ok(marks.size > 0 && others.size > 0);
  for (const colour of marks) assert.ok(!others.has(colour), `${colour} stands for wrong and right`);
}

test("it shows the planted wrong element", async () => {
  const record = partlyWrong();
  const { row, col, expected, got } = record.verdict.worst;
  await withPage("bad", { hash: `#case=${record.name}` }, async (page) => {
    await hover(page, drawnOf(record.tiles[0])[1], row, col);
    const text = await readout(page);
    assert.ok(text.startsWith(`(${row}, ${col})`), text);
    assert.match(text, new RegExp(`wrong.*expected .*${expected.slice(2)}.*got .*${got.slice(2)}`));
  });
});

test("it marks wrong elements and no others", async () => {
  const record = partlyWrong();
  await withPage("bad", { hash: `#case=${record.name}` }, async (page) => {
    onlyMarked(await coloursOf(page, drawnOf(record.tiles[0])[1]), placesOf(record.tiles[0]));
  });
});

test("it outlines the valid region", async () => {
  const record = failingWhere("a valid region that ends within its tile",
    ({ shape, valid, layout }) => layout === "ND" && valid[0] > 3 && valid[1] > 1 && valid[1] < shape[1]);
  const { valid: [rows, width] } = record.tiles[0];
  const [, cols] = drawnOf(record.tiles[0]);
  await withPage("bad", { hash: `#case=${record.name}` }, async (page) => {
    await hover(page, cols, 0, 0);  // the cursor's frame would hide a line
    const lines = await page.$eval("#case canvas", (canvas, [across, row]) => {
      const size = (canvas.width - 2) / across;
      return Array.from({ length: across + 1 }, (_, col) =>
        [...canvas.getContext("2d").getImageData(Math.min(Math.round(col * size + 1), canvas.width - 1),
                                                 Math.round((row + 0.5) * size + 1), 1, 1).data].join());
    }, [cols, rows - 1]);
    const ink = lines[width];
    assert.deepEqual(lines.map((colour, k) => (colour === ink ? k : -1)).filter((k) => k >= 0), [0, width]);
  });
});

// Pixels of a mark in the cell of an element.
const inkOf = (page, across, index) => page.$eval("#case canvas", (canvas, [cols, place]) => {
  const size = Math.round((canvas.width - 2) / cols);
  const [x, y] = [1 + (place % cols) * size, 1 + Math.floor(place / cols) * size];
  const data = canvas.getContext("2d").getImageData(x + 2, y + 2, size - 4, size - 4).data;
  const pixels = Array.from({ length: data.length / 4 }, (_, k) => data.slice(4 * k, 4 * k + 3).join());
  const corner = pixels[0];
  return { marked: pixels.filter((pixel) => pixel !== corner).length, colours: new Set(pixels).size };
}, [across, index]);

test("a mark is the larger the farther its element is off", async () => {
  const record = failingWhere("near and far elements", ({ distances, shape: [, across] }) =>
    across <= 16 && distances.includes("a") && distances.includes("c"));
  const wrong = [...placesOf(record.tiles[0])];
  const [[near], [far]] = ["a", "c"].map((wanted) => wrong.find(([, letter]) => letter === wanted));
  const [, cols] = drawnOf(record.tiles[0]);
  await withPage("bad", { hash: `#case=${record.name}` }, async (page) => {
    const sizes = [await inkOf(page, cols, near), await inkOf(page, cols, far)];
    assert.ok(sizes[0].marked > 0 && sizes[0].marked < sizes[1].marked, JSON.stringify(sizes));
  });
});

test("an element without a distance has a crossed mark, others a plain one", async () => {
  const crossed = failingWhere("an element without a distance", ({ distances }) => /^\?+$/.test(distances));
  // The corner has the cursor's lines, too; those of the valid region are farther away.
  const plain = failingWhere("elements with distances", ({ distances, runs: [first], shape: [, cols], valid }) =>
    /^[a-z]+$/.test(distances) && first > cols && Math.floor(first / cols) + 1 < valid[0] &&
    first % cols > 0 && (first % cols) + 1 < valid[1]);
  for (const [{ name, tiles: [tile] }, most] of [[crossed, 99], [plain, 2]]) {
    await withPage("bad", { hash: `#case=${name}` }, async (page) => {
      const { colours } = await inkOf(page, drawnOf(tile)[1], placesOf(tile).keys().next().value);
      assert.ok(most === 2 ? colours <= 2 : colours > 1, `${name}: ${colours} colours`);
    });
  }
});

// Written out by hand from the definition of the layout; layout_test.mjs knows the others.
const OFFSETS = { ND: (row, col, [, cols]) => row * cols + col, DN: (row, col, [rows]) => col * rows + row };

test("the physical layout puts an element where it lies in memory", async () => {
  const record = failingWhere("a DN tile", ({ layout, shape, wrong }) => layout === "DN" && wrong < shape[0] * shape[1], reports.failingLoads);
  const [tile] = record.tiles;
  const [rows, cols] = tile.shape;
  const offsetOf = (index) => OFFSETS[tile.layout](Math.floor(index / cols), index % cols, tile.shape);
  await withPage("loads", { hash: `#case=${record.name}` }, async (page) => {
    const before = await readout(page);
    const first = tile.runs[0];
    assert.ok(before.startsWith(`(${Math.floor(first / cols)}, ${first % cols}), element ${offsetOf(first).toLocaleString("en-US")} of memory`), before);
    await page.check("#case input[name=physical]");
    assert.match(page.url(), /view=physical/);
    assert.match(await page.textContent("#case .map"), /As it lies in memory/);
    assert.equal(await readout(page), before);
    // A line of memory is a column, so the cells are counted in the order of memory.
    onlyMarked(await coloursOf(page, rows), new Set([...wrongOf(tile).keys()].map(offsetOf)));
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("p");
    assert.match(await page.textContent("#case .map"), /As the ISA sees it/);
  });
});

test("arrows read elements and n goes to the next wrong one", async () => {
  const record = failingWhere("two wrong elements apart", ({ shape, wrong, runs }) => shape[0] > 2 && shape[1] > 2 &&
    wrong > 1 && runs[1] === 1 && runs[0] % shape[1] < shape[1] - 1 && runs[0] < shape[0] * shape[1] - shape[1]);
  const { shape: [, cols], runs: [first, , second] } = record.tiles[0];
  const at = (index) => `(${Math.floor(index / cols)}, ${index % cols}),`;
  await withPage("bad", { hash: `#case=${record.name}` }, async (page) => {
    await page.keyboard.press("m");
    assert.equal(await activeElement(page, "tagName"), "CANVAS");
    for (const [key, index] of [["ArrowRight", first + 1], ["ArrowDown", first + 1 + cols], ["ArrowLeft", first + cols],
                                ["ArrowUp", first], ["n", second]]) {
      await page.keyboard.press(key);
      const text = await readout(page);
      assert.ok(text.startsWith(at(index)), `${key}: ${text}`);
    }
  });
});

test("Enter looks closer at a large tile and Escape steps back", async () => {
  const record = reports.failing.find(({ tiles }) => tiles?.length === 1 && tiles[0].valid[0] > 40 && tiles[0].shape[1] <= 40);
  assert.ok(record, "the run has no case with a tall tile");
  await withPage("bad", { hash: `#case=${record.name}` }, async (page) => {
    const height = () => page.$eval("#case canvas", (canvas) => canvas.height);
    const before = [await height(), await readout(page)];
    await page.keyboard.press("m");
    await page.keyboard.press("Enter");
    assert.ok(await height() < before[0]);
    await page.keyboard.press("Escape");
    assert.deepEqual([await height(), await readout(page)], before);
  });
});

test("a map draws what matters of a tile, and all of it when asked", async () => {
  const record = failingWhere("a tile that is larger than what matters of it", (tile) => drawnOf(tile)[0] < tile.shape[0] - 2 && drawnOf(tile)[1] < tile.shape[1]);
  const [tile] = record.tiles;
  await withPage("bad", { hash: `#case=${record.name}` }, async (page) => {
    const ratio = () => page.$eval("#case canvas", ({ width, height }) => (height - 2) / (width - 2));
    const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-6, `${one} is not ${other}`);
    near(await ratio(), drawnOf(tile)[0] / drawnOf(tile)[1]);
    await page.check("#case input[name=whole]");
    near(await ratio(), tile.shape[0] / tile.shape[1]);
    await page.uncheck("#case input[name=whole]");
    near(await ratio(), drawnOf(tile)[0] / drawnOf(tile)[1]);
  });
});

test("of a large tile a card draws the wrong elements and their surroundings", () => withPage("bad", {}, async (page) => {
  const cards = await page.$$eval(".finding .example", (all) => all.map((one) => [one.closest(".finding").id, one.querySelector("canvas").clientHeight, one.textContent]));
  assert.ok(cards.length > 0);
  for (const [id, height] of cards) assert.ok(height <= 12 * 14 + 2, `${id}: ${height} pixels`);
  assert.ok(cards.some(([, , text]) => /Shown: rows? [\d,]+/.test(text)), "no example is large");
}));
