// What rules include, as their text says it. Pure; no DOM.

// A comment, an include, a script or a string, whichever begins first: an include inside the others is none.
const PIECE = /%\*|%[^\n]*|#include\s*"([^"\n]*)"\s*\.?|#script\b[^]*?(?:#end|$)|"(?:[^"\\\n]|\\.)*"/g;
const IN_COMMENT = /%\*|%[^\n]*|\*%/g; // comments hold others, and a % hides the rest of its line, as in clingo

const HEADER = /^(?:%(?!!)[^\n]*(?:\n|$))*/; // the comment with which a file begins

// The pieces of rules that are no code of their own, or include a file: {name, from, to}.
function pieces(text) {
  const found = [];
  PIECE.lastIndex = 0;
  for (let match; (match = PIECE.exec(text)); ) {
    if (match[0] === "%*") PIECE.lastIndex = endOfComment(text, PIECE.lastIndex);
    found.push({ name: match[1], from: match.index, to: PIECE.lastIndex });
  }
  return found;
}

function endOfComment(text, begin) {
  let depth = 1;
  IN_COMMENT.lastIndex = begin;
  for (let match; depth && (match = IN_COMMENT.exec(text)); ) depth += { "%*": 1, "*%": -1 }[match[0]] ?? 0;
  return depth ? text.length : IN_COMMENT.lastIndex;
}

const cut = (text, places, put) => places.reduceRight((left, place) => left.slice(0, place.from) + put(place) + left.slice(place.to), text);

/** Rules without comments, strings and includes. */
export const bare = (text) => cut(text, pieces(text), () => " ");

/** The files that rules include: {path, from, to}, where the path leads from any type's folder. folder: the rules' own. */
export function includesOf(text, folder = null) {
  return pieces(text).filter(({ name }) => name !== undefined).map(({ name, from, to }) => ({
    path: folder === null || name.includes("/") ? name : `../${folder}/${name}`, from, to,
  }));
}

/** Where a further #include may be written. */
export function placeOfIncludes(text) {
  const last = includesOf(text).at(-1);
  if (!last) return HEADER.exec(text)[0].length;
  const end = text.indexOf("\n", last.to);
  return end < 0 ? text.length : end + 1;
}

/** The text of a file as it has to be in another folder: what lay beside it is named with its folder. */
export const elsewhere = (text, folder) => cut(text, includesOf(text, folder), ({ path }) => including(path));

export const including = (path) => `#include "${path}".`;

/** The folder of a path, and the file's name. */
export const parted = (path) => path.split("/").slice(-2);
