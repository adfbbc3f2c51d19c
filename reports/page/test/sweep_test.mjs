// SPDX-License-Identifier: Apache-2.0
// Laws of the view of a sweep in a real browser: node sweep_test.mjs ASSAY, started where node_modules is.
// Expected values come from what the sweep says as JSON.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import { assay, launch, openReport } from "./browser.mjs";

const [program] = process.argv.slice(2);
const folder = mkdtempSync(path.join(os.tmpdir(), "assay-sweep-page-"));
let browser;
let said;

before(async () => {
  said = JSON.parse(assay(program, "sweep", "--op", "TSQRT", "--dtype", "f16", "--backend", "simulator:fault=off_by_one_ulp",
                          "--format", "json", "--out", path.join(folder, "sweep")));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

async function withSweep(options, body) {
  const { page, complaints } = await openReport(browser, path.join(folder, "sweep", "sweep.html"), { late: true, ...options });
  try {
    await body(page);
  } finally {
    await page.context().close();
  }
  assert.deepEqual(complaints, []);
}

const number = (text) => Number(text.replaceAll(",", ""));
const rowsOf = (page, id) => page.$$eval(`#${id} tbody tr`, (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));

test("the page answers first and shows its sections in order", () => withSweep({}, async (page) => {
  assert.match(await page.textContent("h1"), /^\u2717 Does not conform: /);
  assert.equal(await page.title(), "Assay: TSQRT over its inputs");
  const ids = await page.$$eval("main > section", (all) => all.map(({ id }) => id));
  assert.deepEqual(ids, ["errors", "bins", "wrong", "worst", "classes", "sweep"]);
}));

test("the heat map counts every compared input that has an exponent", () => withSweep({}, async (page) => {
  const titles = await page.$$eval("#errors svg:first-of-type rect title", (all) => all.map((one) => one.textContent));
  const counts = titles.map((title) => / ulp: ([\d,]+) of/.exec(title)?.[1]).filter(Boolean).map(number);
  const finite = said.columns.filter(({ column }) => /2\^/.test(column));
  const inputs = finite.flatMap(({ inputs: bins }) => Object.values(bins));
  assert.equal(counts.length, inputs.length);
  assert.equal(counts.reduce((sum, count) => sum + count), inputs.reduce((sum, count) => sum + count));
}));

test("every mark of both plots says what it stands for", () => withSweep({}, async (page) => {
  assert.equal(await page.locator("#errors svg[role=img][aria-label]").count(), 2);
  const marks = await page.locator("#errors rect").count();
  assert.ok(marks > 0);
  assert.equal(await page.locator("#errors rect > title").count(), marks);
}));

test("bins and classes hold every compared input", () => withSweep({}, async (page) => {
  const sum = (rows, column) => rows.reduce((all, row) => all + number(row[column]), 0);
  assert.equal(sum(await rowsOf(page, "bins"), 1), said.compared);
  assert.equal(sum(await rowsOf(page, "classes"), 3), said.compared);
  assert.equal(sum(await rowsOf(page, "classes"), 4), said.target_defined);
}));

test("wrong inputs are listed with what is accepted", () => withSweep({}, async (page) => {
  await page.click("#wrong .rest button");
  const rows = await rowsOf(page, "wrong");
  assert.equal(rows.length, Math.min(200, said.wrong_inputs.length));
  assert.equal(rows[0][0], said.wrong_inputs[0].text);
  assert.ok(rows[0][3].startsWith(said.wrong_inputs[0].got));
}));

test("without scripts the page says what the console says", () => withSweep({ javaScriptEnabled: false }, async (page) => {
  assert.match(await page.textContent("#static"), /^Does not conform: [^]*\nswept {6}TSQRT/);
}));
