// Groups of cells, of which the constraints are that a puzzle adds: a line of tokens each, r1c1 r1c2-r1c5 = 12. Pure; no DOM.
import { key } from "./geometry.js";
import { entryOf } from "./kinds.js";

const RUN = /^r(\d+)c(\d+)(?:-r(\d+)c(\d+))?$/i;
const EQUALS = "=";

/** The cells of a group, in their order; null if a token is not a cell, as long as somebody is writing it. */
export function cellsOf(tokens) {
  const end = tokens.indexOf(EQUALS);
  const cells = [];
  for (const token of end < 0 ? tokens : tokens.slice(0, end)) {
    const found = RUN.exec(token)?.slice(1).map((each) => (each === undefined ? null : Number(each)));
    if (!found) return null;
    const [row, column, lastRow, lastColumn] = found;
    const [down, right] = lastRow === null ? [0, 0] : [lastRow - row, lastColumn - column];
    const steps = Math.max(Math.abs(down), Math.abs(right));
    if (![0, steps].includes(Math.abs(down)) || ![0, steps].includes(Math.abs(right)) || steps > 200) return null;
    for (let at = 0; at <= steps; at += 1) cells.push([row + (down / (steps || 1)) * at, column + (right / (steps || 1)) * at]);
  }
  return cells;
}

/** What stands behind the equals sign; empty if nothing does. */
export const valueOf = (tokens) => (tokens.includes(EQUALS) ? tokens.slice(tokens.indexOf(EQUALS) + 1).join("") : "");

/** A group as its tokens: straight runs of three cells and more are written from end to end. */
export function groupOf(cells, value = "") {
  const name = ([row, column]) => `r${row}c${column}`;
  const tokens = [];
  for (let at = 0; at < cells.length;) {
    const end = endOfRun(cells, at);
    tokens.push(end - at < 2 ? name(cells[at]) : `${name(cells[at])}-${name(cells[end])}`);
    at = end - at < 2 ? at + 1 : end + 1;
  }
  return value ? [...tokens, EQUALS, value] : tokens;
}

function endOfRun(cells, start) {
  const step = (at) => (cells[at + 1] ? [cells[at + 1][0] - cells[at][0], cells[at + 1][1] - cells[at][1]] : null);
  const first = step(start);
  if (!first || Math.max(...first.map(Math.abs)) !== 1) return start;
  let end = start + 1;
  while (key(step(end)) === key(first)) end += 1;
  return end;
}

/** The groups of a constraint on the board, as rows of tokens. */
export const groupsOf = (model, name) => model.parts[name]?.rows ?? [];

/** The same as text, a line each. */
export const groupsText = (held) => (held?.rows ?? []).map((row) => row.join(" ")).join("\n");

/** The model with a constraint: groups of cells as text, `true` for one about the whole board; null takes it away. */
export function withConstraint(model, { name, takes_cells: takesCells }, said) {
  const { [name]: before, ...others } = model.parts;
  const rows = takesCells ? (said ?? "").split("\n").map((line) => line.trim().split(/\s+/)).filter(([first]) => first) : [];
  if (said === null || (takesCells && !rows.length)) return before ? { ...model, parts: others, answer: null, verdict: null } : model;
  const held = takesCells ? { shape: "groups", rows } : { shape: "switch" };
  if (before && groupsText(before) === groupsText(held)) return model;
  return { ...model, parts: { ...model.parts, [name]: held }, answer: null, verdict: null };
}

/** The model with other groups of a constraint, as rows of tokens. */
export const withGroups = (model, constraint, rows) =>
  withConstraint(model, constraint, rows.length ? groupsText({ rows }) : null);

/** The marks that the groups of all constraints leave by themselves: lines through their cells, cages around them. */
export function marksOfGroups(model, type) {
  return (type.constraints ?? []).flatMap(({ name, marks = [] }) => groupsOf(model, name).flatMap((tokens, at) =>
    marks.flatMap((kind) => marksOf(kind, cellsOf(tokens) ?? [], String(at + 1)))));
}

/** The marks of one group. value: its number. */
export const marksOf = (kind, cells, value) =>
  cells.map((place, at) => ({ kind, place, value, ...(entryOf(kind).area ? {} : { index: at + 1 }) }));
