// What can be undone: values that are never changed, one after the other. Changes of one gesture are one step.

const LONGEST = 300_000; // characters of the steps that are kept

export class History {
  past = [];
  future = [];
  gesture = null;

  constructor(value, past = []) {
    this.value = value;
    this.past = past;
  }

  /** What the last steps changed, of values that are Maps: for each, the latest first, [name, value before or null] each. */
  trail(most) {
    const values = [this.value, ...this.past.slice(-most).reverse()];
    return values.slice(1).map((before, at) => changesTo(before, values[at]));
  }

  /** Goes on to a value; false if it is the one that is there. gesture: changes with the same one are undone together. */
  put(value, gesture = null) {
    if (value === this.value) return false;
    if (gesture === null || gesture !== this.gesture) this.past.push(this.value);
    [this.value, this.future, this.gesture] = [value, [], gesture];
    return true;
  }

  undo() {
    return this.go(this.past, this.future);
  }

  redo() {
    return this.go(this.future, this.past);
  }

  go(from, to) {
    if (!from.length) return false;
    to.push(this.value);
    this.value = from.pop();
    this.gesture = null;
    return true;
  }
}

function changesTo(before, after) {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).map((name) => [name, before.get(name) ?? null]);
}

/** Objects that came before one, as what each has otherwise than the next, the latest first: [key, value before or null] each; what
 * lies under `nested` is compared key by key. As many of them as are not too long to be kept. */
export function stepsBefore(now, past, nested, most) {
  const steps = [];
  let [after, length] = [now, 0];
  for (const before of past.slice(-most).reverse()) {
    const changes = differing(before, after).map((name) =>
      [name, name === nested ? differing(before[name], after[name]).map((each) => [each, before[name][each] ?? null]) : (before[name] ?? null)]);
    length += JSON.stringify(changes).length;
    if (length > LONGEST) break;
    steps.push(changes);
    after = before;
  }
  return steps;
}

/** The objects that stepsBefore() made these steps of. */
export function pastBefore(now, steps, nested) {
  const past = [];
  let before = now;
  for (const changes of steps) {
    before = changed(before, changes.map(([name, value]) => [name, name === nested ? changed(before[name], value) : value]));
    past.unshift(before);
  }
  return past;
}

const differing = (one, other) => [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]);

const changed = (object, changes) =>
  Object.fromEntries(Object.entries({ ...object, ...Object.fromEntries(changes) }).filter(([, value]) => value !== null));

/** The values before a Map, from a trail; no trust in what that holds. */
export function pastOf(value, trail) {
  const past = [];
  let before = value;
  for (const changes of Array.isArray(trail) ? trail : []) {
    if (!Array.isArray(changes)) break;
    before = new Map(before);
    for (const [name, text] of changes.filter((each) => Array.isArray(each) && typeof each[0] === "string")) {
      if (typeof text === "string") before.set(name, text);
      else before.delete(name);
    }
    past.unshift(before);
  }
  return past;
}
