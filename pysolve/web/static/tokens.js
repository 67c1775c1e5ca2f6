// Tokens of a part: what the type takes, what it reads in a token, and what a token is drawn as. Pure; no DOM.
// Entries are those of the type's record (docs/service.md, 'Models of puzzles'): a token, a class of tokens (any_of), or a
// pattern, whose pieces are texts and fields.
import { Layer, entryOf, glyphOf, isBlock, layerOf } from "./kinds.js";
import { TABLES } from "./tables.js";

const { blanks, operators: OPERATORS, suffixes: SUFFIXES, directions: DIRECTIONS } = TABLES.tokens;

export const BLANKS = blanks;
export const [BLANK] = blanks;

/**
 * What a part reads in a token: {entry, values}, values from the variable of a field to its text ("" names the token as a
 * whole); null for blanks and unknown tokens. A token comes before patterns, these before classes, and 'any' is the last.
 */
function reading(part, token, model = { symbols: null }) {
  const taking = (name) => part.tokens.find((each) => each.any_of === name);
  const whole = (entry) => entry && { entry, values: { "": valueOf(token, entry.any_of, model) } };
  const symbol = isSymbol(token, model) ? taking("symbol") : null;
  if (symbol && model.symbols) return whole(symbol);
  const literal = part.tokens.find((each) => each.token === token);
  if (literal) return whole(literal);
  if (isBlank(token)) return null;
  for (const entry of part.tokens) {
    const values = entry.pattern && valuesIn(entry, token, model);
    if (values) return { entry, values };
  }
  if (symbol) return whole(symbol);
  if (/^\d+$/.test(token) && taking("int")) return whole(taking("int"));
  if (/^\p{L}$/u.test(token) && taking("letter")) return whole(taking("letter"));
  return whole(taking("any")) ?? null;
}

/** The entry of the type that takes a token; null for blanks and unknown tokens. */
export const meaning = (part, token, model) => reading(part, token, model)?.entry ?? null;

/** Whether a token may stand in a part, blanks included. */
export const accepts = (part, token, model) => isBlank(token) || meaning(part, token, model) !== null;

/** Whether nothing stands where this token does. */
export const isEmpty = (part, token) => {
  const literal = part.tokens.find((each) => each.token === token);
  return literal ? literal.blank || token === part.unknown : isBlank(token);
};

const isBlank = (token) => token === "" || BLANKS.includes(token);

/** The token that says that nothing stands there: a blank that means nothing else in this part, or what is not known yet. */
export const blankOf = (part) => part.unknown ?? BLANKS.find((token) => isEmpty(part, token)) ?? BLANK;

function isSymbol(token, { symbols }) {
  return symbols ? [token, token.toUpperCase()].some((each) => symbols.includes(each)) : /^(\d+|[A-Za-z])$/.test(token);
}

/** A text as its value is written. kind: that of a field, or the name of a class. */
function valueOf(text, kind, model) {
  if (kind === "direction" || kind === "exits") return text.toLowerCase();
  if (kind === "operator") return OPERATORS[text] ?? text;
  if (/^\d+$/.test(text)) return text.replace(/^0+(?=\d)/, "");
  if (kind === "letter") return text.toUpperCase();
  if (kind === "symbol") return model.symbols?.includes(text) ? text : text.toUpperCase();
  return text;
}

// -- Patterns

/** The values of a token by the variables of a pattern's fields; null if it does not fit. Of repeated ones the first. */
function valuesIn({ pieces, fields, separator, ignores_case: ignoresCase }, token, model) {
  const items = separator === null ? [token] : repeated(token, separator);
  const expression = new RegExp(`^${pieces.map(regexOf).join("")}$`, ignoresCase ? "i" : "");
  const matches = items.map((item) => expression.exec(item)?.groups);
  const fits = matches.length && matches.every((values) => values && Object.entries(values).every(([name, text]) => (
    fields[name] !== "symbol" || isSymbol(text, model))));
  return fits ? Object.fromEntries(Object.entries(matches[0]).map(([name, text]) => [name, valueOf(text, fields[name], model)])) : null;
}

/** A token whose fields of some kinds have other texts: from the kind of a field to what makes the other text of one. */
export function withFields(part, token, changes) {
  const entry = meaning(part, token, { symbols: null });
  if (!entry?.pattern || !Object.values(entry.fields).some((kind) => changes[kind])) return token;
  const { pieces, fields, separator, ignores_case: ignoresCase } = entry;
  const expression = new RegExp(`^${pieces.map(regexOf).join("")}$`, ignoresCase ? "i" : "");
  const changed = (item) => {
    const texts = expression.exec(item)?.groups ?? {};
    return pieces.map(({ text, field }) => (field === undefined ? text : (changes[fields[field]]?.(texts[field].toLowerCase()) ?? texts[field]))).join("");
  };
  return separator === null ? changed(token) : repeated(token, separator).map(changed).join(separator);
}

function repeated(token, separator) {
  if (!separator) return [...token];
  return token.split(separator).filter((item, at, all) => item || (at > 0 && at < all.length - 1));
}

const regexOf = ({ text, field, regex }) => (field === undefined ? escaped(text) : `(?<${field}>${regex})`);
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** Whether a token of the part may begin with this text and go on. */
export function mayBegin(part, text) {
  return part.tokens.some((entry) => {
    if (entry.token !== undefined) return entry.token.startsWith(text) && entry.token !== text;
    return entry.pattern !== undefined && beginOf(entry).test(text);
  });
}

/** What a value that fits a pattern may begin with: each piece is there only if those before it are. */
function beginOf({ pieces, separator, ignores_case: ignoresCase }) {
  const parts = pieces.flatMap(({ text, regex }) => (regex === undefined ? [...text].map(escaped) : [`(?:${regex})`]));
  const begin = parts.reduceRight((rest, each) => `(?:${each}${rest})?`, "");
  const before = separator === null ? "" : `(?:${parts.join("")}${escaped(separator)})*`;
  return new RegExp(`^${before}${begin}$`, ignoresCase ? "i" : "");
}

const CHARACTERS = {
  number: [..."0123456789"], "number?": [..."0123456789?"], direction: DIRECTIONS, operator: [..."+-*/"], exits: [..."nesw"], letter: [], symbol: [], shape: [..."x./"], word: [],
};

/** Whether the part has tokens of several pieces, which are written as a text. */
export const hasPatterns = (part) => part.tokens.some((entry) => entry.pattern !== undefined);

/** The texts that follow a text where it goes on with a token of the part. symbols: those of the board. */
function following(part, text, model, symbols) {
  const texts = new Set();
  for (const { token, pieces = [], fields, separator, directions } of part.tokens) {
    const characters = directions ? { ...CHARACTERS, direction: directions } : CHARACTERS;
    if (token !== undefined && token.startsWith(text)) texts.add(token.slice(text.length));
    for (const { text: literal, field } of pieces) {
      for (const each of field === undefined ? [...literal] : fields[field] === "symbol" ? symbols : characters[fields[field]]) {
        texts.add(each);
      }
    }
    if (separator) texts.add(separator);
  }
  const winds = part.tokens.flatMap(({ directions }) => directions ?? []);
  const isStraight = winds.length > 0 && winds.every((each) => each.length === 1); // then no n goes on to ne
  const goes = [...texts].filter((each) => each && !(isStraight && /[ns][ew]$/i.test(text + each)));
  return goes.filter((each) => !isEmpty(part, text + each) && (accepts(part, text + each, model) || mayBegin(part, text + each)));
}

/** Whether a longer token than this text begins with it. */
export const goesOn = (part, text, model, symbols) => following(part, text, model, symbols).length > 0;

/** What may follow a text in a token of a part, as buttons: [{text, label}]; directions are arrows. */
export function continuations(part, text, model, symbols) {
  const isArrow = (each) => DIRECTIONS.includes(each) && !part.tokens.some(({ token }) => token === text + each);
  const longer = following(part, text, model, symbols).filter((each) => !isArrow(each) || !/[ns]$/i.test(text)); // ne is one direction
  return longer.map((each) => ({ text: each, label: isArrow(each) ? glyphOf(each) : each }));
}

// -- Dots: tokens that say where in a cell a mark stands

/** From the number of a token among those of a kind of dot: how many half cells it stands below and beside the middle. */
const OFFSETS = [[0, 0], [0, 1], [1, 0], [1, 1]];

/** The marks of a token that says where in its cell a dot stands. */
export function dotsOf(part, token, [row, column]) {
  return (part.dots ?? []).filter(({ kind, tokens }) => kind && tokens.includes(token)).map(({ kind, tokens }) => {
    const [down, right] = OFFSETS[tokens.indexOf(token)];
    return { kind, place: ["h", 2 * row + down, 2 * column + right] };
  });
}

/** The tokens that a click at a point goes through, and the cell that has them: {cell, tokens}. halves: the point in half cells. */
export function dotsAt(part, halves) {
  const [down, right] = halves.map((each) => 1 - (each % 2)); // an even number is a side
  const at = OFFSETS.findIndex((each) => each[0] === down && each[1] === right);
  const cell = halves.map((each) => Math.ceil(each / 2));
  return { cell, tokens: part.dots.flatMap(({ tokens }) => tokens[at] ?? []) };
}

// -- Looks

/** What of a token belongs to the board, for a hole, a block, or a bar; empty for nothing. */
export function boardLook(part, token, model) {
  const marks = meaning(part, token, model)?.hole ? [{ kind: Layer.HOLE }] : marksOf(part, token, model);
  return marks.map(({ kind }) => kind).filter((kind) => isBlock({ kind }) || [Layer.HOLE, Layer.WALL].includes(layerOf(kind))).join(" ");
}

/** A token of the part of which the same belongs to the board, and as little else as there may be; null if there is none. */
export function tokenLike(part, token, model) {
  const look = boardLook(part, token, model);
  if (!look) return blankOf(part);
  const alike = part.tokens.filter((each) => each.token !== undefined && boardLook(part, each.token, model) === look);
  return alike.sort((one, other) => one.marks.length - other.marks.length)[0]?.token ?? null;
}

/** The marks of a token where it stands: [{kind, value, index}]; index: which of the cells of a tube it is. below:
 * the value where the mark stands between a cell and the one below it. */
export function marksOf(part, token, model) {
  const read = reading(part, token, model);
  return (read?.entry.marks ?? []).map((mark) => markOf(mark, read.values));
}

function markOf({ kind, values = [], index, below, shapes = {} }, read) {
  if (!entryOf(kind).has_value) return { kind };
  const pieces = values.map(({ of, is }) => ({ name: of, text: is ?? read[of] ?? read[""] ?? "" }));
  const value = joined(pieces);
  const arrows = joined(pieces.map((each) => (each.name === "D" ? { ...each, text: glyphOf(each.text) } : each)));
  const at = index && { index: Number(index.is ?? read[index.of] ?? read[""]) };
  return { kind, value: shapes[value] ?? value, ...at, ...(below ? { below } : {}), ...(arrows !== value && kind === "text" ? { arrows } : {}) };
}

/** Two values of one character each stand side by side; others have a comma between them, except for the suffixes. */
function joined(pieces) {
  let [text, before] = ["", ""];
  for (const { name, text: piece } of pieces) {
    if (!SUFFIXES.includes(name)) {
      text += before && Math.max(before.length, piece.length) > 1 ? "," : "";
      before = piece;
    }
    text += piece;
  }
  return text;
}
