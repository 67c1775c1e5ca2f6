// Pieces of a drawing as plain objects {name, attributes, children}: strokes, discs, symbols, and what texts measure.
// A fill or stroke that begins with '@' names an ink.
import { UNIT, chains, key, number, path } from "./geometry.js";
import { figureOf } from "./kinds.js";

export const element = (name, attributes = {}, children = []) => ({ name, attributes, children });

export const FAINT = 0.62; // how much is seen of what is faint

/** What a mark says of itself on its element. */
export function data(mark) {
  const attributes = {
    "data-kind": mark.kind, "data-place": key(mark.place), "data-other": mark.other && key(mark.other),
    "data-value": mark.value || undefined, "data-layer": mark.layer, "data-index": mark.index > 1 ? mark.index : undefined,
  };
  if (mark.arrows) attributes["data-arrows"] = mark.arrows;
  for (const flag of ["given", "differs", "open", "faint", "wrong"]) if (mark[flag]) attributes[`data-${flag}`] = "true";
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** The elements of marks; those of faint ones together, so that they are no darker where they meet. */
export function layered(marks, draw) {
  const full = marks.filter((mark) => !mark.faint).map(draw);
  const faint = marks.filter((mark) => mark.faint).map(draw);
  return faint.length ? [element("g", { opacity: FAINT }, faint), ...full] : full;
}

export function byLayer(marks) {
  const groups = new Map();
  for (const mark of marks) group(groups, [mark.faint, mark.open, mark.layer].join(), mark);
  return groups.values();
}

export function inkOf(mark, given = mark.given) {
  if (mark.wrong) return "@wrong";
  return given ? "@given" : "@answer";
}

export function pathInk(mark) {
  if (mark.wrong) return "@wrong";
  return mark.given ? "@path-given" : "@path-answer";
}

export const undirected = ([start, end]) => key([start, end].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
export const pen = (ink, thickness) => ({
  fill: "none", stroke: ink, "stroke-width": number(thickness), "stroke-linecap": "round", "stroke-linejoin": "round",
});
export const strip = (paths, paint) => (paths.length ? [element("path", { d: paths.join(""), ...paint })] : []);
export const strokes = (pieces, ink, thickness) => strip(chains(pieces).map((chain) => path(chain)), pen(ink, thickness));
export const disc = (/** @type {number[]} */ [x, y], radius, fill, more = {}) =>
  element("circle", { cx: number(x), cy: number(y), r: number(radius), fill, ...more });
export function wave(/** @type {number[]} */ [x, y]) {
  const points = Array.from({ length: 7 }, (_, at) => [x + (at - 3) * 0.09 * UNIT, y + (at % 2 ? -1 : 1) * 0.05 * UNIT]);
  return element("path", { d: path(points), ...pen("@wrong", 2), class: "wrong-sign" });
}

export const cross = (/** @type {number[]} */ [x, y], arm) =>
  path([[x - arm, y - arm], [x + arm, y + arm]]) + path([[x - arm, y + arm], [x + arm, y - arm]]);

/** The head of an arrow along a polyline, at its last point. */
export function head(points, size) {
  const [[ax, ay], [x, y]] = points.slice(-2);
  const length = Math.hypot(x - ax, y - ay) || 1;
  const [right, down] = [(size * (x - ax)) / length, (size * (y - ay)) / length];
  return [[x - right - down, y - down + right], [x, y], [x - right + down, y - down - right]];
}

/** The shape of a symbol around a point, from the table: its path in pairs of coordinates, in so large a unit. */
export function symbol({ path: data_, filled, outlined }, /** @type {number[]} */ [x, y], size, ink, more = {}) {
  const d = data_.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, right, down) => `${number(x + size * right)} ${number(y + size * down)}`);
  const stroke = outlined ? { stroke: ink, "stroke-width": 2 } : {};
  return element("path", { d, fill: filled ? ink : "@paper", ...stroke, ...more });
}

export function group(map, name, item) {
  if (map.has(name)) map.get(name).push(item);
  else map.set(name, [item]);
}

// -- Texts

/** The values of texts, and the characters of symbols that stand in a margin. */
export function textOf(marks) {
  const text = (mark) => figureOf(mark)?.glyph ?? printable(mark.arrows ?? mark.value ?? "");
  return marks.map(text).filter(Boolean).join(",");
}

/** The text on one line and without characters that XML cannot take. */
export const printable = (text) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");

/** How many columns of a terminal the text takes: East Asian characters take two, accents none. */
export function widthOf(text) {
  let columns = 0;
  for (const character of text) {
    if (!/\p{Mn}|\p{Me}/u.test(character)) columns += WIDE.test(character) ? 2 : 1;
  }
  return columns;
}

const WIDE = new RegExp(
  "[\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6" +
  "\\u{1f300}-\\u{1faff}\\u{20000}-\\u{3fffd}]", "u",
);
