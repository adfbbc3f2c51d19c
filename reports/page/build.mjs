// SPDX-License-Identifier: Apache-2.0
// Bundles src/ and shell.html into one HTML template: node build.mjs OUTPUT. The folder it is started
// in holds node_modules. The same sources and lock file give the same bytes in every folder.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const modules = path.join(process.cwd(), "node_modules");
const esbuild = createRequire(path.join(modules, "any.js"))("esbuild");

// The licences of the libraries in the page. The Apache licence, which the tree has as a file, is named; others are quoted whole.
function credits() {
  const { dependencies } = JSON.parse(readFileSync(path.join(here, "package.json"), "utf8"));
  const text = Object.keys(dependencies).map((name) => {
    const folder = path.join(modules, name);
    const { version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const licence = readFileSync(path.join(folder, "LICENSE"), "utf8").trim();
    const owner = licence.split("\n").find((line) => /^\s*Copyright .*(\d{4}|Google)/.test(line)) ?? "";
    return `${name} ${version} (${license})${license === "Apache-2.0" ? ` ${owner.trim()}` : `\n${licence}`}`;
  }).join("\n\n");
  if (text.includes("--")) throw new Error('a licence contains "--", which ends a comment of XML');
  return text;
}

async function bundle(entry) {
  const result = await esbuild.build({
    entryPoints: [path.join(here, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2020"],
    charset: "ascii",
    legalComments: "none",
    nodePaths: [modules],
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
}

// The report is well-formed as XML: program and style stand in CDATA sections, which end at "]]>".
function guarded(name, text) {
  const safe = text.replaceAll("</script", "<\\/script");
  if (safe.includes("]]>")) throw new Error(`${name} contains "]]>", which ends a CDATA section`);
  return safe;
}

const parts = {
  CREDITS: credits(),
  STYLE: guarded("the style sheet", await bundle("style.css")),
  PROGRAM: guarded("the program", await bundle("main.js")),
};
const shell = readFileSync(path.join(here, "shell.html"), "utf8");
const page = shell.replace(/@(CREDITS|STYLE|PROGRAM)@/g, (whole, name) => parts[name]);
writeFileSync(process.argv[2], page);
