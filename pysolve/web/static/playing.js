// The answer that somebody fills in: entries of a Map that is never changed. Pure; no DOM.
//   ["text", cell] -> the text; ["notes", cell], ["centre", cell] -> small candidate texts; ["cell", cell] -> the state of a
//   cell (stateOf), or NO; ["line", place, other] -> "line", how many where lines lie side by side, or NO; ["wall", cell, other]
//   -> "wall" or NO; ["region", cell] -> the label of its region; ["colour", cell] -> one of COLOURS; ["pencil", place, other] ->
//   "pencil". What is called a cell may be a corner.
// NO is a cross: certainly nothing here. Notes, crosses, colours and pencil lines are no marks of the answer.
import { compare, isCorner, key, ordered } from "./geometry.js";
import { CENTRE, COLOURS, CROSS, LINE, MARKER, PENCIL, SIGN, TEXT, WALL, entryOf } from "./kinds.js";

export const NO = "no";
export const NOTES = "notes";
const REGION = "region";
const COLOUR = "colour";

export const lineEntry = (one, other, kind = LINE) => key([kind, ...ordered(one, other)]);
export const cellEntry = (kind, cell) => key([kind, cell]);
export const colourEntry = (cell) => key([COLOUR, cell]);
export const regionEntry = (cell) => key([REGION, cell]);

/** The state of a cell with a mark: its kind, of a sign also its value. */
export const stateOf = ({ kind, value }) => (kind === SIGN ? `${kind}:${value}` : kind);

/** The mark that such a state stands for. */
export function markOf(state) {
  const at = state.indexOf(":");
  return at < 0 ? { kind: state } : { kind: state.slice(0, at), value: state.slice(at + 1) };
}

/** The entries with some changed: changes is a list of [name, value], with null for nothing. */
export function withEntries(entries, changes) {
  const next = new Map(entries);
  for (const [name, value] of changes) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  const same = next.size === entries.size && [...next].every(([name, value]) => entries.get(name) === value);
  return same ? entries : next;
}

/** What follows a state when it is clicked: the marks in turn, the cross, nothing. */
export function following(state, kinds) {
  const cycle = [null, ...kinds, NO];
  return cycle[(cycle.indexOf(state ?? null) + 1) % cycle.length];
}

const ASIDE = [NOTES, CENTRE, COLOUR, PENCIL];
const isMark = (kind, value) => value !== NO && !ASIDE.includes(kind);

/** The entries that are no marks. */
export const withoutMarks = (entries) => [...entries].filter(([name, value]) => !isMark(JSON.parse(name)[0], value));

const PAIRED = [LINE, WALL, PENCIL]; // that have two places
const KINDS = [TEXT, "cell", REGION, ...ASIDE, ...PAIRED];

/** Entries as they were kept or sent: those of a list of [name, value] that can be some; no trust in what it holds. */
export function entriesFrom(list) {
  const isEntry = (each) => Array.isArray(each) && each.length === 2 && each.every((text) => typeof text === "string");
  return new Map((Array.isArray(list) ? list : []).filter(isEntry).filter(([name]) => isName(name)));
}

function isName(name) {
  try {
    const [kind, ...places] = JSON.parse(name);
    return KINDS.includes(kind) && places.length === (PAIRED.includes(kind) ? 2 : 1) && places.every(isPlace);
  } catch {
    return false;
  }
}

const isPlace = (place) => isCorner(place) ? place.slice(1).every(Number.isInteger)
  : Array.isArray(place) && place.length === 2 && place.every(Number.isInteger);

/** The marks of the answer, as the service takes them. area: the kind of mark that regions of the answer have. */
export function marksOf(entries, area) {
  const marks = [];
  for (const [name, value] of entries) {
    const [kind, place, other] = JSON.parse(name);
    if (!isMark(kind, value)) continue;
    if (kind === TEXT) marks.push({ kind, place, value });
    else if (kind === REGION) marks.push({ kind: area, place, value });
    else marks.push(other ? { kind, place, other, ...countOf(kind, value) } : { place, ...markOf(value) });
  }
  return marks.sort((a, b) => a.kind.localeCompare(b.kind) || inOrder(a.place, b.place));
}

/** How many lines lie side by side, if the entry says so. */
const countOf = (kind, value) => (value === kind ? {} : { value });

function inOrder(one, other) {
  return isCorner(one) === isCorner(other) ? compare(one, other) : Number(isCorner(one)) - Number(isCorner(other));
}

/** The entries that these marks make. */
export function entriesOf(marks) {
  return new Map(marks.map(({ kind, place, other, value = "" }) => {
    if (kind === LINE || kind === WALL) return [lineEntry(place, other, kind), value || kind];
    if (entryOf(kind).area) return [regionEntry(place), value];
    return kind === TEXT ? [cellEntry(TEXT, place), value] : [cellEntry("cell", place), stateOf({ kind, value })];
  }));
}

/** The same as marks to be drawn, with notes and crosses; wrong: keys of entries (wrongOf). area: see marksOf. */
export function drawn(entries, wrong = new Set(), area = null) {
  const marks = [];
  for (const [name, value] of entries) {
    const [kind, place, other] = JSON.parse(name);
    const more = { layer: "play", ...(wrong.has(name) ? { wrong: true } : {}) };
    if (other) marks.push({ kind, place, other, ...(value === NO ? { value: "x", open: true } : countOf(kind, value)), ...more });
    else if (kind === TEXT) marks.push({ kind, place, value, ...more });
    else if (kind === REGION) marks.push({ kind: area, place, value, ...more });
    else if (kind === COLOUR) marks.push(...(COLOURS.includes(value) ? [{ kind: MARKER, place, value, ...more }] : []));
    else if (kind === "cell") marks.push({ place, ...(value === NO ? { kind: CROSS } : markOf(value)), ...more });
    else if (!entries.has(cellEntry(TEXT, place))) marks.push({ kind: kind === CENTRE ? CENTRE : TEXT, place, value, open: true, ...more });
  }
  return marks;
}

/** The names of the entries that these marks speak of. */
export const wrongOf = (marks) => new Set(entriesOf(marks).keys());

const textsOf = (notes) => (notes.includes(",") ? notes.split(",").filter(Boolean) : [...notes]);

/** Whether a text is among notes. */
export const hasNote = (notes, text) => textsOf(notes).includes(text);

/** Notes with one text more, or without it: single characters stand side by side, longer texts between commas. */
export function toggledNote(notes = "", text) {
  const all = new Set(textsOf(notes));
  if (!all.delete(text)) all.add(text);
  const sorted = [...all].sort((a, b) => a.length - b.length || a.localeCompare(b));
  return sorted.every((each) => [...each].length === 1) ? sorted.join("") : `${sorted.join(",")},`;
}
