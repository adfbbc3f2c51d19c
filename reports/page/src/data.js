// SPDX-License-Identifier: Apache-2.0
// The data of a run, as reports/html/data.cpp writes it.

const KEY_DIGITS = 8;

function words({ words, codes }) {
  return codes ? (row) => words[codes[row]] : () => words[0] ?? "";
}

function names({ parts, keys }) {
  const columns = parts.map(words);
  return (row) => {
    const stem = columns.map((part) => part(row)).filter((part) => part !== "").join("/");
    return keys[row] === null ? stem : `${stem}@${keys[row].toString(16).padStart(KEY_DIGITS, "0")}`;
  };
}

// "1782 of 1792 elements wrong" in the form of all counts.
const countedText = (reason) => reason.replace(/(\d+) of (\d+) elements wrong/, (_, wrong, all) => `${number(wrong)} of ${number(all)} elements wrong`);

function caseList({ count, names: coded, words: columns, wrong, compared, ulp, worst }) {
  const name = names(coded);
  const read = Object.entries(columns).map(([title, column]) => [title, words(column)]);
  return Array.from({ length: count }, (_, row) => {
    const record = { row, name: name(row), wrong: wrong[row], compared: compared[row], ulp: ulp[row],
                     worst: worst[row] };
    for (const [title, at] of read) record[title] = at(row);
    record.reason = countedText(record.reason);
    return record;
  });
}

// Names a cell of the matrix.
export const cellKey = ({ op, dtype, target }) => `${op}\n${dtype}\n${target}`;

// How many of its listed cases each board executed, most first.
function boardsOf(cases) {
  const counts = new Map();
  for (const { board } of cases) if (board) counts.set(board, (counts.get(board) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

function readFinding(finding, list) {
  const cases = finding.cases.map((row) => list[row]);
  const read = { ...finding, reason: countedText(finding.reason), cells: new Set(cases.map(cellKey)), boards: boardsOf(cases) };
  for (const record of cases) record.finding = read;
  return read;
}

// The run with its failing cases as objects, each with its finding, an index of them by name, and the cells and boards of findings.
export function readData(data) {
  const list = caseList(data.cases);
  for (const record of list) record.drawn = record.name in data.tiles || record.name in data.texts;
  const byName = new Map(list.map((record) => [record.name, record]));
  return { ...data, list, byName, findings: data.findings.map((finding) => readFinding(finding, list)) };
}

const grouped = new Intl.NumberFormat("en-US");
const precise = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });
export const number = (value) => grouped.format(value);
export const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
export const sizeText = (rows, cols) => `${number(rows)} \u00d7 ${number(cols)}`;

// A verdict for people; files and filters have its name.
export const verdictWords = (name) => (name === "target_defined" ? "target-defined" : name.replaceAll("_", " "));
const VERBS = { conforms: "conform", deviates: "deviate" };
export const verdictCount = (count, name) => `${number(count)} ${(count !== 1 && VERBS[name]) || verdictWords(name)}`;

// A distance: from 2^14 on as a power of two, because nobody counts the zeros of 1099000000000; beyond 10^6 it measures no error.
export function ulpFigure(ulp) {
  if (ulp === null || ulp === undefined) return "";
  if (typeof ulp !== "number") return String(ulp);
  return ulp < 16384 ? precise.format(ulp) : `2^${Number(Math.log2(ulp).toFixed(1))}`;
}
const isFar = (ulp) => typeof ulp === "number" && ulp > 1e6;
export const ulpText = (ulp) => (ulp === null || ulp === undefined ? "" : isFar(ulp) ? "over 10^6 ulp" : `${ulpFigure(ulp)} ulp`);
export const ulpSize = (ulp) => (ulp === "inf" ? Infinity : typeof ulp === "number" ? ulp : -1);

// "3 ulp, allowed: correctly rounded"
export const distanceText = (ulp, allowed) => [ulpText(ulp), allowed && `allowed: ${allowed}`].filter(Boolean).join(", ");

const word = (text) => (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

// As replay_command in reports/words/text.cpp writes it; of two backends the page names none.
export function replayLine(name, backend = "") {
  const known = /^(simulator|plugin|exec|sdk|replay):/.test(backend) && !backend.includes(" and ");
  return `assay replay ${word(name)}${known ? ` --backend ${word(backend)}` : ""}`;
}
