// The native YAML form of puzzles. Pure; no DOM.
import { cosmeticLines } from "./cosmetics.js";
import { TABLES } from "./tables.js";
import { BLANK } from "./tokens.js";

/** What is said of a puzzle in words. */
export const WORDS_ABOUT = TABLES.words_about;

/** From each of their names to a text. */
export const wordsAbout = (text) => Object.fromEntries(WORDS_ABOUT.map((name) => [name, text(name)]));

/** A puzzle in the native form, in the layout that the command line writes. rules: those that it brings with it. */
export function native(model, rules = "") {
  const lines = [`puzzle: ${model.type}`];
  for (const name of WORDS_ABOUT) if (model[name]) lines.push(...said(name, model[name]));
  const options = Object.entries(model.options ?? {});
  if (options.length) lines.push(`options: {${options.map(([name, value]) => `${name}: ${value}`).join(", ")}}`);
  if (model.board !== "square") lines.push(`board: ${model.board}`);
  if (model.symbols) lines.push(`symbols: ${quoted(model.symbols)}`);
  for (const [name, held] of Object.entries(model.parts)) {
    for (const line of nativePart(model, name, held)) lines.push(line); // a list may be too long to be spread
  }
  if (rules.trim()) lines.push(...block("rules.lp", rules.replaceAll("\t", "    ").replace(/^\n+|\s+$/g, "").split("\n")));
  const cosmetic = Object.entries(cosmeticLines(model)).filter(([, all]) => all.length);
  if (cosmetic.length) lines.push("cosmetics:");
  for (const [name, all] of cosmetic) lines.push(...block(name, all).map((line) => `  ${line}`));
  if (model.answer !== null && model.answer !== undefined) {
    lines.push(...block("answer", model.answer.replace(/\n+$/, "").split("\n")));
  }
  if (model.verdict) lines.push(`verdict: ${model.verdict}`);
  return lines.join("\n") + "\n";
}

/** Words that YAML takes for something else than texts. */
const NO_TEXTS = ["yes", "no", "on", "off", "true", "false", "null"];

/** Lines as a block. YAML takes the indentation of the first one that says something for that of all, unless `|2` says otherwise. */
function block(name, lines) {
  const first = lines.find((line) => line.trim()) ?? "";
  return [`${name}: ${first.startsWith(" ") ? "|2" : "|"}`, ...lines.map((line) => `  ${line}`)];
}

/** A text under a key: on a line, or several lines as a block. */
function said(name, text) {
  return text.includes("\n") && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text.replaceAll("\n", "")) ? block(name, text.split("\n")) : [`${name}: ${quoted(text)}`];
}

const wordLines = new WeakMap(); // of lists, which never change: one may be long

function nativePart(model, name, held) {
  if (held.shape === "switch") return [`${name}: yes`];
  if (held.file) return [`${name}: ${quoted(held.file)}`];
  if (held.shape === "list") {
    const words = wordLines.get(held) ?? held.text.split("\n").map((word) => word.trim()).filter(Boolean);
    if (words.length < 2) return [`${name}: [${words.map(quoted).join(", ")}]`]; // one line alone would name a file
    wordLines.set(held, words);
    return block(name, words);
  }
  if (held.shape === "texts") return [`${name}:`, ...held.rows.map(([of, ...words]) => `  ${of}: ${quoted(words.join(" "))}`)];
  if (held.shape === "sequence") return [`${name}: ${quoted(held.rows[0].join(" "))}`];
  if (held.rows && needsList(held)) return [`${name}: [${held.rows.map(listed).join(", ")}]`];
  return block(name, nativeLines(model, held));
}

/** Whether lines would be read character by character, or passed over because nothing stands in them. */
function needsList({ shape, rows }) {
  if (shape === "groups") return false;
  if (shape === "sides") return rows.some((row) => !row.length);
  return rows.every((row) => row.length < 2) && rows.flat().some((token) => [...token].length > 1);
}

function listed(row) {
  return `[${row.map((token) => (/^(0|[1-9]\d*)$/.test(token) ? token : quoted(token))).join(", ")}]`;
}

function nativeLines(model, held) {
  if (held.tokens) return [held.tokens.join(" ")];
  if (held.lines) return held.lines.map((line) => line.join(" ") || BLANK);
  if (held.shape !== "grid") return held.rows.map((row) => row.join(" "));
  const width = Math.max(1, ...held.rows.flat().map((token) => [...token].length));
  const lines = held.rows.map((row, at) => {
    const indent = model.board !== "square" ? Math.floor((((model.row_starts[at] ?? 1) - 1) * (width + 1)) / 2) : 0;
    const tokens = row.map((token) => " ".repeat(width - [...token].length) + token);
    return (" ".repeat(indent) + tokens.join(" ")).trimEnd();
  });
  const margin = Math.min(...lines.map((line) => line.search(/\S/))); // a block is indented as little as can be
  return lines.map((line) => line.slice(margin));
}

function quoted(text) {
  if (/^[A-Za-z](?:[\p{L}\p{N}_ ,.'-]*[\p{L}\p{N}_.])?$/u.test(text) && !NO_TEXTS.includes(text.toLowerCase())) return text;
  return JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
