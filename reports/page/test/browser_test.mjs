// SPDX-License-Identifier: Apache-2.0
// Laws of the report in a real browser, with a run of a simulator that has a known bug.
// node browser_test.mjs ASSAY ASSAY_BENCH_REPORT, started where node_modules is; expected values come from the journal.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { assay, rewriteReport } from "./browser.mjs";
import { activeElement, isFailure, reportsOf, shownText } from "./reports.mjs";

const [program, synthetic] = process.argv.slice(2);
const reports = reportsOf(program);
const { partlyWrong, withPage } = reports;

const number = (text) => Number(text.replaceAll(",", ""));
// The cell of a row under a heading.
const cellOfRow = (page, row, title) => page.evaluate(([place, wanted]) => {
  const titles = [...document.querySelectorAll("#case-table th")].map((one) => one.textContent.replace(/ [\u25be\u25b4]$/, ""));
  return document.querySelectorAll(`#case-table tbody tr[aria-rowindex='${place + 2}'] td`)[titles.indexOf(wanted)].textContent;
}, [row, title]);

function countsOf(records) {
  const counts = {};
  for (const { verdict } of records) counts[verdict.kind] = (counts[verdict.kind] ?? 0) + 1;
  return counts;
}

// "✗ 12 deviate, ✓ 3 conform, 4 target-defined" as counts; the sign must say what the colour says.
function readCounts(text) {
  const counts = {};
  for (const part of text.trim().split(/,\s+/).filter((one) => one !== "")) {
    const [, sign = "", count, words] = /^(?:([\u2717\u2713]) )?([\d,]+) ([a-z -]+)$/.exec(part);
    const kind = words.replace(/^(conform|deviate)$/, "$1s").replace(/[ -]/, "_");
    assert.equal(sign, isFailure(kind) ? "\u2717" : kind === "conforms" ? "\u2713" : "", text);
    counts[kind] = number(count);
  }
  return counts;
}

test("a report opens and answers first", () => withPage("bad", {}, async (page) => {
  assert.match(await page.textContent("h1"), new RegExp(`^\u2717 Does not conform: ${reports.failing.length} of`));
  assert.deepEqual(readCounts(/: (.*)\. [\d,]+ elements? compared/s.exec(await page.textContent("header p:last-child"))[1].replace(/\s+/g, " ")), countsOf(reports.records));
  const sections = await page.$$eval("main > section", (all) => all.map(({ id }) => id));
  assert.deepEqual(sections, ["findings", "matrix", "cases", "case", "distances", "clauses", "readings", "not-shown", "trend", "run"]);
  assert.equal(await page.locator("#static").count(), 0);
}));

test("a report of a run that conforms says so", () => withPage("good", {}, async (page) => {
  assert.match(await page.textContent("h1"), /^\u2713 Conforms/);
  assert.match(await page.textContent("#findings"), /No case failed/);
}));

test("a report of a run that was stopped says so, and is neither green nor red", () => withPage("stopped", {}, async (page) => {
  assert.match(await page.textContent("h1"), /^\u26a0 Stopped: [\d,]+ of [\d,]+ cases ran; none of them failed/);
  assert.match(await page.textContent("#not-shown"), /\u26a0 Not run: [\d,]+ of /);
  const [shown, ...others] = await page.evaluate(() => {
    const colourOf = (name) => { const one = document.createElement("p"); one.className = name; document.body.append(one); return getComputedStyle(one).color; };
    return [getComputedStyle(document.querySelector("h1")).color, colourOf("good"), colourOf("bad"), colourOf("")];
  });
  assert.ok(!others.includes(shown), shown);
}));

test("without scripts the report still answers", () => withPage("bad", { javaScriptEnabled: false }, async (page) => {
  const text = await page.textContent("#static");
  assert.match(text, /Does not conform/);
  assert.match(text, /assay replay /);
}));

test("a report whose program fails still answers", async () => {
  const text = readFileSync(reports.report("bad"), "utf8");
  mkdirSync(path.join(reports.folder, "broken"));
  writeFileSync(reports.report("broken"), text.replace('"verdicts":', '"verdict":'));
  await assert.rejects(withPage("broken", {}, async (page) => {
    assert.match(await page.textContent("#static"), /Does not conform[^]*\n/);
  }), /error: /);
});

test("findings hold every failing case, and each leads to its own", () => withPage("bad", {}, async (page) => {
  const counts = await page.$$eval("#findings .finding > summary .count", (all) =>
    all.map((one) => /([\d,]+)\s+failing/.exec(one.textContent)[1]));
  assert.ok(counts.length > 1);
  assert.equal(counts.map(number).reduce((sum, count) => sum + count), reports.failing.length);
  for (const [k, count] of counts.entries()) {
    const finding = page.locator("#findings .finding").nth(k);
    await finding.evaluate((one) => { one.open = true; });
    await finding.locator(".foot .quiet").click();
    assert.match(await shownText(page), new RegExp(`^${count} failing case`));
    assert.match(page.url(), /finding=/);
  }
}));

// With counts as the page writes them.
const reasonOf = ({ verdict: { reason } }) => reason.replace(/(\d+) of (\d+) elements/, (_, a, b) => `${Number(a).toLocaleString("en-US")} of ${Number(b).toLocaleString("en-US")} elements`);
const causes = () => JSON.parse(readFileSync(path.join(reports.folder, "bad", "findings.json"), "utf8")).findings;
const cellOfCase = (name) => {
  const { op, dtype, target } = reports.records.find((record) => record.name === name);
  return `${op} ${dtype} ${target}`;
};
const cellsOf = (finding) => [...new Set(finding.cases.map(cellOfCase))].sort();

test("one sentence above the cards says how many findings there are, and how many of them have a probable cause", () => withPage("bad", {}, async (page) => {
  const [, cases, findings, explained] = /^([\d,]+) failing cases in (\d+) findings; (\d+|each|none) ha(?:ve|s) a probable cause\.$/.exec(await page.textContent("#findings .lead"));
  const own = causes().filter(({ rule }) => rule !== "").length;
  assert.deepEqual([number(cases), number(findings), explained], [reports.failing.length, causes().length, own === causes().length ? "each" : own === 0 ? "none" : `${own}`]);
  const [lead, card] = await page.$$eval("#findings .lead, .finding:first-of-type", (all) => all.slice(0, 2).map((one) => one.getBoundingClientRect().top));
  assert.ok(lead < card);
}));

test("a card has one sentence, one tile, one command, and says nothing twice", () => withPage("bad", {}, async (page) => {
  const cards = await page.$$eval(".finding[open]", (all) => all.map((card) => ({ id: card.id, canvases: card.querySelectorAll("canvas").length,
    commands: card.querySelectorAll(".replay").length, words: card.innerText })));
  assert.ok(cards.length > 1);
  for (const { id, canvases, commands, words } of cards) {
    const { title, rule, replay, representative } = causes().find((one) => `finding-${one.id}` === id);
    assert.deepEqual([canvases, commands], [reports.failing.find(({ name }) => name === representative).tiles?.length ? 1 : 0, 1], id);
    const counts = [title, replay, ...(rule === "" ? [] : [rule])].map((text) => words.split(text).length - 1);
    assert.deepEqual(counts, counts.map(() => 1), `${words}`);
  }
}));

test("a card says what distance is allowed beside what was measured", () => withPage("bad", {}, async (page) => {
  const near = causes().find(({ representative }) => {
    const { op, tiles } = reports.failing.find(({ name }) => name === representative);
    return op === "TADD" && tiles?.[0].elements[0].at(-1) !== null && /^[a-z]/.test(tiles?.[0].distances ?? "");
  });
  assert.ok(near, "no example of TADD has a distance");
  assert.match(await page.textContent(`#finding-${near.id} .readout`), /[\d.]+ ulp, allowed: correctly rounded$/);
}));

test("a finding below the pointer or the focus lights its cells and no others", () => withPage("bad", { viewport: { width: 1600, height: 1000 } }, async (page) => {
  const [first, second] = causes();
  const lit = () => page.$$eval("#matrix-table .lit", (all) => all.map((one) => one.getAttribute("aria-label").split(":")[0]).sort());
  await page.hover(`#finding-${second.id} > summary`);
  await page.waitForSelector("#matrix-table .lit");
  assert.deepEqual(await lit(), cellsOf(second));
  await page.hover("h1");
  await page.waitForFunction(() => !document.querySelector("#matrix-table .lit"));
  await page.focus(`#finding-${first.id} > summary`);
  await page.waitForSelector("#matrix-table .lit");
  assert.deepEqual(await lit(), cellsOf(first));
}));

test("a cell of the matrix leaves the findings that have cases in it, and leads back", () => withPage("bad", {}, async (page) => {
  const all = causes();
  const cell = cellsOf(all[0]).find((one) => all.some((other) => !cellsOf(other).includes(one)));
  assert.ok(cell, "every finding is in every cell");
  const shown = () => page.$$eval(".finding", (cards) => cards.map(({ id }) => id).sort());
  await page.click(`#matrix-table a[aria-label^="${cell}: "]`);
  await page.waitForSelector(".filtered");
  assert.deepEqual(await shown(), all.filter((one) => cellsOf(one).includes(cell)).map(({ id }) => `finding-${id}`).sort());
  await page.click(`#matrix-table a[aria-label^="${cell}: "]`);
  await page.waitForSelector(".filtered", { state: "detached" });
  assert.equal((await shown()).length, all.length);
}));

test("where there is room the matrix stands beside the findings, else below", async () => {
  for (const width of [390, 1024, 1200, 1600]) {
    await withPage("bad", { viewport: { width, height: 900 } }, async (page) => {
      const [findings, matrix] = await page.$$eval("#findings, #matrix", (both) => both.map((one) => one.getBoundingClientRect().toJSON()));
      if (width >= 1200) assert.ok(matrix.left >= findings.right && matrix.right <= width && findings.width > 500, `${width}`);
      else assert.ok(matrix.top >= findings.bottom, `${width}`);
      // Scrolled past the findings it is not in the way of what follows.
      const [end, next] = await page.evaluate(() => {
        document.getElementById("cases").scrollIntoView();
        return [document.querySelector("#matrix-table").closest(".scroll").getBoundingClientRect().bottom, document.getElementById("cases").getBoundingClientRect().top];
      });
      assert.ok(end <= next, `${width}: the matrix ends at ${end}, the cases begin at ${next}`);
    });
  }
});

test("the matrix counts what the journal holds", () => withPage("bad", {}, async (page) => {
  const squares = await page.$$eval("#matrix-table .square[aria-label]", (all) => all.map((one) =>
    [one.getAttribute("aria-label"), one.closest("tr").firstChild.textContent, one.closest("table").querySelectorAll("thead th")[one.closest("td").cellIndex].textContent]));
  let seen = 0;
  for (const [label, row, column] of squares) {
    const [, op, dtype, target, text] = /^(\S+) (\S+) (\S+): ([^;]*)/.exec(label);
    assert.deepEqual([op, dtype], [row, column]);
    const own = reports.records.filter((record) => record.op === op && record.dtype === dtype && record.target === target);
    assert.deepEqual(readCounts(text), countsOf(own), label);
    seen += own.length;
  }
  assert.equal(seen, reports.records.length);
}));

test("squares that fail are coloured by their share, and alone where only those are wanted", () => withPage("bad", {}, async (page) => {
  const read = () => page.$$eval("#matrix-table .square[aria-label]", (all) => all.map((one) =>
    ({ label: one.getAttribute("aria-label"), paint: getComputedStyle(one).backgroundColor })));
  const before = await read();
  const paints = (sign) => new Set(before.filter(({ label }) => label.includes("\u2717") === sign).map(({ paint }) => paint));
  for (const paint of paints(true)) assert.ok(!paints(false).has(paint), paint);
  assert.ok(paints(true).size > 1, "shares differ");
  await page.check("input[name=failing]");
  const texts = (selector) => page.$$eval(selector, (all) => [...new Set(all.map((one) => one.textContent))].sort());
  const of = (records, field) => [...new Set(records.map((record) => record[field]))].sort();
  assert.ok(of(reports.failing, "dtype").length < of(reports.records, "dtype").length);
  assert.deepEqual(await texts("#matrix-table tbody th"), of(reports.failing, "op"));
  assert.deepEqual(await texts("#matrix-table thead th + th"), of(reports.failing, "dtype"));
}));

test("a cell of the matrix leads to its failing cases", () => withPage("bad", {}, async (page) => {
  const { op, dtype, target } = reports.failing[0];
  await page.locator(`#matrix-table a[aria-label^="${op} ${dtype} ${target}: "]`).click();
  const own = reports.failing.filter((record) => record.op === op && record.dtype === dtype && record.target === target);
  await page.waitForFunction((begin) => document.querySelector("#shown").textContent.startsWith(begin),
                             `${own.length} failing case`);
}));

test("clauses count the cases that break them and stand at their edges; of many a button shows the rest", () => withPage("bad", {}, async (page) => {
  const { length: few } = await page.$$("#clauses tbody tr");
  const [, shown, all] = /^(\d+) of ([\d,]+) rows Show all/.exec(await page.textContent("#clauses .rest"));
  assert.deepEqual([few, new RegExp(`one of ${all} constraints`).test(await page.textContent("#clauses .note"))], [number(shown), true]);
  await page.click("#clauses .rest button");
  assert.equal(await page.locator("#clauses tbody tr").count(), number(all));
  const rows = await page.$$eval("#clauses tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const sides = ["smallest", "largest", "below", "above"];
  let seen = 0;
  for (const [op, form, clause, ...cells] of rows) {
    for (const [k, text] of cells.entries()) {
      const intent = k === 0 ? `breaks.${clause}` : `edge.${clause}.${sides[k - 1]}`;
      const own = reports.records.filter((record) => record.op === op && record.form === form && record.intent === intent);
      assert.deepEqual(readCounts(text), countsOf(own), `${op} ${intent}`);
      seen += own.length;
    }
  }
  assert.equal(seen, reports.records.filter(({ intent }) => intent !== "inside").length);
}));

test("what was not shown is counted", () => withPage("bad", {}, async (page) => {
  const counts = countsOf(reports.records);
  for (const kind of ["unsupported", "target_defined", "distrusted", "infra"]) {
    const words = kind.replace("_", "-");
    const said = await page.$$eval("#not-shown li", (all, begin) => all.map((one) => one.textContent).filter((text) => text.startsWith(begin)), `${words}: `);
    assert.equal(said.length, counts[kind] ? 1 : 0, kind);
    if (counts[kind]) assert.match(said[0], new RegExp(`^${words}: ${counts[kind].toLocaleString("en-US")} case`));
  }
}));

test("filters show what the journal holds", () => withPage("bad", {}, async (page) => {
  const { failing } = reports;
  assert.match(await shownText(page), new RegExp(`^${failing.length} failing cases of ${failing.length} shown`));
  for (const field of ["op", "dtype", "target"]) {
    const wanted = failing.at(-1)[field];
    await page.selectOption(`select[name=${field}]`, wanted);
    const some = failing.filter((record) => record[field] === wanted).length;
    assert.notEqual(some, failing.length);
    assert.match(await shownText(page), new RegExp(`^${some} failing case`));
    assert.match(page.url(), new RegExp(`${field}=${wanted}`));
    await page.click("text=show all");
  }
  await page.fill("input[name=text]", failing[0].name);
  assert.match(await shownText(page), /^1 failing case of/);
  await page.click("text=show all");
  assert.match(await shownText(page), new RegExp(`^${failing.length} failing cases`));
}));

test("a heading sorts, and the other way round at the second click", () => withPage("bad", {}, async (page) => {
  const wrong = reports.failing.map(({ verdict }) => verdict.wrong);
  const names = reports.failing.map(({ name }) => name).sort();
  await page.click("#case-table th button:has-text('wrong')");
  assert.equal(number(await cellOfRow(page, 0, "wrong")), Math.max(...wrong));
  await page.click("#case-table th button:has-text('wrong')");
  assert.equal(number(await cellOfRow(page, 0, "wrong")), Math.min(...wrong));
  await page.click("#case-table th button:has-text('case')");
  assert.equal(await cellOfRow(page, 0, "case"), names[0]);
  await page.click("#case-table th button:has-text('case')");
  assert.equal(await cellOfRow(page, 0, "case"), names.at(-1));
}));

test("every failing case is listed under its own name", () => withPage("bad", {}, async (page) => {
  for (const { name } of [reports.failing[0], reports.failing.at(-1)]) {
    await page.fill("input[name=text]", name);
    assert.equal(await cellOfRow(page, 0, "case"), name);
  }
}));

test("the table draws the rows that are scrolled to", () => withPage("bad", {}, async (page) => {
  const last = reports.failing.length - 1;
  assert.equal(await page.locator(`#case-table-${last}`).count(), 0);
  await page.evaluate(() => { document.querySelector("#case-table").scrollTop = 1e6; });
  await page.waitForSelector(`#case-table-${last}`);
  assert.equal(await cellOfRow(page, last, "case"), reports.failing[last].name);
}));

test("after a filter a scrolled table shows what is left", () => withPage("bad", {}, async (page) => {
  await page.evaluate(() => { document.querySelector("#case-table").scrollTop = 1e6; });
  await page.waitForSelector(`#case-table-${reports.failing.length - 1}`);
  const { op } = reports.failing[0];
  const own = reports.failing.filter((record) => record.op === op);
  assert.ok(own.length > 40 && own.length < reports.failing.length - 40);
  await page.selectOption("select[name=op]", op);
  assert.equal(await page.$eval("#case-table", (box) => {
    const { top, bottom } = box.getBoundingClientRect();
    return [...box.querySelectorAll("tbody tr[id]")].some((row) => row.getBoundingClientRect().top >= top && row.getBoundingClientRect().bottom <= bottom);
  }), true);
  assert.equal(await cellOfRow(page, 0, "case"), own[0].name);
}));

test("cases that the page draws are marked in the list", () => withPage("bad", {}, async (page) => {
  const drawn = reports.failing.findIndex(({ tiles }) => tiles?.length > 0);
  assert.match(await cellOfRow(page, drawn, "map"), /map/);
  const marked = await page.textContent("#shown");
  const tiles = reports.failing.filter(({ tiles: own }) => own?.length > 0).length;
  assert.match(marked, new RegExp(`${Math.min(256, tiles)} cases marked`));
}));

test("a deep link opens its case with the line that replays it", async () => {
  const { name, verdict } = partlyWrong();
  await withPage("bad", { hash: `#case=${name}` }, async (page) => {
    assert.equal(await page.textContent("#case h3"), name);
    assert.match(await page.textContent("#case"), new RegExp(`${verdict.wrong} of`));
    assert.equal(await page.textContent("#case .replay code"),
                 `assay replay ${name} --backend simulator:fault=off_by_one_ulp`);
    assert.ok(await page.locator("#case canvas").isVisible());
  });
});

test("a link that is followed in an open report opens its case", () => withPage("bad", {}, async (page) => {
  await page.evaluate((name) => { location.hash = `#case=${name}`; }, reports.failing[2].name);
  await page.waitForSelector(`#case h3:has-text("${reports.failing[2].name}")`);
  await page.goBack();
  await page.waitForSelector("#case >> text=Choose a failing case");
}));

test("a link to a case that is not listed says so", () => withPage("bad", { hash: "#case=no/such/case" }, async (page) => {
  assert.match(await page.textContent("#case"), /not among the failing cases/);
}));

test("the keyboard finds, moves and opens", () => withPage("bad", {}, async (page) => {
  await page.keyboard.press("/");
  assert.equal(await activeElement(page, "name"), "text");
  await page.keyboard.type(reports.failing[0].op.slice(0, 1).toLowerCase());
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("t");
  assert.equal(await activeElement(page, "id"), "case-table");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.equal(await page.textContent("#case h3"), reports.failing[1].name);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  assert.equal(await page.textContent("#case h3"), reports.failing.at(-1).name);
}));

test("a button and a key copy the replay line", async () => {
  for (const act of [(page) => page.click("#case .copy"), (page) => page.keyboard.press("c")]) {
    await withPage("bad", { hash: `#case=${reports.failing[0].name}`, permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await page.evaluate(() => navigator.clipboard.writeText("before"));
      await act(page);
      await page.waitForSelector("#case .replay >> text=copied");
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.textContent("#case .replay code"));
    });
  }
});

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

test("distances stand on a logarithmic scale below a title, with the line of the tolerance", () => withPage("bad", {}, async (page) => {
  await page.selectOption("select[name=exponents]", await page.$$eval("select[name=exponents] option", (all) => all.find((one) => one.textContent.startsWith("TADD f32")).value));
  assert.deepEqual(await page.$$eval("#distances figcaption", (all) => all.map((one) => one.textContent)),
                   ["Worst distance of TADD f32", "Cases of TADD f32"]);
  const worst = new Map();
  for (const { op, verdict: { worst: one } } of reports.records) {
    if (op !== "TADD" || one?.element !== "f32" || typeof one.ulp !== "number") continue;
    worst.set(one.ulp, (worst.get(one.ulp) ?? 0) + 1);
  }
  const bars = await page.$$eval("#distances figure:first-of-type rect", (all) => all.map((one) =>
    [one.querySelector("title").textContent, one.getBoundingClientRect().height]));
  const heights = bars.map(([text, height]) => [Number(/worst ([\d.]+) ulp/.exec(text)[1]), height]).sort(([a], [b]) => a - b);
  assert.equal(heights.at(-1)[0], Math.max(...[...worst.keys()].map((ulp) => Number(ulp.toPrecision(4)))));
  const zero = await page.$eval("#distances figure:first-of-type .axis", (one) => one.getBoundingClientRect().bottom);
  const line = await page.$eval("#distances .tolerance path", (one) => one.getBoundingClientRect().top);
  assert.match(await page.textContent("#distances .tolerance text"), /allowed: correctly rounded/);
  // Half an ulp is half of what one ulp is; beyond, every doubling is as high as one ulp.
  const unit = 2 * (zero - line);
  for (const [ulp, height] of heights) {
    assert.ok(Math.abs(height - unit * (ulp <= 1 ? ulp : 1 + Math.log2(ulp))) < 2, `${ulp} ulp is ${height} of ${unit}`);
  }
}));

test("distances are drawn at first where the promise is a distance", () => withPage("bad", {}, async (page) => {
  const groups = await page.$$eval("select[name=exponents] optgroup", (all) => all.map((one) => one.label));
  assert.ok(groups.length > 0 && groups[0] === "The promise is a distance", groups.join());
  assert.ok(await page.locator("#distances .tolerance").count() > 0);
}));

test("a hundred thousand cases fit in five megabytes and filter", async () => {
  mkdirSync(path.join(reports.folder, "many"));
  execFileSync(synthetic, [reports.report("many"), "100000", "50"]);
  assert.ok(statSync(reports.report("many")).size < 5e6);
  await withPage("many", {}, async (page) => {
    const [, count] = /^([\d,]+) failing cases/.exec(await shownText(page));
    assert.ok(number(count) > 4000, count);
    assert.ok(await page.locator("#case-table tbody tr").count() < 100);
    await page.fill("input[name=text]", "OP7/");
    const [, some] = /^([\d,]+) failing case/.exec(await shownText(page));
    assert.ok(number(some) < 200 && some !== "0", some);
  });
});

// A run of many types and targets, every second square of which fails.
const TYPES = ["f64", "f32", "tf32", "bf16", "f16", "i64", "u64", "i32", "u32", "i16", "u16", "i8", "u8", "i4", "e1m2", "e2m1", "e4m3", "e5m2", "e8m0", "hif8"];
function widen(data) {
  const kinds = (failed) => data.verdicts.map(([name]) => (name === "deviates" ? failed : name === "conforms" ? 5 : 0));
  data.matrix = ["TADD", "TCOLEXPANDEXPDIF"].flatMap((op) => TYPES.flatMap((dtype, k) => ["a2a3", "a5", "cpu"].map((target) => [op, dtype, target, kinds(k % 2), null, ""])));
}

test("every square of the matrix is in sight without going sideways, types that fail first", async () => {
  mkdirSync(path.join(reports.folder, "wide"), { recursive: true });
  rewriteReport(reports.report("bad"), reports.report("wide"), widen);
  for (const width of [390, 1024, 1600]) {
    await withPage("wide", { viewport: { width, height: 900 } }, async (page) => {
      const [hidden, count] = await page.evaluate(() => {
        const box = document.querySelector("#matrix-table").closest(".scroll");
        const { left, right } = box.getBoundingClientRect();
        const squares = [...box.querySelectorAll("a.square")];
        return [squares.filter((one) => one.getBoundingClientRect().left < left || one.getBoundingClientRect().right > right).length, squares.length];
      });
      assert.deepEqual([hidden, count], [0, 60], `${width} pixels`);
      const types = await page.$$eval("#matrix-table thead th:not(:first-child)", (all) => all.map((one) => one.textContent));
      assert.deepEqual(types, [1, 0].flatMap((odd) => TYPES.filter((_, k) => k % 2 === odd)));
    });
  }
});

test("names of ops and their heading stay in sight where the matrix goes sideways", () => withPage("bad", {}, async (page) => {
  const shifts = await page.evaluate(() => {
    const box = document.querySelector("#matrix-table").closest(".scroll");
    box.style.width = "120px";
    const places = () => ["thead th:first-child", "tbody th"].map((one) => box.querySelector(one).getBoundingClientRect().left);
    const before = places();
    box.scrollLeft = 60;
    return places().map((left, k) => left - before[k]);
  });
  assert.deepEqual(shifts, [0, 0]);
}));

test("each failing case leads to its finding, on a phone from a card with its name and reason", async () => {
  const { name } = reports.failing[0];
  const { id } = causes().find(({ cases }) => cases.includes(name));
  for (const width of [390, 1024, 1600]) {
    await withPage("bad", { viewport: { width, height: 900 } }, async (page) => {
      const link = page.locator("#case-table tbody tr[aria-rowindex='2'] a");
      const [shown, edge] = await page.evaluate(() => {
        document.querySelector("#case-table").scrollIntoView();
        return ["tbody tr[aria-rowindex='2'] a", "thead"].map((one) => document.querySelector(`#case-table ${one}`).getBoundingClientRect().left);
      });
      assert.ok(shown >= edge && shown < width * 0.7, `${width}: the link begins at ${shown}`);
      const row = await page.textContent("#case-table tbody tr[aria-rowindex='2']");
      for (const part of width === 390 ? [name, reasonOf(reports.failing[0])] : [name]) assert.ok(row.includes(part), `${width}: ${row}`);
      await link.click();
      assert.equal(await page.evaluate(() => location.hash), `#finding-${id}`);
    });
  }
});

test("counts have separators, those of reasons and of the verdict too", () => withPage("many", {}, async (page) => {
  const text = await page.evaluate(() => document.body.innerText);
  assert.match(text, /[\d,]+ of [\d,]+ elements wrong/);
  assert.deepEqual(text.match(/\b\d{4,} (of|judged|case|failing|element)[^,]*/g), null);
}));

test("the backend is whole once, and brief in the cards; what is copied is whole", () => withPage("bad", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  const [{ id, replay }] = causes();
  const card = page.locator(`#finding-${id}`);
  const [inner, outer] = await card.locator(".backend").evaluate((one) => [one.scrollWidth, one.clientWidth]);
  assert.ok(inner > outer);
  await card.locator(".copy").first().click();
  await card.locator(".replay >> text=copied").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), replay);
}));

test("a case in full shows the inputs of its worst element", () => {
  // The program shows the first 16 wrong elements.
  const record = reports.failing.find(({ op, verdict: { worst }, tiles }) => op === "TADD" && worst && tiles?.length === 1 &&
    tiles[0].elements.slice(0, 16).some(([index]) => index === worst.row * tiles[0].shape[1] + worst.col));
  return withPage("bad", { hash: `#case=${record.name}` }, async (page) => {
    const { row, col } = record.verdict.worst;
    const said = (await page.textContent("#case .inputs")).replace(/\s+/g, " ");
    assert.match(said, new RegExp(`^worst element${record.tiles[0].operand} \\(${row}, ${col}\\)`));
    const from = [...said.matchAll(new RegExp(`(src\\d) \\(${row}, ${col}\\): (\\S+?)(?=src|$)`, "g"))].map(([, name]) => name);
    assert.deepEqual(from, ["src0", "src1"]);
    const replayed = assay(program, "replay", record.name, "--backend", "simulator:fault=off_by_one_ulp");
    for (const [, , value] of said.matchAll(/(src\d) \([^)]*\): (\S+?)(?=src|$)/g)) assert.ok(replayed.includes(value), `${value}: ${replayed}`);
  });
});
