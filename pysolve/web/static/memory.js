// What the browser remembers: choices, the work at each address of the page, and what is filled in of each puzzle, versions. Where
// it may not remember anything, it does not complain: the page works without.

const PREFIX = "pysolve.";
const WORK = `${PREFIX}work`;
const PROGRESS = `${PREFIX}progress`;
const VARIANTS = `${PREFIX}variants`;
const VERSIONS = `${PREFIX}versions`;
const OPENED = `${PREFIX}opened`;
const AGREED = `${PREFIX}agreed`;
const MOST_WORKS = 24;
const MOST_OPENED = 6;
const MOST_PUZZLES = 60;
const MOST_TYPES = 200; // that have variants
const MOST_WITH_VERSIONS = 24; // types of which versions are kept
const MOST_AGREED = 24;

export function choice(name, otherwise) {
  try {
    const kept = localStorage.getItem(PREFIX + name);
    return kept === null ? otherwise : JSON.parse(kept);
  } catch {
    return otherwise;
  }
}

export function choose(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // see above
  }
}

// The work that was done at an address of the page, or null: in this tab, or the latest in any.
export function workAt(address) {
  return lookUp(sessionStorageOrNull(), WORK, address) ?? lookUp(localStorageOrNull(), WORK, address);
}

export function keepWork(address, work) {
  for (const storage of [sessionStorageOrNull(), localStorageOrNull()]) keep(storage, WORK, address, work, MOST_WORKS);
}

export function forgetWork(address) {
  for (const storage of [sessionStorageOrNull(), localStorageOrNull()]) keep(storage, WORK, address, null, MOST_WORKS);
}

// What was filled in of a puzzle, and what can be undone of it: {entries, trail}, or null. puzzle: its text.
export function progressOf(puzzle) {
  const kept = lookUp(localStorageOrNull(), PROGRESS, puzzle);
  return Array.isArray(kept) ? { entries: kept, trail: [] } : kept;
}

export function keepProgress(puzzle, entries, trail) {
  keep(localStorageOrNull(), PROGRESS, puzzle, entries.length || trail.length ? { entries, trail } : null, MOST_PUZZLES);
}

// The variants of a type that are kept: [{name, files, added}], changed files and added rules.
export const variantsOf = (type) => lookUp(localStorageOrNull(), VARIANTS, type) ?? [];

export function keepVariants(type, variants) {
  keep(localStorageOrNull(), VARIANTS, type, variants.length ? variants : null, MOST_TYPES);
}

// The versions of puzzles of a type that were on the board: [{text, verdict, clues}], the latest first.
export const versionsOf = (type) => lookUp(localStorageOrNull(), VERSIONS, type) ?? [];

export const keepVersions = (type, versions) => keep(localStorageOrNull(), VERSIONS, type, versions, MOST_WITH_VERSIONS);

// Whether rules of a sender, as a text, have been read here and are wanted.
export const isAgreed = (rules) => lookUp(localStorageOrNull(), AGREED, rules) !== null;

export const keepAgreed = (rules) => keep(localStorageOrNull(), AGREED, rules, true, MOST_AGREED);

// What was opened last: [[address, what it is called]].
export const opened = () => list(localStorageOrNull(), OPENED);

export const keepOpened = (address, title) => keep(localStorageOrNull(), OPENED, address, title, MOST_OPENED);

// -- Lists of [key, value] in a storage, the latest first

function lookUp(storage, name, key) {
  return list(storage, name).find(([each]) => each === key)?.[1] ?? null;
}

// value: null forgets it.
function keep(storage, name, key, value, most) {
  const others = list(storage, name).filter(([each]) => each !== key);
  const all = value === null ? others : [[key, value], ...others].slice(0, most);
  try {
    storage?.setItem(name, JSON.stringify(all));
  } catch {
    // see above
  }
}

function list(storage, name) {
  try {
    const kept = JSON.parse(storage.getItem(name));
    return Array.isArray(kept) ? kept.filter((each) => Array.isArray(each) && each.length === 2) : [];
  } catch {
    return [];
  }
}

const sessionStorageOrNull = () => storageOf("sessionStorage");
const localStorageOrNull = () => storageOf("localStorage");

function storageOf(name) {
  try {
    return globalThis[name];
  } catch {
    return null; // not even to be looked at
  }
}
