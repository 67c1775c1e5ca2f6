// Reads puzzles in the native form as `native` writes them, so that a link of pysolve's own is on the board before there is anything that
// reads other texts. Pure; no DOM.
import { NO_COSMETICS } from "./cosmetics.js";
import { WORDS_ABOUT, native, wordsAbout } from "./native.js";
import { accepts } from "./tokens.js";

const KEY = /^([a-z][\w-]*): ?(.*)$/;
const BLOCK = /^\|2?$/;

/** The name of the type of which a text in the native form is; or null. */
export const typeIn = (text) => /^puzzle: ([\w-]+)\n/.exec(text)?.[1] ?? null;

/** The model of a text of a type, as the service would read it; null for a text that only the service reads. */
export function modelIn(text, type) {
  const said = valuesIn(text);
  if (!said) return null;
  const { puzzle, options = "", ...held } = said;
  const words = wordsAbout((name) => wordsOf(held[name]));
  const chosen = optionsIn(options, type);
  const parts = partsIn(Object.entries(held).filter(([name]) => !WORDS_ABOUT.includes(name)), type);
  const sizes = parts && type.parts.filter(({ name }) => parts[name]).map((part) => sizeBy(part, parts[part.name]));
  const [rows, columns] = [0, 1].map((at) => sizes?.map((size) => size[at]).find((count) => count !== null) ?? null);
  if (!chosen || rows === null || columns === null) return null;
  const model = {
    type: type.name, ...words, board: "square", rows, columns, row_starts: Array.from({ length: rows ?? 0 }, () => 1), options: chosen, symbols: null, answer: null, verdict: null,
    parts, cosmetics: NO_COSMETICS,
  };
  const fits = puzzle === type.name && sizes.every(([down, across]) => [rows, null].includes(down) && [columns, null].includes(across));
  return fits && Object.values(words).every((each) => each !== null) && isAccepted(model, type) && native(model) === text ? model : null;
}

/** From each key to what is written behind it: a text, or the lines of a block; null for what is written otherwise. */
function valuesIn(text) {
  const values = {};
  let lines = null;
  for (const line of text.trimEnd().split("\n")) {
    const [, name, value] = KEY.exec(line) ?? [];
    if (name && !(name in values)) {
      lines = BLOCK.test(value) ? [] : null;
      values[name] = lines ?? value;
    } else if (lines && line.startsWith("  ")) {
      lines.push(line.slice(2));
    } else {
      return null;
    }
  }
  return values;
}

/** A text under a key: as it stands, in quotes, or several lines; null if it is broken. */
function wordsOf(value = "") {
  if (Array.isArray(value)) return value.join("\n");
  if (!value.startsWith('"')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** The options of `{name: value, name: value}`; null if the type has none of the name. */
function optionsIn(value, type) {
  const entries = typeof value === "string" ? (/^\{(.*)\}$/.exec(value)?.[1] ?? "").split(", ").filter(Boolean).map((each) => each.split(": ")) : [["", ""]];
  return entries.every(([name]) => type.options.some((option) => option.name === name)) ? Object.fromEntries(entries) : null;
}

/** The parts, each as a model has it; null if there is one that the type lacks, or none of one that it needs. */
function partsIn(held, type) {
  const constraints = new Map(type.constraints.map((each) => [each.name, { shape: each.takes_cells ? "groups" : "switch" }]));
  const shapes = new Map([...constraints, ...type.parts.map((/** @type {any} */ part) => [part.name, part])]);
  const parts = held.map(([name, value]) => [name, shapes.has(name) ? partOf(shapes.get(name).shape, value) : null]);
  const isWhole = parts.every(([, part]) => part) && type.parts.every((part) => part.optional || part.name in Object.fromEntries(held));
  return isWhole ? Object.fromEntries(parts) : null;
}

function partOf(shape, value) {
  if (shape === "switch") return value === "yes" ? { shape } : null;
  if (shape === "list" || (shape !== "sequence" && !Array.isArray(value))) return null;
  const rows = (shape === "sequence" ? [wordsOf(value) ?? ""] : value).map((line) => line.split(/\s+/).filter(Boolean));
  if (shape.endsWith("clues")) return rows.length === 1 ? { shape, tokens: rows[0] } : null;
  return shape.endsWith("lists") ? { shape, lines: rows } : { shape, rows };
}

/** How many rows and columns a board with this part has, as far as it says that: null where it does not. */
function sizeBy({ shape, inner }, { rows, lines, tokens }) {
  if (shape.startsWith("row")) return [(tokens ?? lines).length, null];
  if (shape.startsWith("column")) return [null, (tokens ?? lines).length];
  if (shape === "sequence") return [null, null];
  const more = { grid: 0, corners: inner ? 1 : -1, sides: 1 }[shape];
  const width = (row) => row.length + (shape === "sides" ? Number(rows.indexOf(row) % 2 === 0) : more);
  const height = shape === "sides" ? (rows.length + 1) / 2 : rows.length + more;
  return [height, rows.every((row) => width(row) === width(rows[0])) ? width(rows[0]) : NaN];
}

const isAccepted = (model, type) => type.parts.every((part) => {
  const { rows, lines, tokens } = model.parts[part.name] ?? {};
  return (rows ?? lines ?? [tokens ?? []]).flat().every((token) => accepts(part, token, model));
});
