// SPDX-License-Identifier: Apache-2.0
// Where the page's packages come from, and that page.html is what the sources give: node bundle_test.mjs, started where node_modules is.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const lock = JSON.parse(readFileSync(path.join(here, "package-lock.json"), "utf8"));
const locked = Object.entries(lock.packages).filter(([name]) => name !== "");

test("every package comes from the public registry and is pinned by its digest", () => {
  assert.ok(locked.length > 0);
  for (const [name, { resolved, integrity }] of locked) {
    assert.equal(new URL(resolved).origin, "https://registry.npmjs.org", name);
    assert.match(integrity, /^sha512-/, name);
  }
});

test("page.html is what its sources give, byte for byte", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "assay-bundle-"));
  const built = path.join(folder, "page.html");
  execFileSync(process.execPath, [path.join(here, "build.mjs"), built]);
  const bytes = readFileSync(built);
  rmSync(folder, { recursive: true });
  assert.ok(bytes.equals(readFileSync(path.join(here, "page.html"))),
    "reports/page/page.html is not what its sources give; run: sh reports/page/build.sh");
  assert.ok(bytes.length < 150000, `${bytes.length} bytes`);
});
