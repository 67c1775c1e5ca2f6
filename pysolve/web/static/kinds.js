// The kinds of marks: the service's table (docs/service.md, 'Drawing'), and those that only the page has.
import { TABLES as table } from "./tables.js";

/**
 * How a mark is drawn. The first ones are those of the table.
 * @type {Readonly<Record<"HOLE" | "FILL" | "TUBE" | "CAGE" | "BORDER" | "WALL" | "LINE" | "SYMBOL" | "SIGN" | "TEXT" | "NOTE" | "MARKER"
 *   | "CROSS" | "CENTRE" | "PENCIL" | "LOCK" | "UNDRAWN", string>>}
 */
export const Layer = Object.freeze({
  HOLE: "hole", FILL: "fill", TUBE: "tube", CAGE: "cage", BORDER: "border", WALL: "wall", LINE: "line", SYMBOL: "symbol",
  SIGN: "sign", TEXT: "text", NOTE: "note",
  MARKER: "marker", // a colour that somebody has given a cell
  CROSS: "cross", // a small cross where the one who solves is certain that nothing stands
  CENTRE: "centre", // small candidates in the middle of a cell
  PENCIL: "pencil", // a line that the one who solves has drawn to remember something by
  LOCK: "lock", // a clue that the setter has locked
  UNDRAWN: "undrawn", // a token of the puzzle that its type does not draw
});

/** The names of the kinds that the page itself makes. */
export const [TEXT, LINE, WALL, SIGN, CROSS, CENTRE, PENCIL, LOCK, UNDRAWN, MARKER] = [
  "text", "line", "wall", "sign", "cross", "centre", "pencil", "lock", "undrawn", "marker",
];

/** The colours of cells: of the picture of a puzzle, and those that the one who solves gives. */
export const COLOURS = table.colours;

/** What only the picture of a puzzle has: the colours of cells, and notes. */
export const [COLOUR_ON_PICTURE, NOTE_ON_PICTURE] = ["colour", "remark"];

/** @type {Record<string, import("./tables.js").MarkKind>} */
const KINDS = {
  ...table.marks,
  [MARKER]: { layer: Layer.MARKER, here: "{v}", has_value: true },
  [COLOUR_ON_PICTURE]: { layer: Layer.MARKER, here: "{v}", has_value: true },
  [NOTE_ON_PICTURE]: { layer: Layer.NOTE, here: "note {v}", has_value: true, corner: "lower right" },
  [CROSS]: { layer: Layer.CROSS, here: "crossed out" },
  [CENTRE]: { layer: Layer.CENTRE, here: "centre notes {v}" },
  [PENCIL]: { layer: Layer.PENCIL, here: "pencil line" },
  [LOCK]: { layer: Layer.LOCK, here: "locked" },
  [UNDRAWN]: { layer: Layer.UNDRAWN, here: "{v}", has_value: true },
};

/** The entry of a kind of mark. @returns {import("./tables.js").MarkKind} */
export const entryOf = (kind) => KINDS[kind] ?? { layer: Layer.UNDRAWN, here: kind };

/** What a mark looks like: {here, glyph, shape} of a symbol, or of a sign whose value names a shape; null for others. */
export function figureOf({ kind, value = "" }) {
  const entry = entryOf(kind);
  if (entry.layer === Layer.SIGN) return Object.hasOwn(table.shapes, value) ? table.shapes[value] : null;
  return entry.layer === Layer.SYMBOL ? entry : null;
}

/** The character for a shape, such as the arrow of a direction; the name itself where there is none. */
export const glyphOf = (name) => table.shapes[name]?.glyph ?? name;

export const layerOf = (kind) => entryOf(kind).layer;

/** The names of the kinds of these layers, in the order of the layers and then of the table. */
export const kindsOf = (...layers) => layers.flatMap((layer) => Object.keys(KINDS).filter((kind) => KINDS[kind].layer === layer));

/** The tool that erases. */
export const ERASE = "erase";

/** Whether a given mark says only that some text stands there. */
export const isAsking = ({ kind, value }) => kind === TEXT && value === "?";

/** Whether a mark is a block of the board. */
export const isBlock = ({ kind }) => Boolean(entryOf(kind).on_board);

/** Whether marks of this kind are filled in by a click into a cell. */
export const isClicked = (kind) => [Layer.FILL, Layer.SYMBOL, Layer.SIGN].includes(layerOf(kind));

/** What a tool or a button calls a kind of mark. */
export const titleOf = (kind) => kind[0].toUpperCase() + kind.slice(1);

/** What a type calls a mark by a noun of its own, such as a light for a circle, as {one, several}; undefined if it has none. */
export const nounOf = ({ kind, value = "" }, type) => type.nouns[kind]?.[value] ?? type.nouns[kind]?.[""];

/** A mark of a type's puzzle in a word or two, as it stands on the board; empty if it is not worth a word. */
export function wordsOf(mark, type) {
  const { kind, value = "", arrows, open } = mark;
  if (open && kind === TEXT) return `notes ${value}`;
  const { here, area, layer } = entryOf(kind);
  const noun = nounOf(mark, type);
  if (noun && !area) return noun.one;
  const shown = layer === Layer.SIGN ? (figureOf({ kind, value })?.here ?? value) : (arrows ?? value);
  if (area && !value) return "";
  return area && noun ? `${noun.one} ${shown}` : here.replace("{v}", shown);
}
