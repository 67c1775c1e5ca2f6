// What can be undone: values that are never changed, one after the other. Changes of one gesture are one step.

export class History {
  past = [];
  future = [];
  gesture = null;

  constructor(value) {
    this.value = value;
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
