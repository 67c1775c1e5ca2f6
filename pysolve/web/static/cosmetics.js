// Colours, notes and walls on the picture, which mean nothing: {colours: [[cell, name]], notes: [[cell, text]], walls: [[cell,
// neighbour]]} of a model, which is never changed. Pure; no DOM.
import { compare, key } from "./geometry.js";
import { COLOURS, NOTE_ON_PICTURE, COLOUR_ON_PICTURE, WALL } from "./kinds.js";

export const [COLOUR, NOTE] = ["colours", "notes"];
export const LONGEST_NOTE = 12;

export const NO_COSMETICS = { [COLOUR]: [], [NOTE]: [], walls: [] };

export const cosmeticsOf = (model) => model.cosmetics ?? NO_COSMETICS;

/** What a cell has of these, or null. */
export const cosmeticAt = (model, what, cell) =>
  cosmeticsOf(model)[what].find(([each]) => key(each) === key(cell))?.[1] ?? null;

/** The model with a colour or a note in cells; null takes it away. */
export function withCosmetic(model, what, cells, value) {
  if (cells.every((cell) => cosmeticAt(model, what, cell) === value)) return model;
  const chosen = new Set(cells.map(key));
  const others = cosmeticsOf(model)[what].filter(([cell]) => !chosen.has(key(cell)));
  const all = value === null ? others : [...others, ...cells.map((cell) => [cell, value])];
  return { ...model, cosmetics: { ...cosmeticsOf(model), [what]: all.sort(([one], [other]) => compare(one, other)) } };
}

/** The same as marks of a picture. */
export const cosmeticMarks = ({ colours, notes, walls = [] } = NO_COSMETICS) => [
  ...colours.map(([place, value]) => ({ kind: COLOUR_ON_PICTURE, place, value })),
  ...notes.map(([place, value]) => ({ kind: NOTE_ON_PICTURE, place, value })),
  ...walls.map(([place, other]) => ({ kind: WALL, place, other, given: true })),
];

/** The lines of the native form: those of the colours, of the notes, and of the walls. */
export function cosmeticLines(model) {
  const { colours, notes, walls = [] } = cosmeticsOf(model);
  const name = ([row, column]) => `r${row}c${column}`;
  const cellsOf = (colour) => colours.filter(([, each]) => each === colour).map(([cell]) => name(cell));
  return {
    [COLOUR]: COLOURS.filter((colour) => cellsOf(colour).length).map((colour) => `${cellsOf(colour).join(" ")} = ${colour}`),
    [NOTE]: notes.map(([cell, text]) => `${name(cell)} = ${text}`),
    walls: walls.map(([cell, other]) => `${name(cell)} ${name(other)}`),
  };
}
