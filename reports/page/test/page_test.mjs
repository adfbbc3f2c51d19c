// SPDX-License-Identifier: Apache-2.0
// Laws of the report in a real browser, with a run of a simulator that has a known bug.
// node page_test.mjs ASSAY ASSAY_BENCH_REPORT, started where node_modules is; expected values come from the journal.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import { assay, launch, openReport } from "./browser.mjs";

const [program, synthetic] = process.argv.slice(2);
const folder = mkdtempSync(path.join(os.tmpdir(), "assay-page-"));
let browser;
let failing;

const journalOf = (run) => readFileSync(path.join(folder, run, "journal.jsonl"), "utf8").trim().split("\n").map(JSON.parse);
const report = (run) => path.join(folder, run, "report.html");
const isFailure = ({ verdict }) =>
  ["deviates", "accepted_invalid", "rejected_valid", "crashed", "timed_out", "flaky"].includes(verdict.kind);

before(async () => {
  assay(program, "run", "--op", "TEXPANDS", "--target", "a5", "--cases", "2", "--no-tiles", "--backend",
        "simulator:fault=off_by_one_ulp", "--out", path.join(folder, "bad"));
  assay(program, "run", "--op", "TEXPANDS", "--target", "a5", "--dtype", "f16", "--cases", "1", "--no-tiles",
        "--out", path.join(folder, "good"));
  failing = journalOf("bad").filter(isFailure);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

// A page whose errors and requests fail the test.
async function withPage(run, options, body) {
  const { page, complaints } = await openReport(browser, report(run), options);
  try {
    await body(page);
  } finally {
    await page.context().close();
  }
  assert.deepEqual(complaints, []);
}

const shownText = (page) => page.textContent("#shown");
const readout = (page) => page.textContent("#case .readout");

// A case with one output drawn whole, some of it wrong and some of it not.
function partlyWrong() {
  const found = failing.find(({ tiles }) => tiles?.length === 1 && tiles[0].shape[0] <= 64 &&
    tiles[0].shape[1] <= 64 && tiles[0].wrong < tiles[0].shape[0] * tiles[0].shape[1]);
  assert.ok(found, "the run has no case with a tile that is wrong in part");
  return found;
}

async function cellCentre(page, record, row, col) {
  const [, cols] = record.tiles[0].shape;
  const box = await page.locator("#case canvas").boundingBox();
  const size = (box.width - 2) / cols;
  return { x: box.x + 1 + (col + 0.5) * size, y: box.y + 1 + (row + 0.5) * size };
}

test("a report opens and answers first", () => withPage("bad", {}, async (page) => {
  assert.match(await page.textContent("h1"), new RegExp(`Does not conform: ${failing.length} of`));
  const sections = await page.$$eval("main > section", (all) => all.map(({ id }) => id));
  assert.deepEqual(sections, ["findings", "matrix", "cases", "case", "distances", "clauses", "not-shown", "trend", "run"]);
  assert.equal(await page.locator("#static").count(), 0);
}));

test("a report of a run that conforms says so", () => withPage("good", {}, async (page) => {
  assert.match(await page.textContent("h1"), /Conforms/);
  assert.match(await page.textContent("#findings"), /None/);
}));

test("without scripts the report still answers", () => withPage("bad", { javaScriptEnabled: false }, async (page) => {
  assert.match(await page.textContent("#static h1"), /Does not conform/);
  assert.ok(await page.locator("#failures pre").count() > 0);
}));

test("findings hold every failing case, and lead to theirs", () => withPage("bad", {}, async (page) => {
  const counts = await page.$$eval("#findings > details > summary .dim", (all) =>
    all.map((one) => Number(/([\d,]+) failing/.exec(one.textContent)[1].replaceAll(",", ""))));
  assert.ok(counts.length > 0);
  assert.equal(counts.reduce((sum, count) => sum + count), failing.length);
  await page.evaluate(() => { document.querySelector("#findings > details").open = true; });
  await page.click("#findings > details >> text=its cases");
  assert.match(await shownText(page), new RegExp(`^${counts[0]} failing case`));
  assert.match(page.url(), /finding=/);
}));

test("filters show what the journal holds", () => withPage("bad", {}, async (page) => {
  assert.match(await shownText(page), new RegExp(`^${failing.length} failing cases of ${failing.length} shown`));
  const { dtype } = failing[0];
  await page.selectOption("select[name=dtype]", dtype);
  const some = failing.filter((record) => record.dtype === dtype).length;
  assert.notEqual(some, failing.length);
  assert.match(await shownText(page), new RegExp(`^${some} failing case`));
  assert.match(page.url(), new RegExp(`dtype=${dtype}`));
  await page.fill("input[name=text]", failing[0].name);
  assert.match(await shownText(page), /^1 failing case of/);
  await page.click("text=show all");
  assert.match(await shownText(page), new RegExp(`^${failing.length} failing cases`));
}));

test("a heading sorts", () => withPage("bad", {}, async (page) => {
  await page.click("#case-table th button:has-text('wrong')");
  const most = Math.max(...failing.map(({ verdict }) => verdict.wrong));
  const first = await page.textContent("#case-table tbody tr[aria-rowindex='2'] td:nth-child(5)");
  assert.equal(Number(first.replaceAll(",", "")), most);
}));

test("every failing case is listed under its own name", () => withPage("bad", {}, async (page) => {
  for (const { name } of [failing[0], failing.at(-1)]) {
    await page.fill("input[name=text]", name);
    assert.equal(await page.textContent("#case-table tbody tr[aria-rowindex='2'] td:nth-child(7)"), name);
  }
}));

test("a deep link opens its case with the line that replays it", async () => {
  const { name, verdict } = partlyWrong();
  await withPage("bad", { hash: `#case=${name}` }, async (page) => {
    assert.equal(await page.textContent("#case h3"), name);
    assert.match(await page.textContent("#case"), new RegExp(`${verdict.wrong} of`));
    assert.match(await page.textContent("#case .replay code"), new RegExp("^assay replay .*" + name.split("@")[1]));
    assert.ok(await page.locator("#case canvas").isVisible());
  });
});

test("a link to a case that is not listed says so", () => withPage("bad", { hash: "#case=no/such/case" }, async (page) => {
  assert.match(await page.textContent("#case"), /not among the failing cases/);
}));

test("the heat map shows the planted wrong element", async () => {
  const record = partlyWrong();
  const { row, col, expected, got } = record.verdict.worst;
  await withPage("bad", { hash: `#case=${record.name}` }, async (page) => {
    const { x, y } = await cellCentre(page, record, row, col);
    await page.mouse.move(x, y);
    const text = await readout(page);
    assert.ok(text.startsWith(`(${row}, ${col})`), text);
    for (const bits of [expected, got]) assert.ok(text.includes(bits.slice(2)), text);
    assert.match(text, /wrong/);
  });
});

test("the heat map marks wrong elements and no others", async () => {
  const record = partlyWrong();
  const [rows, cols] = record.tiles[0].shape;
  const wrong = new Set();
  const { runs } = record.tiles[0];
  for (let k = 0; k < runs.length; k += 2) for (let i = 0; i < runs[k + 1]; ++i) wrong.add(runs[k] + i);
  await withPage("bad", { hash: `#case=${record.name}` }, async (page) => {
    // The cursor's frame is 2 pixels at the edge of a cell: the middle of a cell is its mark alone.
    const colours = await page.$eval("#case canvas", (canvas, [down, across]) => {
      const context = canvas.getContext("2d");
      const size = (canvas.width - 2) / across;
      return Array.from({ length: down * across }, (_, k) => {
        const spot = [1 + (k % across) * size + 0.35 * size, 1 + Math.floor(k / across) * size + 0.5 * size];
        return [...context.getImageData(...spot.map(Math.round), 1, 1).data].join();
      });
    }, [rows, cols]);
    const marks = new Set(colours.filter((_, k) => wrong.has(k)));
    const others = new Set(colours.filter((_, k) => !wrong.has(k)));
    assert.ok(marks.size > 0 && others.size > 0);
    for (const colour of marks) assert.ok(!others.has(colour), `${colour} stands for wrong and right`);
  });
});

// Written out by hand from the definition of the layout; layout_test.mjs knows the others.
const OFFSETS = { ND: (row, col, { shape: [, cols] }) => row * cols + col, DN: (row, col, { shape: [rows] }) => col * rows + row };

test("the physical layout puts an element where it lies in memory", async () => {
  const record = failing.find(({ tiles }) => tiles?.[0]?.layout === "DN") ?? partlyWrong();
  const [tile] = record.tiles;
  const [row, col] = [Math.floor(tile.runs[0] / tile.shape[1]), tile.runs[0] % tile.shape[1]];
  const offset = OFFSETS[tile.layout](row, col, tile);
  await withPage("bad", { hash: `#case=${record.name}` }, async (page) => {
    const before = await readout(page);
    assert.ok(before.startsWith(`(${row}, ${col}), element ${offset} of memory`), before);
    await page.check("input[name=physical]");
    assert.match(page.url(), /view=physical/);
    assert.match(await page.textContent("#case .map"), /As it lies in memory/);
    assert.equal(await readout(page), before);
  });
});

test("the keyboard does all that the mouse does", () => withPage("bad", {}, async (page) => {
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.name), "text");
  await page.keyboard.type(failing[0].op.slice(0, 3).toLowerCase());
  await page.keyboard.press("Tab");
  await page.focus("body");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("t");
  assert.equal(await page.evaluate(() => document.activeElement.id), "case-table");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.equal(await page.textContent("#case h3"), failing[1].name);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("m");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "CANVAS");
  const text = await readout(page);
  await page.keyboard.press("n");
  assert.notEqual(await readout(page), text);
}));

test("the copy button copies the replay line", () => withPage("bad",
  { hash: `#case=${failing[0].name}`, permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await page.click("#case .copy");
    await page.waitForSelector("#case .replay >> text=copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.textContent("#case .replay code"));
  }));

test("dark and light readers both see the tile", async () => {
  const { name } = partlyWrong();
  const papers = [];
  for (const colorScheme of ["light", "dark"]) {
    await withPage("bad", { hash: `#case=${name}`, colorScheme }, async (page) => {
      papers.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      assert.ok(await page.locator("#case canvas").isVisible());
    });
  }
  assert.notEqual(papers[0], papers[1]);
});

test("the plots are drawn", () => withPage("bad", {}, async (page) => {
  const drawn = await page.locator("#distances canvas").count();
  const said = await page.textContent("#distances");
  assert.ok(drawn === 2 || /No case has a distance/.test(said), said);
}));

test("a hundred thousand cases fit in five megabytes and filter", async () => {
  mkdirSync(path.join(folder, "many"));
  execFileSync(synthetic, [report("many"), "100000", "50"]);
  assert.ok(statSync(report("many")).size < 5e6);
  await withPage("many", {}, async (page) => {
    const [, count] = /^([\d,]+) failing cases/.exec(await shownText(page));
    assert.ok(Number(count.replaceAll(",", "")) > 4000, count);
    assert.ok(await page.locator("#case-table tbody tr").count() < 100);
    await page.fill("input[name=text]", "OP7/");
    const [, some] = /^([\d,]+) failing case/.exec(await shownText(page));
    assert.ok(Number(some.replaceAll(",", "")) < 200 && some !== "0", some);
  });
});
