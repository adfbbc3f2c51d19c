// SPDX-License-Identifier: Apache-2.0
// The script of the guide's picture still makes one, as large as the one that lies there; README.md shows that.
// node picture_test.mjs ASSAY GUIDE, started where node_modules is.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

const [program, guide] = process.argv.slice(2);
const MOST_BYTES = 150_000;
const OTHER_FONTS = 0.25; // what another machine's letters may change of a height

// Width and height of a PNG, which it must be, small enough for a page.
function sizeOf(file) {
  const bytes = readFileSync(file);
  assert.equal(bytes.toString("latin1", 1, 4), "PNG", file);
  assert.ok(bytes.length < MOST_BYTES, `${file}: ${bytes.length} bytes`);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test("the picture is what its script makes", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "assay-picture-test-"));
  try {
    const made = path.join(folder, "finding.png");
    execFileSync(process.execPath, [path.join(guide, "picture.mjs"), program, made], { stdio: "inherit" });
    const [width, height] = sizeOf(made);
    const [keptWidth, keptHeight] = sizeOf(path.join(guide, "finding.png"));
    assert.equal(width, keptWidth);
    assert.ok(Math.abs(height / keptHeight - 1) < OTHER_FONTS, `${height} and ${keptHeight} pixels high`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("README.md shows the picture and names its script", () => {
  const readme = readFileSync(path.join(guide, "..", "..", "README.md"), "utf8");
  assert.match(readme, /reports\/guide\/finding\.png/);
  assert.match(readFileSync(path.join(guide, "README.md"), "utf8"), /picture\.mjs/);
});
