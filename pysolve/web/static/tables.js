// The tables of the core (docs/service.md, 'Drawing'): marks, shapes, inks, sizes, tokens, names of places, boards.
// What the core draws, reads or names otherwise, the page does, too: it has no copy of them.
import { get } from "./service.js";

/**
 * @typedef {{light: string, dark: string}} Ink
 * @typedef {{path: string, filled: boolean, outlined: boolean}} Shape
 * @typedef {{ink: string, breadth: number, rim: number, bulb: number, head: boolean}} Stroke
 * @typedef {{
 *   layer: string, here: string, area?: boolean, has_value?: boolean, on_board?: boolean, follows?: boolean, glyph?: string,
 *   tone?: string, dark?: boolean, corner?: string, shape?: Shape, stroke?: Stroke,
 * }} MarkKind
 * @typedef {{first: Point, step: Point, outline: Point[], steps: Cell[], corners: Cell[]}} Geometry
 * @typedef {[number, number]} Point
 * @typedef {[number, number]} Cell
 * @typedef {{
 *   marks: Record<string, MarkKind>, shapes: Record<string, {here: string, glyph: string, shape: Shape}>,
 *   colours: string[], inks: Record<string, Ink>, sizes: Record<string, number>, words_about: string[],
 *   tokens: {blanks: string[], operators: Record<string, string>, suffixes: string[], directions: string[], moved: Record<string, Record<string, string>>},
 *   names: Record<string, string>, boards: Record<string, Geometry>,
 * }} Tables
 */

/** @type {Tables} */
export const TABLES = await get("api/drawing");

const { unit, most_lines: mostLines, ...lengths } = TABLES.sizes;

/** The width of a cell, in the units of pictures. */
export const UNIT = unit;

/** Up to this many parallel lines are drawn side by side. */
export const MOST_LINES = mostLines;

/** Lengths by their names, in the units of pictures. */
export const SIZES = Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, length * unit]));

/** What a place is called: the template of this name, filled in; without its article. */
export function placeName(name, values) {
  return TABLES.names[name].replace(/^the /, "").replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
}

/** Gives the inks of pictures to the page: classes ink-fill-NAME and ink-stroke-NAME, light and dark. */
export function adoptInks() {
  const rules = Object.entries(TABLES.inks).map(([name, { light, dark }]) =>
    `:root { --ink-${name}: light-dark(${light}, ${dark}); }
    .ink-fill-${name} { fill: var(--ink-${name}); } .ink-stroke-${name} { stroke: var(--ink-${name}); }`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join("\n"));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
