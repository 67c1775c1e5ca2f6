// What rules include, as their text says it. Pure; no DOM.

// A comment, an include or a string, whichever begins first: an include inside the others is none.
const PIECE = /%\*[^]*?\*%|%[^\n]*|#include\s*"([^"\n]*)"\s*\.?|"(?:[^"\\\n]|\\.)*"/g;

const HEADER = /^(?:%(?!!)[^\n]*(?:\n|$))*/; // the comment with which a file begins

/** Rules without comments, strings and includes. */
export const bare = (text) => text.replace(PIECE, " ");

/** The files that rules include: {path, from, to}, where the path leads from any type's folder. folder: the rules' own. */
export function includesOf(text, folder = null) {
  return [...text.matchAll(PIECE)].filter(([, name]) => name !== undefined).map(({ 0: whole, 1: name, index }) => ({
    path: folder === null || name.includes("/") ? name : `../${folder}/${name}`, from: index, to: index + whole.length,
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
export function elsewhere(text, folder) {
  return includesOf(text, folder).toReversed().reduce(
    (before, { path, from, to }) => `${before.slice(0, from)}${including(path)}${before.slice(to)}`, text);
}

export const including = (path) => `#include "${path}".`;

/** The folder of a path, and the file's name. */
export const parted = (path) => path.split("/").slice(-2);
