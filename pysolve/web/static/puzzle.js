// Pure functions on models of puzzles (docs/service.md, 'Models of puzzles'); no DOM.
// A model is never changed: edits return a new one, which shares what is as it was, or the same one if nothing changes.
import { cosmeticMarks, cosmeticsOf } from "./cosmetics.js";
import { key } from "./geometry.js";
import { marksOfGroups } from "./groups.js";
import { Layer, UNDRAWN, layerOf } from "./kinds.js";
import { wordsAbout } from "./native.js";
import { isCaptions, isGrid, isLayer, isList, isMarginPart, isSequence, sideOf, takesLists } from "./parts.js";
import { BLANK, BLANKS, blankOf, dotsOf, isEmpty, marksOf, meaning } from "./tokens.js";

// -- What stands where

/** All cells of the board in reading order, as they stand in rows: [[[row, column], …], …]; holes included. */
export function placesByRow(model) {
  const grid = Object.values(model.parts).find((part) => part.shape === "grid");
  const shifted = model.board !== "square";
  return Array.from({ length: model.rows }, (_, at) => {
    const count = shifted && grid ? grid.rows[at].length : model.columns;
    const start = shifted ? (model.row_starts[at] ?? 1) : 1;
    return Array.from({ length: count }, (_, along) => [at + 1, start + along * (shifted ? 2 : 1)]);
  });
}

/** The places of a part on the board, as its tokens stand in rows; empty for parts that stand elsewhere. */
export function placesOf(model, part) {
  if (isGrid(part)) return placesByRow(model);
  const lines = (count, width, place) => Array.from({ length: Math.max(count, 0) }, (_, row) =>
    Array.from({ length: Math.max(width(row), 0) }, (_, column) => place(row, column)));
  if (part.shape === "corners") {
    const [first, more] = part.inner ? [2, -1] : [1, 1];
    return lines(model.rows + more, () => model.columns + more, (row, column) => ["p", row + first, column + first]);
  }
  if (part.shape !== "sides") return [];
  return lines(2 * model.rows - 1, (row) => model.columns - (row % 2 ? 0 : 1), (row, column) =>
    ["h", row + 2, 2 * column + (row % 2 ? 2 : 3)]);
}

/** Where a place of the board stands in the rows of its part: [row, position]. */
function positionIn(model, part, place) {
  if (isGrid(part)) {
    const [row, column] = place;
    return [row - 1, model.board !== "square" ? (column - (model.row_starts[row - 1] ?? 1)) / 2 : column - 1];
  }
  const [, row, column] = place;
  if (part.shape === "corners") return [row, column].map((each) => each - (part.inner ? 2 : 1));
  return [row - 2, Math.floor(column / 2) - 1];
}

/** The cells that are holes, as a set of keys. */
export function holes(model, type) {
  const holes = new Set();
  for (const part of type.parts.filter((each) => isGrid(each) && model.parts[each.name])) {
    if (!part.tokens.some((each) => each.hole)) continue;
    for (const cell of placesByRow(model).flat()) {
      if (meaning(part, tokenAt(model, part, cell), model)?.hole) holes.add(key(cell));
    }
  }
  return holes;
}

/** The token of a part at a place; of a margin's list, its tokens joined by blanks. */
export function tokenAt(model, part, place) {
  const held = model.parts[part.name];
  if (isLayer(part)) {
    if (!held) return BLANK;
    const [row, at] = positionIn(model, part, place);
    return held.rows[row]?.[at] ?? BLANK;
  }
  if (!held) return "";
  if (isSequence(part)) return (held.rows[0] ?? []).join(" ");
  if (isCaptions(part)) return held.rows.map((row) => row.join(" ")).join("\n");
  const text = takesLists(part) ? (held.lines[place[1] - 1] ?? []).join(" ") : (held.tokens[place[1] - 1] ?? BLANK);
  return isEmpty(part, text) ? "" : text;
}

/** The text of a margin's line in which several parts have tokens: one of each, '.' for none; of one part, its own. */
export function lineAt(model, parts, place) {
  const texts = parts.map((part) => tokenAt(model, part, place));
  return parts.length === 1 || texts.every((text) => !text) ? texts[0] : texts.map((text) => text || BLANK).join(" ");
}

/** Whether nothing stands on the board or beside it, except for holes, and no constraint was added. */
export function isBare(model, type) {
  const own = new Set(type.parts.map(({ name }) => name));
  return countGiven(model, type) === 0 && Object.keys(model.parts).every((name) => own.has(name));
}

/** How many tokens are given; holes are none, and words of a list. */
export function countGiven(model, type) {
  const parts = type.parts.filter((part) => model.parts[part.name] && (isLayer(part) || isMarginPart(part)));
  const tokens = parts.flatMap((part) => tokensOf(model, part, type).map(({ token }) => ({ part, token })));
  return tokens.filter(({ part, token }) => !isEmpty(part, token) && !meaning(part, token, model)?.hole).length;
}

/** The names of the values on a board whose type has alphabets, as its tokens are written; empty for other types. */
export function symbolsOf(model, type) {
  if (!type.symbols) return [];
  if (model.symbols) return [...model.symbols];
  const parts = type.parts.filter((part) => isGrid(part) && part.tokens.some((each) =>
    each.any_of === "symbol" || Object.values(each.fields ?? {}).includes("symbol")));
  const texts = parts.flatMap((part) => model.parts[part.name]?.rows.flat() ?? []).join("");
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const numbers = Array.from({ length: model.rows }, (_, at) => String(at + 1));
  if (!/[A-Za-z]/.test(texts)) return numbers;
  return (/[1-9]/.test(texts) ? [...numbers.slice(0, 9), ...letters] : letters).slice(0, model.rows);
}

// -- Edits

/** The model with tokens put into a part on the board: changes is a list of [place, token]. */
export function withTokens(model, part, changes) {
  const rows = [...(model.parts[part.name]?.rows ?? placesOf(model, part).map((row) => row.map(() => blankOf(part))))];
  const copied = new Set();
  for (const [place, token] of changes) {
    const [row, at] = positionIn(model, part, place);
    if (rows[row][at] === token) continue;
    if (!copied.has(row)) rows[row] = [...rows[row]];
    copied.add(row);
    rows[row][at] = token;
  }
  return copied.size ? withPart(model, part, { ...model.parts[part.name], shape: part.shape, rows }) : model;
}

/** The tokens of a text that is written for a line: between blanks or commas. */
export const tokensOfLine = (text) => text.split(/[\s,]+/).filter(Boolean);

/** The model with the text of one line of a margin; of several parts there each takes a token, and the last the rest. */
export function withLine(model, parts, number, text) {
  const tokens = tokensOfLine(text);
  return parts.reduce((changed, part, at) =>
    withLineOf(changed, part, number, at + 1 < parts.length ? tokens.slice(at, at + 1) : tokens.slice(at)), model);
}

function withLineOf(model, part, number, texts) {
  const tokens = texts.filter((each) => !isEmpty(part, each));
  const blank = blankOf(part);
  const count = part.shape.startsWith("row") ? model.rows : model.columns;
  const field = takesLists(part) ? "lines" : "tokens";
  const held = model.parts[part.name]?.[field] ?? Array(count).fill(takesLists(part) ? [blank] : blank);
  if (tokens.join(" ") === tokenAt(model, part, [sideOf(part), number])) return model;
  const changed = [...held];
  changed[number - 1] = takesLists(part) ? (tokens.length ? tokens : [blank]) : (tokens[0] ?? blank);
  return withPart(model, part, { ...model.parts[part.name], shape: part.shape, [field]: changed });
}

/** The model with other tokens in a part that is one line. */
export function withSequence(model, part, text) {
  if (text === tokenAt(model, part, null)) return model;
  return withPart(model, part, { shape: part.shape, rows: [tokensOfLine(text)] });
}

/** The model with other texts about words, of lines such as '1A Expert'. What is known of its answer stays. */
export function withCaptions(model, part, text) {
  const rows = text.split("\n").map((line) => /^\s*(\S+)\s+(.*\S)/.exec(line)?.slice(1)).filter(Boolean);
  const { [part.name]: held, ...others } = model.parts;
  return { ...model, parts: rows.length ? { ...others, [part.name]: { ...held, shape: part.shape, rows } } : others };
}

/** The model with another list of words: {text} or {file}. */
export function withList(model, part, { text = undefined, file = undefined }) {
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

/** The same board with nothing on it but its holes; lists of words stay. */
export function emptyLike(model, type) {
  const parts = {};
  for (const part of type.parts) {
    const held = model.parts[part.name];
    if (!held || (part.optional && !isList(part))) continue;
    parts[part.name] = { ...held };
    if (isSequence(part)) continue;
    const blank = (token) => (meaning(part, token, model)?.hole ? token : blankOf(part));
    if (held.rows) parts[part.name].rows = held.rows.map((row) => row.map(blank));
    if (held.lines) parts[part.name].lines = held.lines.map(() => [blankOf(part)]);
    if (held.tokens) parts[part.name].tokens = held.tokens.map(() => BLANK);
  }
  return { ...model, ...wordsAbout(() => ""), cosmetics: null, parts, answer: null, verdict: null };
}

/** The board without what is given in it; what is known of its answer stays, which has it. */
export function withoutGiven(model, type) {
  const parts = { ...model.parts };
  for (const part of type.parts.filter((each) => isGrid(each) && parts[each.name])) {
    const open = (token) => (meaning(part, token, model)?.any_of ? blankOf(part) : token);
    parts[part.name] = { ...parts[part.name], rows: parts[part.name].rows.map((row) => row.map(open)) };
  }
  return { ...model, parts };
}

/** The labels of the regions of a part. */
export const labelsOf = (model, part) =>
  new Set((model.parts[part.name]?.rows ?? []).flat().filter((each) => meaning(part, each, model)?.any_of));

/** Whether regions of a part are called by letters: where they have to be, or all of them are. */
export function isLettered(model, part) {
  const [classes, labels] = [part.tokens.map((each) => each.any_of), labelsOf(model, part)];
  return classes.includes("letter") || (classes.includes("any") && labels.size > 0 && [...labels].every((each) => /^[A-Za-z]$/.test(each)));
}

// -- The picture of what is given

/**
 * The Picture (docs/service.md, 'Pictures') of a puzzle, from its tokens alone: without what the rules derive.
 * With undrawn, tokens that the type does not draw have a mark of the kind 'undrawn'.
 */
export function localPicture(model, type, { undrawn = false } = {}) {
  let kept = pictures.get(model);
  if (kept?.type !== type) pictures.set(model, (kept = { type }));
  const name = undrawn ? "whole" : "drawn";
  return (kept[name] ??= pictureOf(model, type, undrawn));
}

const pictures = new WeakMap(); // models never change: the pictures of each are kept

function pictureOf(model, type, undrawn) {
  const gone = holes(model, type);
  const places = placesByRow(model).flat();
  const marks = new Map();
  const add = (mark) => marks.set(key([mark.kind, mark.place, mark.value, mark.index]), { ...mark, given: true });
  for (const part of type.parts.filter((each) => model.parts[each.name] && (isLayer(each) || isMarginPart(each)))) {
    for (const { place, token, index } of tokensOf(model, part, type)) {
      const entry = meaning(part, token, model);
      if (!entry || entry.hole || gone.has(key(place))) continue;
      const dots = part.dots?.length ? dotsOf(part, token, place) : [];
      const marksHere = [...marksOf(part, token, model).map((mark) => placed(mark, place)), ...dots];
      for (const mark of marksHere) add(bare({ index, ...mark }));
      if (undrawn && !marksHere.length && !entry.blank) add(bare({ kind: UNDRAWN, place, value: token, index }));
    }
  }
  for (const mark of marksOfGroups(model, type)) add(mark);
  const { rows, columns, board } = model;
  const dotted = type.answer.some((each) => each.on === "lines between corners");
  const cells = places.filter((cell) => !gone.has(key(cell)));
  const cosmetic = cosmeticMarks(cosmeticsOf(model)).filter(({ place }) => !gone.has(key(place)));
  return { rows, columns, board, cells, marks: [...cosmetic, ...marks.values()], slots: slots(type), dotted, colours: type.colours };
}

/** A mark at its place; a wall or a line that stands on a side, between the two cells there. */
function placed(mark, place) {
  const [, down, right] = place;
  if (![Layer.WALL, Layer.LINE].includes(layerOf(mark.kind))) {
    return { ...mark, place, value: mark.below && down % 2 ? mark.below : mark.value };
  }
  return { ...mark, place: [Math.floor(down / 2), Math.floor(right / 2)], other: [Math.ceil(down / 2), Math.ceil(right / 2)] };
}

function bare({ kind, place, other = undefined, value = undefined, arrows = undefined, index = 1 }) {
  return {
    kind, place, ...(other ? { other } : {}), ...(value ? { value } : {}), ...(arrows ? { arrows } : {}),
    ...(index > 1 ? { index } : {}),
  };
}

/** The sides beside which several parts have one token for each line, with their number. */
function slots(type) {
  const counts = {};
  for (const part of type.parts.filter(isSlot)) counts[sideOf(part)] = (counts[sideOf(part)] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 1));
}

const isSlot = (part) => isMarginPart(part) && !takesLists(part);

/** All tokens of a part that are there: {place, token, index}. */
function tokensOf(model, part, type) {
  const held = model.parts[part.name];
  if (isLayer(part)) {
    return placesOf(model, part).flat().map((place) => ({ place, token: tokenAt(model, part, place), index: 1 }));
  }
  const place = (at) => [sideOf(part), at + 1];
  if (takesLists(part)) {
    return held.lines.flatMap((line, at) => line.map((token, index) => ({ place: place(at), token, index: index + 1 })));
  }
  const slot = type.parts.filter((each) => isSlot(each) && sideOf(each) === sideOf(part)).indexOf(part) + 1;
  return held.tokens.map((token, at) => ({ place: place(at), token, index: slot }));
}
