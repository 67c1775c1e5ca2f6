// Pure functions on models of puzzles (docs/service.md, 'Models of puzzles'); no DOM.
// A model is never changed: edits return a new one, which shares what is as it was, or the same one if nothing changes.
import { isCell, key } from "./geometry.js";
import { UNDRAWN, entryOf } from "./kinds.js";

export const BLANK = ".";
const BLANKS = [".", "-"];

// -- What a part is

export const isGrid = (part) => part.shape === "grid";
export const isList = (part) => part.shape === "list";
export const isMarginPart = (part) => !isGrid(part) && !isList(part);
/** Whether a line of the margin takes several tokens. */
export const takesLists = (part) => part.shape === "row lists" || part.shape === "column lists";
/** Whether the part says which cells belong together. */
export const isRegions = (part) => part.tokens.some((each) => each.marks.some((kind) => entryOf(kind).area));
/** The side of the board on which a part of the margins stands. */
export function sideOf(part) {
  const told = part.side ?? part.tokens.find((each) => each.side)?.side;
  return told ?? (part.shape.startsWith("row") ? "left" : "top");
}

/** What the type says of a token in a part: {token or any_of, marks, hole}; null for blanks and unknown tokens. */
export function meaning(part, token, model = {}) {
  const taking = (name) => part.tokens.find((each) => each.any_of === name);
  if (model.symbols?.includes(token) && taking("symbol")) return taking("symbol");
  const literal = part.tokens.find((each) => each.token === token);
  if (literal) return literal;
  if (token === "" || BLANKS.includes(token)) return null;
  if (isSymbol(token, model) && taking("symbol")) return taking("symbol");
  if (/^\d+$/.test(token) && taking("int")) return taking("int");
  if (/^\p{L}$/u.test(token) && taking("letter")) return taking("letter");
  return taking("any") ?? null;
}

function isSymbol(token, { symbols }) {
  return symbols ? [token, token.toUpperCase()].some((each) => symbols.includes(each)) : /^(\d+|[A-Za-z])$/.test(token);
}

/** Whether a token may stand in a part, blanks included. */
export const accepts = (part, token, model) => BLANKS.includes(token) || meaning(part, token, model) !== null;

/** A token as its value is written. */
function valueOf(token, said, model) {
  if (/^\d+$/.test(token)) return token.replace(/^0+(?=\d)/, "");
  if (said.any_of === "letter") return token.toUpperCase();
  if (said.any_of === "symbol") return model.symbols?.includes(token) ? token : token.toUpperCase();
  return token;
}

// -- What stands where

/** All cells of the board in reading order, as they stand in rows: [[[row, column], …], …]; holes included. */
export function placesByRow(model) {
  const grid = Object.values(model.parts).find((part) => part.shape === "grid");
  const hexagonal = model.board === "hex";
  return Array.from({ length: model.rows }, (_, at) => {
    const count = hexagonal && grid ? grid.rows[at].length : model.columns;
    const start = hexagonal ? (model.row_starts[at] ?? 1) : 1;
    return Array.from({ length: count }, (_, along) => [at + 1, start + along * (hexagonal ? 2 : 1)]);
  });
}

const positionIn = (model, [row, column]) =>
  model.board === "hex" ? (column - (model.row_starts[row - 1] ?? 1)) / 2 : column - 1;

/** The cells that are holes, as a set of keys. */
export function holes(model, type) {
  const found = new Set();
  for (const part of type.parts.filter((each) => isGrid(each) && model.parts[each.name])) {
    if (!part.tokens.some((each) => each.hole)) continue;
    for (const cell of placesByRow(model).flat()) {
      if (meaning(part, tokenAt(model, part, cell), model)?.hole) found.add(key(cell));
    }
  }
  return found;
}

/** The token of a part at a cell or a margin; of a margin's list, its tokens joined by blanks. */
export function tokenAt(model, part, place) {
  const held = model.parts[part.name];
  if (!held) return isCell(place) ? BLANK : "";
  if (isCell(place)) return held.rows[place[0] - 1]?.[positionIn(model, place)] ?? BLANK;
  const text = takesLists(part) ? (held.lines[place[1] - 1] ?? []).join(" ") : (held.tokens[place[1] - 1] ?? BLANK);
  return BLANKS.includes(text) ? "" : text;
}

/** The names of the values on a board whose type has alphabets, as its tokens are written; empty for other types. */
export function symbolsOf(model, type) {
  if (!type.symbols) return [];
  if (model.symbols) return [...model.symbols];
  const parts = type.parts.filter((part) => isGrid(part) && part.tokens.some((each) => each.any_of === "symbol"));
  const texts = parts.flatMap((part) => model.parts[part.name]?.rows.flat() ?? []).join("");
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const numbers = Array.from({ length: model.rows }, (_, at) => String(at + 1));
  if (!/[A-Za-z]/.test(texts)) return numbers;
  return (/[1-9]/.test(texts) ? [...numbers.slice(0, 9), ...letters] : letters).slice(0, model.rows);
}

// -- Edits

/** The model with tokens put into a grid: changes is a list of [cell, token]. */
export function withTokens(model, part, changes) {
  const rows = blankGrid(model, part).map((row) => row);
  const copied = new Set();
  for (const [cell, token] of changes) {
    const [row, at] = [cell[0] - 1, positionIn(model, cell)];
    if (rows[row][at] === token) continue;
    if (!copied.has(row)) rows[row] = [...rows[row]];
    copied.add(row);
    rows[row][at] = token;
  }
  return copied.size ? withPart(model, part, { ...model.parts[part.name], shape: part.shape, rows }) : model;
}

/** The model with the text of one line of a margin: tokens between blanks. */
export function withLine(model, part, number, text) {
  const tokens = text.split(/[\s,]+/).filter((each) => each && !BLANKS.includes(each));
  const count = part.shape.startsWith("row") ? model.rows : model.columns;
  const field = takesLists(part) ? "lines" : "tokens";
  const blank = takesLists(part) ? [BLANK] : BLANK;
  const held = model.parts[part.name]?.[field] ?? Array(count).fill(blank);
  if (tokens.join(" ") === tokenAt(model, part, [sideOf(part), number])) return model;
  const changed = [...held];
  changed[number - 1] = takesLists(part) ? (tokens.length ? tokens : [BLANK]) : (tokens[0] ?? BLANK);
  return withPart(model, part, { ...model.parts[part.name], shape: part.shape, [field]: changed });
}

/** The model with another list of words: {text} or {file}. */
export function withList(model, part, { text, file }) {
  const { text: oldText, file: oldFile } = model.parts[part.name] ?? {};
  if (text === oldText && file === oldFile) return model;
  return withPart(model, part, file ? { shape: part.shape, file } : { shape: part.shape, text });
}

/** The model with a part that has changed; what was known of its answer no longer holds. */
function withPart(model, part, held) {
  const parts = { ...model.parts, [part.name]: held };
  if (part.optional && isBlank(held)) delete parts[part.name];
  return { ...model, parts, answer: null, verdict: null };
}

function isBlank(held) {
  const texts = held.rows?.flat() ?? held.lines?.flat() ?? held.tokens ?? [];
  return texts.every((text) => BLANKS.includes(text)) && !held.text && !held.file;
}

function blankGrid(model, part) {
  return model.parts[part.name]?.rows ?? placesByRow(model).map((row) => row.map(() => BLANK));
}

/** The same board with nothing on it but its holes; lists of words stay. */
export function emptyLike(model, type) {
  const parts = {};
  for (const part of type.parts) {
    const held = model.parts[part.name];
    if (!held || (part.optional && !isList(part))) continue;
    const blank = (token) => (meaning(part, token, model)?.hole ? token : BLANK);
    parts[part.name] = { ...held };
    if (held.rows) parts[part.name].rows = held.rows.map((row) => row.map(blank));
    if (held.lines) parts[part.name].lines = held.lines.map(() => [BLANK]);
    if (held.tokens) parts[part.name].tokens = held.tokens.map(() => BLANK);
  }
  return { ...model, title: "", source: "", parts, answer: null, verdict: null };
}

/** The model on a board of another size; what fits stays. Hexagonal boards stay as they are. */
export function resizeModel(model, type, rows, columns) {
  if (model.board === "hex" || (rows === model.rows && columns === model.columns)) return model;
  const fit = (list, count, blank) => Array.from({ length: count }, (_, at) => list[at] ?? blank());
  const parts = {};
  for (const [name, held] of Object.entries(model.parts)) {
    const count = held.shape.startsWith("row") ? rows : columns;
    parts[name] = { ...held };
    if (held.rows) parts[name].rows = fit(held.rows, rows, () => []).map((row) => fit(row, columns, () => BLANK));
    if (held.lines) parts[name].lines = fit(held.lines, count, () => [BLANK]);
    if (held.tokens) parts[name].tokens = fit(held.tokens, count, () => BLANK);
  }
  return { ...model, rows, columns, parts, answer: null, verdict: null };
}

/** A label that no region of a part has yet: a letter where all others are letters, else a number. */
export function freshLabel(model, part) {
  const labels = new Set((model.parts[part.name]?.rows ?? []).flat().filter((each) => meaning(part, each, model)?.any_of));
  const classes = part.tokens.map((each) => each.any_of);
  const letters = classes.includes("letter") || (classes.includes("any") && labels.size > 0
    && [...labels].every((each) => /^[A-Za-z]$/.test(each)));
  const free = letters && [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].find((each) => !labels.has(each));
  if (free) return free;
  for (let number = 1; ; number += 1) if (!labels.has(String(number))) return String(number);
}

// -- The picture of what is given

/**
 * The Picture (docs/service.md, 'Pictures') of a puzzle, from its tokens alone: without what the rules derive.
 * With undrawn, tokens that the type does not draw have a mark of the kind 'undrawn'.
 */
export function localPicture(model, type, { undrawn = false } = {}) {
  let kept = pictures.get(model);
  if (kept?.type !== type) pictures.set(model, (kept = { type }));
  kept[undrawn] ??= pictureOf(model, type, undrawn);
  return kept[undrawn];
}

const pictures = new WeakMap(); // models never change: the pictures of each are kept

function pictureOf(model, type, undrawn) {
  const gone = holes(model, type);
  const places = placesByRow(model).flat();
  const marks = new Map();
  const add = (mark) => marks.set(key([mark.kind, mark.place, mark.value, mark.index]), { ...mark, given: true });
  for (const part of type.parts.filter((each) => model.parts[each.name] && !isList(each))) {
    for (const { place, token, index } of tokensOf(model, part, places)) {
      const said = meaning(part, token, model);
      if (!said || said.hole || gone.has(key(place))) continue;
      const value = valueOf(token, said, model);
      for (const kind of said.marks) add(bare({ kind, place, value: entryOf(kind).has_value ? value : "", index }));
      if (undrawn && !said.marks.length) add(bare({ kind: UNDRAWN, place, value: token, index }));
    }
  }
  const { rows, columns, board } = model;
  const cells = places.filter((cell) => !gone.has(key(cell)));
  return { rows, columns, board, cells, marks: [...marks.values()] };
}

function bare({ kind, place, value, index }) {
  return { kind, place, ...(value ? { value } : {}), ...(index > 1 ? { index } : {}) };
}

/** All tokens of a part that are there: {place, token, index}. */
function tokensOf(model, part, places) {
  if (isGrid(part)) return places.map((place) => ({ place, token: tokenAt(model, part, place), index: 1 }));
  const held = model.parts[part.name];
  if (held.rows) return layerTokens(model, part, held);
  const lines = takesLists(part) ? held.lines : held.tokens.map((token) => [token]);
  return lines.flatMap((line, at) =>
    line.map((token, index) => ({ place: [sideOf(part), at + 1], token, index: index + 1 })));
}

/** The tokens on corners or between cells; a sequence stands nowhere on the board. */
function layerTokens(model, part, held) {
  const first = held.rows.length < model.rows ? 2 : 1; // of corners: only those inside the board, or all
  const placeAt = {
    corners: (row, column) => ["p", row + first, column + first],
    sides: (row, column) => ["h", row + 2, 2 * column + (row % 2 ? 2 : 3)],
  }[part.shape];
  if (!placeAt) return [];
  return held.rows.flatMap((line, row) =>
    line.map((token, column) => ({ place: placeAt(row, column), token, index: 1 })));
}

// -- The native form

/** The puzzle in the native YAML form, in the layout that the command line writes. */
export function native(model) {
  const lines = [`puzzle: ${model.type}`];
  for (const name of ["title", "source"]) if (model[name]) lines.push(`${name}: ${quoted(model[name])}`);
  const options = Object.entries(model.options ?? {});
  if (options.length) lines.push(`options: {${options.map(([name, value]) => `${name}: ${value}`).join(", ")}}`);
  if (model.board !== "square") lines.push(`board: ${model.board}`);
  if (model.symbols) lines.push(`symbols: ${quoted(model.symbols)}`);
  for (const [name, held] of Object.entries(model.parts)) lines.push(...nativePart(model, name, held));
  if (model.answer !== null && model.answer !== undefined) {
    lines.push("answer: |", ...model.answer.replace(/\n+$/, "").split("\n").map((line) => `  ${line}`));
  }
  if (model.verdict) lines.push(`verdict: ${model.verdict}`);
  return lines.join("\n") + "\n";
}

function nativePart(model, name, held) {
  if (held.file) return [`${name}: ${quoted(held.file)}`];
  if (held.shape === "list") {
    const words = held.text.split("\n").map((word) => word.trim()).filter(Boolean);
    if (words.length < 2) return [`${name}: [${words.map(quoted).join(", ")}]`]; // one line alone would name a file
    return [`${name}: |`, ...words.map((word) => `  ${word}`)];
  }
  if (held.shape === "sequence") return [`${name}: ${quoted(held.rows[0].join(" "))}`];
  if (held.rows && needsList(held)) return [`${name}: [${held.rows.map(listed).join(", ")}]`];
  return [`${name}: |`, ...nativeLines(model, held).map((line) => `  ${line}`)];
}

/** Whether lines would be read character by character, or passed over because nothing stands in them. */
function needsList({ shape, rows }) {
  if (shape === "sides") return rows.some((row) => !row.length);
  return rows.every((row) => row.length < 2) && rows.flat().some((token) => [...token].length > 1);
}

function listed(row) {
  return `[${row.map((token) => (/^[\p{L}\p{N}_]+$/u.test(token) ? token : JSON.stringify(token))).join(", ")}]`;
}

function nativeLines(model, held) {
  if (held.tokens) return [held.tokens.join(" ")];
  if (held.lines) return held.lines.map((line) => line.join(" ") || BLANK);
  if (held.shape !== "grid") return held.rows.map((row) => row.join(" "));
  const width = Math.max(1, ...held.rows.flat().map((token) => [...token].length));
  const lines = held.rows.map((row, at) => {
    const indent = model.board === "hex" ? Math.floor((((model.row_starts[at] ?? 1) - 1) * (width + 1)) / 2) : 0;
    const tokens = row.map((token) => " ".repeat(width - [...token].length) + token);
    return (" ".repeat(indent) + tokens.join(" ")).trimEnd();
  });
  const margin = Math.min(...lines.map((line) => line.search(/\S/))); // a block is indented as little as can be
  return lines.map((line) => line.slice(margin));
}

function quoted(text) {
  if (/^[A-Za-z](?:[\p{L}\p{N}_ ,.'-]*[\p{L}\p{N}_.])?$/u.test(text)) return text;
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", " ")}"`;
}
