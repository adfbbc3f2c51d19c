// SPDX-License-Identifier: Apache-2.0
// A report in headless Chromium, and what the page did that it must not do.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

// The folder the tests are started in holds node_modules.
const { chromium } = createRequire(path.join(process.cwd(), "node_modules", "any.js"))("playwright-core");

function browserProgram() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    for (const folder of process.env.PATH.split(":")) {
      if (existsSync(path.join(folder, name))) return path.join(folder, name);
    }
  }
  throw new Error("no chromium on the PATH: install the package chromium");
}

// Containers have no user namespaces, so the browser runs without its sandbox; it opens our files only.
export const launch = () =>
  chromium.launch({ executablePath: browserProgram(), args: ["--no-sandbox", "--disable-dev-shm-usage"] });

// Frames come late, as on a busy machine: what a key changes must be there before the next frame.
function delayFrames() {
  const later = setTimeout;
  window.requestAnimationFrame = (draw) => later(() => draw(performance.now()), 500);
  window.setTimeout = (run, wait = 0, ...rest) => later(run, wait + 500, ...rest);
}

// Opens a report. `complaints` are errors and network requests, and stays empty.
export async function openReport(browser, file, { hash = "", late = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  if (late) await page.addInitScript(delayFrames);
  const complaints = [];
  const url = pathToFileURL(file).href + hash;
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== url.split("#")[0]) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(url, { waitUntil: "load" });
  return { page, complaints };
}

// Writes a report again with its data changed.
export function rewriteReport(file, into, change) {
  const text = readFileSync(file, "utf8");
  const begin = text.indexOf(">", text.indexOf('id="assay-data"')) + 1;
  const end = text.indexOf("</script>", begin);
  const data = JSON.parse(text.slice(begin, end));
  change(data);
  writeFileSync(into, text.slice(0, begin) + JSON.stringify(data).replaceAll("<", "\\u003c") + text.slice(end));
}

// Runs the command; deviations (exit code 1) are what these tests are about.
export function assay(program, ...parts) {
  try {
    return execFileSync(program, parts, {
      encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    if (error.status === 1) return error.stdout;
    throw new Error(`assay ${parts.join(" ")}: exit code ${error.status}\n${error.stderr}`);
  }
}
