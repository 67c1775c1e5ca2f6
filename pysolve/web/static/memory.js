// What the browser remembers: choices for good, the present work until the tab is closed. Where it may not remember
// anything, nothing is said: the page works without.

const PREFIX = "pysolve.";
const WORK = `${PREFIX}work`;
const MOST_WORKS = 8;

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

// The work that was done at an address of the page, or null. Only the latest addresses are remembered.
export function workAt(address) {
  return works().find((kept) => kept.address === address)?.work ?? null;
}

export function keepWork(address, work) {
  const others = works().filter((kept) => kept.address !== address);
  try {
    sessionStorage.setItem(WORK, JSON.stringify([{ address, work }, ...others].slice(0, MOST_WORKS)));
  } catch {
    // see above
  }
}

export function forgetWork(address) {
  try {
    sessionStorage.setItem(WORK, JSON.stringify(works().filter((kept) => kept.address !== address)));
  } catch {
    // see above
  }
}

function works() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(WORK));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
