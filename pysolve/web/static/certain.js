// What is certain of the answer, as a picture of candidates says it: marks that all answers have, and crosses where none has one.
// Pure; no DOM.
import { Board, compare, isCell, isCorner, key, ordered } from "./geometry.js";
import { CROSS, LINE, Layer, WALL, isClicked, layerOf } from "./kinds.js";

/** The picture with crosses in place of what is open. answer: what an answer of the type consists of. */
export function certainOf(picture, answer) {
  const marks = picture.marks.filter((mark) => !mark.open);
  return { ...picture, marks: [...marks, ...crossedSides(picture, answer), ...crossedCells(picture, answer)] };
}

/** Sides and steps on which no answer has a line or a wall. */
function crossedSides(picture, answer) {
  const record = answer.find(({ kind, far }) => [LINE, WALL].includes(kind) && !far);
  if (!record) return [];
  const pairs = record.on === "lines between corners" ? betweenCorners(picture) : betweenCells(picture);
  const taken = new Set(picture.marks.filter((mark) => mark.other).map(({ place, other }) => key(ordered(place, other))));
  return [...pairs].filter(([name]) => !taken.has(name)).map(([, [place, other]]) => ({ kind: record.kind, place, other, value: "x", open: true }));
}

function betweenCells(picture) {
  const { cells } = picture;
  const { steps } = new Board(picture);
  const there = new Set(cells.map(key));
  const pairs = cells.flatMap((cell) => steps.map(([down, right]) => [cell, [cell[0] + down, cell[1] + right]]))
    .filter(([cell, next]) => compare(cell, next) < 0 && there.has(key(next)));
  return new Map(pairs.map((pair) => [key(pair), pair]));
}

function betweenCorners(picture) {
  const { cells } = picture;
  const board = new Board(picture);
  if (!board.hasCorners) return new Map();
  const pairs = cells.flatMap((cell) => board.steps.map((step) => board.cornersOf(cell, step)));
  return new Map(pairs.map((pair) => [key(pair), pair]));
}

/** Cells without a clue in which no answer has a mark, where an answer marks some cells and leaves others empty. */
function crossedCells({ marks, cells }, answer) {
  if (!answer.some(({ kind, on }) => isClicked(kind) && on !== "sides" && on !== "corners")) return [];
  const seen = [Layer.FILL, Layer.SYMBOL, Layer.SIGN, Layer.TEXT, Layer.NOTE];
  const taken = new Set(marks.filter((mark) => isCell(mark.place) && seen.includes(layerOf(mark.kind))).map(({ place }) => key(place)));
  return cells.filter((cell) => !taken.has(key(cell))).map((place) => ({ kind: CROSS, place }));
}

/** The cells in which, or beside which, something is certain in one of two pictures and not in the other. */
export function changedCells(before, after) {
  const named = ({ marks }) => new Map(marks.filter(isCertain).map((mark) => [key([mark.kind, mark.place, mark.other, mark.value]), mark]));
  const [one, other] = [named(before), named(after)];
  const changed = [...[...one].filter(([name]) => !other.has(name)), ...[...other].filter(([name]) => !one.has(name))];
  const board = new Board(after);
  const cells = changed.flatMap(([, mark]) => cellsOf(mark, board));
  return [...new Map(cells.map((cell) => [key(cell), cell])).values()];
}

const isCertain = (mark) => !mark.given && !mark.open && mark.kind !== CROSS;

/** The cells of a mark; of a line between two corners, those on both sides of it. */
function cellsOf({ place, other }, board) {
  if (isCorner(place) && isCorner(other ?? null)) return board.cellsBeside(place, other) ?? [];
  return [place, other].filter(isCell);
}
