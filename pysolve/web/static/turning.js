// A model on another board: turned, mirrored, shifted, with rows and columns more or less at its edges. Pure; no DOM.
// All of these move places alike, counted in half cells: a cell is (2R, 2C), a corner (2R - 1, 2C - 1), a side between them. So one
// matrix and one step say where everything goes that a puzzle has. What tokens become by a motion says the type's record (symmetry).
import { cosmeticsOf } from "./cosmetics.js";
import { compare, halvesOf, isCell, isMargin, key, ordered, placeAt } from "./geometry.js";
import { cellsOf, groupOf, valueOf } from "./groups.js";
import { isLayer, isMarginPart, shapeAt, sideOf, takesLists } from "./parts.js";
import { placesByRow, placesOf, tokenAt } from "./puzzle.js";
import { usualBox } from "./size.js";
import { TABLES } from "./tables.js";
import { blankOf, withFields } from "./tokens.js";

/** By the motion: where a step downwards and one to the right lead. */
const MATRICES = { transposed: [[0, 1], [1, 0]], mirrored: [[1, 0], [0, -1]], flipped: [[-1, 0], [0, 1]], none: [[1, 0], [0, 1]] };

/** What can be asked of a board, as the motions that make it, one after the other; by what the type's record calls it. */
const WAYS = {
  right: { of: "turned", motions: ["transposed", "mirrored"] }, left: { of: "turned", motions: ["transposed", "flipped"] },
  half: { of: "half", motions: ["mirrored", "flipped"] }, mirrored: { of: "mirrored", motions: ["mirrored"] },
  flipped: { of: "flipped", motions: ["flipped"] }, transposed: { of: "transposed", motions: ["transposed"] },
};

/** The ways in which a model of a type can be turned and mirrored so that the rules say the same of it. */
export const waysOf = (model, type) =>
  Object.keys(WAYS).filter((way) => type.symmetry?.symmetries.includes(WAYS[way].of) && mayMove(model, type, way));

function mayMove(model, type, way) {
  const { motions } = WAYS[way];
  if (!added(model, type).every((each) => !each.motions || motions.every((motion) => motion in each.motions))) return false;
  if (model.board === "square") return true;
  // Rows of hexagons or bricks are no columns, and where they begin says the board.
  if (motions.includes("transposed") || type.parts.some(({ shape }) => shape === "corners" || shape === "sides")) return false;
  const turned = turnedModel(model, type, way);
  return key(turned.row_starts) === key(model.row_starts) && placesByRow(turned).every((row, at) => row.length === placesByRow(model)[at].length);
}

/** The constraints that a puzzle added. */
const added = (model, type) => (type.constraints ?? []).filter(({ name }) => name in model.parts);

/** The model turned or mirrored. */
export const turnedModel = (model, type, way) => WAYS[way].motions.reduce((before, motion) => inMotion(before, type, motion), model);

function inMotion(model, type, motion) {
  const [rows, columns] = motion === "transposed" ? [model.columns, model.rows] : [model.rows, model.columns];
  const step = { mirrored: [0, 2 * (columns + 1)], flipped: [2 * (rows + 1), 0] }[motion] ?? [0, 0];
  const moved = movedModel(model, type, { rows, columns, step, motion });
  return motion === "transposed" ? { ...moved, options: withBoxes(moved, type) } : moved;
}

/** The options of a board whose rows have become columns: those of the sides of its boxes change places. */
function withBoxes({ rows, options }, type) {
  const [high, wide] = type.symmetry.boxes;
  if (!high) return options;
  const { [high]: ofHigh, [wide]: ofWide, ...others } = options ?? {};
  const usual = usualBox(rows);
  if (ofHigh === undefined && ofWide === undefined) return usual[0] === usual[1] ? others : { ...others, [high]: String(usual[1]) };
  if (ofWide === undefined && Number(ofHigh) === usual[1]) return others;
  return { ...others, ...(ofWide === undefined ? {} : { [high]: ofWide }), ...(ofHigh === undefined ? {} : { [wide]: ofHigh }) };
}

/**
 * The model on a board of rows and columns, on which everything stands as many half cells further as `step` says, moved by a motion
 * before; what would stand outside is left out. Boards of hexagons and bricks are only mirrored.
 */
export function movedModel(model, type, { rows, columns, step = [0, 0], motion = "none" }) {
  const matrix = MATRICES[motion];
  const forth = (/** @type {number[]} */ [down, right]) => matrix.map((line, at) => line[0] * down + line[1] * right + step[at]);
  const back = (/** @type {number[]} */ halves) => {
    const [down, right] = halves.map((each, at) => each - step[at]);
    return [0, 1].map((at) => matrix[0][at] * down + matrix[1][at] * right);
  };
  const go = { motion, matrix, forth, back, cell: (cell) => forth(cell.map((each) => 2 * each)).map((each) => each / 2) };
  const shifted = model.board === "square" ? null : shiftedRows(model, go);
  const moved = { ...model, rows, columns, row_starts: shifted ? shifted.map(([first]) => first[1]) : model.row_starts, answer: null, verdict: null };
  const isOn = ([row, column]) => row >= 1 && row <= rows && column >= 1 && column <= columns;
  const own = type.parts.filter(({ name }) => model.parts[name]).map((part) => {
    const to = targetOf(type, part, motion);
    return { at: type.parts.indexOf(to), entry: [to.name, partMoved(model, moved, type, part, to, go, shifted)] };
  });
  const others = Object.entries(model.parts).filter(([name]) => !type.parts.some((part) => part.name === name));
  moved.parts = Object.fromEntries([
    ...own.sort((one, other) => one.at - other.at).map(({ entry }) => entry), ...others.flatMap(([name, held]) => constraintMoved(type, name, held, go, isOn)),
  ]);
  if (model.cosmetics) moved.cosmetics = cosmeticsMoved(model, go, isOn);
  if (model.locked) moved.locked = model.locked.map((place) => placeMoved(type, place, go)).filter((place) => isInside(moved, place));
  return moved;
}

/** The cells of a board of hexagons or bricks after a motion, in rows. */
function shiftedRows(model, go) {
  const rows = Array.from({ length: model.rows }, () => []);
  for (const cell of placesByRow(model).flat().map(go.cell)) rows[cell[0] - 1].push(cell);
  return rows.map((row) => row.sort(compare));
}

// -- Parts

/** The part that takes the tokens of one. */
function targetOf(type, part, motion) {
  const name = type.symmetry?.motions[motion]?.[part.name]?.to ?? part.name;
  return type.parts.find((each) => each.name === name);
}

function partMoved(model, moved, type, part, to, go, shifted) {
  const held = model.parts[part.name];
  if (isLayer(part)) {
    const places = shifted && part.shape === "grid" ? shifted : placesOf(moved, part);
    return { ...held, rows: places.map((row) => row.map((place) => tokenFrom(model, type, part, place, go))) };
  }
  if (!isMarginPart(part)) return held;
  const field = takesLists(part) ? "lines" : "tokens";
  const isRows = to.shape.startsWith("row");
  const lines = Array.from({ length: isRows ? moved.rows : moved.columns }, (_, at) => {
    const [down, right] = go.back(isRows ? [2 * (at + 1), 0] : [0, 2 * (at + 1)]);
    const line = held[field][(part.shape.startsWith("row") ? down : right) / 2 - 1];
    return line === undefined ? lineWithout(part) : lineMoved(type, part, line, go, isRows);
  });
  return { ...held, shape: to.shape, [field]: lines };
}

const lineWithout = (part) => (takesLists(part) ? [blankOf(part)] : blankOf(part));

/** A token beside the board, or several, which are read from the left or from above. */
function lineMoved(type, part, line, { motion, matrix }, isRows) {
  if (!Array.isArray(line)) return tokenMoved(type, part, line, motion);
  const along = part.shape.startsWith("row") ? 1 : 0;
  const tokens = line.map((each) => tokenMoved(type, part, each, motion));
  return matrix[isRows ? 1 : 0][along] < 0 ? tokens.reverse() : tokens;
}

/** The token that comes to a place of a part. */
function tokenFrom(model, type, part, place, { motion, matrix, back }) {
  const from = placeAt(part.shape, back(halvesOf(place)));
  if (!isThere(model, part, from)) return blankOf(part);
  const token = tokenMoved(type, part, tokenAt(model, part, from), motion);
  if (part.shape !== "sides") return token;
  const across = from[1] % 2 ? 0 : 1; // the second of the two cells lies below the first one, or to the right
  const isExchanged = matrix[0][across] + matrix[1][across] < 0;
  return (isExchanged && type.symmetry?.exchanged[part.name]?.[token]) || token;
}

/** Whether a board has a place on which a part may have a token. */
function isThere(model, part, place) {
  if (model.board !== "square") return true;
  const [first, beyond] = { grid: [1, 0], corners: part.inner ? [2, 0] : [1, 1], sides: [2, 0] }[part.shape];
  const scale = part.shape === "sides" ? 2 : 1;
  const [row, column] = isCell(place) ? place : place.slice(1);
  return row >= first && row <= scale * model.rows + beyond && column >= first && column <= scale * model.columns + beyond;
}

function tokenMoved(type, part, token, motion) {
  const known = type.symmetry?.motions[motion]?.[part.name]?.tokens;
  if (!known) return token;
  if (token in known) return known[token];
  const names = TABLES.tokens.moved[motion];
  return withFields(part, token, { direction: (text) => names[text] ?? text, exits: (text) => exitsMoved(text, names) });
}

const exitsMoved = (text, names) => {
  const there = [...text].map((each) => names[each] ?? each);
  return [..."nsew"].filter((each) => there.includes(each)).join("");
};

// -- What else a puzzle has

function constraintMoved(type, name, held, go, isOn) {
  const constraint = (type.constraints ?? []).find((each) => each.name === name);
  const to = (go.motion !== "none" && constraint?.motions?.[go.motion]) || name;
  if (!held.rows) return [[to, held]];
  const rows = held.rows.flatMap((tokens) => {
    const cells = cellsOf(tokens)?.map(go.cell);
    if (!cells) return [tokens];
    return cells.every(isOn) ? [groupOf(cells, valueOf(tokens))] : [];
  });
  return rows.length ? [[to, { ...held, rows }]] : [];
}

function cosmeticsMoved(model, go, isOn) {
  const moved = Object.entries(cosmeticsOf(model)).map(([what, entries]) => {
    const all = entries.map(([cell, value]) => (Array.isArray(value) ? ordered(go.cell(cell), go.cell(value)) : [go.cell(cell), value]));
    const within = all.filter((entry) => entry.every((each) => !Array.isArray(each) || isOn(each)));
    return [what, within.sort((/** @type {any} */ one, /** @type {any} */ other) => compare(one[0], other[0]) || key(one).localeCompare(key(other)))];
  });
  return Object.fromEntries(moved);
}

/** Where a place goes; one beside the board to the side of the part that takes its tokens. */
function placeMoved(type, place, { motion, forth }) {
  if (!isMargin(place)) return placeAt(shapeAt(place), forth(halvesOf(place)));
  const to = targetOf(type, type.parts.find((each) => isMarginPart(each) && sideOf(each) === place[0]), motion);
  const isRows = place[0] === "left" || place[0] === "right";
  const [down, right] = forth(isRows ? [2 * place[1], 0] : [0, 2 * place[1]]);
  return [sideOf(to), (to.shape.startsWith("row") ? down : right) / 2];
}

/** Whether a place that was locked is still one of the board, or beside it. */
function isInside({ rows, columns }, place) {
  if (isMargin(place)) return place[1] >= 1 && place[1] <= (place[0] === "left" || place[0] === "right" ? rows : columns);
  const [down, right] = halvesOf(place);
  return down >= 1 && down <= 2 * rows + 1 && right >= 1 && right <= 2 * columns + 1;
}
